import { NAME_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, FileText, Table2 } from 'lucide-react'
import { type ApiError, api, isError, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { FieldFrame } from '../../ui/forms/field.tsx'
import { Form, required, useForm, useFormField } from '../../ui/forms/form.tsx'
import { UnsavedForm } from '../../ui/forms/unsaved-form.tsx'
import { skipLeaveQuestion } from '../../ui/frame/leave-question.tsx'
import { useSend } from '../../ui/send.ts'
import { addItemWords } from './add-item.words.ts'
import { AccessChoice, type AccessFields, Basics, DomainField, FormChoices, FormError, isDomainError, passwordOf } from './fields.tsx'

/** Creates the item and opens it. */
function useAddItem(onFailed: (error: ApiError) => void) {
  const navigate = useNavigate()
  const { send, busy, isDone, error } = useSend(api.item.add, {
    onDone: ({ item_id }, { item_domain }) => {
      skipLeaveQuestion()
      return navigate(paths.item({ item_id, item_domain: String(item_domain ?? '') }))
    },
    onFailed,
  })
  return { send, busy: busy || isDone, error }
}

type CopyFields = AccessFields & { copy_item_id: string; item_name: string; item_description: string }

const EMPTY_COPY: CopyFields = { copy_item_id: '', item_name: '', item_description: '', access: 'open', password: '' }

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
  const { value, wrong, control } = useFormField('copy_item_id', { check: required(t.sourceMissing) })
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

/** The tab "Copy": copies one of the user's items under a new name. */
export function CopyItem() {
  const t = useWords(addItemWords)
  const form = useForm(EMPTY_COPY)
  const { send, busy, error } = useAddItem((refusal) => {
    if (isError(refusal, 'noPermission')) form.refuse({ copy_item_id: t.sourceReadOnly })
  })
  const list = useQuery(read(api.item.myList, {}))
  const items = list.data?.filter((item) => item.item_type !== NEVER_EDITED) ?? []

  const fill = (item_id: string) => {
    const item = items.find((candidate) => candidate.item_id === item_id)
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
    void send({
      copy_item_id: fields.copy_item_id,
      item_name: fields.item_name.trim(),
      item_description: fields.item_description.trim(),
      password: passwordOf(fields),
    })
  if (list.isSuccess && !items.length) return <p className="muted">{t.sourceEmpty}</p>
  return (
    <Form form={form} onSubmit={submit}>
      <SourceField items={items} waiting={list.isPending} failed={list.isError} onChange={fill} />
      <Basics />
      <AccessChoice />
      <FormError error={isError(error, 'noPermission') ? null : error} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t.copying : t.copy}
      </button>
      <UnsavedForm isBusy={busy} isLostByTab />
    </Form>
  )
}

type NewItemFields = AccessFields & { item_type: '1' | '2' | '4'; item_name: string; item_description: string; item_domain: string }

const EMPTY_ITEM: NewItemFields = { item_type: '1', item_name: '', item_description: '', item_domain: '', access: 'open', password: '' }

/** The tab "New": kind, name and access. */
export function NewItem() {
  const t = useWords(addItemWords)
  const boot = useBoot()
  const form = useForm(EMPTY_ITEM)
  const { send, busy, error } = useAddItem((refusal) => {
    if (isDomainError(refusal)) form.refuse({ item_domain: refusal.message })
  })

  const submit = (fields: NewItemFields) =>
    void send({
      item_type: fields.item_type,
      item_name: fields.item_name.trim(),
      item_description: fields.item_description.trim(),
      item_domain: fields.item_domain.trim(),
      password: passwordOf(fields),
    })
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
      <FormError error={isDomainError(error) ? null : error} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t.creating : t.create}
      </button>
      <UnsavedForm isBusy={busy} isLostByTab />
    </Form>
  )
}
