import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Form, filled, given, useForm } from '../../ui/forms/form.tsx'
import { FormPassword, FormText } from '../../ui/forms/form-fields.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useCaptchaWhenDue } from '../captcha-due.ts'
import { CaptchaField } from '../captcha-field.tsx'
import { useSignIn } from '../entering.ts'
import { entranceWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { outsideWords } from './outside.words.ts'

/** The account of this site, shown to be one's own by its password. */
export function LinkForm({ username }: { username: string }) {
  const t = useWords(outsideWords)
  const own = useWords(entranceWords)
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
        check={filled(own.usernameOrEmailMissing)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={username === ''}
      />
      <FormPassword
        name="password"
        label={t.ownPassword}
        check={given(own.passwordMissing)}
        autoComplete="current-password"
        autoFocus={username !== ''}
      />
      {!captcha.justDue && <ErrorLine text={error?.message ?? ''} hint={captcha.isFromNow(error) ? own.codeNow : undefined} />}
      {captcha.withCode && <CaptchaField picture={captcha.picture} isJustDue={captcha.justDue} />}
      <SubmitButton busy={busy} wide>
        {t.linkDo}
      </SubmitButton>
    </Form>
  )
}
