import './security.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { shortDay } from '../../lib/format.ts'
import { Redirect, useNavigate } from '../../lib/navigation/provider.tsx'
import { paths, safeRedirect } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { mustEnrol, setEnrolling, useAccount, useLogout } from '../../session/session.ts'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { AuthLayout } from '../entrance.tsx'
import { daysUntil } from '../second-step/reminder.tsx'
import { PersonalFrame } from '../settings/frame.tsx'
import { useDestination } from '../sign-in.ts'
import { SettingIdentities } from './identities.tsx'
import { Methods } from './methods.tsx'
import { useAddPasskey } from './passkey-setup.tsx'
import { Passkeys, useHindrance } from './passkeys.tsx'
import { SettingPassword } from './password.tsx'
import { SecuritySection } from './row.tsx'
import { securityWords } from './security.words.ts'
import { RowsWaiting, Sessions } from './sessions.tsx'
import { useSetup } from './setup.tsx'

const isPast = (seconds: string) => Number(seconds) * 1000 <= Date.now()

/** The site requires a passkey of this account since some time, and there is none. */
const lacksPasskey = ({ passkey_from, methods }: Answer<'secondStep', 'info'>) =>
  passkey_from !== '0' && !methods.includes('passkey') && isPast(passkey_from)

/** The site requires a second step since some time, and the account lacks it. */
const isOverdue = (info: Answer<'secondStep', 'info'>) =>
  lacksPasskey(info) || (info.is_required && info.methods.length === 0 && isPast(info.required_from))

/** Whether the account has a second step, and what the site requires. */
function StateCard({ info }: { info: Answer<'secondStep', 'info'> }) {
  const t = useWords(securityWords)
  const language = useLanguage()
  const from = Number(info.required_from)
  const isFuture = from * 1000 > Date.now()
  const isOn = info.methods.length > 0
  const day = shortDay(from, language)
  const hasPasskey = info.methods.includes('passkey')
  const onText = !hasPasskey ? t.isOnText : info.methods.includes('totp') ? t.isOnBoth : t.isOnPasskey
  const needed = info.passkey_from === '0' || hasPasskey ? '' : t.needsPasskey(shortDay(Number(info.passkey_from), language))
  const required = !info.is_required ? '' : isFuture ? t.requiresFrom(day) : t.requires
  const isDue = info.is_required && !isOn
  const Icon = isOn ? ShieldCheck : isDue ? ShieldAlert : ShieldOff
  return (
    <section className="secure-state">
      <span className={isOn ? 'secure-mark ok' : isDue ? 'secure-mark warn' : 'secure-mark'}>
        <Icon className="i" aria-hidden="true" />
      </span>
      <div className="grow">
        <h2>{isOn ? t.isOn : isDue && isFuture ? t.dueTitle(day) : t.isOff}</h2>
        <p>
          {isOn
            ? [onText, needed || required].filter(Boolean).join(' ')
            : isDue && isFuture
              ? t.dueText(daysUntil(from))
              : [t.isOffText, required].filter(Boolean).join(' ')}
        </p>
      </div>
    </section>
  )
}

/** /user/security: the second step, the sessions and the accounts to sign in with. */
export function SecurityScreen() {
  const t = useWords(securityWords)
  const account = useAccount()
  const info = useQuery({ ...read(api.secondStep.info, {}), refetchOnMount: 'always', enabled: account !== null })
  /* Until the person has kept the recovery codes, although the account has a second step by then. */
  const [isRequired, setRequired] = useState(mustEnrol)
  if (!account) return <Redirect to={paths.login(paths.security())} />
  if (info.data && !isRequired && isOverdue(info.data)) setRequired(true)
  if (isRequired) return info.isPending ? null : <RequiredSetup info={info.data} />
  return (
    <PersonalFrame account={account} part="security" title={t.title}>
      <div className="secure-list">
        <PageHead title={t.title} about={t.about} />
        {info.data ? (
          <>
            <StateCard info={info.data} />
            <Passkeys info={info.data} />
            <Methods info={info.data} />
          </>
        ) : info.error ? (
          <ErrorNote title={t.failed} error={info.error} onRetry={() => void info.refetch()} />
        ) : (
          <Waiting />
        )}
        <Sessions />
        <SecuritySection title={t.elsewhere}>
          <SettingPassword />
          <SettingIdentities />
        </SecuritySection>
      </div>
    </PersonalFrame>
  )
}

function Waiting() {
  const t = useWords(securityWords)
  return (
    <>
      <Skeleton>
        <Bone height={78} />
      </Skeleton>
      <SecuritySection title={t.methods}>
        <RowsWaiting rows={2} />
      </SecuritySection>
    </>
  )
}

/** The setup alone, while the account can do nothing else. */
function RequiredSetup({ info }: { info: Answer<'secondStep', 'info'> | undefined }) {
  const t = useWords(securityWords)
  const { signOut } = useWords(uiWords)
  const logout = useLogout()
  const go = useNavigate()
  const { redirect } = useDestination()
  const goOn = () => {
    setEnrolling(false)
    go(safeRedirect(redirect))
  }
  const setup = useSetup({ onDone: goOn })
  const adding = useAddPasskey({ isFirst: info?.methods.length === 0, onDone: goOn })
  /* Until the person has kept the recovery codes, although there is a passkey by then. */
  const [isPasskeyOnly] = useState(info !== undefined && lacksPasskey(info))
  const hindrance = useHindrance(info?.has_passkey_address ?? false)
  return (
    <AuthLayout title={isPasskeyOnly ? t.mustPasskeyTitle : t.mustTitle} lead={isPasskeyOnly ? t.mustPasskeyText : t.mustText}>
      <div className="entrance-ways">
        {!isPasskeyOnly && (
          <button type="button" className="btn primary large wide" disabled={setup.busy} onClick={setup.begin}>
            {t.mustDo}
          </button>
        )}
        {(isPasskeyOnly || !hindrance) && (
          <button
            type="button"
            className={isPasskeyOnly ? 'btn primary large wide' : 'btn large wide'}
            disabled={adding.busy || hindrance !== ''}
            onClick={adding.begin}
          >
            {t.mustPasskey}
          </button>
        )}
      </div>
      {isPasskeyOnly && hindrance && <p className="line-note">{hindrance}</p>}
      <p className="help aside">
        <button type="button" onClick={() => void logout()}>
          {signOut}
        </button>
      </p>
      {setup.dialogs}
      {adding.dialogs}
    </AuthLayout>
  )
}
