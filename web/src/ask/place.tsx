import './ask.css'
import type { Answer } from '@sheaf/contract/client'
import { ASK_NOTE_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { shortDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { NoteField } from '../ui/forms/field.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { SelectField } from '../ui/forms/select.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { askWords } from './ask.words.ts'

type Own = Answer<'ask', 'own'>

/** An item by its number or domain, or with item_id 0 the item of a page. */
export interface AskedPlace {
  item_id: string
  page_id: string
}

interface FormProps {
  place: AskedPlace
  /** What is asked for; undefined lets the person choose. */
  wants: 'edit' | undefined
  cancel: ReactNode
  onSent: () => void
}

function AskForm({ place, wants: fixed, cancel, onSent }: FormProps) {
  const t = useWords(askWords)
  const [chosen, setWants] = useState('read')
  const [note, setNote] = useState('')
  const send = useSend(api.ask.send, { onDone: onSent })
  const wants = fixed ?? chosen
  const form = useRef<HTMLFormElement>(null)
  // The form takes the place of the button that opened it.
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea')?.focus(), [])
  return (
    <form
      ref={form}
      className="ask-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.busy) void send.send({ ...place, wants, note })
      }}
    >
      {!fixed && <h2>{t.title}</h2>}
      {!fixed && (
        <SelectField label={t.wants} value={wants} onChange={setWants}>
          <option value="read">{t.read}</option>
          <option value="edit">{t.edit}</option>
        </SelectField>
      )}
      <NoteField label={t.note} help={t.noteHelp} maxLength={ASK_NOTE_MAX} value={note} onValue={setNote} />
      <p className="help">{t.about}</p>
      <FieldError>{send.error?.message ?? ''}</FieldError>
      <div className="row">
        {/* On a closed page the main act is to open it with the password. */}
        <button type="submit" className={fixed ? 'btn primary' : 'btn'} aria-busy={send.busy}>
          {t.send}
        </button>
        {cancel}
      </div>
    </form>
  )
}

/** A request that is open. Whether the item exists or takes requests is nowhere to be seen. */
function OpenAsk({ own }: { own: Own }) {
  const t = useWords(askWords)
  const language = useLanguage()
  const withdraw = useSend(api.ask.withdraw, { done: t.withdrawn, failed: true })
  return (
    <div className="ask-state" role="status">
      <p>{t.sent}</p>
      <p className="help">{t.sentOn(shortDay(Number(own.addtime), language), own.wants, shortDay(Number(own.until), language))}</p>
      <button type="button" className="btn small" aria-busy={withdraw.busy} onClick={() => void withdraw.send({ ask_id: own.ask_id })}>
        {t.withdraw}
      </button>
    </div>
  )
}

interface Props {
  place: AskedPlace
  wants?: 'edit'
  /** Shows the form at once. */
  isOpen?: boolean
  cancel?: ReactNode
}

/** What the person can ask for here, or what became of their request. */
export function AskPlace({ place, wants, isOpen = false, cancel }: Props) {
  const t = useWords(askWords)
  const language = useLanguage()
  const [opened, setOpened] = useState(isOpen)
  const { data: own, isError, error, refetch } = useQuery(read(api.ask.own, { ...place }))
  if (isError && !own) return <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />
  if (!own)
    return (
      <Skeleton>
        <Bone height={36} />
      </Skeleton>
    )
  if (own.state === 'open') return <OpenAsk own={own} />
  if (own.is_on === '0') return <p className="ask-state">{t.off}</p>
  if (own.state === 'paused') return <p className="ask-state">{t.paused(shortDay(Number(own.until), language))}</p>
  if (!opened)
    return (
      <button type="button" className="btn large wide" onClick={() => setOpened(true)}>
        {t.open}
      </button>
    )
  return (
    <AskForm
      place={place}
      wants={wants}
      onSent={() => setOpened(isOpen)}
      cancel={
        cancel ?? (
          <button type="button" className="btn quiet" onClick={() => setOpened(false)}>
            {t.cancel}
          </button>
        )
      }
    />
  )
}
