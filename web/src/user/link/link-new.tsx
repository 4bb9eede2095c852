import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useEntering } from '../entering.ts'
import { ErrorLine } from '../error-line.tsx'
import { NewNameField } from '../new-account-fields.tsx'
import { outsideWords } from './outside.words.ts'

/** Another account, under a name that is free; it is signed in to by the outside login alone. */
export function LinkNew({ name }: { name: string }) {
  const t = useWords(outsideWords)
  const form = useForm({ username: name })
  const [isOpen, setOpen] = useState(false)
  const { enter, busy, error } = useEntering(
    ({ username }: typeof form.values) => api.user.joinNewcomer({ username: username.trim() }),
    () => {},
  )
  if (!isOpen)
    return (
      <button type="button" className="btn l wide" onClick={() => setOpen(true)}>
        {t.new}
      </button>
    )
  return (
    <Form form={form} onSubmit={enter}>
      <NewNameField label={t.newName} />
      <ErrorLine text={error?.message ?? ''} />
      <SubmitButton busy={busy} wide plain>
        {t.newDo}
      </SubmitButton>
    </Form>
  )
}
