import { Button, Form, type InputRef } from 'antd'
import { useRef } from 'react'
import { Link, Navigate } from 'react-router'
import { type ApiError, api } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { CaptchaField, usePicture } from './captcha-field.tsx'
import { useDestination, useEntering } from './entering.ts'
import { Entrance } from './entrance.tsx'
import { entranceWords } from './entrance.words.ts'
import { ErrorLine } from './error-line.tsx'
import { NewAccountFields } from './new-account-fields.tsx'

interface Fields {
  username: string
  password: string
  confirm_password: string
  v_code: string
}

/** The field a refusal is about, where the server names one. */
const fieldOf = ({ data }: ApiError) => (data as { field?: string } | null)?.field

export function RegisterScreen() {
  const t = useWords(entranceWords)
  const { registerOpen, unclaimed } = useBoot()
  const account = useAccount()
  const { asked, destination } = useDestination()
  const picture = usePicture()
  const [form] = Form.useForm<Fields>()
  const code = useRef<InputRef>(null)
  const { enter, busy, error, forget } = useEntering(
    (fields: Fields) => api.user.register({ ...fields, username: fields.username.trim(), v_code: fields.v_code.trim() }),
    (refusal) => {
      picture.renew()
      const isOfName = fieldOf(refusal) === 'username'
      // Each picture is good for one try: neither its characters nor what was wrong with them hold for the next.
      form.setFields([
        { name: 'v_code', value: '', errors: [] },
        { name: 'username', errors: isOfName ? [refusal.message] : [] },
      ])
      if (isOfName) form.getFieldInstance('username')?.focus()
      else code.current?.focus()
    },
  )

  if (account) return <Navigate to={destination} replace />

  const signIn = (
    <p className="help aside">
      {t.haveAccount} <Link to={paths.login(asked)}>{t.signIn}</Link>
    </p>
  )
  if (!registerOpen)
    return (
      <Entrance title={t.closedTitle} lead={t.closedText}>
        {signIn}
      </Entrance>
    )
  return (
    <Entrance title={t.register} {...(unclaimed && { lead: t.unclaimed })}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={enter}
        onFinishFailed={forget}
        scrollToFirstError={{ focus: true }}
      >
        <NewAccountFields />
        <CaptchaField picture={picture} inputRef={code} />
        <ErrorLine text={error && fieldOf(error) !== 'username' ? error.message : ''} />
        <Button type="primary" size="large" htmlType="submit" block loading={busy}>
          {t.registerDo}
        </Button>
      </Form>
      {signIn}
    </Entrance>
  )
}
