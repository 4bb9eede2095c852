import { Link, useSearchParams } from 'react-router'
import { api, isError } from '../lib/api.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Form, SubmitButton, useForm } from '../ui/forms/form.tsx'
import { AuthLayout } from './entrance.tsx'
import { authWords } from './entrance.words.ts'
import { ErrorLine } from './error-line.tsx'
import { NewAccountFields } from './new-account-fields.tsx'
import { useSignIn } from './sign-in.ts'

/** Creates the first administrator, from the link that the server prints at its first start. */
export function SetupScreen() {
  const t = useWords(authWords)
  const account = useAccount()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const form = useForm({ username: '', password: '', confirm_password: '' })
  const { enter, busy, error } = useSignIn(
    (fields: typeof form.values) => api.user.setup({ ...fields, username: fields.username.trim(), token }),
    () => {},
  )

  if (account) return <Redirect to={paths.items()} />

  const message = error?.message ?? ''
  const done = isError(error, 'setupDone')
  if (done || !token || isError(error, 'setupLink'))
    return (
      <AuthLayout title={done ? t.setupDoneTitle : t.setupInvalidTitle} lead={done ? t.setupDoneText : t.setupInvalidText}>
        <Link className="btn large wide" to={paths.login()}>
          {t.signIn}
        </Link>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t.setup} lead={t.setupText}>
      <Form form={form} onSubmit={enter}>
        <NewAccountFields />
        <ErrorLine text={message} />
        <SubmitButton busy={busy} wide>
          {t.setupDo}
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}
