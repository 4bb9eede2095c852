import { COMMENT_CHARS_MAX, REVIEW_NOTE_MAX } from '@sheaf/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { api, isError } from '../lib/api.ts'
import { storedInTab } from '../lib/stored.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Field, FieldFrame } from '../ui/forms/field.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { reviewPanelWords } from './review.words.ts'
import type { ReviewInfo } from './types.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** A moment as the value of a date field, in the time zone of the browser. */
export function dayOf(seconds: string) {
  const at = new Date(Number(seconds) * 1000)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const secondsOf = (day: string) => String(Math.round(new Date(`${day}T00:00`).getTime() / 1000))

interface Props {
  info: ReviewInfo
  /** The version that the person has open. */
  version: string
  /** Another form of the dialog has the primary button. */
  isSecond: boolean
  onDone: () => void
}

/** "Still true" with its note and day, and "Needs work". */
export function Verify({ info: { subject_id: page_id, proposed_until }, version, isSecond, onDone }: Props) {
  const t = useWords(reviewPanelWords)
  const queries = useQueryClient()
  const proposed = dayOf(proposed_until)
  const [chosen, setDay] = useState<string>()
  const day = chosen ?? proposed
  const [note, setNote] = useState('')
  const unsent = `sheaf.needs-work.${useAccount()?.uid}.${page_id}`
  const [isFlagging, setFlagging] = useState(() => storedInTab.read(unsent) !== null)
  const verify = useSend(api.review.verify, {
    done: t.isVerified,
    onDone,
    onFailed: (error) => {
      if (isError(error, 'versionOutdated')) void queries.invalidateQueries({ queryKey: ['page', 'view'] })
    },
  })
  const look = isSecond ? 'btn' : 'btn primary'
  if (isFlagging) return <Flag page_id={page_id} unsent={unsent} look={look} onClose={() => setFlagging(false)} onDone={onDone} />
  const wrong = verify.error && (isError(verify.error, 'versionOutdated') ? t.outdated : verify.error.message)
  return (
    <form
      className="rev-check"
      aria-label={t.check}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!day) return
        void verify.send({ page_id, version, until: day === proposed ? '0' : secondsOf(day), ...(note.trim() && { note: note.trim() }) })
      }}
    >
      <h3>{t.check}</h3>
      <p>{t.checkText}</p>
      <div className="rev-pair">
        <Field
          type="date"
          label={t.until}
          value={day}
          required
          wrong={day ? undefined : t.untilMissing}
          onChange={(event) => setDay(event.target.value)}
        />
        <Field
          label={t.note}
          optional
          maxLength={REVIEW_NOTE_MAX}
          value={note}
          autoCapitalize="sentences"
          spellCheck
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <FieldError>{wrong}</FieldError>
      <div className="row rev-acts">
        <button type="submit" className={look} data-autofocus aria-busy={verify.busy}>
          <Check className="i" aria-hidden="true" />
          {t.stillTrue}
        </button>
        <button type="button" className="btn" onClick={() => setFlagging(true)}>
          {t.needsWork}
        </button>
      </div>
    </form>
  )
}

/** The field gets the focus when it appears, because the person has just pressed “Needs work”. */
const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus()

interface FlagProps {
  page_id: string
  /** Where the text stays when the dialog closes, until it is sent or canceled. */
  unsent: string
  /** Of the button that sends. */
  look: string
  onClose: () => void
  onDone: () => void
}

/** A comment on the page that says what needs work. */
function Flag({ page_id, unsent, look, onClose, onDone }: FlagProps) {
  const t = useWords(reviewPanelWords)
  const [content, setContent] = useState(() => storedInTab.read(unsent) ?? '')
  const sent = () => {
    storedInTab.remove(unsent)
    onDone()
  }
  const flag = useSend(api.review.flag, { done: t.flagged, onDone: sent })
  const cancel = () => {
    storedInTab.remove(unsent)
    onClose()
  }
  const submit = () => {
    if (content.trim()) void flag.send({ page_id, content: content.trim() })
  }
  return (
    <form
      className="rev-check"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FieldFrame label={t.flagLabel} help={t.flagHelp} wrong={flag.error?.message}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={COMMENT_CHARS_MAX}
            value={content}
            ref={focusOnce}
            onChange={(event) => {
              setContent(event.target.value)
              if (event.target.value.trim()) storedInTab.write(unsent, event.target.value)
              else storedInTab.remove(unsent)
            }}
          />
        )}
      </FieldFrame>
      <div className="row rev-acts">
        <button type="submit" className={look} aria-busy={flag.busy} disabled={content.trim() === ''}>
          {t.flagDo}
        </button>
        <button type="button" className="btn" onClick={cancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  )
}
