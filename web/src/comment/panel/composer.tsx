import { COMMENT_CHARS_MAX } from '@sheaf/contract/limits'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ApiError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { composerWords } from '../comment.words.ts'
import { type CommentDraft, forgetDraft, keepDraft, mentionAt, readDraft, sentText } from './draft.ts'
import { MentionList, type Offer, useOffers } from './mention-list.tsx'

interface Props {
  page_id: string
  /** Where the browser keeps the text until it is sent. */
  draft: string
  /** Kept with the text: the words that a new thread is about. */
  place?: unknown
  /** The text at the beginning, if none is kept. */
  initial?: CommentDraft
  label: string
  hint?: string
  /** The name of the button that sends. */
  action: string
  /** The line below the field. */
  note?: string
  /** Other buttons, such as Resolve. */
  more?: ReactNode
  hasFocus?: boolean
  rows?: number
  onSend: (content: string) => Promise<unknown>
  onCancel?: () => void
  onType?: (isWriting: boolean) => void
}

const EMPTY: CommentDraft = { text: '', mentions: [] }

/** A text field that keeps what is typed, offers people after an @, and stays with its text when sending fails. */
export function Composer(props: Props) {
  const { page_id, draft: key, place, label, hint, action, note, more, hasFocus, rows = 2, onSend, onCancel, onType } = props
  const t = useWords(composerWords)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<CommentDraft>(() => readDraft(key) ?? props.initial ?? EMPTY)
  const [typing, setTyping] = useState<{ from: number; typed: string }>()
  const [active, setActive] = useState(0)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<ApiError>()
  const caretAfter = useRef<number>(undefined)
  const isGone = useRef(false)
  const root = useRef<HTMLDivElement>(null)
  const offers = useOffers(page_id, typing?.typed)
  const { text } = draft
  const isEmpty = text.trim() === ''

  useEffect(() => {
    if (!hasFocus) return
    const element = field.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [hasFocus])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  useEffect(() => onType?.(!isEmpty), [isEmpty, onType])
  // A text can be moved to other words while it is written. Its field takes the focus again: the keys of the panel resolve threads.
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    if (place === undefined) return
    keepDraft(key, { ...latest.current, place })
    field.current?.focus({ preventScroll: true })
  }, [key, place])
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = undefined
  })

  const change = (next: CommentDraft) => {
    setDraft(next)
    keepDraft(key, { ...next, ...(place !== undefined && { place }) })
  }
  const follow = () => {
    const element = field.current
    // The keys that choose a name also report a selection, before the field has the name.
    if (!element || caretAfter.current !== undefined) return
    setTyping(element.selectionStart === element.selectionEnd ? mentionAt(element.value, element.selectionStart) : undefined)
    setActive(0)
  }
  const choose = ({ mention: offered, end: username }: Offer) => {
    if (!typing) return
    // Another person with this name can be in the text.
    const isTaken = draft.mentions.some(({ shown, sent }) => shown === offered.shown && sent !== offered.sent && text.includes(shown))
    const mention = isTaken ? { ...offered, shown: `${offered.shown} (${username})` } : offered
    const end = typing.from + 1 + typing.typed.length
    const start = `${text.slice(0, typing.from)}${mention.shown} `
    caretAfter.current = start.length
    const others = draft.mentions.filter(({ shown }) => shown !== mention.shown)
    change({ text: start + text.slice(end).replace(/^ /, ''), mentions: [...others, mention] })
    setTyping(undefined)
  }
  const leave = () => root.current?.closest('article')?.focus({ preventScroll: true })
  const send = async () => {
    if (isEmpty || sending) return field.current?.focus()
    setSending(true)
    setError(undefined)
    try {
      await onSend(sentText(draft).trim())
      forgetDraft(key)
      if (isGone.current) return
      setDraft(EMPTY)
      // Its button is disabled now and loses the focus.
      if (root.current?.contains(document.activeElement) && document.activeElement !== field.current) leave()
    } catch (problem) {
      if (!isGone.current) setError(problem as ApiError)
    } finally {
      if (!isGone.current) setSending(false)
    }
  }
  const cancel = () => {
    forgetDraft(key)
    onCancel?.()
  }
  const press = (event: KeyboardEvent) => {
    const run = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = offers?.[active]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else if (offers?.length && run) setActive((active + run + offers.length) % offers.length)
    else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) choose(chosen)
    else if (offers && event.key === 'Escape') setTyping(undefined)
    else if (event.key === 'Escape' && isEmpty && onCancel) cancel()
    // What is written stays; the keys of the panel work again.
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const left = COMMENT_CHARS_MAX - sentText(draft).trim().length
  const list = `${id}-list`
  return (
    <div className="composer" ref={root}>
      <div className="composer-field">
        <textarea
          ref={field}
          className="input grows"
          rows={rows}
          aria-label={label}
          placeholder={hint}
          value={text}
          readOnly={sending}
          aria-autocomplete="list"
          aria-controls={offers ? list : undefined}
          aria-activedescendant={offers?.length ? `${list}-${active}` : undefined}
          onChange={(event) => {
            change({ ...draft, text: event.target.value })
            follow()
          }}
          onSelect={follow}
          onBlur={() => setTyping(undefined)}
          onKeyDown={press}
        />
        {offers && <MentionList id={list} offers={offers} active={active} onChoose={choose} />}
      </div>
      {error && (
        <p className="line-note bad" role="alert">
          <span>
            {t.notSent} {error.error && error.message}
          </span>
          <button type="button" onClick={() => void send()}>
            {t.retry}
          </button>
        </p>
      )}
      <div className="composer-foot">
        <span className="composer-note">{left < 200 ? t.left(left) : note}</span>
        {more}
        {onCancel && (
          <button type="button" className="btn small" onClick={cancel}>
            {t.cancel}
          </button>
        )}
        <button
          type="button"
          className="btn primary small"
          aria-busy={sending || undefined}
          disabled={isEmpty || left < 0}
          onClick={() => void send()}
        >
          {action}
        </button>
      </div>
    </div>
  )
}
