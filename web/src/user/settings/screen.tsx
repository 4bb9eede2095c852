import './setting.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount, useAccount } from '../../session/session.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { SettingChoices } from './choices.tsx'
import { SettingEmail } from './email.tsx'
import { SettingIdentities } from './outside.tsx'
import { SettingPassword } from './password.tsx'
import { SettingProfile } from './profile.tsx'
import { settingWords } from './setting.words.ts'

/** /user/setting: the account of whoever sits here. An address may be verified in another window; the way back shows it. */
export function SettingScreen() {
  const t = useWords(settingWords)
  const account = useAccount()
  const { data: fresh } = useQuery({
    ...read(api.user.info, {}),
    enabled: account !== null,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (fresh) setAccount(fresh)
  }, [fresh])

  if (!account) return <Navigate to={paths.login(paths.setting())} replace />
  return (
    <Screen title={t.title}>
      <div className="screen personal">
        <div className="screen-head">
          <h1>{t.title}</h1>
        </div>
        <section className="personal-part" aria-labelledby="profile-part">
          <h2 id="profile-part">{t.profile}</h2>
          <SettingProfile account={account} />
        </section>
        <section className="personal-part" aria-labelledby="signing-in-part">
          <h2 id="signing-in-part">{t.signingIn}</h2>
          <SettingEmail account={account} />
          <SettingPassword />
          <SettingIdentities />
        </section>
        <section className="personal-part" aria-labelledby="reading-part">
          <h2 id="reading-part">{t.reading}</h2>
          <SettingChoices />
        </section>
      </div>
    </Screen>
  )
}
