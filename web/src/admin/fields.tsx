import { PASSWORD_KEPT } from '@sheaf/contract/limits'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { FieldFrame } from '../ui/forms/field.tsx'
import { type Check, useFormField } from '../ui/forms/form.tsx'
import { FormText, PasswordInput } from '../ui/forms/form-fields.tsx'
import { useSend } from '../ui/send.ts'
import { Block } from '../ui/settings/block.tsx'
import { adminWords } from './admin.words.ts'
import { loginWords } from './login/settings.words.ts'

interface ConnectionTestProps {
  about: string
  /** Resolves with the result to show, or rejects with the error message of the server. */
  onTry: () => Promise<string>
  children?: ReactNode
}

/** Tests settings before they are saved. */
export function ConnectionTest({ about, onTry, children }: ConnectionTestProps) {
  const t = useWords(loginWords)
  const { send, busy, answer, error } = useSend(onTry)
  const outcome = error?.message ?? answer
  const Icon = error ? CircleAlert : CircleCheck
  return (
    <Block title={t.trialTitle} about={about}>
      {children}
      <button type="button" className="btn" disabled={busy} onClick={() => void send(undefined)}>
        {busy ? t.trying : t.trial}
      </button>
      <div role="status" className="adm-outcome">
        {outcome && (
          <p className={error ? 'line-note bad' : 'line-note info'}>
            <Icon className="i" aria-hidden="true" />
            <span>{outcome}</span>
          </p>
        )}
      </div>
    </Block>
  )
}

/** The values after a save: the server does not send a secret back. */
export const maskedSecrets =
  <F extends Record<string, string>>(names: readonly (keyof F)[]) =>
  (values: F): F => ({ ...values, ...Object.fromEntries(names.map((name) => [name, values[name] ? PASSWORD_KEPT : ''])) })

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

interface CountProps {
  name: string
  label: string
  help?: string
  from: number
  to: number
}

/** A numeric setting with its limits. */
export function CountField({ from, to, ...field }: CountProps) {
  const t = useWords(adminWords)
  const isFine = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to
  return (
    <div className="adm-count">
      <FormText
        {...field}
        check={(value) => (isFine(value.trim()) ? undefined : t.numberWrong(from, to))}
        checkOnBlur
        inputMode="numeric"
        maxLength={12}
      />
    </div>
  )
}
