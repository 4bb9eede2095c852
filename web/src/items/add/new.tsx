import { BookOpen, FileText, Table2 } from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { UnsavedForm } from '../../ui/forms/form-changes.tsx'
import { AccessChoice, type AccessFields, passwordOf } from './access.tsx'
import { addItemWords } from './add-item.words.ts'
import { Basics, DomainField, Refused } from './basics.tsx'
import { FormChoices } from './choices.tsx'
import { useAddItem } from './send.ts'

type NewItemFields = AccessFields & { item_type: '1' | '2' | '4'; item_name: string; item_description: string; item_domain: string }

const EMPTY_ITEM: NewItemFields = { item_type: '1', item_name: '', item_description: '', item_domain: '', access: 'open', password: '' }

const ofDomain = (code: number) => code === 10304 || code === 10305

/** The tab "New": kind, name, who may read it. */
export function NewItem() {
  const t = useWords(addItemWords)
  const boot = useBoot()
  const form = useForm(EMPTY_ITEM)
  const { send, busy, error, codeOfError } = useAddItem()

  const submit = (fields: NewItemFields) =>
    send(
      {
        item_type: fields.item_type,
        item_name: fields.item_name.trim(),
        item_description: fields.item_description.trim(),
        item_domain: fields.item_domain.trim(),
        password: passwordOf(fields),
      },
      {
        onError: (refusal) => {
          if ('code' in refusal && ofDomain(Number(refusal.code))) form.refuse({ item_domain: refusal.message })
        },
      },
    )
  return (
    <Form form={form} onSubmit={submit}>
      <FormChoices
        name="item_type"
        label={t.kind}
        choices={[
          { value: '1', name: t.regular, help: t.regularHelp, icon: BookOpen },
          { value: '2', name: t.single, help: t.singleHelp, icon: FileText },
          { value: '4', name: t.sheet, help: t.sheetHelp, icon: Table2 },
        ]}
      />
      <Basics />
      <DomainField help={t.domainHelp(boot.site.replace(/^https?:\/\//, ''))} />
      <AccessChoice />
      <Refused error={ofDomain(codeOfError) ? null : error} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t.creating : t.create}
      </button>
      <UnsavedForm isBusy={busy} isLostByTab />
    </Form>
  )
}
