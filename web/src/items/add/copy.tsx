import { NAME_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { UnsavedForm } from '../../ui/forms/form-changes.tsx'
import { AccessChoice, type AccessFields, passwordOf } from './access.tsx'
import { addItemWords } from './add-item.words.ts'
import { Basics, Refused } from './basics.tsx'
import { useAddItem } from './send.ts'

interface Fields extends AccessFields {
  copy_item_id: string
  item_name: string
  item_description?: string
}

const NO_RIGHT = 10103
/** Items of this kind cannot be edited, so they cannot be copied either (SPEC 1). */
const NEVER_EDITED = '3'

/** The tab "Copy": an item of the list under a new name. */
export function CopyItem() {
  const t = useWords(addItemWords)
  const [form] = Form.useForm<Fields>()
  const { send, busy, error, codeOfError } = useAddItem()
  const list = useQuery(read(api.item.myList, {}))
  const items = list.data?.filter((item) => item.item_type !== NEVER_EDITED) ?? []

  const fill = (item_id: string) => {
    const item = items.find((one) => one.item_id === item_id)
    if (!item) return
    const copy = '--copy'
    form.setFieldsValue({
      item_name: item.item_name.slice(0, NAME_MAX - copy.length) + copy,
      item_description: item.item_description,
      access: item.is_private === 1 ? 'private' : 'open',
    })
  }
  const submit = (fields: Fields) =>
    send(
      {
        copy_item_id: fields.copy_item_id,
        item_name: fields.item_name.trim(),
        item_description: fields.item_description?.trim() ?? '',
        password: passwordOf(fields),
      },
      {
        onError: (refusal) => {
          if ('code' in refusal && refusal.code === NO_RIGHT) form.setFields([{ name: 'copy_item_id', errors: [t.sourceReadOnly] }])
        },
      },
    )
  if (list.isSuccess && !items.length) return <p className="muted">{t.sourceEmpty}</p>
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      initialValues={{ access: 'open' }}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={submit}
    >
      <Form.Item
        name="copy_item_id"
        label={t.source}
        extra={t.sourceHelp}
        rules={[{ required: true, message: t.sourceMissing }]}
        validateTrigger="onSubmit"
        {...(list.isError && { validateStatus: 'error', help: t.sourcesFailed })}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={list.isPending}
          placeholder={t.sourcePlaceholder}
          notFoundContent={t.sourceNone}
          options={items.map((item) => ({ value: item.item_id, label: item.item_name }))}
          onChange={fill}
        />
      </Form.Item>
      <Basics />
      <AccessChoice />
      <Refused error={codeOfError === NO_RIGHT ? null : error} />
      <Button type="primary" htmlType="submit" disabled={busy}>
        {busy ? t.copying : t.copy}
      </Button>
      <UnsavedForm isBusy={busy} isLostByTab />
    </Form>
  )
}
