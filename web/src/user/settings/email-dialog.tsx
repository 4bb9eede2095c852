import { NAME_MAX } from '@sheaf/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { api } from '../../lib/api.ts'
import { type Account, useBoot } from '../../lib/boot.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'
import { PasswordInput } from '../password-input.tsx'
import { SettingDialog } from './dialog.tsx'
import { settingWords } from './setting.words.ts'

interface Fields {
  email: string
  password: string
}

/** A first address or another one, with the login password. */
export function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(settingWords)
  const { mail } = useBoot()
  const update = useMutation(write(api.user.updateEmail))
  const bound = account.email !== ''

  const send = async (fields: Fields) => {
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
      onSend={send}
      onClose={onClose}
    >
      {bound && <p className="personal-present">{t.present(account.email)}</p>}
      <Form.Item
        label={t.address}
        name="email"
        extra={mail ? t.addressHelp : t.notSent}
        validateTrigger="onBlur"
        rules={[
          { required: true, whitespace: true, message: t.addressInvalid },
          { type: 'email', transform: (typed: string) => typed?.trim(), message: t.addressInvalid },
        ]}
      >
        <Input type="text" inputMode="email" maxLength={NAME_MAX} autoComplete="email" autoCapitalize="off" spellCheck={false} />
      </Form.Item>
      <Form.Item label={t.ownPassword} name="password" rules={[{ required: true, message: t.ownPasswordMissing }]}>
        <PasswordInput size="middle" autoComplete="current-password" />
      </Form.Item>
    </SettingDialog>
  )
}
