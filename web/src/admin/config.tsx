import type { Answer } from '@sheaf/contract/client'
import type { ReactNode } from 'react'
import { api } from '../lib/api.ts'
import { useSend } from '../ui/send.ts'
import { Block, SavedSwitch } from '../ui/settings/block.tsx'
import { SettingsForm } from '../ui/settings/settings-form.tsx'

/** The settings of the site. The server keeps the settings that a save does not name. */
export type Config = Answer<'adminSetting', 'loadConfig'>

interface FormProps<F extends Record<string, string>> {
  title: string
  about: string
  stored: F
  /** The values of this form among all settings. */
  select: (config: Config) => F
  /** The changes in the form of the call, if they differ from the values of the form. */
  toSend?: (changes: Partial<F>, all: F) => Parameters<typeof api.adminSetting.saveConfig>[0]
  shownAfter?: (values: F) => F
  children: ReactNode
  /** Blocks below. */
  below?: ReactNode
}

/** Some settings of the site with their own button. */
export function ConfigForm<F extends Record<string, string>>(props: FormProps<F>) {
  const { title, about, stored, select, toSend = (changes) => changes, shownAfter, children, below } = props
  return (
    <SettingsForm
      name={title}
      stored={stored}
      reload={() => api.adminSetting.loadConfig({}).then(select)}
      onSave={(changes, all) => api.adminSetting.saveConfig(toSend(changes, all))}
      call={api.adminSetting.saveConfig}
      {...(shownAfter && { shownAfter })}
      isLostByTab
    >
      <Block title={title} about={about}>
        {children}
      </Block>
      {below}
    </SettingsForm>
  )
}

interface SwitchProps {
  config: Config
  name:
    | 'register_open'
    | 'ext_register_open'
    | 'login_secret_md5'
    | 'oauth_register'
    | 'oauth_documents'
    | 'webhook_on'
    | 'ask_access'
    | 'mail_content'
  label: string
  help: string
}

/** A switch that is saved at once. After a refusal it shows the old value again. */
export function ConfigSwitch({ config, name, ...words }: SwitchProps) {
  const save = useSend(api.adminSetting.saveConfig, { failed: true, queue: `switch ${name}` })
  /* The new value is shown until the server answers. */
  const on = (save.input?.[name] ?? config[name]) === '1'
  return <SavedSwitch {...words} on={on} saved={save.isDone} onChange={(next) => void save.send({ [name]: next ? '1' : '0' })} />
}
