import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isOwnPasswordError } from '../lib/api.ts'
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
  /** Sends the request and closes the dialog. */
  onSend: (password: string) => Promise<unknown>
  /** Shows a refusal at a further field; returns whether there is one. */
  onRefused?: (error: Error) => boolean
  onClose: () => void
}

/** Confirms an action with the user's own password (S45). Focuses the first invalid field. Other errors are shown below the fields. */
export function OwnPasswordDialog(props: Props) {
  const { title, action, working = action, danger = false, isLocking = false, label, missing, reveal, children, below } = props
  const { check, onSend, onRefused, onClose } = props
  const fields = useRef<HTMLDivElement>(null)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isShownAbove, setShownAbove] = useState(false)
  const [problems, setProblems] = useState(0)
  const { send, busy, error, reset } = useSend(onSend, {
    onFailed: (refusal) => {
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

  const submit = () => {
    if (busy) return
    const isComplete = check?.() ?? true
    setMissing(!password)
    reset()
    if (isComplete && password) void send(password)
    else setProblems((n) => n + 1)
  }
  const close = () => {
    if (!isLocked) onClose()
  }
  const refused = isShownAbove ? undefined : error?.message
  const isOfPassword = isOwnPasswordError(error)
  const input = {
    name: 'password',
    autoComplete: 'current-password',
    autoCapitalize: 'none',
    spellCheck: false,
    value: password,
    disabled: isLocked,
    onChange: (event: { target: { value: string } }) => setPassword(event.target.value),
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={submit}
      actions={<FormActions action={busy ? working : action} disabled={busy} locked={isLocked} danger={danger} onClose={close} />}
    >
      <div ref={fields}>
        {children}
        <FieldFrame label={label} wrong={isOfPassword ? refused : isMissing && !password ? missing : undefined}>
          {(control) =>
            reveal ? <PasswordInput {...input} {...control} names={reveal} /> : <Input {...input} {...control} type="password" />
          }
        </FieldFrame>
        {below}
      </div>
      <FieldError>{isOfPassword ? undefined : refused}</FieldError>
    </Dialog>
  )
}
