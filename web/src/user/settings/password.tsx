import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { given } from '../../ui/forms/form.tsx'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { entranceWords } from '../entrance.words.ts'
import { chosenPassword } from '../password-rules.ts'
import { SettingDialog } from './dialog.tsx'
import { SettingFirstPassword } from './first-password.tsx'
import { SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

const empty = { password: '', new_password: '' }

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(settingWords)
  const rules = useWords(entranceWords)
  const change = async (fields: typeof empty) => {
    await api.user.resetPassword(fields)
    toast(t.modified, 'ok', { detail: t.passwordDone })
  }
  return (
    <SettingDialog name="password" title={t.passwordTitle} action={t.passwordDo} initial={empty} onSend={change} onClose={onClose}>
      <FormPassword name="password" label={t.passwordOld} check={given(t.passwordOldMissing)} autoComplete="current-password" />
      <FormPassword
        name="new_password"
        label={t.passwordNew}
        help={t.passwordNewHelp}
        check={chosenPassword(rules, t.passwordNewMissing)}
        checkOnBlur
        autoComplete="new-password"
      />
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
