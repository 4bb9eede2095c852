import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { addressOf, api } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { useCaptchaWhenDue } from './captcha-due.ts'
import { CaptchaField } from './captcha-field.tsx'
import { useDestination, useEntering } from './entering.ts'
import { Entrance } from './entrance.tsx'
import { entranceWords } from './entrance.words.ts'
import { ErrorLine } from './error-line.tsx'
import { PasswordInput } from './password-input.tsx'
import { useProblem } from './problem.ts'

interface Fields {
  username: string
  password: string
  v_code?: string
}

export function LoginScreen() {
  const t = useWords(entranceWords)
  const { registerOpen, unclaimed } = useBoot()
  const account = useAccount()
  const { asked, destination } = useDestination()
  const { data: external } = useQuery(read(api.user.oauthInfo, {}))
  const [form] = Form.useForm<Fields>()
  const captcha = useCaptchaWhenDue(() => form.resetFields(['v_code']))
  const go = useNavigate()
  const problem = useProblem()

  useEffect(() => {
    // Both keep the server's housekeeping going for those who run it without anything else; nobody waits for them.
    api.ScriptCron.run({}).catch(() => {})
    api.update.checkDb({}).catch(() => {})
  }, [])

  const { enter, busy, error } = useEntering(
    ({ username, password, v_code }: Fields) => api.user.login({ username: username.trim(), password, v_code }),
    (refusal) => {
      // The directory knows this person and nobody here does yet.
      if ((refusal.data as { newcomer?: number } | null)?.newcomer === 1) return void go(paths.linkAccount(asked))
      captcha.onRefused(refusal)
    },
  )

  if (account) return <Navigate to={destination} replace />

  const forgot = (
    <span className="label-row">
      {t.password}
      <Link to={paths.resetPassword()}>{t.forgot}</Link>
    </span>
  )
  return (
    <Entrance title={t.signIn} {...(unclaimed && { lead: t.unclaimed })}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={enter} scrollToFirstError={{ focus: true }}>
        <Form.Item
          label={t.usernameOrEmail}
          name="username"
          rules={[{ required: true, whitespace: true, message: t.usernameOrEmailMissing }]}
        >
          <Input size="large" autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus />
        </Form.Item>
        <Form.Item label={forgot} name="password" rules={[{ required: true, message: t.passwordMissing }]}>
          <PasswordInput inputRef={captcha.password} autoComplete="current-password" aria-label={t.password} />
        </Form.Item>
        {!captcha.justDue && <ErrorLine text={error?.message ?? problem} hint={captcha.isFromNow(error) ? t.codeNow : undefined} />}
        {captcha.withCode && <CaptchaField picture={captcha.picture} inputRef={captcha.code} isJustDue={captcha.justDue} />}
        <Button type="primary" size="large" htmlType="submit" block loading={busy}>
          {t.signIn}
        </Button>
      </Form>
      {external?.oauth2_open === '1' && (
        <>
          <div className="or">{t.or}</div>
          <a className="btn l wide" href={addressOf('ExtLogin/oauth2') + (asked ? `?${new URLSearchParams({ redirect: asked })}` : '')}>
            <KeyRound className="i" aria-hidden="true" />
            {external.oauth2_entrance_tips || t.external}
          </a>
        </>
      )}
      {registerOpen && (
        <p className="help aside">
          {t.newHere} <Link to={paths.register(asked)}>{t.createAccount}</Link>
        </p>
      )}
    </Entrance>
  )
}
