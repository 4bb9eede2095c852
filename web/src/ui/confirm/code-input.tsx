import './code-input.css'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { FieldError } from '../forms/form-foot.tsx'

const DIGITS = 6
const places = Array.from({ length: DIGITS }, (_, at) => at)

/** The digits in typed or pasted text; input methods for Chinese type full-width ones. */
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, DIGITS)
export const isCode = (text: string) => text.length === DIGITS

interface Props extends Omit<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> {
  label: string
  value: string
  wrong?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  onChange: (digits: string) => void
  /** Called with the sixth digit. */
  onComplete?: (digits: string) => void
}

/** The code of an authenticator app: one input, so that password managers fill it, drawn as six places. */
export function CodeInput({ label, value, wrong, inputRef, onChange, onComplete, ...input }: Props) {
  const id = useId()
  const [isFocused, setFocused] = useState(false)
  const change = (text: string) => {
    const digits = digitsOf(text)
    onChange(digits)
    if (isCode(digits) && digits !== value) onComplete?.(digits)
  }
  const at = Math.min(value.length, DIGITS - 1)
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={wrong ? 'code-places err' : 'code-places'}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          name="one-time-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          aria-invalid={Boolean(wrong)}
          aria-describedby={wrong ? `${id}wrong` : undefined}
          value={value}
          onChange={(event) => change(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        {places.map((place) => (
          <span key={place} aria-hidden="true" className={isFocused && place === at ? 'code-place current' : 'code-place'}>
            {value[place]}
          </span>
        ))}
      </div>
      <FieldError id={`${id}wrong`}>{wrong}</FieldError>
    </div>
  )
}
