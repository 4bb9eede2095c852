import { USERNAME } from '@sheaf/contract/limits'
import { useWords } from '../lib/words.ts'
import { FormPassword, FormText } from '../ui/forms/form-fields.tsx'
import { authWords } from './entrance.words.ts'
import { chosenPassword, samePassword } from './password-rules.ts'

/** The field for a new user name, with its rules as help. */
export function NewNameField({ label }: { label: string }) {
  const t = useWords(authWords)
  return (
    <FormText
      name="username"
      label={label}
      help={t.usernameHelp}
      check={(value) => {
        if (!value.trim()) return t.usernameMissing
        return USERNAME.test(value.trim()) ? undefined : t.usernameInvalid
      }}
      checkOnBlur
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
    />
  )
}

/** User name, password and its repetition, with the rules as help; for registration and set-up. */
export function NewAccountFields() {
  const t = useWords(authWords)
  return (
    <>
      <NewNameField label={t.username} />
      <FormPassword
        name="password"
        label={t.password}
        help={t.passwordNew}
        check={chosenPassword(t, t.passwordMissing)}
        checkOnBlur
        autoComplete="new-password"
      />
      <FormPassword name="confirm_password" label={t.confirm} check={samePassword(t, 'password')} checkOnBlur autoComplete="new-password" />
    </>
  )
}
