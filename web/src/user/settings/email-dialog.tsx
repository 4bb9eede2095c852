import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type Account, useBoot } from '../../lib/boot.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount } from '../../session/session.ts'
import { given } from '../../ui/forms/form.tsx'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailField } from '../email-field.tsx'
import { SettingDialog } from './dialog.tsx'
import { settingWords } from './setting.words.ts'

const empty = { email: '', password: '' }

/** A first address or another one, with the login password. */
export function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(settingWords)
  const { mail } = useBoot()
  const update = useMutation(write(api.user.updateEmail))
  const bound = account.email !== ''

  const send = async (fields: typeof empty) => {
    const email = fields.email.trim()
    await update.mutateAsync({ email, password: fields.password })
    setAccount({ ...account, email, email_verify: '0' })
    toast(t.modified, 'ok', { detail: mail ? t.sent(email) : undefined })
  }
  return (
    <SettingDialog
      name="email"
      title={bound ? t.modifyTitle : t.bindTitle}
      action={bound ? t.modifyDo : t.bindDo}
      initial={empty}
      onSend={send}
      onClose={onClose}
    >
      {bound && <p className="personal-present">{t.present(account.email)}</p>}
      <EmailField label={t.address} help={mail ? t.addressHelp : t.notSent} invalid={t.addressInvalid} />
      <FormPassword name="password" label={t.ownPassword} check={given(t.ownPasswordMissing)} autoComplete="current-password" />
    </SettingDialog>
  )
}
