import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Form, required, requiredUntrimmed, SubmitButton, useForm } from '../../ui/forms/form.tsx'
import { FormPassword, FormText } from '../../ui/forms/form-fields.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import { useCaptchaWhenDue } from '../captcha-due.ts'
import { CaptchaField } from '../captcha-field.tsx'
import { AuthLayout } from '../entrance.tsx'
import { authWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { NewNameField } from '../new-account-fields.tsx'
import { useDestination, useSignIn } from '../sign-in.ts'
import { externalLoginWords } from './outside.words.ts'

/** Links an existing account; its password proves the ownership. */
function LinkForm({ username }: { username: string }) {
  const t = useWords(externalLoginWords)
  const own = useWords(authWords)
  const form = useForm({ username, password: '', v_code: '' })
  const captcha = useCaptchaWhenDue(form)
  const { enter, busy, error } = useSignIn(
    ({ username, password, v_code }: typeof form.values) =>
      api.user.linkNewcomer({ username: username.trim(), password, v_code: v_code || undefined }),
    captcha.onRefused,
  )
  return (
    <Form form={form} onSubmit={enter}>
      <FormText
        name="username"
        label={own.usernameOrEmail}
        check={required(own.usernameOrEmailMissing)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={username === ''}
      />
      <FormPassword
        name="password"
        label={t.ownPassword}
        check={requiredUntrimmed(own.passwordMissing)}
        autoComplete="current-password"
        autoFocus={username !== ''}
      />
      {!captcha.justDue && <ErrorLine text={error?.message ?? ''} hint={captcha.isFromNow(error) ? own.codeNow : undefined} />}
      {captcha.withCode && <CaptchaField picture={captcha.picture} isUnexpected={captcha.justDue} />}
      <SubmitButton busy={busy} wide>
        {t.linkDo}
      </SubmitButton>
    </Form>
  )
}

/** Creates a new account under a free name; it can be used only through the external login. */
function LinkNew({ name }: { name: string }) {
  const t = useWords(externalLoginWords)
  const form = useForm({ username: name })
  const [isOpen, setOpen] = useState(false)
  const { enter, busy, error } = useSignIn(
    ({ username }: typeof form.values) => api.user.joinNewcomer({ username: username.trim() }),
    () => {},
  )
  if (!isOpen)
    return (
      <button type="button" className="btn large wide" onClick={() => setOpen(true)}>
        {t.new}
      </button>
    )
  return (
    <Form form={form} onSubmit={enter}>
      <NewNameField label={t.newName} />
      <ErrorLine text={error?.message ?? ''} />
      <SubmitButton busy={busy} wide plain>
        {t.newDo}
      </SubmitButton>
    </Form>
  )
}

/** Shown after an external login without a linked account: link an existing account by password, or create one. */
export function LinkScreen() {
  const t = useWords(externalLoginWords)
  const { or } = useWords(authWords)
  const account = useAccount()
  const { redirect, destination } = useDestination()
  const { data: who, error } = useQuery({ ...read(api.user.newcomer, {}), retry: false, gcTime: 0, enabled: account === null })
  if (account) return <Redirect to={destination} />
  if (error)
    return (
      <AuthLayout title={t.goneTitle} lead={t.gone}>
        <Link className="btn large wide" to={paths.login(redirect)}>
          {t.back}
        </Link>
      </AuthLayout>
    )
  if (!who)
    return (
      <AuthLayout title={t.title}>
        <Skeleton lines={6} />
      </AuthLayout>
    )
  const from = t.from(who.kind, who.place)
  const isTaken = who.is_taken === '1'
  return (
    <AuthLayout title={t.title} lead={isTaken ? t.taken(from, who.username) : t.unknown(from)}>
      <LinkForm username={isTaken ? who.username : ''} />
      {who.may_join === '1' ? (
        <>
          <div className="or">{or}</div>
          <LinkNew name={who.free_name} />
        </>
      ) : (
        <p className="help aside">{t.closed}</p>
      )}
      <p className="help aside">
        <Link to={paths.login(redirect)}>{t.back}</Link>
      </p>
    </AuthLayout>
  )
}
