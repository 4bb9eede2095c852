import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { acceptWords } from './decisions.words.ts'
import { changeWords } from './source.words.ts'

type Change = Answer<'source', 'changes'>[number]

interface AcceptProps {
  source_id: string
  change: Change
  onClose: () => void
}

function AcceptDialog({ source_id, change, onClose }: AcceptProps) {
  const t = useWords(acceptWords)
  const field = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const accept = useSend(api.source.accept, { done: t.done, onDone: onClose })
  const wrong = isMissing && !reason.trim() ? t.reasonMissing : accept.error?.message
  const send = () => {
    setMissing(!reason.trim())
    if (reason.trim()) void accept.send({ source_id, seal: change.seal, reason: reason.trim() })
  }
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      onSubmit={send}
      actions={<FormActions action={t.action} disabled={accept.busy} onClose={onClose} />}
    >
      <p className="src-accept">{change.text.replaceAll('`', '')}</p>
      <p>{t.text}</p>
      <div className="field">
        <label htmlFor={field}>{t.reason}</label>
        <input
          id={field}
          className={wrong ? 'input err' : 'input'}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
          aria-describedby={wrong ? `${field}error` : `${field}help`}
          data-autofocus
        />
        {wrong ? (
          <FieldError id={`${field}error`}>{wrong}</FieldError>
        ) : (
          <p id={`${field}help`} className="help">
            {t.reasonHelp}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Managers accept a change, or take it back. */
function Accepting({ source_id, change }: { source_id: string; change: Change }) {
  const t = useWords(acceptWords)
  const [isAsked, setAsked] = useState(false)
  const back = useSend(api.source.unaccept, { failed: true, done: t.takenBack })
  const plain = change.text.replaceAll('`', '')
  if (change.accepted_by)
    return (
      <button
        type="button"
        className="btn quiet small"
        aria-label={t.takeBackOf(plain)}
        disabled={back.busy}
        onClick={() => void back.send({ source_id, seal: change.seal })}
      >
        {t.takeBack}
      </button>
    )
  if (change.seal === '' || (change.class !== 'breaking' && change.class !== 'risky')) return null
  return (
    <>
      <button type="button" className="btn quiet small" aria-label={t.acceptOf(plain)} onClick={() => setAsked(true)}>
        {t.accept}
      </button>
      {isAsked && <AcceptDialog source_id={source_id} change={change} onClose={() => setAsked(false)} />}
    </>
  )
}

const classes = ['breaking', 'risky', 'safe', 'words'] as const
type ChangeClass = (typeof classes)[number]
export type ClassCounts = Record<ChangeClass, number>

const looks: Record<ChangeClass, string> = { breaking: 'tag bad', risky: 'tag warn', safe: 'tag ok', words: 'tag' }

/** The number of changes of each class, the worst first. */
export function ChangeTags({ counts }: { counts: ClassCounts }) {
  const t = useWords(changeWords)
  const found = classes.filter((one) => counts[one] > 0)
  return found.map((one, at) => (
    <Fragment key={one}>
      {at > 0 && ' '}
      <span className={looks[one]}>{t[`${one}Count`](counts[one])}</span>
    </Fragment>
  ))
}

type OneChange = Pick<Change, 'class' | 'text'> & Partial<Change>

/** Names in a sentence are between backquotes. */
export const Sentence = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))

const isClass = (text: string): text is ChangeClass => classes.some((one) => one === text)

/** Further changes are folded. */
const SHOWN_MAX = 10

interface LineProps {
  change: OneChange
  item_id: string | undefined
  /** The source, if the reader can accept its changes. */
  accepting: string | undefined
}

const isStored = (change: OneChange): change is Change => change.seal !== undefined

function Line({ change, item_id, accepting }: LineProps) {
  const t = useWords(changeWords)
  const accepted = useWords(acceptWords)
  const language = useLanguage()
  const sentence = <Sentence text={change.text} />
  return (
    <li>
      <span className={isClass(change.class) ? looks[change.class] : 'tag'}>{isClass(change.class) ? t[change.class] : change.class}</span>
      <span className="grow">
        {item_id && change.page_id && change.page_id !== '0' ? (
          <Link to={paths.page({ item_id, item_domain: '' }, change.page_id) + paths.schemaQuery(change.schema ?? '')}>{sentence}</Link>
        ) : (
          sentence
        )}
        {isStored(change) && change.accepted_by && (
          <small>{accepted.accepted(change.accepted_by, shortDate(Number(change.accepted_time), language), change.reason)}</small>
        )}
      </span>
      {accepting && isStored(change) && <Accepting source_id={accepting} change={change} />}
    </li>
  )
}

interface ListProps {
  changes: OneChange[]
  total: number
  item_id?: string
  accepting?: string | undefined
}

/** Changes as sentences. Those that have a page lead to it. */
export function ChangeList({ changes, total, item_id, accepting }: ListProps) {
  const t = useWords(changeWords)
  if (changes.length === 0) return null
  const lines = changes.map((change, at) => <Line key={at} change={change} item_id={item_id} accepting={accepting} />)
  const folded = lines.slice(SHOWN_MAX)
  return (
    <>
      <ul className="src-changes">{lines.slice(0, SHOWN_MAX)}</ul>
      {folded.length > 0 && (
        <details className="src-more">
          <summary>{t.more(total - SHOWN_MAX)}</summary>
          <ul className="src-changes">
            {folded}
            {total > changes.length && <li className="muted">{t.more(total - changes.length)}</li>}
          </ul>
        </details>
      )}
      {folded.length === 0 && total > changes.length && <p className="muted">{t.more(total - changes.length)}</p>}
    </>
  )
}

const totalOf = (counts: ClassCounts) => classes.reduce((sum, one) => sum + counts[one], 0)

interface ChangesProps {
  source_id: string
  item_id: string
  counts: ClassCounts
  isManager: boolean
  kind: string
}

/** What the version that pages show has changed for those who use the API or the database. */
export function Changes({ source_id, item_id, counts, isManager, kind }: ChangesProps) {
  const t = useWords(changeWords)
  const language = useLanguage()
  const total = totalOf(counts)
  const { data } = useQuery({ ...read(api.source.changes, { source_id, language }), enabled: total > 0 })
  if (total === 0 || !data) return null
  return (
    <section className="src-part" aria-labelledby="src-changes">
      <h2 id="src-changes">
        {kind === 'database' ? t.titleDatabase : t.title} <ChangeTags counts={counts} />
      </h2>
      <ChangeList changes={data} total={total} item_id={item_id} accepting={isManager ? source_id : undefined} />
    </section>
  )
}
