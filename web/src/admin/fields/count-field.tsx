import { Form, InputNumber } from 'antd'
import { useWords } from '../../lib/words.ts'
import type { Counts } from '../settings/config.ts'
import { siteWords } from '../settings/settings.words.ts'

interface Props {
  name: Counts
  label: string
  help?: string
  from: number
  to: number
}

/** A number of the site's settings, within its bounds. */
export function CountField({ name, label, help, from, to }: Props) {
  const t = useWords(siteWords)
  return (
    <Form.Item
      name={name}
      label={label}
      {...(help ? { extra: help } : {})}
      validateTrigger={['onBlur', 'onSubmit']}
      rules={[{ required: true, type: 'integer', min: from, max: to, message: t.numberWrong(from, to) }]}
    >
      <InputNumber controls={false} inputMode="numeric" style={{ width: 120 }} />
    </Form.Item>
  )
}
