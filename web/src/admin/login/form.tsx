import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { SecretInput } from '../fields/secret-input.tsx'
import { loginWords } from './settings.words.ts'

interface FieldProps {
  name: string
  label: string
  help?: string
  /** Only looked at while the switch is on: what is not finished may be saved switched off. */
  required?: boolean
  /** Not needed once this other field is filled in. */
  unless?: string
  secret?: boolean
  width?: number
}

/** One line of an outside login's form. */
export function LoginField({ name, label, help, required = false, unless, secret = false, width }: FieldProps) {
  const t = useWords(loginWords)
  return (
    <Form.Item
      name={['form', name]}
      label={label}
      {...(help ? { extra: help } : {})}
      required={required}
      rules={[
        ({ getFieldValue }) => ({
          async validator(_rule, value: string | undefined) {
            const isSpared = unless !== undefined && Boolean((getFieldValue(['form', unless]) as string | undefined)?.trim())
            if (required && !isSpared && getFieldValue('open') === true && !value?.trim()) throw new Error(t.missing)
          },
        }),
      ]}
      validateTrigger="onSubmit"
    >
      {secret ? (
        <SecretInput />
      ) : (
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={1000} {...(width ? { style: { width } } : {})} />
      )}
    </Form.Item>
  )
}

export interface LoginFields {
  open: boolean
  form: Record<string, string>
}

interface Props {
  name: string
  initial: LoginFields
  busy: boolean
  savedAt: number
  error: Error | null
  onSave: (fields: LoginFields) => void
  children: ReactNode
}

/** The settings of one way in, saved as one. */
export function LoginForm({ name, initial, busy, savedAt, error, onSave, children }: Props) {
  const t = useWords(loginWords)
  return (
    <Form<LoginFields>
      name={name}
      className="adm-form"
      layout="vertical"
      initialValues={initial}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={(fields) => !busy && onSave(fields)}
    >
      {children}
      {error && (
        <p className="line-note bad" role="alert">
          {error.message}
        </p>
      )}
      <SaveBar savedAt={savedAt} isBusy={busy} save={t.save} saving={t.saving} isLostByTab />
    </Form>
  )
}
