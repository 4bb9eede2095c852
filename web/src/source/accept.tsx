import type { Answer } from '@sheaf/contract/client'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { acceptWords } from './decisions.words.ts'

export type Change = Answer<'source', 'changes'>[number]

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
export function Accepting({ source_id, change }: { source_id: string; change: Change }) {
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
