import { PASSWORD_MAX } from '@sheaf/contract/limits'
import { Globe, Lock } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { type Check, filled, useFormContext } from '../../ui/forms/form.tsx'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { addItemWords } from './add-item.words.ts'
import { FormChoices } from './choices.tsx'

export type AccessFields = { access: 'open' | 'private'; password: string }

/** An open item is sent without the password that may still stand in the field (SPEC 4). */
export const passwordOf = ({ access, password }: AccessFields) => (access === 'private' ? password : '')

/** What is kept may stay, but blanks are no password. */
const noSpaces =
  (missing: string): Check =>
  (value) =>
    value && !value.trim() ? missing : undefined

/** Open to everybody or private with a visit password, which may stay as it is where there is one: `kept` says so. */
export function AccessChoice({ kept }: { kept?: { help: string; placeholder: string } | undefined }) {
  const t = useWords(addItemWords)
  const { access } = useFormContext().values
  return (
    <>
      <FormChoices
        name="access"
        label={t.access}
        choices={[
          { value: 'open', name: t.open, help: t.openHelp, icon: Globe },
          { value: 'private', name: t.closed, help: t.closedHelp, icon: Lock },
        ]}
      />
      {access === 'private' && (
        <FormPassword
          name="password"
          label={t.password}
          help={kept?.help ?? t.passwordHelp}
          check={kept ? noSpaces(t.passwordMissing) : filled(t.passwordMissing)}
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          {...(kept && { placeholder: kept.placeholder })}
        />
      )}
    </>
  )
}
