import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { Dialog } from './dialog.tsx'
import { FieldError } from './forms/form-foot.tsx'
import { useSend } from './send.ts'
import { uiWords } from './ui.words.ts'

interface Props {
  title: string
  /** The consequence of the action. */
  children?: ReactNode
  /** The verb: "Delete the page". */
  action: string
  cancel?: string
  danger?: boolean
  /** The action is not possible; the text gives the reason. */
  disabled?: boolean
  /** The dialog closes after success and shows the message of an error. */
  onConfirm: () => Promise<unknown> | undefined
  onClose: () => void
}

export function ConfirmDialog({ title, children, action, cancel, danger = false, disabled = false, onConfirm, onClose }: Props) {
  const t = useWords(uiWords)
  const { send, busy, error } = useSend(async () => onConfirm(), { onDone: onClose })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {cancel ?? t.cancel}
          </button>
          <button
            type="button"
            className={`btn ${danger ? 'danger-fill' : 'primary'}`}
            disabled={busy || disabled}
            onClick={() => void send(undefined)}
          >
            {action}
          </button>
        </>
      }
    >
      {typeof children === 'string' ? <p>{children}</p> : children}
      <FieldError>{error?.message}</FieldError>
    </Dialog>
  )
}
