import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { entranceWords } from '../entrance.words.ts'
import { outsideWords } from '../link/outside.words.ts'
import { chosenPassword } from '../password-rules.ts'
import { SettingDialog } from './dialog.tsx'
import { SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

/** For an account that an outside login made: it has no password until one is set. */
export function SettingFirstPassword({ isFresh }: { isFresh: boolean }) {
  const t = useWords(outsideWords)
  const own = useWords(settingWords)
  const [asking, setAsking] = useState(false)
  const button = (
    <button type="button" className="btn" aria-label={t.firstTitle} disabled={!isFresh} onClick={() => setAsking(true)}>
      {t.first}
    </button>
  )
  return (
    <SettingRow title={own.password} end={button}>
      <p>{t.firstText}</p>
      {!isFresh && <p>{t.firstLater}</p>}
      {asking && <FirstDialog onClose={() => setAsking(false)} />}
    </SettingRow>
  )
}

function FirstDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(outsideWords)
  const own = useWords(settingWords)
  const rules = useWords(entranceWords)
  const set = useMutation(write(api.user.setFirstPassword))
  const send = async (fields: { new_password: string }) => {
    await set.mutateAsync(fields)
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
