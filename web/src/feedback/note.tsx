import type { Answer } from '@sheaf/contract/client'
import { FEEDBACK_NOTE_MAX } from '@sheaf/contract/limits'
import { MoreHorizontal, ThumbsDown, ThumbsUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../lib/api.ts'
import { useIsUpTo } from '../lib/breakpoints.ts'
import { shortDate, shortDay } from '../lib/format.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { FieldFrame } from '../ui/forms/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { rowWords } from '../ui/list.words.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Doer } from '../ui/person.tsx'
import { useSend } from '../ui/send.ts'
import { toast } from '../ui/toast.tsx'
import { feedbackWords } from './feedback.words.ts'

export type Note = Answer<'feedback', 'getList'>['list'][number]

interface Props {
  note: Note
  info: Info
  canChange: boolean
}

/** One note, and what an editor can do with it. */
export function NoteRow({ note, info, canChange }: Props) {
  const t = useWords(feedbackWords)
  const language = useLanguage()
  const [answering, setAnswering] = useState(false)
  const name = note.is_person ? note.name || note.username : t.visitor
  const isHelpful = note.feedback_type === '1'
  return (
    <li className="fbk-row" tabIndex={-1}>
      <div className="fbk-head">
        <Link className="fbk-page" to={paths.page(info, note.page_id)}>
          {note.page_title}
        </Link>
        <span className={isHelpful ? 'tag ok' : 'tag warn'}>
          {isHelpful ? <ThumbsUp className="i" aria-hidden="true" /> : <ThumbsDown className="i" aria-hidden="true" />}
          {isHelpful ? t.helpful : t.unhelpful}
        </span>
        {note.reasons.map((reason) => (
          <span key={reason} className="tag">
            {t[reason]}
          </span>
        ))}
        {Number(note.count) > 1 && <span className="tag info">{t.times(Number(note.count))}</span>}
      </div>
      <p className="fbk-text" dir="auto">
        {note.note}
      </p>
      <p className="fbk-meta">
        {note.is_person ? <Doer name={note.name} username={note.username} /> : t.visitor}
        <span>{shortDate(Number(note.note_time), language)}</span>
        {note.version !== note.page_version && <span>{t.changedSince(note.version, note.page_version)}</span>}
      </p>
      <Settled note={note} />
      {canChange && !answering && <Acts note={note} info={info} name={name} onAnswer={() => setAnswering(true)} />}
      {canChange && answering && <AnswerForm note={note} name={name} onClose={() => setAnswering(false)} />}
    </li>
  )
}

/** Who answered, with the answer, or who put it aside. */
function Settled({ note }: { note: Note }) {
  const t = useWords(feedbackWords)
  const language = useLanguage()
  if (note.note_state === 'new') return null
  const [name, day] = [note.settled_name || note.settled_username, shortDay(Number(note.settled_time), language)]
  const text = note.note_state === 'aside' ? t.asideBy(name, day) : note.answer ? t.answeredBy(name, day) : t.markedBy(name, day)
  return (
    <div className="fbk-answer">
      <p className="fbk-meta">
        <Doer name={note.settled_name} username={note.settled_username}>
          {text}
        </Doer>
      </p>
      {note.answer && (
        <p className="fbk-text" dir="auto">
          {note.answer}
        </p>
      )}
    </div>
  )
}

interface ActProps {
  note: Note
  info: Info
  name: string
  onAnswer: () => void
}

/** The note as a quotation in Markdown, in which nothing is markup, a link or a mention. */
const quoted = (note: string) =>
  note
    .split('\n')
    .map((line) => `> ${line.trim().replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')}`)
    .join('\n')

/** Begins a thread about the whole page with the words of the note, which is answered then. Returns the thread; a repeated call begins no other one. */
async function asComment({ feedback_id, page_id, note }: Note) {
  const { thread } = await api.comment.add({ page_id, content: quoted(note), request_id: `feedback-${feedback_id}` })
  await api.feedback.settle({ feedback_id, state: 'answered' })
  return thread.thread_id
}

function Acts({ note, info, name, onAnswer }: ActProps) {
  const t = useWords(feedbackWords)
  const navigate = useNavigate()
  const done: Record<string, string> = { answered: t.doneMarked, aside: t.doneAside, new: t.doneNew }
  const settle = useSend(api.feedback.settle, { done: (_, { state }) => done[String(state)] ?? '', failed: t.notDone })
  const comment = useSend(asComment, {
    changes: api.feedback.settle,
    failed: t.notDone,
    onDone: (thread_id) => {
      const action = { text: t.showComment, run: () => void navigate(paths.thread(info, note.page_id, thread_id)) }
      toast(t.doneComment, 'ok', { action, durationMs: 8000 })
    },
  })
  const to = (state: string) => () => void settle.send({ feedback_id: note.feedback_id, state })
  const busy = settle.busy || comment.busy
  const act = (text: string, onClick: () => void, look = '', tip?: string) => (
    <button key={text} type="button" className={`btn small ${look}`} data-tip={tip} disabled={busy} onClick={onClick}>
      {text}
    </button>
  )
  const isPhone = useIsUpTo('phone')
  const isNew = note.note_state === 'new'
  const more = useWords(rowWords).more(t.actions(name, note.page_title))
  const toComment = () => void comment.send(note)
  const links = [
    { text: t.edit, to: paths.edit(info.item_id, note.page_id) },
    { text: t.suggest, to: paths.suggest(info.item_id, note.page_id) },
    ...(note.has_period ? [{ text: t.verify, to: paths.pageReview(info, note.page_id) }] : []),
  ]
  return (
    <fieldset className="fbk-acts" aria-label={t.actions(name, note.page_title)}>
      {isNew ? (note.is_person ? act(t.answer, onAnswer) : act(t.markAnswered, to('answered'))) : act(t.takeUp, to('new'))}
      {isNew && act(t.putAside, to('aside'), 'quiet')}
      {isPhone ? (
        <Menu
          label={more}
          align="start"
          button={(opener) => (
            <IconButton name={more} {...opener}>
              <MoreHorizontal className="i" aria-hidden="true" />
            </IconButton>
          )}
        >
          {isNew && (
            <MenuItem disabled={busy} onSelect={toComment}>
              <span className="fbk-choice">
                {t.asComment}
                <small>{t.asCommentHelp}</small>
              </span>
            </MenuItem>
          )}
          {links.map((link) => (
            <MenuItem key={link.to} to={link.to}>
              {link.text}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <>
          {isNew && act(t.asComment, toComment, 'quiet', t.asCommentHelp)}
          {links.map((link) => (
            <Link key={link.to} className="btn small quiet" to={link.to}>
              {link.text}
            </Link>
          ))}
        </>
      )}
    </fieldset>
  )
}

/** The answer to a signed-in reader. */
function AnswerForm({ note, name, onClose }: { note: Note; name: string; onClose: () => void }) {
  const t = useWords(feedbackWords)
  const [answer, setAnswer] = useState('')
  const settle = useSend(api.feedback.settle, { done: t.doneAnswered, onDone: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.trim()) void settle.send({ feedback_id: note.feedback_id, state: 'answered', answer })
  }
  return (
    <form className="fbk-form" onSubmit={submit}>
      <FieldFrame label={t.answerTo(name)} help={t.answerHelp(name)} wrong={settle.error?.message}>
        {(props) => (
          <textarea
            {...props}
            className="input"
            rows={3}
            maxLength={FEEDBACK_NOTE_MAX}
            value={answer}
            // biome-ignore lint/a11y/noAutofocus: the reader has just pressed Answer
            autoFocus
            onChange={(event) => setAnswer(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && answer === '' && onClose()}
          />
        )}
      </FieldFrame>
      <div className="row">
        <button type="submit" className="btn small primary" aria-busy={settle.busy} disabled={answer.trim() === ''}>
          {t.send}
        </button>
        <button type="button" className="btn small quiet" onClick={onClose}>
          {t.cancel}
        </button>
      </div>
    </form>
  )
}
