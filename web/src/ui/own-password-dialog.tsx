import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isOwnPasswordError } from '../lib/api.ts'
import { Dialog } from './dialog.tsx'
import { FieldFrame, Input } from './forms/field.tsx'
import { PasswordInput } from './forms/form-fields.tsx'
import { FieldError, FormActions } from './forms/form-foot.tsx'

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
  onSend: (password: string) => Promise<void>
  /** Shows a refusal at a further field; returns whether there is one. */
  onRefused?: (error: Error) => boolean
  onClose: () => void
}

type Problem = { at: 'missing' | 'password' | 'call'; text: string }

/** Confirms an action with the user's own password (S45). Focuses the first invalid field. Other errors are shown below the fields. */
export function OwnPasswordDialog(props: Props) {
  const { title, action, working = action, danger = false, isLocking = false, label, missing, reveal, children, below } = props
  const { check, onSend, onRefused, onClose } = props
  const fields = useRef<HTMLDivElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [problems, setProblems] = useState(0)
  const [busy, setBusy] = useState(false)
  const isLocked = isLocking && busy

  // Runs after the invalid fields are rendered, and enabled again.
  useEffect(() => {
    const invalid = problems > 0 && fields.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')
    if (!invalid) return
    invalid.focus()
    invalid.select()
  }, [problems])

  const submit = async () => {
    if (busy) return
    const isComplete = check?.() ?? true
    setProblem(password ? undefined : { at: 'missing', text: missing })
    if (!isComplete || !password) return setProblems((n) => n + 1)
    setBusy(true)
    try {
      await onSend(password)
    } catch (thrown) {
      const error = thrown as Error
      if (!onRefused?.(error)) setProblem({ at: isOwnPasswordError(error) ? 'password' : 'call', text: error.message })
      setProblems((n) => n + 1)
      setBusy(false)
    }
  }
  const close = () => {
    if (!isLocked) onClose()
  }
  const textOf = (at: Problem['at']) => (problem?.at === at ? problem.text : undefined)
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
      onSubmit={() => void submit()}
      actions={<FormActions action={busy ? working : action} disabled={busy} locked={isLocked} danger={danger} onClose={close} />}
    >
      <div ref={fields}>
        {children}
        <FieldFrame label={label} wrong={textOf('password') ?? (password ? undefined : textOf('missing'))}>
          {(control) =>
            reveal ? <PasswordInput {...input} {...control} names={reveal} /> : <Input {...input} {...control} type="password" />
          }
        </FieldFrame>
        {below}
      </div>
      <FieldError>{textOf('call')}</FieldError>
    </Dialog>
  )
}
