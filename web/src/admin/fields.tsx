import './login/trial.css'
import { PASSWORD_KEPT } from '@sheaf/contract/limits'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { FieldFrame } from '../ui/forms/field.tsx'
import { type Check, useFormField } from '../ui/forms/form.tsx'
import { PasswordInput } from '../ui/forms/form-fields.tsx'
import { loginWords } from './login/settings.words.ts'

type Outcome = { isFine: boolean; text: string }

interface ConnectionTestProps {
  about: string
  /** Resolves with the result to show, or rejects with the error message of the server. */
  onTry: () => Promise<string>
  children?: ReactNode
}

/** Tests settings before they are saved. */
export function ConnectionTest({ about, onTry, children }: ConnectionTestProps) {
  const t = useWords(loginWords)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async () => {
    setBusy(true)
    setOutcome(undefined)
    const end = await onTry().then(
      (text): Outcome => ({ isFine: true, text }),
      (error: Error): Outcome => ({ isFine: false, text: error.message }),
    )
    setOutcome(end)
    setBusy(false)
  }
  const Icon = outcome?.isFine ? CircleCheck : CircleAlert
  return (
    <section className="adm-box adm-trial" aria-label={t.trialTitle}>
      <h2>{t.trialTitle}</h2>
      <p className="adm-sub">{about}</p>
      {children}
      <button type="button" className="btn" disabled={busy} onClick={() => void run()}>
        {busy ? t.trying : t.trial}
      </button>
      <div role="status" className="adm-outcome">
        {outcome && (
          <p className={outcome.isFine ? 'line-note info' : 'line-note bad'}>
            <Icon className="i" aria-hidden="true" />
            <span>{outcome.text}</span>
          </p>
        )}
      </div>
    </section>
  )
}

interface Props {
  name: string
  label: string
  optional: boolean
  check: Check
}

/** A secret that is never shown after it is saved. The first key typed clears the placeholder value. */
export function SecretField({ name, label, optional, check }: Props) {
  const { value, wrong, control, set } = useFormField(name, { check })
  const type = (typed: string) => {
    const isTouched = value === PASSWORD_KEPT && typed !== PASSWORD_KEPT
    set(isTouched ? typed.replace(PASSWORD_KEPT, '').replace(/^\*+/, '') : typed)
  }
  return (
    <FieldFrame {...{ label, optional, wrong }}>
      {(props) => (
        <PasswordInput
          {...props}
          name={name}
          inputRef={control}
          value={value}
          isSealed={value === PASSWORD_KEPT}
          autoComplete="new-password"
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
