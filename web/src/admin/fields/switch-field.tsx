import { Form, Switch } from 'antd'
import { useId } from 'react'

interface Props {
  name: string | string[]
  label: string
  help?: string
  /** Kept as '1' or '0', as the form has it on the wire. */
  asDigit?: boolean
}

/** A switch beside what it does, and what that means below. */
export function SwitchField({ name, label, help, asDigit = false }: Props) {
  const id = useId()
  return (
    <div className="adm-switch">
      <Form.Item
        name={name}
        valuePropName="checked"
        noStyle
        {...(asDigit ? { getValueProps: (kept) => ({ checked: kept === '1' }), normalize: (on: boolean) => (on ? '1' : '0') } : {})}
      >
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
