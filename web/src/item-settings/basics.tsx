import type { Answer } from '@sheaf/contract/client'
import { AccessChoice, type AccessFields, Basics, DomainField, FormError, isDomainError } from '../items/add/fields.tsx'
import { api } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { Form, useForm } from '../ui/forms/form.tsx'
import { SaveBar } from '../ui/forms/save-bar.tsx'
import { useSend } from '../ui/send.ts'
import { settingWords } from './screen.words.ts'

export type SettingItem = Answer<'item', 'detail'>

type Fields = AccessFields & { item_name: string; item_description: string; item_domain: string }

export function SettingBasics({ item }: { item: SettingItem }) {
  const t = useWords(settingWords)
  const { site } = useBoot()
  const isPrivate = item.password !== ''
  const form = useForm<Fields>({
    item_name: item.item_name,
    item_description: item.item_description,
    item_domain: item.item_domain,
    access: isPrivate ? 'private' : 'open',
    password: '',
  })
  const save = useSend(api.item.update, {
    done: t.saved,
    onDone: () => form.set({ password: '' }),
    onFailed: (error) => {
      if (isDomainError(error)) form.refuse({ item_domain: error.message })
    },
  })

  const submit = (fields: Fields) => {
    void save.send({
      item_id: item.item_id,
      item_name: fields.item_name.trim(),
      item_description: fields.item_description.trim(),
      item_domain: fields.item_domain.trim(),
      // Undefined keeps the current password; an empty one makes the item public (W13).
      password: fields.access === 'open' ? '' : fields.password || undefined,
    })
  }
  return (
    <section>
      <h1>{t.basic}</h1>
      <p className="setting-sub">{t.basicSub}</p>
      <Form form={form} onSubmit={submit}>
        <Basics />
        <DomainField help={t.domainHelp(site.replace(/^https?:\/\//, ''))} />
        <AccessChoice kept={isPrivate ? { help: t.keepPassword, placeholder: t.keptPassword } : undefined} />
        <FormError error={isDomainError(save.error) ? null : save.error} />
        <SaveBar savedAt={save.savedAt} isBusy={save.busy} save={t.save} saving={t.saving} />
      </Form>
    </section>
  )
}
