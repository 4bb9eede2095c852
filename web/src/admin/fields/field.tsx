import { type ComponentProps, type ReactNode, useId } from 'react'
import { Wrong } from '../../ui/forms/wrong.tsx'

export { Wrong }

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  help?: string
  wrong?: string | undefined
  /** Buttons within the field. */
  end?: ReactNode
}

/** A field of a dialog: label above, help or what is wrong below. */
export function AdminField({ label, help, wrong, end, ...input }: Props) {
  const id = useId()
  const below = wrong ? `${id}wrong` : help ? `${id}help` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={wrong ? 'input err' : 'input'}>
        <input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={Boolean(wrong)}
          aria-describedby={below}
        />
        {end}
      </div>
      {help && !wrong && (
        <div className="help" id={`${id}help`}>
          {help}
        </div>
      )}
      <Wrong id={`${id}wrong`}>{wrong}</Wrong>
    </div>
  )
}
