import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api, read } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { Redirect, useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { sessionHasEnded, useAccount } from '../session/session.ts'
import { Form, required, requiredUntrimmed, SubmitButton, useForm } from '../ui/forms/form.tsx'
import { FormPassword, FormText } from '../ui/forms/form-fields.tsx'
import { toast } from '../ui/toast.tsx'
import { useCaptchaWhenDue } from './captcha-due.ts'
import { CaptchaField } from './captcha-field.tsx'
import { AuthLayout } from './entrance.tsx'
import { authWords } from './entrance.words.ts'
import { ErrorLine } from './error-line.tsx'
import { externalLoginWords } from './link/outside.words.ts'
import { usePasskeyLogin } from './passkey-login.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useDestination, useSignIn } from './sign-in.ts'

type Words = (typeof externalLoginWords)['en']

/** Problems that name the address of this server. */
const WITH_ADDRESS = ['wecomAddress', 'dingtalkAddress'] as const

/** Problems whose reason only administrators can use. */
const forAdministrators = ['providerMissing', 'providerTenant', 'providerAgent']

/** What the sign-in screen says of a problem. The text never comes from the address of the screen. */
export function problemText(t: Words, name: string, address = ''): string {
  const withAddress = WITH_ADDRESS.find((one) => one === name)
  if (withAddress) return t[withAddress](/^[\da-f.:]{3,45}$/i.test(address) ? address : '?')
  if (forAdministrators.includes(name)) return t.providerSettings
  if (name.startsWith('outbound')) return t.outbound
  const isKnown = /^(outside|provider|register|(notOurTenant|wecomRefused|confirmNeeded)$)/.test(name)
  const known: unknown = isKnown ? t[name as keyof Words] : undefined
  return typeof known === 'string' ? known : t.problem
}

/** The error of an external login by its code in the address. */
function useProblem(): string {
  const t = useWords(externalLoginWords)
  const query = useSearchParams()[0]
  const name = query.get('problem')
  return name ? problemText(t, name, query.get('address') ?? '') : ''
}

export function LoginScreen() {
  const t = useWords(authWords)
  const { registerOpen, unclaimed } = useBoot()
  const account = useAccount()
  const { redirect, destination } = useDestination()
  const { data: external } = useQuery(read(api.user.oauthInfo, {}))
  const form = useForm({ username: '', password: '', v_code: '' })
  const captcha = useCaptchaWhenDue(form)
  const go = useNavigate()
  const problem = useProblem()
  const hasLeft = useSearchParams()[0].get('out') === '1'
  const lead = unclaimed ? t.unclaimed : hasLeft ? t.signedOut : sessionHasEnded() && t.sessionEnded
  const queries = useQueryClient()

  // Back does not show again what the person has read.
  useEffect(() => {
    if (sessionHasEnded()) queries.removeQueries({ type: 'inactive' })
  }, [queries])

  useEffect(() => {
    // Both calls trigger maintenance on servers without a scheduler; their result is not needed.
    api.ScriptCron.run({}).catch(() => {})
    api.update.checkDb({}).catch(() => {})
  }, [])

  // A person who links an account is signed in: the refusal is shown where they came from.
  const [wasSignedIn] = useState(account !== null)
  useEffect(() => {
    if (wasSignedIn && problem) toast(problem, 'bad')
  }, [wasSignedIn, problem])

  const { enter, busy, error } = useSignIn(
    ({ username, password, v_code }: typeof form.values) =>
      api.user.login({ username: username.trim(), password, v_code: v_code || undefined }),
    (refusal) => {
      // The directory accepted the login, but no account is linked to it yet.
      if ((refusal.data as { newcomer?: number } | null)?.newcomer === 1) return go(paths.linkAccount(redirect))
      captcha.onRefused(refusal)
    },
  )

  const passkey = usePasskeyLogin({ username: form.values.username, isOpen: external?.passkey_open === '1' })

  if (account) return <Redirect to={destination} />

  return (
    <AuthLayout title={t.signIn} {...(lead && { lead })}>
      {/* What a provider answered says nothing about the password below. */}
      {!error && !passkey.error && <ErrorLine text={problem} />}
      <Form
        form={form}
        onSubmit={(fields) => {
          passkey.forget()
          enter(fields)
        }}
      >
        <FormText
          name="username"
          label={t.usernameOrEmail}
          check={required(t.usernameOrEmailMissing)}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <FormPassword
          name="password"
          label={t.password}
          aside={<Link to={paths.resetPassword()}>{t.forgot}</Link>}
          check={requiredUntrimmed(t.passwordMissing)}
          autoComplete="current-password"
        />
        {!captcha.justDue && (
          <ErrorLine text={error?.message ?? passkey.error?.message ?? ''} hint={captcha.isFromNow(error) ? t.codeNow : undefined} />
        )}
        {captcha.withCode && <CaptchaField picture={captcha.picture} isUnexpected={captcha.justDue} />}
        <SubmitButton busy={busy} wide>
          {t.signIn}
        </SubmitButton>
      </Form>
      {(passkey.button || (external && external.providers.length > 0)) && (
        <>
          <div className="or">{t.or}</div>
          <div className="entrance-ways">
            {passkey.button}
            {external && <ProviderButtons providers={external.providers} redirect={redirect ?? ''} fallback={t.external} />}
          </div>
        </>
      )}
      {registerOpen && (
        <p className="help aside">
          {t.newHere} <Link to={paths.register(redirect)}>{t.createAccount}</Link>
        </p>
      )}
    </AuthLayout>
  )
}
