import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../ui/toast.ts'
import type { Option } from './use-scopes.ts'

interface RowSelectProps {
  label: string
  value: string
  options: Option[]
  /** Names a value that is no longer among the options. */
  gone?: string
  disabled?: boolean
  /** Saves the choice; until it is done the choice is shown, after a refusal the old value again. */
  onPick: (value: string) => Promise<unknown>
}

/** So many options in each of hundreds of rows are made only when one is about to open. */
const LAZY_OPTIONS_MIN = 30

/** The system's own list under our words, in a table row: saved in place, at home on phones and keyboards. */
export function RowSelect({ label, value, options, gone = '', disabled = false, onPick }: RowSelectProps) {
  const [near, setNear] = useState(false)
  const [picked, setPicked] = useState<string>()
  const current = picked ?? value
  const known = options.find((option) => option.value === current) ?? { value: current, label: gone }
  const all = options.includes(known) ? options : [known, ...options]
  const come = () => setNear(true)
  const pick = async (next: string) => {
    setPicked(next)
    await onPick(next).catch((error: Error) => toast(error.message, 'bad'))
    setPicked(undefined)
  }
  return (
    <span className={disabled ? 'row-select off' : 'row-select'} title={known.label}>
      <span className="cut" aria-hidden="true">
        {known.label}
      </span>
      <select
        aria-label={label}
        value={current}
        disabled={disabled}
        onFocus={come}
        onPointerDown={come}
        onChange={(event) => void pick(event.target.value)}
      >
        {(near || all.length <= LAZY_OPTIONS_MIN ? all : [known]).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="i" aria-hidden="true" />
    </span>
  )
}
