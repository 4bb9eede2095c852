import { NAME_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { FieldFrame } from '../../ui/forms/field.tsx'
import { Form, filled, useForm, useFormField } from '../../ui/forms/form.tsx'
import { UnsavedForm } from '../../ui/forms/form-changes.tsx'
import { AccessChoice, type AccessFields, passwordOf } from './access.tsx'
import { addItemWords } from './add-item.words.ts'
import { Basics, Refused } from './basics.tsx'
import { useAddItem } from './send.ts'

type CopyFields = AccessFields & { copy_item_id: string; item_name: string; item_description: string }

const EMPTY_COPY: CopyFields = { copy_item_id: '', item_name: '', item_description: '', access: 'open', password: '' }

const NO_RIGHT = 10103
/** Items of this kind cannot be edited, so they cannot be copied either (SPEC 1). */
const NEVER_EDITED = '3'

interface SourceProps {
  items: { item_id: string; item_name: string }[]
  waiting: boolean
  failed: boolean
  onChange: (item_id: string) => void
}

function SourceField({ items, waiting, failed, onChange }: SourceProps) {
  const t = useWords(addItemWords)
  const { value, wrong, control } = useFormField('copy_item_id', { check: filled(t.sourceMissing) })
  return (
    <FieldFrame label={t.source} help={t.sourceHelp} wrong={failed ? t.sourcesFailed : wrong}>
      {(props) => (
        <Combobox
          {...props}
          inputRef={control}
          placeholder={t.sourcePlaceholder}
          empty={t.sourceNone}
          waiting={waiting}
          options={items.map((item) => ({ value: item.item_id, label: item.item_name }))}
          value={value || undefined}
          onChange={onChange}
        />
      )}
    </FieldFrame>
  )
}

/** The tab "Copy": an item of the list under a new name. */
export function CopyItem() {
  const t = useWords(addItemWords)
  const form = useForm(EMPTY_COPY)
  const { send, busy, error, codeOfError } = useAddItem()
  const list = useQuery(read(api.item.myList, {}))
  const items = list.data?.filter((item) => item.item_type !== NEVER_EDITED) ?? []

  const fill = (item_id: string) => {
    const item = items.find((one) => one.item_id === item_id)
    if (!item) return
    const copy = '--copy'
    form.set({
      copy_item_id: item_id,
      item_name: item.item_name.slice(0, NAME_MAX - copy.length) + copy,
      item_description: item.item_description,
      access: item.is_private === 1 ? 'private' : 'open',
    })
  }
  const submit = (fields: CopyFields) =>
    send(
      {
        copy_item_id: fields.copy_item_id,
        item_name: fields.item_name.trim(),
        item_description: fields.item_description.trim(),
        password: passwordOf(fields),
      },
      {
        onError: (refusal) => {
          if ('code' in refusal && refusal.code === NO_RIGHT) form.refuse({ copy_item_id: t.sourceReadOnly })
        },
      },
    )
  if (list.isSuccess && !items.length) return <p className="muted">{t.sourceEmpty}</p>
  return (
    <Form form={form} onSubmit={submit}>
      <SourceField items={items} waiting={list.isPending} failed={list.isError} onChange={fill} />
      <Basics />
      <AccessChoice />
      <Refused error={codeOfError === NO_RIGHT ? null : error} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t.copying : t.copy}
      </button>
      <UnsavedForm isBusy={busy} isLostByTab />
    </Form>
  )
}
