import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, isError, read } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { confirmWords } from './confirm/confirm.words.ts'
import { CodeProof, isProofError, ProofChoice, type ProofKind, possibleKinds } from './confirm/proof.tsx'
import { usePasskey } from './confirm/use-passkey.ts'
import { Dialog } from './dialog.tsx'
import { FieldFrame, Input } from './forms/field.tsx'
import { PasswordInput } from './forms/form-fields.tsx'
import { FieldError, FormActions } from './forms/form-foot.tsx'
import { useSend } from './send.ts'

interface Props {
  title: string
  /** The verb on the button. */
  action: string
  /** The text on the button while the action runs. */
  working?: string
  danger?: boolean
  /** The dialog stays open and unchanged while the action runs. */
  isLocking?: boolean
  label: string
  /** The error of an empty password. */
  missing: string
  /** Names of the button that reveals the password; without them there is no button. */
  reveal?: { show: string; hide: string }
  /** What the action does, and further fields above the password. */
  children?: ReactNode
  /** Fields below the password. */
  below?: ReactNode
  /** Shows what is missing in the further fields; returns whether they are complete. */
  check?: () => boolean
  /** Sends the request and closes the dialog. The password is empty when the person has confirmed in another way. */
  onSend: (password: string) => Promise<unknown>
  /** Shows a refusal at a further field; returns whether there is one. */
  onRefused?: (error: Error) => boolean
  onClose: () => void
}

/** What the server answers to an empty password when the confirmation has ended. */
const ENDED = ['confirmNeeded', 'wrongPassword'] as const

/** How the account can confirm an action: with its password, unless it has none. */
function useProofKinds(): { kinds: readonly ProofKind[]; first: ProofKind | undefined } {
  const { data } = useQuery(read(api.secondStep.info, {}))
  const kinds = possibleKinds(data?.confirm_by ?? ['password'])
  return { kinds, first: kinds[0] }
}

/**
 * Confirms an action with the user's own password (S45), or with a code or a passkey where the account has one (W48). Focuses the first invalid
 * field. Other errors are shown below the fields.
 */
export function OwnPasswordDialog(props: Props) {
  const { title, action, working = action, danger = false, isLocking = false, label, missing, reveal, children, below } = props
  const { check, onSend, onRefused, onClose } = props
  const t = useWords(confirmWords)
  const fields = useRef<HTMLDivElement>(null)
  const { kinds, first } = useProofKinds()
  const [chosen, setChosen] = useState<ProofKind>()
  const kind = chosen ?? first
  const passkey = usePasskey()
  const [proof, setProof] = useState('')
  /* A code works once, so it is not sent again with the next attempt while the confirmation holds. */
  const [isConfirmed, setConfirmed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isShownAbove, setShownAbove] = useState(false)
  const [problems, setProblems] = useState(0)
  const sendWithProof = async (entered: string) => {
    if (kind === 'password') return onSend(entered)
    if (!isConfirmed && kind === 'passkey') await api.user.confirm({ password: '', code: '', passkey: await passkey.ask('confirm') })
    else if (!isConfirmed && kind === 'directory') await api.user.confirm({ password: entered, code: '' })
    else if (!isConfirmed) await api.user.confirm({ password: '', code: entered.trim() })
    setConfirmed(true)
    return onSend('')
  }
  const { send, busy, error, reset } = useSend(sendWithProof, {
    onFailed: (refusal) => {
      if (kind !== 'password' && isError(refusal, ...ENDED)) {
        setConfirmed(false)
        setProof('')
      }
      setShownAbove(onRefused?.(refusal) ?? false)
      setProblems((n) => n + 1)
    },
  })
  const isLocked = isLocking && busy

  // Runs after the invalid fields are rendered, and enabled again.
  useEffect(() => {
    const invalid = problems > 0 && !busy && fields.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')
    if (!invalid) return
    invalid.focus()
    invalid.select()
  }, [problems, busy])

  const needsProof = kind !== 'fresh' && kind !== 'passkey' && !isConfirmed
  const submit = () => {
    if (busy || !kind) return
    const isComplete = check?.() ?? true
    setMissing(needsProof && !proof)
    reset()
    if (isComplete && (proof || !needsProof)) void send(proof)
    else setProblems((n) => n + 1)
  }
  const close = () => {
    if (!isLocked) onClose()
  }
  const choose = (next: ProofKind) => {
    setChosen(next)
    setProof('')
    setMissing(false)
    reset()
  }
  const hasEnded = kind !== 'password' && isError(error, ...ENDED)
  const refused = isShownAbove ? undefined : hasEnded ? t.ended : error?.message
  const isOfProof = hasEnded || isProofError(error)
  const wrongOr = (text: string) => (isOfProof ? refused : isMissing && !proof ? text : undefined)
  const input = {
    name: 'password',
    autoComplete: 'current-password',
    autoCapitalize: 'none',
    spellCheck: false,
    value: proof,
    disabled: isLocked,
    onChange: (event: { target: { value: string } }) => setProof(event.target.value),
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={submit}
      actions={<FormActions action={busy ? working : action} disabled={busy || !kind} locked={isLocked} danger={danger} onClose={close} />}
    >
      <div ref={fields}>
        {children}
        {kind === 'password' && (
          <FieldFrame label={label} wrong={wrongOr(missing)}>
            {(control) =>
              reveal ? <PasswordInput {...input} {...control} names={reveal} /> : <Input {...input} {...control} type="password" />
            }
          </FieldFrame>
        )}
        {kind === 'directory' && !isConfirmed && (
          <FieldFrame label={t.directory} wrong={wrongOr(t.directoryMissing)}>
            {(control) => <Input {...input} {...control} type="password" />}
          </FieldFrame>
        )}
        {(kind === 'totp' || kind === 'recovery') && !isConfirmed && (
          <CodeProof kind={kind} value={proof} wrong={wrongOr(t[`${kind}Missing`])} disabled={isLocked} onChange={setProof} />
        )}
        {kind === 'passkey' && !isConfirmed && <p className="line-note">{t.thenPasskey}</p>}
        {!kind && <p className="line-note">{t.none}</p>}
        {!isConfirmed && <ProofChoice kinds={kinds} current={kind} onChoose={choose} />}
        {below}
      </div>
      <FieldError>{isOfProof ? undefined : refused}</FieldError>
    </Dialog>
  )
}
