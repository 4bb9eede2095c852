import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useConfirmed } from '../../ui/confirm/confirmed.tsx'
import { FormRadios, FormSwitch } from '../../ui/forms/form-fields.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { Block } from '../../ui/settings/block.tsx'
import { Settings } from '../../ui/settings/reminder.tsx'
import { SettingsForm } from '../../ui/settings/settings-form.tsx'
import { CountField } from '../fields.tsx'
import { signInWords } from './sign-in.words.ts'

type SignIn = Answer<'adminSetting', 'loadSignIn'>

const load = () => api.adminSetting.loadSignIn({})
const stepOf = ({ mfa_require, mfa_grace_days, mfa_outside, mfa_passkey_only, trust_days }: SignIn) => ({
  mfa_require,
  mfa_grace_days,
  mfa_outside,
  mfa_passkey_only,
  trust_days,
})
const sessionsOf = ({ session_idle_days, session_days, provider_logout }: SignIn) => ({ session_idle_days, session_days, provider_logout })

/** What the site asks for when people sign in, and how long sessions last. */
export function SignInSettings() {
  const t = useWords(signInWords)
  const config = useQuery({ ...read(api.adminSetting.loadSignIn, {}), gcTime: 0, staleTime: 0 })
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      {config.data ? (
        <Settings>
          <StepForm config={config.data} />
          <SessionsForm config={config.data} />
        </Settings>
      ) : config.error ? (
        <ErrorNote title={t.failed} error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </>
  )
}

interface FormProps<F extends Record<string, string>> {
  title: string
  about: string
  config: SignIn
  select: (config: SignIn) => F
  children: ReactNode
}

/** Some of the settings with their own button. Saving them requires a confirmed session. */
function SignInForm<F extends Record<string, string>>({ title, about, config, select, children }: FormProps<F>) {
  const [confirmed, question] = useConfirmed()
  return (
    <>
      <SettingsForm
        name={title}
        stored={select(config)}
        reload={() => load().then(select)}
        onSave={(changes) => confirmed(() => api.adminSetting.saveSignIn(changes))}
        call={api.adminSetting.saveSignIn}
        isLostByTab
      >
        <Block title={title} about={about}>
          {children}
        </Block>
      </SettingsForm>
      {question}
    </>
  )
}

function StepForm({ config }: { config: SignIn }) {
  const t = useWords(signInWords)
  const language = useLanguage()
  const { admins, admins_ready, people, people_ready, is_ready, mfa_require, required_from } = config
  const ready = (count: string, all: string) => t.ready(Number(count), Number(all))
  return (
    <SignInForm title={t.step} about={t.stepAbout} config={config} select={stepOf}>
      {!is_ready && (
        <p className="line-note adm-not-ready">
          <span>
            {t.notReady} <Link to={paths.security()}>{t.setUp}</Link>
          </span>
        </p>
      )}
      <FormRadios
        name="mfa_require"
        label={t.require}
        stacked
        options={[
          { value: '0', label: t.none, help: t.noneHelp },
          { value: '1', label: t.admins, help: ready(admins_ready, admins) },
          { value: '2', label: t.everyone, help: ready(people_ready, people) },
        ]}
        {...(mfa_require !== '0' && { help: t.from(longDate(Number(required_from), language)) })}
      />
      <CountField name="mfa_grace_days" label={t.grace} help={t.graceHelp} from={0} to={90} />
      <FormSwitch name="mfa_passkey_only" label={t.passkeyOnly} help={<PasskeyHelp config={config} />} />
      <FormSwitch name="mfa_outside" label={t.outside} help={t.outsideHelp} />
      <CountField name="trust_days" label={t.trust} help={t.trustHelp} from={0} to={90} />
    </SignInForm>
  )
}

/** What the switch does, and what is missing before it can be used. */
function PasskeyHelp({ config }: { config: SignIn }) {
  const t = useWords(signInWords)
  const language = useLanguage()
  const { admins, admins_passkey, has_passkey_address, has_own_passkey, passkey_from } = config
  const has = t.havePasskey(Number(admins_passkey), Number(admins))
  if (!has_passkey_address) return <>{[t.passkeyOnlyHelp, t.passkeyAddress].join(' ')}</>
  if (!has_own_passkey)
    return (
      <>
        {[t.passkeyOnlyHelp, has, t.noOwnPasskey].join(' ')} <Link to={paths.security()}>{t.addPasskey}</Link>
      </>
    )
  return <>{[t.passkeyOnlyHelp, has, passkey_from !== '0' && t.from(longDate(Number(passkey_from), language))].filter(Boolean).join(' ')}</>
}

function SessionsForm({ config }: { config: SignIn }) {
  const t = useWords(signInWords)
  return (
    <SignInForm title={t.sessions} about={t.sessionsAbout} config={config} select={sessionsOf}>
      <CountField name="session_idle_days" label={t.idle} help={t.idleHelp} from={1} to={30} />
      <CountField name="session_days" label={t.longest} help={t.longestHelp} from={1} to={90} />
      <FormSwitch name="provider_logout" label={t.leave} help={t.leaveHelp} />
    </SignInForm>
  )
}
