import type { Answer } from '@sheaf/contract/client'
import type { Ref } from 'react'
import { isError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { FieldFrame, Input } from '../forms/field.tsx'
import { hasPasskeys } from './ceremony.ts'
import { CodeInput } from './code-input.tsx'
import { confirmWords } from './confirm.words.ts'

export type ProofKind = Answer<'secondStep', 'info'>['confirm_by'][number]

/** Whether the server refused what the person entered as proof. */
export const isProofError = (error: unknown) =>
  isError(error, 'wrongPassword', 'ownPasswordNone', 'directoryDown', 'secondStepWrong', 'secondStepStopped', 'secondStepOver')

/** Passwords are typed into the same field. */
export const isPassword = (kind: ProofKind | undefined) => kind === 'password' || kind === 'directory'

/** The proofs that this browser can give. */
export const possibleKinds = (kinds: readonly ProofKind[]) => kinds.filter((kind) => kind !== 'passkey' || hasPasskeys())

interface CodeProps {
  kind: 'totp' | 'recovery'
  value: string
  wrong: string | undefined
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string) => void
  onComplete?: (code: string) => void
}

/** A code of the app in six places, or a recovery code. */
export function CodeProof({ kind, value, wrong, disabled = false, inputRef, onChange, onComplete }: CodeProps) {
  const t = useWords(confirmWords)
  const ref = inputRef ? { inputRef } : {}
  if (kind === 'totp')
    return (
      <CodeInput
        {...ref}
        label={t.totp}
        value={value}
        wrong={wrong}
        disabled={disabled}
        onChange={onChange}
        {...(onComplete && { onComplete })}
        data-autofocus
      />
    )
  return (
    <FieldFrame label={t.recovery} wrong={wrong}>
      {(control) => (
        <Input
          {...control}
          {...ref}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          data-autofocus
        />
      )}
    </FieldFrame>
  )
}

interface ChoiceProps {
  kinds: readonly ProofKind[]
  current: ProofKind | undefined
  onChoose: (kind: ProofKind) => void
}

/** Leads to the other proofs that the account has. */
export function ProofChoice({ kinds, current, onChoose }: ChoiceProps) {
  const t = useWords(confirmWords)
  const names = { password: t.usePassword, directory: t.useDirectory, passkey: t.usePasskey, totp: t.useTotp, recovery: t.useRecovery }
  const others = (['password', 'directory', 'passkey', 'totp', 'recovery'] as const).filter(
    (kind) => kind !== current && kinds.includes(kind),
  )
  if (others.length === 0) return null
  return (
    <div className="confirm-ways">
      {others.map((kind) => (
        <button key={kind} type="button" onClick={() => onChoose(kind)}>
          {names[kind]}
        </button>
      ))}
    </div>
  )
}
