import './catalog-fields.css'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWords } from '../lib/words.ts'
import type { Choice } from '../tree/paths.ts'
import { ROOT } from '../tree/shape.ts'
import { catalogWords } from './catalog.words.ts'

interface SelectProps {
  label: string
  value: string
  disabled?: boolean
  autoFocus?: boolean
  onChange: (value: string) => void
  children: ReactNode
}

export function SelectField({ label, value, disabled = false, autoFocus, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="cat-select">
        <select
          id={id}
          className="select"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          data-autofocus={autoFocus ? '' : undefined}
        >
          {children}
        </select>
        <ChevronDown className="i" aria-hidden="true" />
      </div>
    </div>
  )
}

interface CatalogProps extends Omit<SelectProps, 'children' | 'value'> {
  /** Undefined where there is no place to choose. */
  value: string | undefined
  choices: Choice[]
  /** The root is not theirs to use. */
  rootless?: boolean | undefined
}

/** A catalog by its full path; where a fourth level would begin the choice says so. */
export function CatalogField({ value, choices, rootless = false, ...field }: CatalogProps) {
  const t = useWords(catalogWords)
  if (value === undefined) return <p className="help">{t.nowhere}</p>
  return (
    <SelectField value={value} {...field}>
      {!rootless && <option value={ROOT}>{t.root}</option>}
      {choices.map(({ cat_id, path, deep }) => (
        <option key={cat_id} value={cat_id} disabled={deep}>
          {deep ? t.tooDeep(path) : path}
        </option>
      ))}
    </SelectField>
  )
}
