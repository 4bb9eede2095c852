import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { type Account, useBoot } from '../../lib/boot.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount } from '../../session/session.ts'
import { useOwnProof } from '../../ui/confirm/own-proof.ts'
import { requiredUntrimmed } from '../../ui/forms/form.tsx'
import { FormPassword } from '../../ui/forms/form-fields.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { EmailField } from '../email-field.tsx'
import { ErrorLine } from '../error-line.tsx'
import { SettingDialog, SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

const empty = { email: '', password: '' }

/** Sets or changes the address; requires the password, or another proof of an account without one. */
function EmailDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(settingWords)
  const { mail } = useBoot()
  const update = useSend(api.user.updateEmail)
  const { hasField, confirmed, dialog } = useOwnProof()
  const bound = account.email !== ''

  const send = async (fields: typeof empty) => {
    const email = fields.email.trim()
    await confirmed(() => update.send({ email, password: hasField ? fields.password : '' }))
    setAccount({ ...account, email, email_verify: '0' })
    toast(t.modified, 'ok', { detail: mail ? t.sent(email) : undefined })
  }
  return (
    <>
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
        {hasField && (
          <FormPassword
            name="password"
            label={t.ownPassword}
            check={requiredUntrimmed(t.ownPasswordMissing)}
            autoComplete="current-password"
          />
        )}
      </SettingDialog>
      {dialog}
    </>
  )
}

const stateOf = ({ email, email_verify }: Account) => (email === '' ? 'unbound' : email_verify === '1' ? 'verified' : 'unverified')
const colours = { unbound: '', unverified: 'warn', verified: 'ok' }

/** Sends the verification mail again, or shows why the server cannot. */
function SendAgain({ email }: { email: string }) {
  const t = useWords(settingWords)
  const sendMail = useSend(api.user.sendVerifyMail, { done: t.sent(email) })
  return (
    <>
      <button type="button" className="btn small" disabled={sendMail.busy} onClick={() => void sendMail.send({})}>
        {t.sendAgain}
      </button>
      <ErrorLine text={sendMail.error?.message ?? ''} />
    </>
  )
}

/** SPEC 4: unbound, unverified, verified. */
export function SettingEmail({ account }: { account: Account }) {
  const t = useWords(settingWords)
  const { mail } = useBoot()
  const [open, setOpen] = useState(false)
  const state = stateOf(account)
  const action = account.email ? t.modify : t.bind
  // Without mail no new address can be verified. A stored one can still be corrected.
  const button = (mail || account.email !== '') && (
    <button type="button" className="btn" aria-label={account.email ? t.modifyTitle : undefined} onClick={() => setOpen(true)}>
      {action}
    </button>
  )
  return (
    <SettingRow title={t.email} tag={<span className={`tag ${colours[state]}`}>{t[state]}</span>} end={button}>
      {account.email && <p className="personal-address">{account.email}</p>}
      <p>{mail ? t[`${state}Text`] : state === 'verified' ? t.verifiedNoMail : t.noMail}</p>
      {state === 'unverified' && mail && <SendAgain key={account.email} email={account.email} />}
      {open && <EmailDialog account={account} onClose={() => setOpen(false)} />}
    </SettingRow>
  )
}
