import './panel.css'
import { THREADS_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { api, read, withoutLoginRedirect } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { panelWords, threadWords } from '../comment.words.ts'
import { commentWords } from '../comment-button.words.ts'
import type { News } from '../news.ts'
import { isLost, type Listed, type PageOfComments, type Target, type Thread } from '../thread.ts'
import { usePanelKeys } from './keyboard.ts'
import { NewThread } from './new-thread.tsx'
import { NotNotified } from './not-notified.tsx'
import { ThreadCard } from './thread-card.tsx'

export type PanelTab = 'open' | 'resolved' | 'lost'
const tabs = ['open', 'resolved', 'lost'] as const

export interface PanelProps {
  page: PageOfComments | undefined
  list: Listed | undefined
  error: Error | null
  onRetry: () => void
  news: News
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  active: string | undefined
  onActivate: (thread_id: string) => void
  target: Target | undefined
  onTarget: (target: Target | undefined) => void
  attaching: string | undefined
  onAttach: (thread: Thread) => void
  onClose: () => void
  /** The thread in the address. */
  wanted: string | undefined
}

/** Why nothing can be written here. */
function Refused({ why, isEmpty }: { why: Listed['refused']; isEmpty: boolean }) {
  const t = useWords(panelWords)
  const { pathname, search } = useLocation()
  if (why === '') return null
  if (why === 'login')
    return (
      <p className="line-note info">
        <Link to={paths.login(pathname + search)}>{t.login}</Link>
      </p>
    )
  if (why === 'off' && !isEmpty) return null
  return <p className="line-note info">{why === 'off' ? t.off : why === 'archived' ? t.archived : t.full(THREADS_MAX)}</p>
}

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c'].map((key) => (
      <Bone key={key} height={132} />
    ))}
  </Skeleton>
)

type Listing = Pick<PanelProps, 'page' | 'list' | 'error' | 'onRetry' | 'tab' | 'active' | 'wanted'>

/** The threads of each tab, with their numbers. */
function useThreads({ page, list, error, onRetry, tab, active, wanted }: Listing) {
  /** A thread in which something is written stays, also when it is resolved meanwhile. */
  const [writingIn, setWritingIn] = useState<string>()
  const lastSeen = useRef<Thread>(undefined)
  const open = list?.threads ?? []
  const written = open.find(({ thread_id }) => thread_id === writingIn)
  if (written) lastSeen.current = written
  const isEnded = writingIn !== undefined && !written && lastSeen.current?.thread_id === writingIn
  const resolved = useQuery({
    ...read(api.comment.getList, withoutLoginRedirect({ page_id: page?.page_id ?? '', state: 'resolved' })),
    enabled: (tab === 'resolved' || isEnded) && page !== undefined,
  })
  const kept = isEnded ? (resolved.data?.threads.find(({ thread_id }) => thread_id === writingIn) ?? lastSeen.current) : undefined
  const threads = [...open, ...(kept ? [kept] : [])]
  const shown = {
    open: threads.filter((one) => !isLost(one)),
    resolved: resolved.data?.threads ?? [],
    lost: threads.filter(isLost),
  }[tab]
  const counts = {
    open: open.filter((one) => !isLost(one)).length,
    resolved: Number(list?.figures.resolved ?? 0),
    lost: open.filter(isLost).length,
  }
  const isGone =
    wanted !== undefined &&
    wanted === active &&
    resolved.isSuccess &&
    ![...open, ...resolved.data.threads].some((one) => one.thread_id === wanted)
  const isLoading = tab === 'resolved' ? resolved.isPending : !list
  const failed = tab === 'resolved' ? resolved.error : error
  const retry = tab === 'resolved' ? () => void resolved.refetch() : onRetry
  return { shown, counts, isGone, isLoading, failed, retry, setWritingIn }
}

interface TabsProps extends Pick<PanelProps, 'tab' | 'onTab'> {
  counts: Record<PanelTab, number>
}

function Tabs({ tab, onTab, counts }: TabsProps) {
  const t = useWords(panelWords)
  return (
    <nav className="tabs" aria-label={t.tabs}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          className={tab === name ? 'on' : undefined}
          aria-pressed={tab === name}
          onClick={() => onTab(name)}
        >
          {t[name]}
          {counts[name] > 0 && <span className="count">{counts[name]}</span>}
        </button>
      ))}
    </nav>
  )
}

/** The threads of a page: next to the text in wide windows, over it in narrow ones, a sheet from below on phones. */
export function CommentPanel(props: PanelProps) {
  const { page, list, news, tab, onTab, active, onActivate, target, onTarget, attaching, onAttach, onClose } = props
  const t = useWords(panelWords)
  const head = useWords(commentWords)
  const thread = useWords(threadWords)
  const ui = useWords(uiWords)
  const account = useAccount()
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const { shown, counts, isGone, isLoading, failed, retry, setWritingIn } = useThreads(props)
  const may = list?.may
  const [notNotified, setNotNotified] = useState<string[]>([])

  /** Where the active thread is, or was before it was resolved. */
  const place = useRef(-1)
  const at = shown.findIndex(({ thread_id }) => thread_id === active)
  if (at >= 0) place.current = at
  const isListed = at >= 0
  useEffect(() => {
    if (active === undefined || !isListed) return
    const card = panel.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(active)}"]`)
    card?.scrollIntoView({ block: 'nearest' })
  }, [active, isListed])
  const card = () => panel.current?.querySelector<HTMLElement>('.thread.on')
  usePanelKeys({
    move: (step) => {
      const start = active === undefined ? -1 : place.current
      const next = start < 0 ? shown.at(step > 0 ? 0 : -1) : shown[at < 0 && step > 0 ? Math.min(start, shown.length - 1) : start + step]
      if (next) onActivate(next.thread_id)
    },
    reply: () => card()?.querySelector<HTMLElement>('.composer textarea')?.focus(),
    resolve: () => card()?.querySelector<HTMLElement>('[data-do="state"]')?.click(),
    close: onClose,
  })

  const nothing = {
    open: may?.write ? (may.places ? t.none : t.noneWhole) : t.noneToRead,
    resolved: t.noneResolved,
    lost: t.noneLost,
  }[tab]
  return (
    <aside className="talk" aria-labelledby={heading} ref={panel} {...useKeptFocus(panel, '.thread.on')}>
      <header className="talk-head">
        <h2 id={heading}>{head.comments}</h2>
        {may?.write && (
          <IconButton name={t.commentPage} onClick={() => onTarget({ anchor: undefined, quote: t.wholePage })}>
            <MessageSquarePlus className="i" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton name={ui.close} keys="Esc" onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <Tabs {...{ tab, onTab, counts }} />
      <div className="talk-list scroll">
        <div role="status">
          {news.count > 0 && (
            <p className="line-note info">
              <span>{t.news(news.count)}</span>
              <button type="button" onClick={news.show}>
                {t.show}
              </button>
            </p>
          )}
        </div>
        {isGone && <p className="line-note info">{t.gone}</p>}
        {list && <Refused why={list.refused} isEmpty={shown.length === 0} />}
        {target && page && account && may?.write && (
          <NewThread
            page={page}
            target={target}
            comment_see={list?.comment_see ?? '1'}
            onSent={(made, names) => {
              setNotNotified(names)
              onTarget(undefined)
              onTab(isLost(made) ? 'lost' : 'open')
              onActivate(made.thread_id)
            }}
            onCancel={() => onTarget(undefined)}
          />
        )}
        {!target && page && <NotNotified names={notNotified} item_id={page.item_id} mayManage={may?.manage ?? false} />}
        {failed ? (
          <ErrorNote title={t.failed} error={failed} onRetry={retry} />
        ) : isLoading || !page || !may ? (
          <Waiting />
        ) : (
          shown.map((one) => (
            <ThreadCard
              key={one.thread_id}
              thread={one}
              changed={news.threads.get(one.thread_id)}
              page={page}
              may={may}
              isActive={one.thread_id === active}
              isAttaching={one.thread_id === attaching}
              onActivate={onActivate}
              onAttach={may.write && (one.may_resolve || may.manage) ? onAttach : undefined}
              onWrite={setWritingIn}
            />
          ))
        )}
        {!failed && !isLoading && shown.length === 0 && !target && <p className="talk-none">{nothing}</p>}
        {tab === 'lost' && shown.length > 0 && <p className="talk-note">{thread.noGuess}</p>}
        {tab !== 'lost' && shown.length > 1 && <p className="talk-note talk-keys">{t.keys}</p>}
      </div>
    </aside>
  )
}
