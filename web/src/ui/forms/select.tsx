import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'

interface Props extends Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'ref'> {
  value: string
  onChange: (value: string) => void
  /** Smaller, for table rows and filters. */
  small?: boolean
  className?: string
  selectRef?: Ref<HTMLSelectElement>
}

/** A native select, which works well on phones and with the keyboard. */
export const Select = ({ onChange, small = false, className = '', selectRef, ...select }: Props) => (
  <span className={`select-box ${className}`.trim()}>
    <select ref={selectRef} className={small ? 'select small' : 'select'} {...select} onChange={(event) => onChange(event.target.value)} />
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

/** A controlled select with its label. In a `Form`, use `FormSelect`. */
export function SelectField({ label, autoFocus = false, ...select }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} data-autofocus={autoFocus ? '' : undefined} />
    </div>
  )
}
