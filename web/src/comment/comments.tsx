import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { api, read, withoutLoginRedirect } from '../lib/api.ts'
import { whenIdle } from '../lib/document/idle.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import { commentWords } from './comment-button.words.ts'
import type { PageOfComments } from './thread.ts'

const Layer = lazyPart(() => import('./layer.tsx').then((m) => m.CommentLayer))

const PENDING_ASK_MS = 2000

interface Props {
  /** Undefined while the page loads. */
  page: PageOfComments | undefined
  /** Whether visitors see comments here; people with an account are asked about each page. */
  isForVisitors: boolean
  reveal: (element: Element) => void
}

/**
 * Comments of the page, after it is shown: a button in the bar or at the foot. What is behind it loads when the page has threads, when
 * text is selected, or when the panel is opened.
 */
export function Comments({ page, isForVisitors, reveal }: Props) {
  const t = useWords(commentWords)
  const account = useAccount()
  const wanted = new URLSearchParams(useLocation().search).get('thread') ?? undefined
  const page_id = page?.page_id ?? ''
  const [idle, setIdle] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isSelected, setSelected] = useState(false)
  useEffect(() => (page_id ? whenIdle(() => setIdle(page_id)) : undefined), [page_id])
  const enabled = page_id !== '' && (isOpen || idle === page_id) && (account !== null || isForVisitors)
  const { data, error, refetch } = useQuery({
    ...read(api.comment.getList, withoutLoginRedirect({ page_id, state: 'open' })),
    enabled,
    retry: false,
    // The server works out the places of a new version.
    refetchInterval: ({ state }) => (state.data?.threads.some(({ place }) => place === 'pending') ? PENDING_ASK_MS : false),
  })
  const sees = data?.may.see
  const writes = data?.may.write
  useEffect(() => {
    if (!writes) return
    const change = () => {
      const selection = getSelection()
      if (!selection?.isCollapsed && selection?.anchorNode?.parentElement?.closest('[data-article]')) setSelected(true)
    }
    // Text can have been selected before the answer.
    change()
    document.addEventListener('selectionchange', change)
    return () => document.removeEventListener('selectionchange', change)
  }, [writes])
  const [bar, foot] = idle ? [document.getElementById('comment-button'), document.getElementById('comment-foot')] : [null, null]
  const open = data?.threads.length ?? 0
  // After a failure, whether the reader sees comments is unknown: the panel says so and can ask again.
  const isUnknown = error !== null && !data && account !== null
  if (!sees && !isOpen && !isUnknown) return null
  const button = (className: string) => (
    <button
      type="button"
      className={isOpen ? `${className} on` : className}
      aria-expanded={isOpen}
      aria-label={data ? t.open(open) : t.comments}
      data-tip={t.comments}
      onClick={() => setOpen(!isOpen)}
    >
      <MessageSquareText className="i" aria-hidden="true" />
      <span>{t.comments}</span> {open || ''}
    </button>
  )
  return (
    <>
      {bar && createPortal(button('btn quiet small'), bar)}
      {!isOpen && (foot ? createPortal(button('talk-foot'), foot) : button('talk-foot'))}
      {(isOpen || isSelected || open > 0 || wanted) && (
        <Suspense>
          <Layer key={page_id} {...{ page, error, isOpen, wanted, reveal }} list={data} onRetry={() => void refetch()} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
