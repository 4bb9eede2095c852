import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useFormField } from '../../ui/forms/form.tsx'

interface Props {
  name: string
  label: string
  choices: { value: string; name: string; help: string; icon: LucideIcon }[]
}

/** A few answers side by side, each with a line of help: native radio buttons, a field of the form around. */
export function FormChoices({ name, label, choices }: Props) {
  const id = useId()
  const chosen = useFormField(name)
  return (
    <div className="field">
      <span className="label">{label}</span>
      <fieldset className={`choices n${choices.length}`} aria-label={label}>
        {choices.map(({ value, name: word, help, icon: Icon }) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={id}
              value={value}
              checked={chosen.value === value}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-help`}
              onChange={() => chosen.set(value)}
            />
            <span className="choice-name" id={`${id}-${value}`}>
              <Icon className="i" aria-hidden="true" />
              {word}
            </span>
            <span className="choice-help" id={`${id}-${value}-help`}>
              {help}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
