import '../../versions/diff/diff.css'
import './suggest.css'
import { diffLines } from '@sheaf/compare/lines'
import { NOTE_MAX } from '@sheaf/contract/limits'
import { ArrowLeft, FileDiff } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { TitleField } from '../../editor/bar/bar.tsx'
import { EditorPlace } from '../../editor/bar/catalog.tsx'
import { useView, ViewSwitch } from '../../editor/bar/views.tsx'
import { useTextContent } from '../../editor/content.ts'
import { EditorDesk } from '../../editor/desk.tsx'
import { type Editing, useEditing } from '../../editor/view.ts'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { useIsUpTo } from '../../lib/breakpoints.ts'
import { longDate } from '../../lib/format.ts'
import { useBlocker, useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton, IconLink } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { blocksOf, inOneColumn } from '../../versions/diff/fold.ts'
import { DiffBlock, Titles } from '../../versions/diff/table.tsx'
import { WritingBar } from '../../writing/bar.tsx'
import { editorWords } from '../../writing/editor.words.ts'
import type { Content } from '../../writing/saver.ts'
import { reviewWords, suggestionWords, suggestWords } from '../suggestion.words.ts'
import { type OpenedSuggestion, unsent, withUnsent } from './open.ts'

type Text = Pick<Content, 'title' | 'text'>
const NEW = '0'
/** Milliseconds after the last change. */
const KEEP_AFTER_MS = 500

/** The difference that is about to be sent. */
function Difference({ from, to, onClose }: { from: Text; to: Text; onClose: () => void }) {
  const t = useWords(suggestWords)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const diff = useMemo(() => diffLines(from.text, to.text), [from.text, to.text])
  const blocks = useMemo(() => blocksOf(inOneColumn(diff.rows), opened), [diff, opened])
  const isSame = from.text === to.text && from.title === to.title
  const close = (
    <button type="button" className="btn" data-autofocus onClick={onClose}>
      {t.closeDifference}
    </button>
  )
  return (
    <Dialog wide title={t.differenceTitle} onClose={onClose} actions={close}>
      {isSame ? (
        <Empty title={t.same}>{t.sameText}</Empty>
      ) : (
        <div className="sug-diff scroll">
          {from.title !== to.title && from.title !== '' && <Titles left={from.title} right={to.title} />}
          {blocks.map((block) => (
            <DiffBlock key={block.key} {...{ block, diff }} view="one" wanted onOpen={(at) => setOpened(new Set([...opened, at]))} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** Sends the suggestion, or accepts the one under review with this text. */
function useSubmit(opened: OpenedSuggestion, onDone: (suggestion_id: string) => void) {
  const t = useWords(suggestWords)
  const review = useWords(reviewWords)
  const failed = (error: Error) => toast(`${t.notSent}: ${error.message}`, 'bad')
  const save = useSend(api.suggestion.save, { onDone: ({ suggestion_id }) => onDone(suggestion_id), onFailed: failed })
  const accept = useSend(api.suggestion.accept, {
    done: review.doneAccept,
    onDone: () => onDone(opened.review?.suggestion_id ?? ''),
    onFailed: (error) => toast(error.message, 'bad'),
  })
  const { item, page_id, base_version, continued } = opened
  return {
    busy: save.busy || accept.busy,
    submit({ title: page_title, text: page_content, cat_id }: Content, reason: string) {
      if (opened.review) return void accept.send(withoutLoginRedirect({ ...opened.review, page_title, page_content, note: '' }))
      const suggestion_id = continued?.suggestion_id ?? '0'
      const place = page_id === NEW ? { item_id: item.item_id, cat_id } : { base_version }
      void save.send(withoutLoginRedirect({ page_id, ...place, page_title, page_content, reason, suggestion_id }))
    },
  }
}

/**
 * What is typed stays in this browser until it is sent: `keep` runs after a pause in the text, and when the screen is left. The returned
 * function does so for the other fields.
 */
function useKeeping(editing: Editing | undefined, keep: () => void) {
  const latest = useRef(keep)
  latest.current = keep
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () =>
      editing?.onPause(
        () => KEEP_AFTER_MS,
        () => latest.current(),
      ),
    [editing],
  )
  useEffect(() => {
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      clearTimeout(timer.current)
      leave()
    }
  }, [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), KEEP_AFTER_MS)
  }
}

/** What differs from a new suggestion: it is under review, was sent before, met another change, or was typed before. */
function Notes({ work, onDiscard }: { work: OpenedSuggestion; onDiscard: (() => void) | undefined }) {
  const t = useWords(suggestWords)
  const language = useLanguage()
  const { review, continued, meanwhile } = work
  return (
    <>
      {review && (
        <p className="line-note info" role="status">
          {t.reviewing}
        </p>
      )}
      {continued && (
        <p className="line-note info" role="status">
          {t.continued(longDate(Number(continued.at), language))}
        </p>
      )}
      {meanwhile && (
        <p className={meanwhile === 'merged' ? 'line-note info' : 'line-note'} role="status">
          {meanwhile === 'merged' ? t.merged : t.conflict}
        </p>
      )}
      {onDiscard && (
        <p className="line-note info" role="status">
          {t.restored}
          <button type="button" onClick={onDiscard}>
            {t.discard}
          </button>
        </p>
      )}
    </>
  )
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useWords(suggestWords)
  const shared = useWords(suggestionWords)
  const editor = useWords(editorWords)
  const actions = (
    <>
      <button type="button" className="btn" data-autofocus onClick={onStay}>
        {shared.cancel}
      </button>
      <button type="button" className="btn danger-fill" onClick={onLeave}>
        {t.discard}
      </button>
    </>
  )
  return <Dialog title={editor.leaveTitle} onClose={onStay} actions={actions} />
}

interface Props {
  opened: OpenedSuggestion
  uid: string
  onSent: (suggestion_id: string) => void
}

/** The text editor with a reason in place of the toolbar, and a button that sends the suggestion. */
export function SuggestPage({ opened, uid, onSent }: Props) {
  const { item, page_id, review } = opened
  const isNew = page_id === NEW
  const t = useWords(suggestWords)
  const shared = useWords(suggestionWords)
  const editor = useWords(editorWords)
  const language = useLanguage()
  const navigate = useNavigate()
  const id = useId()
  const left = useRef<HTMLElement>(null)
  const { item_id } = item
  const continued_id = opened.continued?.suggestion_id
  const kept = useMemo(() => unsent(uid, { item_id, page_id, suggestion_id: continued_id }), [uid, item_id, page_id, continued_id])
  // An edit has its page to go back to; a new page has its suggestion, or only its item.
  const above_id = review?.suggestion_id ?? (isNew ? continued_id : undefined)
  const [work, setWork] = useState(() => {
    const restored = review ? undefined : kept.read()
    return restored ? withUnsent(opened, restored) : opened
  })
  const isRestored = work !== opened
  const [start] = useState(work.content)
  const { editing, mount, panelPlace } = useEditing({ doc: start.text, language, label: t.text, hint: editor.textHint })
  const content = useTextContent(editing, item, start)
  const [reason, setReason] = useState(work.reason)
  const [view, setView] = useView()
  const phone = useIsUpTo('phone')
  const [comparing, setComparing] = useState<Text>()
  const isDone = useRef(false)
  const { busy, submit } = useSubmit(work, (suggestion_id) => {
    isDone.current = true
    kept.forget()
    if (review) navigate(paths.suggestion(suggestion_id))
    else onSent(suggestion_id)
  })
  const send = () => {
    if (!busy) submit(content.read(), reason)
  }
  const { read, dirty } = content
  const hasTyped = useRef(false)
  const keepLater = useKeeping(editing, () => {
    const now = read()
    const isSame = ({ content: { title, text }, reason: why }: OpenedSuggestion) =>
      now.text === text && now.title === title && reason === why
    hasTyped.current ||= !isSame(work)
    if (review || isDone.current || !hasTyped.current) return
    if (isSame(opened)) kept.forget()
    else kept.keep({ ...now, reason, base_version: work.base_version, base: work.from })
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      send()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  // A text under review is not kept, so leaving asks first.
  const blocker = useBlocker(() => Boolean(review) && dirty && !isDone.current)
  const discard = () => {
    kept.forget()
    setWork(opened)
    content.restore(opened.content)
    setReason(opened.reason)
  }
  const setTitle = (title: string) => {
    content.setTitle(title)
    keepLater()
  }
  const head = (
    <>
      {isNew && !review && <EditorPlace item={item} value={content.cat_id} onChange={content.setCatalog} />}
      <TitleField {...{ page_id, editing }} title={content.title} setTitle={setTitle} />
    </>
  )
  return (
    <div className="ed">
      <title>{isNew ? t.newPage : t.editing(opened.page_title)}</title>
      <WritingBar
        back={
          <IconLink
            name={above_id ? shared.suggestion(above_id) : isNew ? item.item_name : shared.back}
            to={above_id ? paths.suggestion(above_id) : isNew ? paths.item(item) : paths.page(item, page_id)}
          >
            <ArrowLeft className="i" aria-hidden="true" />
          </IconLink>
        }
        tools={
          <>
            <ViewSwitch view={view} onView={setView} />
            <IconButton name={t.difference} onClick={() => setComparing(read())}>
              <FileDiff className="i" aria-hidden="true" />
            </IconButton>
          </>
        }
        save={{ name: review ? t.accept : t.send, run: send }}
      >
        {!phone && head}
      </WritingBar>
      <EditorDesk
        {...{ editing, left, mount, panelPlace, item_id, page_id, view }}
        session={undefined}
        title={content.title}
        draft={undefined}
        tools={
          review ? undefined : (
            <div className="ed-tools sug-why">
              <label htmlFor={id}>{t.why}</label>
              <input
                id={id}
                className="input"
                value={reason}
                maxLength={NOTE_MAX}
                placeholder={isNew ? t.whyNew : t.whyPlace}
                onChange={(event) => {
                  setReason(event.target.value)
                  keepLater()
                }}
              />
            </div>
          )
        }
        notes={<Notes work={work} onDiscard={isRestored ? discard : undefined} />}
      >
        {phone && <div className="ed-head">{head}</div>}
      </EditorDesk>
      {comparing && <Difference from={work.from} to={comparing} onClose={() => setComparing(undefined)} />}
      {blocker.state === 'blocked' && <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />}
    </div>
  )
}
