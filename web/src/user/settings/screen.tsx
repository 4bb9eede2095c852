import { codes, factsOf } from '@sheaf/contract/languages'
import './setting.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import type { Account, Theme } from '../../lib/boot.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { chooseLanguage, chooseTheme } from '../../lib/preferences.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { setAccount, useAccount } from '../../session/session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FormText } from '../../ui/forms/form-fields.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Block } from '../../ui/settings/block.tsx'
import { Settings } from '../../ui/settings/reminder.tsx'
import { SettingsForm } from '../../ui/settings/settings-form.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { SettingEmail } from './email.tsx'
import { PersonalFrame } from './frame.tsx'
import { SettingRow } from './row.tsx'
import { settingWords } from './setting.words.ts'

/** The limit of the server. */
const NAME_MAX_LENGTH = 100

/** The user name, read-only, and the name. */
function SettingProfile({ account }: { account: Account }) {
  const t = useWords(settingWords)
  const save = async ({ name = '' }: { name?: string }) => {
    await api.user.updateInfo({ name: name.trim() })
    setAccount({ ...account, name: name.trim() })
  }
  return (
    <SettingsForm
      name={t.profile}
      stored={{ name: account.name }}
      reload={async () => ({ name: (await api.user.info({})).name })}
      onSave={save}
      call={api.user.updateInfo}
      shownAfter={({ name }) => ({ name: name.trim() })}
      done={t.modified}
    >
      <Block title={t.profile} about={t.profileAbout}>
        <Field label={t.username} help={t.usernameHelp} value={account.username} readOnly autoComplete="username" />
        <FormText name="name" label={t.name} help={t.nameHelp} maxLength={NAME_MAX_LENGTH} autoComplete="name" />
      </Block>
    </SettingsForm>
  )
}

const themes = ['light', 'dark', 'system'] as const satisfies Theme[]

/** The top bar can change the theme too, so both read it from the document. */
function followTheme(notify: () => void) {
  const watch = new MutationObserver(notify)
  watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => watch.disconnect()
}
const chosenTheme = () => document.documentElement.dataset['theme'] ?? 'system'

/** Language and theme of this reader. */
function SettingChoices() {
  const t = useWords(settingWords)
  const ui = useWords(uiWords)
  const language = useLanguage()
  const theme = useSyncExternalStore(followTheme, chosenTheme, () => 'system')
  const languageChoice = (
    <fieldset className="seg" aria-label={t.language}>
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={language === code}
          onClick={() => language !== code && chooseLanguage(code)}
        >
          {factsOf(code).name}
        </button>
      ))}
    </fieldset>
  )
  const themeChoice = (
    <fieldset className="seg" aria-label={t.theme}>
      {themes.map((choice) => (
        <button key={choice} type="button" aria-pressed={theme === choice} onClick={() => chooseTheme(choice)}>
          {ui[choice]}
        </button>
      ))}
    </fieldset>
  )
  return (
    <>
      <SettingRow title={t.language} end={languageChoice}>
        <p>{t.languageText}</p>
      </SettingRow>
      <SettingRow title={t.theme} end={themeChoice}>
        <p>{t.themeText}</p>
      </SettingRow>
    </>
  )
}

/** /user/setting: the settings of the current user. Refetches on focus, because the address can be verified in another window. */
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

  if (!account) return <Redirect to={paths.login(paths.setting())} />
  return (
    <PersonalFrame account={account} part="profile" title={t.title}>
      <PageHead title={t.title} />
      <Settings>
        <SettingProfile account={account} />
        <Block
          title={t.signingIn}
          about={
            <>
              {t.signingInAbout} <Link to={paths.security()}>{t.toSecurity}</Link>
            </>
          }
        >
          <SettingEmail account={account} />
        </Block>
        <Block title={t.reading} about={t.readingAbout}>
          <SettingChoices />
        </Block>
      </Settings>
    </PersonalFrame>
  )
}
