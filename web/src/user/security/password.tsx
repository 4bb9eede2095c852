import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { requiredUntrimmed } from '../../ui/forms/form.tsx'
import { FormPassword, FormSwitch } from '../../ui/forms/form-fields.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { authWords } from '../entrance.words.ts'
import { externalLoginWords } from '../link/outside.words.ts'
import { chosenPassword } from '../password-rules.ts'
import { SettingDialog } from '../settings/row.tsx'
import { settingWords } from '../settings/setting.words.ts'
import { SecurityRow } from './row.tsx'

/** For an account created by an external login: it has no password until the user sets one. */
function SettingFirstPassword({ isFresh }: { isFresh: boolean }) {
  const t = useWords(externalLoginWords)
  const own = useWords(settingWords)
  const [open, setOpen] = useState(false)
  const button = (
    <button type="button" className="btn small" aria-label={t.firstTitle} disabled={!isFresh} onClick={() => setOpen(true)}>
      {t.first}
    </button>
  )
  return (
    <SecurityRow icon={Lock} title={own.password} end={button}>
      <p>{t.firstText}</p>
      {!isFresh && <p>{t.firstLater}</p>}
      {open && <FirstDialog onClose={() => setOpen(false)} />}
    </SecurityRow>
  )
}

function FirstDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(externalLoginWords)
  const own = useWords(settingWords)
  const rules = useWords(authWords)
  const set = useSend(api.user.setFirstPassword)
  const send = async (fields: { new_password: string }) => {
    await set.send(fields)
    toast(own.modified, 'ok', { detail: t.firstDone })
  }
  return (
    <SettingDialog name="first" title={t.firstTitle} action={t.firstDo} initial={{ new_password: '' }} onSend={send} onClose={onClose}>
      <FormPassword
        name="new_password"
        label={own.passwordNew}
        help={own.passwordNewHelp}
        check={chosenPassword(rules, own.passwordNewMissing)}
        checkOnBlur
        autoComplete="new-password"
        autoFocus
      />
    </SettingDialog>
  )
}

const empty = { password: '', new_password: '', end_tokens: '0' }

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(settingWords)
  const rules = useWords(authWords)
  const change = async (fields: typeof empty) => {
    await api.user.resetPassword(fields)
    toast(t.modified, 'ok', { detail: t.passwordDone })
  }
  return (
    <SettingDialog name="password" title={t.passwordTitle} action={t.passwordDo} initial={empty} onSend={change} onClose={onClose}>
      <FormPassword name="password" label={t.passwordOld} check={requiredUntrimmed(t.passwordOldMissing)} autoComplete="current-password" />
      <FormPassword
        name="new_password"
        label={t.passwordNew}
        help={t.passwordNewHelp}
        check={chosenPassword(rules, t.passwordNewMissing)}
        checkOnBlur
        autoComplete="new-password"
      />
      <FormSwitch name="end_tokens" label={t.passwordEndTokens} help={t.passwordEndTokensHelp} />
    </SettingDialog>
  )
}

export function SettingPassword() {
  const t = useWords(settingWords)
  const [open, setOpen] = useState(false)
  const { data: outside } = useQuery(read(api.user.outside, {}))
  if (outside?.has_password === '0') return <SettingFirstPassword isFresh={outside.is_fresh === '1'} />
  const button = (
    <button type="button" className="btn small" aria-label={t.passwordTitle} onClick={() => setOpen(true)}>
      {t.passwordChange}
    </button>
  )
  return (
    <SecurityRow icon={Lock} title={t.password} end={button}>
      <p>{t.passwordText}</p>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </SecurityRow>
  )
}
