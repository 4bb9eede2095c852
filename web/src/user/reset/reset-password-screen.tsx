import { NAME_MAX } from '@sheaf/contract/limits'
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { CaptchaField, usePicture } from '../captcha-field.tsx'
import { Entrance } from '../entrance.tsx'
import { ErrorLine } from '../error-line.tsx'
import { resetWords } from './reset.words.ts'

interface Fields {
  email: string
  v_code: string
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useWords(resetWords)
  const picture = usePicture()
  const code = useRef<InputRef>(null)
  const [form] = Form.useForm<Fields>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const send = async ({ email, v_code }: Fields) => {
    setBusy(true)
    setError('')
    try {
      await api.user.resetPasswordEmail({ email: email.trim(), v_code: v_code.trim() })
      onSent(email.trim())
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
      picture.renew()
      form.setFieldValue('v_code', '')
      code.current?.focus()
    }
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={send} scrollToFirstError={{ focus: true }}>
      <Form.Item
        label={t.email}
        name="email"
        validateTrigger="onBlur"
        rules={[
          { required: true, whitespace: true, message: t.emailInvalid },
          { type: 'email', transform: (typed: string) => typed?.trim(), message: t.emailInvalid },
        ]}
      >
        <Input size="large" inputMode="email" maxLength={NAME_MAX} autoComplete="email" autoCapitalize="off" spellCheck={false} autoFocus />
      </Form.Item>
      <CaptchaField picture={picture} inputRef={code} />
      <ErrorLine text={error} />
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t.send}
      </Button>
    </Form>
  )
}

/** /user/resetPassword: the same words whether or not the address is known. */
export function ResetPasswordScreen() {
  const t = useWords(resetWords)
  const { mail } = useBoot()
  const [sentTo, setSentTo] = useState('')
  const signIn = (
    <Link className="btn l wide" to={paths.login()}>
      {t.backToSignIn}
    </Link>
  )
  if (mail === false)
    return (
      <Entrance title={t.noMail} lead={t.noMailText}>
        {signIn}
      </Entrance>
    )
  if (sentTo)
    return (
      <Entrance title={t.sent} lead={t.sentText(sentTo)}>
        {signIn}
        <button type="button" className="btn quiet l wide" onClick={() => setSentTo('')}>
          {t.sendOther}
        </button>
      </Entrance>
    )
  return (
    <Entrance title={t.forgot} lead={t.forgotText}>
      <AskForm onSent={setSentTo} />
      <p className="help aside">
        <Link to={paths.login()}>{t.backToSignIn}</Link>
      </p>
    </Entrance>
  )
}
