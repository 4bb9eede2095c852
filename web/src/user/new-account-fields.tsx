import { USERNAME } from '@sheaf/contract/limits'
import { Form, Input } from 'antd'
import { useWords } from '../lib/words.ts'
import { entranceWords } from './entrance.words.ts'
import { PasswordInput } from './password-input.tsx'
import { passwordRules } from './password-rules.ts'

/** User name and password twice, with their rules told before; registration and set-up ask the same. */
export function NewAccountFields() {
  const t = useWords(entranceWords)
  return (
    <>
      <Form.Item
        label={t.username}
        name="username"
        extra={t.usernameHelp}
        validateTrigger="onBlur"
        rules={[
          { required: true, whitespace: true, message: t.usernameMissing },
          { transform: (value: string) => value?.trim(), pattern: USERNAME, message: t.usernameInvalid },
        ]}
      >
        <Input size="large" autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus />
      </Form.Item>
      <Form.Item
        label={t.password}
        name="password"
        extra={t.passwordNew}
        validateTrigger="onBlur"
        rules={passwordRules(t, t.passwordMissing)}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        label={t.confirm}
        name="confirm_password"
        dependencies={['password']}
        validateTrigger="onBlur"
        rules={[
          { required: true, message: t.confirmMissing },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              !value || value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t.confirmDiffers)),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
