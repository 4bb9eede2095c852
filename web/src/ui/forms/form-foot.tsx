import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { uiWords } from '../ui.words.ts'

interface ErrorProps {
  /** The id for aria-describedby of the field. */
  id?: string | undefined
  /** Empty if there is no error. */
  children: ReactNode
}

/** The error of a field or form, announced to screen readers. */
export const FieldError = ({ id, children }: ErrorProps) =>
  children ? (
    <div id={id} className="help err" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <div>{children}</div>
    </div>
  ) : null

interface Props {
  /** The verb: "Create", "Transfer". */
  action: string
  /** The action is running, or is not possible. */
  disabled?: boolean
  /** The dialog cannot be closed. */
  locked?: boolean
  danger?: boolean
  /** Id of the form, if it is not the dialog itself. */
  form?: string
  onClose: () => void
}

/** The two buttons of a dialog with a form. */
export function FormActions({ action, disabled = false, locked = false, danger = false, form, onClose }: Props) {
  const t = useWords(uiWords)
  return (
    <>
      <button type="button" className="btn" disabled={locked} onClick={onClose}>
        {t.cancel}
      </button>
      <button type="submit" {...(form && { form })} className={danger ? 'btn danger-fill' : 'btn primary'} disabled={disabled}>
        {action}
      </button>
    </>
  )
}
