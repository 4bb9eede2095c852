import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import type { Check } from '../../ui/forms/form.tsx'
import { FormText } from '../../ui/forms/form-fields.tsx'
import { Settings } from '../../ui/settings/reminder.tsx'
import { SettingsForm } from '../../ui/settings/settings-form.tsx'
import { maskedSecrets, SecretField } from '../fields.tsx'
import { loginWords } from './settings.words.ts'

interface FieldProps {
  name: string
  label: string
  help?: string
  /** Checked only while the switch is on: incomplete settings can be saved switched off. */
  required?: boolean
  secret?: boolean
  short?: boolean
}

/** One field in the form of an external login method. */
export function LoginField({ name, label, help, required = false, secret = false, short = false }: FieldProps) {
  const t = useWords(loginWords)
  const check: Check = (value, values) => (required && values['open'] === '1' && !value.trim() ? t.missing : undefined)
  if (secret) return <SecretField name={name} label={label} optional={!required} check={check} />
  return (
    <div className={short ? 'adm-count' : undefined}>
      <FormText
        name={name}
        label={label}
        help={help}
        optional={!required}
        check={check}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1000}
      />
    </div>
  )
}

type LoginFields = Record<string, string> & { open: string }

interface Props<Fields extends LoginFields> {
  name: string
  stored: Fields
  reload: () => Promise<Fields>
  onSave: (fields: Fields) => Promise<unknown>
  call: { path: string }
  /** The field with the secret. */
  secret: keyof Fields
  children: ReactNode
}

/** The settings of one login method. They are sent as a whole, because the server checks them together. */
export function LoginForm<Fields extends LoginFields>({ onSave, secret, children, ...settings }: Props<Fields>) {
  return (
    <Settings>
      <SettingsForm {...settings} onSave={(_changes, fields) => onSave(fields)} shownAfter={maskedSecrets([secret])} isLostByTab>
        {children}
      </SettingsForm>
    </Settings>
  )
}
