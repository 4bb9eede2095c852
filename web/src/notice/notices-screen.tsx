import './notice.css'
import { BellRing, CheckCheck } from 'lucide-react'
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
import { type NoticeGroup, NoticeList, type NoticeType, noticeGroups } from './list.tsx'
import { noticeWords } from './notice.words.ts'

const filters = ['all', 'unread'] as const satisfies NoticeType[]

/** What the notices are about. */
function GroupTabs({ type, group }: { type: NoticeType; group: NoticeGroup }) {
  const t = useWords(noticeWords)
  return (
    <nav className="seg notice-groups" aria-label={t.group}>
      {noticeGroups.map((name) => (
        <Link key={name} to={addressOf(type, name)} replace aria-current={name === group ? 'page' : undefined}>
          {t[`group_${name}`]}
        </Link>
      ))}
    </nav>
  )
}

const addressOf = (type: NoticeType, group: NoticeGroup) =>
  paths.notices(type === 'unread' ? 'unread' : undefined, group === 'all' ? undefined : group)

/** /notice/index?notice_type=&group=&tab=: notices about the user's items, teams and pages. */
export function NoticesScreen() {
  const t = useWords(noticeWords)
  const [address] = useSearchParams()
  const of = address.get('tab') === 'suggestions' ? (suggestionTabs.find((name) => name === address.get('of')) ?? 'todo') : undefined
  const threads = address.get('tab') === 'comments' ? threadTabOf(address.get('of')) : undefined
  const isList = of === undefined && threads === undefined
  const type: NoticeType = address.get('notice_type') === 'unread' ? 'unread' : 'all'
  const group = noticeGroups.find((name) => name === address.get('group')) ?? 'all'
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
            <>
              <Link className="btn quiet" to={paths.watching()}>
                <BellRing className="i" aria-hidden="true" />
                {t.watching}
              </Link>
              {isList && (
                <button type="button" className="btn" disabled={!unread || readAll.busy} onClick={() => void readAll.send({})}>
                  <CheckCheck className="i" aria-hidden="true" />
                  {t.readAll}
                </button>
              )}
            </>
          }
        />
        <nav className="tabs" aria-label={t.filter}>
          {filters.map((filter) => (
            <Link key={filter} to={addressOf(filter, group)} replace aria-current={isList && filter === type ? 'page' : undefined}>
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
        {isList && <GroupTabs type={type} group={group} />}
        {isList && <NoticeList key={`${type} ${group} ${reloads}`} type={type} group={group} />}
      </div>
    </Screen>
  )
}
