import { Form, Switch } from 'antd'
import { useId } from 'react'

/** A switch beside what it does, and what that means below. */
export function SwitchField({ name, label, help }: { name: string; label: string; help?: string }) {
  const id = useId()
  return (
    <div className="adm-switch">
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch aria-labelledby={id} {...(help ? { 'aria-describedby': `${id}help` } : {})} />
      </Form.Item>
      <div>
        <span id={id} className="adm-switch-label">
          {label}
        </span>
        {help && (
          <div className="help" id={`${id}help`}>
            {help}
          </div>
        )}
      </div>
    </div>
  )
}
