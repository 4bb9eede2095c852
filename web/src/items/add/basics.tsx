import { DESCRIPTION_MAX, NAME_MAX } from '@sheaf/contract/limits'
import { Form, Input } from 'antd'
import { useWords } from '../../lib/words.ts'
import { addItemWords } from './add-item.words.ts'

/** Name and description of a new item or a copy. */
export function Basics() {
  const t = useWords(addItemWords)
  return (
    <>
      <Form.Item
        name="item_name"
        label={t.name}
        rules={[{ required: true, whitespace: true, message: t.nameMissing }]}
        validateTrigger="onSubmit"
      >
        <Input maxLength={NAME_MAX} autoComplete="off" />
      </Form.Item>
      <Form.Item name="item_description" label={t.description} extra={t.descriptionHelp}>
        <Input.TextArea maxLength={DESCRIPTION_MAX} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}

/** What the server answered when no field can carry it. */
export function Refused({ error }: { error: Error | null }) {
  return (
    error && (
      <p className="line-note bad" role="alert">
        {error.message}
      </p>
    )
  )
}
