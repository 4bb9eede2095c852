import './notice.css'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { OwnThreads, threadTabOf } from '../comment/mine/list.tsx'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { OwnSuggestions, suggestionTabs } from '../suggestion/list/list.tsx'
import { useUnread } from '../ui/frame/notice-bell.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { useSend } from '../ui/send.ts'
import { NoticeList, type NoticeType } from './list.tsx'
import { noticeWords } from './notice.words.ts'

const filters = ['all', 'unread'] as const satisfies NoticeType[]

/** /notice/index?notice_type=&tab=: notices about the user's items, teams and pages. */
export function NoticesScreen() {
  const t = useWords(noticeWords)
  const [address] = useSearchParams()
  const of = address.get('tab') === 'suggestions' ? (suggestionTabs.find((name) => name === address.get('of')) ?? 'todo') : undefined
  const threads = address.get('tab') === 'comments' ? threadTabOf(address.get('of')) : undefined
  const isList = of === undefined && threads === undefined
  const type: NoticeType = address.get('notice_type') === 'unread' ? 'unread' : 'all'
  const unread = useUnread()
  const [reloads, setReloads] = useState(0)
  const readAll = useSend(api.notice.setAllRead, { done: t.allRead, onDone: () => setReloads((n) => n + 1), failed: true })
  return (
    <Screen title={t.title}>
      <div className="screen notices-screen">
        <PageHead
          back={{ to: paths.items(), text: t.backToItems }}
          title={t.title}
          action={
            isList && (
              <button type="button" className="btn" disabled={!unread || readAll.busy} onClick={() => void readAll.send({})}>
                <CheckCheck className="i" aria-hidden="true" />
                {t.readAll}
              </button>
            )
          }
        />
        <nav className="tabs" aria-label={t.filter}>
          {filters.map((filter) => (
            <Link
              key={filter}
              to={filter === 'all' ? paths.notices() : paths.notices('unread')}
              replace
              aria-current={isList && filter === type ? 'page' : undefined}
            >
              {t[filter]}
            </Link>
          ))}
          <Link to={paths.ownSuggestions()} replace aria-current={of ? 'page' : undefined}>
            {t.suggestions}
          </Link>
          <Link to={paths.ownThreads()} replace aria-current={threads ? 'page' : undefined}>
            {t.comments}
          </Link>
        </nav>
        {threads && <OwnThreads tab={threads} />}
        {of && <OwnSuggestions tab={of} />}
        {isList && <NoticeList key={`${type}${reloads}`} type={type} />}
      </div>
    </Screen>
  )
}
