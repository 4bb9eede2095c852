import { useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { FieldError } from '../../ui/forms/wrong.tsx'
import type { Migration } from './move.ts'
import { showdocWords } from './showdoc.words.ts'

const WRONG_PASSWORD = 10208

/** A move that has not come to its end: why, and the way on. */
export function ShowdocContinue({ move, onChange }: { move: Migration; onChange: () => Promise<unknown> }) {
  const t = useWords(showdocWords)
  const [asking, setAsking] = useState(false)
  const isFailed = move.state === 'failed'
  return (
    <section className="adm-moving">
      {isFailed ? (
        <>
          <h2>{t.failed(move.place)}</h2>
          <p className="line-note bad" role="alert">
            {move.problem}
          </p>
        </>
      ) : (
        <p>{t.stopped(move.place)}</p>
      )}
      <button type="button" className="btn primary" onClick={() => setAsking(true)}>
        {isFailed ? t.again : t.goOn}
      </button>
      {asking && <GoOnDialog onDone={onChange} onClose={() => setAsking(false)} />}
    </section>
  )
}

function GoOnDialog({ onDone, onClose }: { onDone: () => Promise<unknown>; onClose: () => void }) {
  const t = useWords(showdocWords)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const submit = async () => {
    setMissing(password === '')
    if (password === '' || busy) return
    setBusy(true)
    try {
      await api.adminShowdoc.resume({ password })
      onClose()
      await onDone()
    } catch (problem) {
      setError(problem as Error)
      setBusy(false)
    }
  }
  const isWrong = error instanceof ApiError && error.code === WRONG_PASSWORD
  return (
    <Dialog
      title={t.goOnTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<FormFoot action={t.goOn} disabled={busy} onClose={onClose} />}
    >
      <Field
        label={t.password}
        type="password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        wrong={missing ? t.passwordMissing : isWrong ? error.message : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FieldError>{isWrong ? undefined : error?.message}</FieldError>
    </Dialog>
  )
}
