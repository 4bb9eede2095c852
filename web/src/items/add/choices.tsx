import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

interface Choice<V extends string> {
  value: V
  name: string
  help: string
  icon: LucideIcon
}

/** A few answers side by side, each with a line of help: native radio buttons. */
export function Choices<V extends string>(props: {
  label: string
  choices: Choice<V>[]
  value?: V
  onChange?: (value: V) => void
  disabled?: boolean
}) {
  const name = useId()
  return (
    <fieldset className={`choices n${props.choices.length}`} aria-label={props.label} disabled={props.disabled}>
      {props.choices.map(({ value, name: word, help, icon: Icon }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={props.value === value}
            aria-labelledby={`${name}-${value}`}
            aria-describedby={`${name}-${value}-help`}
            onChange={() => props.onChange?.(value)}
          />
          <span className="choice-name" id={`${name}-${value}`}>
            <Icon className="i" aria-hidden="true" />
            {word}
          </span>
          <span className="choice-help" id={`${name}-${value}-help`}>
            {help}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
