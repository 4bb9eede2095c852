import { Button, Form, Input } from 'antd'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useCaptchaWhenDue } from '../captcha-due.ts'
import { CaptchaField } from '../captcha-field.tsx'
import { useEntering } from '../entering.ts'
import { entranceWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { PasswordInput } from '../password-input.tsx'
import { outsideWords } from './outside.words.ts'

interface Fields {
  username: string
  password: string
  v_code?: string
}

/** The account of this site, shown to be one's own by its password. */
export function LinkForm({ username }: { username: string }) {
  const t = useWords(outsideWords)
  const own = useWords(entranceWords)
  const [form] = Form.useForm<Fields>()
  const captcha = useCaptchaWhenDue(() => form.resetFields(['v_code']))
  const { enter, busy, error } = useEntering(
    ({ username, password, v_code }: Fields) => api.user.linkNewcomer({ username: username.trim(), password, v_code }),
    captcha.onRefused,
  )
  return (
    <Form
      form={form}
      name="link"
      layout="vertical"
      requiredMark={false}
      initialValues={{ username }}
      onFinish={enter}
      scrollToFirstError={{ focus: true }}
    >
      <Form.Item
        label={own.usernameOrEmail}
        name="username"
        rules={[{ required: true, whitespace: true, message: own.usernameOrEmailMissing }]}
      >
        <Input size="large" autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus={username === ''} />
      </Form.Item>
      <Form.Item label={t.ownPassword} name="password" rules={[{ required: true, message: own.passwordMissing }]}>
        <PasswordInput inputRef={captcha.password} autoComplete="current-password" autoFocus={username !== ''} />
      </Form.Item>
      {!captcha.justDue && <ErrorLine text={error?.message ?? ''} hint={captcha.isFromNow(error) ? own.codeNow : undefined} />}
      {captcha.withCode && <CaptchaField picture={captcha.picture} inputRef={captcha.code} isJustDue={captcha.justDue} />}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t.linkDo}
      </Button>
    </Form>
  )
}
