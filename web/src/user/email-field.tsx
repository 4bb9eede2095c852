import { NAME_MAX } from '@sheaf/contract/limits'
import { FormText } from '../ui/forms/form-fields.tsx'

/** Something before and after one @, and a dot behind it; whether it exists only a mail can show. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** An e-mail address. */
export const EmailField = ({ invalid, ...field }: { label: string; help?: string; invalid: string; autoFocus?: boolean }) => (
  <FormText
    {...field}
    name="email"
    check={(value) => (ADDRESS.test(value.trim()) ? undefined : invalid)}
    checkOnBlur
    inputMode="email"
    maxLength={NAME_MAX}
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
  />
)
