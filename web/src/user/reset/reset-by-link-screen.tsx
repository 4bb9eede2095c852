import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount, useAccount } from '../../session/session.ts'
import { Form, SubmitButton, useForm } from '../../ui/forms/form.tsx'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { AuthLayout } from '../entrance.tsx'
import { authWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { chosenPassword, samePassword } from '../password-rules.ts'
import { resetWords } from './reset.words.ts'
import { isOldLink, useMailedLink } from './reset-link.ts'

function NewPasswordFields() {
  const t = useWords(resetWords)
  const rules = useWords(authWords)
  return (
    <>
      <FormPassword
        name="new_password"
        label={t.passwordNew}
        help={t.passwordNewHelp}
        check={chosenPassword(rules, t.passwordNewMissing)}
        checkOnBlur
        autoComplete="new-password"
        autoFocus
      />
      <FormPassword
        name="again"
        label={rules.confirm}
        check={samePassword(rules, 'new_password')}
        checkOnBlur
        autoComplete="new-password"
      />
    </>
  )
}

/** /user/ResetPasswordByUrl?uid&email&token&redirect: sets a new password, then opens the login with the redirect. */
export function ResetByLinkScreen() {
  const t = useWords(resetWords)
  const account = useAccount()
  const navigate = useNavigate()
  const { link, whole, redirect } = useMailedLink()
  const form = useForm({ new_password: '', again: '' })
  const choose = useSend(api.user.resetPasswordByUrl)

  if (!whole || isOldLink(choose.error))
    return (
      <AuthLayout title={t.linkOld} lead={t.linkOldText}>
        <Link className="btn primary large wide" to={paths.resetPassword()}>
          {t.askAgain}
        </Link>
        <p className="help aside">
          <Link to={paths.login(redirect)}>{t.backToSignIn}</Link>
        </p>
      </AuthLayout>
    )
  const send = async ({ new_password }: typeof form.values) => {
    await choose.send({ new_password, ...link })
    // The server has ended every session of this account, including the current one.
    if (account?.uid === link.uid) setAccount(null)
    toast(t.chosen, 'ok', { detail: t.chosenText })
    navigate(paths.login(redirect), { replace: true })
  }
  return (
    <AuthLayout title={t.choose} lead={t.chooseFor(link.email)}>
      <Form form={form} onSubmit={(fields) => void send(fields).catch(() => {})}>
        <input type="text" name="username" value={link.email} autoComplete="username" readOnly hidden />
        <NewPasswordFields />
        <ErrorLine text={choose.error?.message ?? ''} />
        <SubmitButton busy={choose.busy} wide>
          {t.chooseDo}
        </SubmitButton>
      </Form>
    </AuthLayout>
  )
}
