import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** The system's own list: a filter of a table, at home on phones and keyboards. */
export const Choice = ({ label, value, onChange, children }: Props) => (
  <span className="adm-choice">
    <select className="select" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </select>
    <ChevronDown className="i" aria-hidden="true" />
  </span>
)
