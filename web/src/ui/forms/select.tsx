import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'

interface Props extends Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'ref'> {
  value: string
  onChange: (value: string) => void
  /** Lower, for rows of tables and filters. */
  small?: boolean
  className?: string
  selectRef?: Ref<HTMLSelectElement>
}

/** The system's own list, at home on phones and keyboards. */
export const Select = ({ onChange, small = false, className = '', selectRef, ...select }: Props) => (
  <span className={`select-box ${className}`.trim()}>
    <select ref={selectRef} className={small ? 'select s' : 'select'} {...select} onChange={(event) => onChange(event.target.value)} />
    <ChevronDown className="i" aria-hidden="true" />
  </span>
)

interface FieldProps {
  label: string
  value: string
  disabled?: boolean
  autoFocus?: boolean
  onChange: (value: string) => void
  children: ReactNode
}

/** A list with its label, whose value its caller holds. In a `Form`, take `FormSelect`. */
export function SelectField({ label, autoFocus = false, ...select }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} data-autofocus={autoFocus ? '' : undefined} />
    </div>
  )
}
