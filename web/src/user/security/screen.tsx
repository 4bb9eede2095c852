import './security.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths, safeRedirect } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { mustEnrol, setEnrolling, useAccount, useLogout } from '../../session/session.ts'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { AuthLayout } from '../entrance.tsx'
import { PersonalFrame } from '../settings/frame.tsx'
import { useDestination } from '../sign-in.ts'
import { SettingIdentities } from './identities.tsx'
import { Methods } from './methods.tsx'
import { SettingPassword } from './password.tsx'
import { SecuritySection } from './row.tsx'
import { securityWords } from './security.words.ts'
import { RowsWaiting, Sessions } from './sessions.tsx'
import { useSetup } from './setup.tsx'
import { StateCard } from './state-card.tsx'

/** The site requires a second step since some time, and the account has none. */
const isOverdue = ({ is_required, required_from, methods }: Answer<'secondStep', 'info'>) =>
  is_required && methods.length === 0 && Number(required_from) * 1000 <= Date.now()

/** /user/security: the second step, the sessions and the accounts to sign in with. */
export function SecurityScreen() {
  const t = useWords(securityWords)
  const account = useAccount()
  const info = useQuery({ ...read(api.secondStep.info, {}), refetchOnMount: 'always', enabled: account !== null })
  /* Until the person has kept the recovery codes, although the account has a second step by then. */
  const [isRequired, setRequired] = useState(mustEnrol)
  if (!account) return <Navigate to={paths.login(paths.security())} replace />
  if (info.data && !isRequired && isOverdue(info.data)) setRequired(true)
  if (isRequired) return <RequiredSetup />
  return (
    <PersonalFrame account={account} part="security" title={t.title}>
      <div className="secure-list">
        <PageHead title={t.title} about={t.about} />
        {info.data ? (
          <>
            <StateCard info={info.data} />
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
function RequiredSetup() {
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
  return (
    <AuthLayout title={t.mustTitle} lead={t.mustText}>
      <button type="button" className="btn primary large wide" disabled={setup.busy} onClick={setup.begin}>
        {t.mustDo}
      </button>
      <p className="help aside">
        <button type="button" onClick={() => void logout()}>
          {signOut}
        </button>
      </p>
      {setup.dialogs}
    </AuthLayout>
  )
}
