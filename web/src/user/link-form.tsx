import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { CaptchaField, usePicture } from './captcha-field.tsx'
import { useEntering } from './entering.ts'
import { entranceWords } from './entrance.words.ts'
import { ErrorLine } from './error-line.tsx'
import { outsideWords } from './outside.words.ts'
import { PasswordInput } from './password-input.tsx'

const CAPTCHA_WRONG = 10206
const CAPTCHA_FROM_NOW = 10210

interface Fields {
  username: string
  password: string
  v_code?: string
}

/** The account of this site, shown to be one's own by its password. */
export function LinkForm({ username }: { username: string }) {
  const t = useWords(outsideWords)
  const own = useWords(entranceWords)
  const picture = usePicture()
  const [withCode, setWithCode] = useState(false)
  const [form] = Form.useForm<Fields>()
  const password = useRef<InputRef>(null)
  const code = useRef<InputRef>(null)
  const { enter, busy, error } = useEntering(
    ({ username, password, v_code }: Fields) => api.user.linkNewcomer({ username: username.trim(), password, v_code }),
    ({ code: number }) => {
      const isNeeded = number === CAPTCHA_WRONG || number === CAPTCHA_FROM_NOW
      if (isNeeded) setWithCode(true)
      if (isNeeded || withCode) {
        picture.renew()
        form.setFieldValue('v_code', '')
      }
      password.current?.focus({ cursor: 'all' })
    },
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
        <PasswordInput inputRef={password} autoComplete="current-password" autoFocus={username !== ''} />
      </Form.Item>
      <ErrorLine text={error?.message ?? ''} hint={error?.code === CAPTCHA_FROM_NOW ? own.codeNow : undefined} />
      {withCode && <CaptchaField picture={picture} inputRef={code} />}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t.linkDo}
      </Button>
    </Form>
  )
}
