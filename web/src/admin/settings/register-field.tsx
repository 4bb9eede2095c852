import { Form, Switch } from 'antd'
import { useId } from 'react'

/** Whether an outside login makes accounts of its own accord; kept as "1" or nothing, like every field of its form. */
export function RegisterField({ label }: { label: string }) {
  const id = useId()
  return (
    <div className="adm-switch">
      <Form.Item
        name={['form', 'register_open']}
        valuePropName="checked"
        getValueProps={(value: unknown) => ({ checked: value === '1' })}
        getValueFromEvent={(checked: boolean) => (checked ? '1' : '')}
        noStyle
      >
        <Switch aria-labelledby={id} />
      </Form.Item>
      <span id={id} className="adm-switch-label">
        {label}
      </span>
    </div>
  )
}
