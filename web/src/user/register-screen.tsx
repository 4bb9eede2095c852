import { Link } from 'react-router'
import { type ApiError, api } from '../lib/api.ts'
import { useBoot } from '../lib/boot.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Form, SubmitButton, useForm } from '../ui/forms/form.tsx'
import { CaptchaField, useCaptchaPicture } from './captcha-field.tsx'
import { AuthLayout } from './entrance.tsx'
import { authWords } from './entrance.words.ts'
import { ErrorLine } from './error-line.tsx'
import { NewAccountFields } from './new-account-fields.tsx'
import { useDestination, useSignIn } from './sign-in.ts'

/** The field that a refusal refers to, if the server names one. */
const fieldOf = ({ data }: ApiError) => (data as { field?: string } | null)?.field

export function RegisterScreen() {
  const t = useWords(authWords)
  const { registerOpen, unclaimed } = useBoot()
  const account = useAccount()
  const { redirect, destination } = useDestination()
  const picture = useCaptchaPicture()
  const form = useForm({ username: '', password: '', confirm_password: '', v_code: '' })
  const { enter, busy, error, forget } = useSignIn(
    (fields: typeof form.values) => api.user.register({ ...fields, username: fields.username.trim(), v_code: fields.v_code.trim() }),
    (refusal) => {
      picture.renew()
      const isOfName = fieldOf(refusal) === 'username'
      // A picture is valid for one attempt, so the characters and their error no longer apply.
      form.set({ v_code: '' })
      form.refuse({ v_code: '', username: isOfName ? refusal.message : '' })
      form.focus(isOfName ? 'username' : 'v_code')
    },
  )

  if (account) return <Redirect to={destination} />

  const signIn = (
    <p className="help aside">
      {t.haveAccount} <Link to={paths.login(redirect)}>{t.signIn}</Link>
    </p>
  )
  if (!registerOpen)
    return (
      <AuthLayout title={t.closedTitle} lead={t.closedText}>
        {signIn}
      </AuthLayout>
    )
  return (
    <AuthLayout title={t.register} {...(unclaimed && { lead: t.unclaimed })}>
      <Form form={form} onSubmit={enter} onInvalid={forget}>
        <NewAccountFields />
        <CaptchaField picture={picture} />
        <ErrorLine text={error && fieldOf(error) !== 'username' ? error.message : ''} />
        <SubmitButton busy={busy} wide>
          {t.registerDo}
        </SubmitButton>
      </Form>
      {signIn}
    </AuthLayout>
  )
}
