import { NAME_MAX } from '@sheaf/contract/limits'
import { FormText } from '../ui/forms/form-fields.tsx'

/** Only a rough check; a mail has to prove that the address exists. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

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
