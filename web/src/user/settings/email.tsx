import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { type Account, useBoot } from '../../lib/boot.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'
import { ErrorLine } from '../error-line.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

const stateOf = ({ email, email_verify }: Account) => (email === '' ? 'unbound' : email_verify === '1' ? 'verified' : 'unverified')
const colours = { unbound: '', unverified: 'warn', verified: 'ok' }

/** The mail that verifies the address once more; where the server sends none, that is said instead. */
function SendAgain({ email }: { email: string }) {
  const t = useWords(settingWords)
  const letter = useMutation(write(api.user.sendVerifyMail))
  return (
    <>
      <button
        type="button"
        className="btn s"
        disabled={letter.isPending}
        onClick={() => letter.mutate({}, { onSuccess: () => toast(t.sent(email)) })}
      >
        {t.sendAgain}
      </button>
      <ErrorLine text={letter.error?.message ?? ''} />
    </>
  )
}

/** SPEC 4: unbound, unverified, verified. */
export function SettingEmail({ account }: { account: Account }) {
  const t = useWords(settingWords)
  const { mail } = useBoot()
  const [asking, setAsking] = useState(false)
  const state = stateOf(account)
  const action = account.email ? t.modify : t.bind
  const button = (
    <button type="button" className="btn" aria-label={account.email ? t.modifyTitle : undefined} onClick={() => setAsking(true)}>
      {action}
    </button>
  )
  return (
    <SettingRow title={t.email} tag={<span className={`tag ${colours[state]}`}>{t[state]}</span>} end={button}>
      {account.email && <p className="personal-address">{account.email}</p>}
      <p>{mail ? t[`${state}Text`] : state === 'verified' ? t.verifiedNoMail : t.noMail}</p>
      {state === 'unverified' && mail && <SendAgain key={account.email} email={account.email} />}
      {asking && <EmailDialog account={account} onClose={() => setAsking(false)} />}
    </SettingRow>
  )
}
