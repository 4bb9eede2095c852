import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { Link, useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount, useAccount } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'
import { Entrance } from '../entrance.tsx'
import { entranceWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { PasswordInput } from '../password-input.tsx'
import { passwordRules } from '../password-rules.ts'
import { resetWords } from './reset.words.ts'
import { isOldLink, useMailedLink } from './reset-link.ts'

interface Fields {
  new_password: string
  again: string
}

function NewPasswordFields() {
  const t = useWords(resetWords)
  const rules = useWords(entranceWords)
  return (
    <>
      <Form.Item
        label={t.passwordNew}
        name="new_password"
        extra={t.passwordNewHelp}
        validateTrigger="onBlur"
        rules={passwordRules(rules, t.passwordNewMissing)}
      >
        <PasswordInput autoComplete="new-password" autoFocus />
      </Form.Item>
      <Form.Item
        label={rules.confirm}
        name="again"
        dependencies={['new_password']}
        validateTrigger="onBlur"
        rules={[
          { required: true, message: rules.confirmMissing },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              !value || value === getFieldValue('new_password') ? Promise.resolve() : Promise.reject(new Error(rules.confirmDiffers)),
          }),
        ]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </>
  )
}

/** /user/ResetPasswordByUrl?uid&email&token&redirect: a new password, then the login with the way back. */
export function ResetByLinkScreen() {
  const t = useWords(resetWords)
  const account = useAccount()
  const navigate = useNavigate()
  const { link, whole, redirect } = useMailedLink()
  const choose = useMutation(write(api.user.resetPasswordByUrl))

  if (!whole || isOldLink(choose.error))
    return (
      <Entrance title={t.linkOld} lead={t.linkOldText}>
        <Link className="btn primary l wide" to={paths.resetPassword()}>
          {t.askAgain}
        </Link>
        <p className="help aside">
          <Link to={paths.login(redirect)}>{t.backToSignIn}</Link>
        </p>
      </Entrance>
    )
  const send = async ({ new_password }: Fields) => {
    await choose.mutateAsync({ new_password, ...link })
    // Every session of this account has just ended, this one too.
    if (account?.uid === link.uid) setAccount(null)
    toast(t.chosen, 'ok', { detail: t.chosenText })
    await navigate(paths.login(redirect), { replace: true })
  }
  return (
    <Entrance title={t.choose} lead={t.chooseFor(link.email)}>
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: Fields) => void send(fields).catch(() => {})}
        scrollToFirstError={{ focus: true }}
      >
        <input type="text" name="username" value={link.email} autoComplete="username" readOnly hidden />
        <NewPasswordFields />
        <ErrorLine text={choose.error?.message ?? ''} />
        <Button type="primary" size="large" htmlType="submit" block loading={choose.isPending}>
          {t.chooseDo}
        </Button>
      </Form>
    </Entrance>
  )
}
