import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Form, SubmitButton, useForm } from '../../ui/forms/form.tsx'
import { useSend } from '../../ui/send.ts'
import { CaptchaField, useCaptchaPicture } from '../captcha-field.tsx'
import { EmailField } from '../email-field.tsx'
import { AuthLayout } from '../entrance.tsx'
import { ErrorLine } from '../error-line.tsx'
import { resetWords } from './reset.words.ts'

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useWords(resetWords)
  const picture = useCaptchaPicture()
  const form = useForm({ email: '', v_code: '' })
  const { send, busy, error } = useSend(api.user.resetPasswordEmail, {
    onDone: () => onSent(form.values.email.trim()),
    onFailed: () => {
      picture.renew()
      form.set({ v_code: '' })
      form.focus('v_code')
    },
  })
  return (
    <Form form={form} onSubmit={({ email, v_code }) => void send({ email: email.trim(), v_code: v_code.trim() })}>
      <EmailField label={t.email} invalid={t.emailInvalid} autoFocus />
      <CaptchaField picture={picture} />
      <ErrorLine text={error?.message ?? ''} />
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
    <Link className="btn large wide" to={paths.login()}>
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
        <button type="button" className="btn quiet large wide" onClick={() => setSentTo('')}>
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
