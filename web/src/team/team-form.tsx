import { type ComponentProps, useId } from 'react'
import { FieldError } from '../ui/forms/wrong.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  wrong?: string | undefined
}

/** A field of a dialog, what is wrong with it underneath. */
export function Field({ label, wrong, ...input }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        {...input}
        id={id}
        className={wrong ? 'input err' : 'input'}
        aria-invalid={Boolean(wrong)}
        aria-describedby={wrong ? `${id}wrong` : undefined}
      />
      <FieldError id={`${id}wrong`}>{wrong}</FieldError>
    </div>
  )
}
