import { Check, History, MessageSquareReply, RotateCcw, SquarePen, TextSelect, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { shortDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { useSend } from '../../ui/send.ts'
import { composerWords, panelWords, threadWords } from '../comment.words.ts'
import { isLost, type Listed, type PageOfComments, quoteText, type Thread } from '../thread.ts'
import { CommentBody } from './comment-body.tsx'
import { Composer } from './composer.tsx'
import { draftKey } from './draft.ts'
import { NotNotified } from './not-notified.tsx'
import { useRemoval } from './removal.ts'

const WatchDialog = lazyPart(() => import('../../watch/place/dialog.tsx').then((m) => m.WatchDialog))

export interface CardProps {
  thread: Thread
  /** The same thread as it is now, when it changed after it was shown. */
  changed: Thread | undefined
  page: PageOfComments
  may: Listed['may']
  isActive: boolean
  isAttaching: boolean
  onActivate: (thread_id: string) => void
  onAttach: ((thread: Thread) => void) | undefined
  onWrite: (thread_id: string | undefined) => void
}

/** The words that the thread is about; for a lost one, the words of that time. */
function Quote({ thread, onShow }: { thread: Thread; onShow: () => void }) {
  const t = useWords(threadWords)
  const panel = useWords(panelWords)
  const quote = thread.kind === 'page' ? panel.wholePage : quoteText(thread)
  if (isLost(thread))
    return (
      <div className="thread-was">
        <b>{t.lost}</b>
        <del>{quote}</del>
      </div>
    )
  return (
    <>
      <button type="button" className="thread-quote" data-kind={thread.kind} onClick={onShow}>
        <span>{quote}</span>
      </button>
      {thread.place === 'pending' && <p className="thread-note">{t.pending}</p>}
    </>
  )
}

/** Resolves the thread, or opens it again. */
function StateButton({ thread_id, isResolved }: { thread_id: string; isResolved: boolean }) {
  const t = useWords(threadWords)
  const failed = { failed: t.notDone }
  const resolve = useSend(api.comment.resolve, failed)
  const reopen = useSend(api.comment.reopen, failed)
  const { send } = isResolved ? reopen : resolve
  return (
    <button type="button" className="btn quiet small" data-do="state" onClick={() => void send({ thread_id })}>
      {isResolved ? <RotateCcw className="i" aria-hidden="true" /> : <Check className="i" aria-hidden="true" />}
      {isResolved ? t.reopen : t.resolve}
    </button>
  )
}

interface ActionsProps extends Pick<CardProps, 'thread' | 'page' | 'isActive' | 'isAttaching' | 'onAttach'> {
  isResolved: boolean
  /** Undefined where the user cannot reply. */
  onReply: ((event: MouseEvent) => void) | undefined
  /** The button for the state, unless it is below the reply. */
  state: ReactNode
}

/** What the user can do with the thread, apart from the reply of an active one. */
function Actions({ thread, page, isActive, isAttaching, isResolved, onAttach, onReply, state }: ActionsProps) {
  const t = useWords(threadWords)
  const writing = useWords(composerWords)
  const lost = isLost(thread)
  return (
    <div className="thread-acts">
      {lost && thread.history_id !== '0' && (
        <Link className="btn quiet small" to={paths.diff(page.page_id, thread.history_id)}>
          <History className="i" aria-hidden="true" />
          {t.before}
        </Link>
      )}
      {lost && onAttach && (
        <button type="button" className="btn quiet small" aria-pressed={isAttaching} onClick={() => onAttach(thread)}>
          {isAttaching ? <X className="i" aria-hidden="true" /> : <TextSelect className="i" aria-hidden="true" />}
          {isAttaching ? t.stopAttaching : t.attach}
        </button>
      )}
      {onReply && !isActive && !lost && (
        <button type="button" className="btn quiet small" onClick={onReply}>
          <MessageSquareReply className="i" aria-hidden="true" />
          {writing.reply}
        </button>
      )}
      {page.suggestable && isActive && thread.kind === 'passage' && !lost && !isResolved && (
        <Link className="btn quiet small" to={paths.suggest(page.item_id, page.page_id)}>
          <SquarePen className="i" aria-hidden="true" />
          {t.suggest}
        </Link>
      )}
      {state}
    </div>
  )
}

/** One thread: all comments and a field for the reply when it is the active one, otherwise its beginning. */
export function ThreadCard({ thread, changed, page, may, isActive, isAttaching, onActivate, onAttach, onWrite }: CardProps) {
  const t = useWords(threadWords)
  const writing = useWords(composerWords)
  const language = useLanguage()
  const account = useAccount()
  const { removed, remove } = useRemoval()
  const [notNotified, setNotNotified] = useState<string[]>([])
  const [isWriting, setWriting] = useState(false)
  const [isWatching, setWatching] = useState(false)
  const add = useSend(api.comment.add, { onDone: ({ not_told }) => setNotNotified(not_told) })
  const { thread_id } = thread
  const now = changed ?? thread
  const isResolved = now.state === 'resolved'
  const comments = thread.comments.filter(({ comment_id }) => !removed.has(comment_id))
  const [first, ...replies] = comments
  const last = replies.at(-1)
  if (!first) return null
  const shown = isActive ? comments : [first]
  const activate = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a, button, textarea, dialog, [role=menu]')) onActivate(thread_id)
  }
  const beginReply = ({ currentTarget }: MouseEvent) => {
    const card = currentTarget.closest('article')
    // The field exists afterwards. Phones show their keyboard only for a focus within the click.
    flushSync(() => onActivate(thread_id))
    card?.querySelector<HTMLElement>('.composer textarea')?.focus({ preventScroll: true })
  }
  const follow = (writes: boolean) => {
    setWriting(writes)
    onWrite(writes ? thread_id : undefined)
  }
  // The thread can have been resolved since it was shown, and replies to resolved ones are not on the screen.
  const reply = (content: string) => add.send(withoutLoginRedirect({ page_id: page.page_id, thread_id, content, reopen: '1' }))
  const state = thread.may_resolve && <StateButton thread_id={thread_id} isResolved={isResolved} />
  const write = may.write && account
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the quote and the keys n and p do the same
    <article
      className={isActive ? 'card thread on' : 'card thread'}
      aria-current={isActive}
      data-thread={thread_id}
      aria-label={t.thread(first.name)}
      tabIndex={-1}
      onClick={activate}
    >
      <Quote thread={thread} onShow={() => onActivate(thread_id)} />
      {shown.map((comment) => (
        <CommentBody
          key={comment.comment_id}
          comment={comment}
          page_id={page.page_id}
          mayWrite={may.write}
          onWatch={account && comment === first ? () => setWatching(true) : undefined}
          onRemove={remove}
          onNotNotified={setNotNotified}
        />
      ))}
      {!isActive && last && (
        <p className="thread-more">{t.replies(replies.length, last.name, shortDate(Number(last.addtime), language))}</p>
      )}
      {isResolved && thread.resolved_name && (
        <p className="thread-more">{t.resolvedBy(thread.resolved_name, shortDate(Number(thread.resolved_time), language))}</p>
      )}
      {isWatching && (
        <Suspense>
          <WatchDialog
            place={{ kind: 'thread', subject_id: thread_id, name: '' }}
            manages={may.manage}
            onClose={() => setWatching(false)}
          />
        </Suspense>
      )}
      <NotNotified names={notNotified} item_id={page.item_id} mayManage={may.manage} />
      {isActive && isWriting && changed?.state === 'resolved' && thread.state === 'open' && (
        <p className="line-note info" role="status">
          {writing.resolvedMeanwhile(changed.resolved_name)}
        </p>
      )}
      {isAttaching && (
        <p className="line-note info" role="status">
          {t.attaching}
        </p>
      )}
      <Actions
        {...{ thread, page, isActive, isAttaching, isResolved, onAttach }}
        onReply={write ? beginReply : undefined}
        state={(!write || !isActive) && state}
      />
      {write && isActive && (
        <Composer
          page_id={page.page_id}
          draft={draftKey(account.uid, page.page_id, thread_id)}
          label={writing.reply}
          hint={writing.replyHint}
          action={isResolved ? writing.replyReopen : writing.reply}
          note={writing.hint}
          more={state}
          onSend={reply}
          onType={follow}
        />
      )}
    </article>
  )
}
