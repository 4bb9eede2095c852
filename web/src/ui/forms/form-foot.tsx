import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { uiWords } from '../ui.words.ts'

interface ErrorProps {
  /** For the field that it describes. */
  id?: string | undefined
  /** Where this is empty, nothing is wrong. */
  children: ReactNode
}

/** What is wrong with a field or a form, said aloud as it appears. */
export const FieldError = ({ id, children }: ErrorProps) =>
  children ? (
    <div id={id} className="help err" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <div>{children}</div>
    </div>
  ) : null

interface Props {
  /** The verb: "Create", "Hand over". */
  action: string
  /** It is under way, or cannot be done as it stands. */
  disabled?: boolean
  danger?: boolean
  /** The form's id, where it is not the dialog itself. */
  form?: string
  onClose: () => void
}

/** The two buttons of a dialog with a form. */
export function FormFoot({ action, disabled = false, danger = false, form, onClose }: Props) {
  const t = useWords(uiWords)
  return (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {t.cancel}
      </button>
      <button type="submit" {...(form && { form })} className={danger ? 'btn danger-fill' : 'btn primary'} disabled={disabled}>
        {action}
      </button>
    </>
  )
}
