import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount } from '../../session/session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { FormText } from '../../ui/forms/form-fields.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Unsaved } from '../../ui/frame/leave-question.tsx'
import { toast } from '../../ui/toast.ts'
import { ErrorLine } from '../error-line.tsx'
import { settingWords } from './setting.words.ts'

/** As the server takes it. */
const NAME_MAX_LENGTH = 100

/** The user name to look at and the name to change. */
export function SettingProfile({ account }: { account: Account }) {
  const t = useWords(settingWords)
  const form = useForm({ name: account.name })
  const rename = useMutation(write(api.user.updateInfo))

  const isChanged = form.values.name.trim() !== account.name

  const save = async () => {
    const name = form.values.name.trim()
    await rename.mutateAsync({ name })
    setAccount({ ...account, name })
    form.set({ name })
    toast(t.modified)
  }
  return (
    <Form form={form} className="personal-form" onSubmit={() => void (rename.isPending || save().catch(() => {}))}>
      <Field label={t.username} help={t.usernameHelp} value={account.username} readOnly autoComplete="username" />
      <FormText name="name" label={t.name} help={t.nameHelp} maxLength={NAME_MAX_LENGTH} autoComplete="name" />
      <ErrorLine text={rename.error?.message ?? ''} />
      <SubmitButton busy={rename.isPending} disabled={!isChanged}>
        {t.save}
      </SubmitButton>
      <Unsaved when={isChanged && !rename.isPending} />
    </Form>
  )
}
