import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'
import { entranceWords } from '../entrance.words.ts'
import { PasswordInput } from '../password-input.tsx'
import { passwordRules } from '../password-rules.ts'
import { SettingDialog } from './dialog.tsx'
import { SettingFirstPassword } from './first-password.tsx'
import { SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

interface Fields {
  password: string
  new_password: string
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(settingWords)
  const rules = useWords(entranceWords)
  const change = async (fields: Fields) => {
    await api.user.resetPassword(fields)
    toast(t.modified, 'ok', { detail: t.passwordDone })
  }
  return (
    <SettingDialog name="password" title={t.passwordTitle} action={t.passwordDo} onSend={change} onClose={onClose}>
      <Form.Item label={t.passwordOld} name="password" rules={[{ required: true, message: t.passwordOldMissing }]}>
        <PasswordInput size="middle" autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        label={t.passwordNew}
        name="new_password"
        extra={t.passwordNewHelp}
        validateTrigger="onBlur"
        rules={passwordRules(rules, t.passwordNewMissing)}
      >
        <PasswordInput size="middle" autoComplete="new-password" />
      </Form.Item>
    </SettingDialog>
  )
}

export function SettingPassword() {
  const t = useWords(settingWords)
  const [asking, setAsking] = useState(false)
  const { data: ways } = useQuery(read(api.user.outside, {}))
  if (ways?.has_password === '0') return <SettingFirstPassword isFresh={ways.is_fresh === '1'} />
  const button = (
    <button type="button" className="btn" aria-label={t.passwordTitle} onClick={() => setAsking(true)}>
      {t.passwordChange}
    </button>
  )
  return (
    <SettingRow title={t.password} end={button}>
      <p>{t.passwordText}</p>
      {asking && <PasswordDialog onClose={() => setAsking(false)} />}
    </SettingRow>
  )
}
