import { type ReactNode, useId } from 'react'

export interface RadioOption<Value extends string = string> {
  value: Value
  label: string
  /** Below the option. */
  help?: string
}

interface Props<Value extends string> {
  name?: string
  label: string
  /** The label is for screen readers, because the heading above has the same words. */
  isLabelHidden?: boolean
  options: readonly RadioOption<Value>[]
  value: string
  /** Options below each other. */
  stacked?: boolean
  disabled?: boolean
  help?: ReactNode
  onChange: (value: Value) => void
}

/** A group of native radio buttons. In a `Form`, use `FormRadios`. */
export function Radios<Value extends string>({
  name,
  label,
  isLabelHidden = false,
  options,
  value,
  stacked = false,
  disabled = false,
  help,
  onChange,
}: Props<Value>) {
  const id = useId()
  return (
    <fieldset className={isLabelHidden ? undefined : 'field'} disabled={disabled}>
      <legend className={isLabelHidden ? 'visually-hidden' : 'label'}>{label}</legend>
      <div className={stacked ? 'radios stacked' : 'radios'}>
        {options.map((option) => (
          <label key={option.value} className="check">
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.help && <span className="help">{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
      {help && <div className="help">{help}</div>}
    </fieldset>
  )
}
