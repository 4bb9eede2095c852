import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Form, SubmitButton, useForm } from '../../ui/forms/form.tsx'
import { CaptchaField, useCaptchaPicture } from '../captcha-field.tsx'
import { EmailField } from '../email-field.tsx'
import { AuthLayout } from '../entrance.tsx'
import { ErrorLine } from '../error-line.tsx'
import { resetWords } from './reset.words.ts'

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useWords(resetWords)
  const picture = useCaptchaPicture()
  const form = useForm({ email: '', v_code: '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const send = async ({ email, v_code }: typeof form.values) => {
    setBusy(true)
    setError('')
    try {
      await api.user.resetPasswordEmail({ email: email.trim(), v_code: v_code.trim() })
      onSent(email.trim())
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
      picture.renew()
      form.set({ v_code: '' })
      form.focus('v_code')
    }
  }
  return (
    <Form form={form} onSubmit={(fields) => void (busy || send(fields))}>
      <EmailField label={t.email} invalid={t.emailInvalid} autoFocus />
      <CaptchaField picture={picture} />
      <ErrorLine text={error} />
      <SubmitButton busy={busy} wide>
        {t.send}
      </SubmitButton>
    </Form>
  )
}

/** /user/resetPassword: shows the same text whether or not the address is known. */
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
      <AuthLayout title={t.noMail} lead={t.noMailText}>
        {signIn}
      </AuthLayout>
    )
  if (sentTo)
    return (
      <AuthLayout title={t.sent} lead={t.sentText(sentTo)}>
        {signIn}
        <button type="button" className="btn quiet l wide" onClick={() => setSentTo('')}>
          {t.sendOther}
        </button>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t.forgot} lead={t.forgotText}>
      <RequestForm onSent={setSentTo} />
      <p className="help aside">
        <Link to={paths.login()}>{t.backToSignIn}</Link>
      </p>
    </AuthLayout>
  )
}
