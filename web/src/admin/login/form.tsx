import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { type Check, Form, useForm } from '../../ui/forms/form.tsx'
import { FormText } from '../../ui/forms/form-fields.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { SecretField } from '../fields.tsx'
import { loginWords } from './settings.words.ts'

interface FieldProps {
  name: string
  label: string
  help?: string
  /** Checked only while the switch is on: incomplete settings can be saved switched off. */
  required?: boolean
  /** Name of a field that, when filled in, makes this one optional. */
  unless?: string
  secret?: boolean
  short?: boolean
}

/** One field in the form of an external login method. */
export function LoginField({ name, label, help, required = false, unless, secret = false, short = false }: FieldProps) {
  const t = useWords(loginWords)
  const check: Check = (value, values) => {
    const isSpared = unless !== undefined && Boolean(values[unless]?.trim())
    return required && !isSpared && values['open'] === '1' && !value.trim() ? t.missing : undefined
  }
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
  initial: Fields
  save: { busy: boolean; savedAt: number; error: Error | null }
  onSave: (fields: Fields) => unknown
  children: ReactNode
}

/** The settings form of one login method. */
export function LoginForm<Fields extends LoginFields>({ initial, save, onSave, children }: Props<Fields>) {
  const t = useWords(loginWords)
  const form = useForm(initial)
  return (
    <Form form={form} className="adm-form" onSubmit={onSave}>
      {children}
      {save.error && (
        <p className="line-note bad" role="alert">
          {save.error.message}
        </p>
      )}
      <SaveBar savedAt={save.savedAt} isBusy={save.busy} save={t.save} saving={t.saving} isLostByTab />
    </Form>
  )
}
