import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

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
