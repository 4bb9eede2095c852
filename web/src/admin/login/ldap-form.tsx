import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminField } from '../fields/field.tsx'
import { SwitchField } from '../fields/switch-field.tsx'
import { Trial } from '../fields/trial.tsx'
import { RegisterField } from '../settings/register-field.tsx'
import { LoginField, LoginForm } from './form.tsx'
import { LdapLinking } from './ldap-linking.tsx'
import { loginWords } from './settings.words.ts'

/** Reads the directory, and signs somebody in if asked to. */
function LdapTrial() {
  const t = useWords(loginWords)
  const form = Form.useFormInstance()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const run = async () => {
    const ldap_form = JSON.stringify(form.getFieldValue('form'))
    const found = await api.adminSetting.testLdap({ ldap_form, username: username.trim(), password })
    return [t.trialPeople(found.people), found.username && t.trialPerson(found.username, found.name, found.email)].filter(Boolean).join(' ')
  }
  return (
    <Trial about={t.trialLdap} onTry={run}>
      <div className="adm-pair">
        <AdminField label={t.trialUser} value={username} maxLength={255} onChange={(event) => setUsername(event.target.value)} />
        <AdminField
          label={t.trialPassword}
          type="password"
          autoComplete="new-password"
          value={password}
          maxLength={1000}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
    </Trial>
  )
}

/** People are looked up in a directory of the house. */
export function LdapForm() {
  const t = useWords(loginWords)
  const config = useQuery({ ...read(api.adminSetting.loadLdapConfig, {}), gcTime: 0, staleTime: 0 })
  const save = useMutation({ ...write(api.adminSetting.saveLdapConfig), onSuccess: () => toast(t.saved) })
  if (!config.data)
    return config.error ? <ErrorNote title={t.failed} error={config.error} onRetry={() => void config.refetch()} /> : <Skeleton lines={8} />
  const { ldap_open, ldap_form } = config.data
  const form = { ...ldap_form, port: ldap_form?.port || '389', version: ldap_form?.version || '3', encryption: ldap_form?.encryption ?? '' }
  return (
    <>
      <LoginForm
        name="ldap"
        initial={{ open: ldap_open === '1', form }}
        busy={save.isPending}
        savedAt={save.isSuccess ? save.submittedAt : 0}
        error={save.error}
        onSave={(fields) => save.mutate({ ldap_open: fields.open ? '1' : '0', ldap_form: JSON.stringify(fields.form) })}
      >
        <SwitchField name="open" label={t.ldapOpen} help={t.ldapOpenHelp} />
        <LoginField name="host" label={t.host} help={t.hostHelp} required />
        <LoginField name="port" label={t.port} required width={120} />
        <Form.Item name={['form', 'encryption']} label={t.encryption} extra={t.encryptionHelp} required>
          <Radio.Group>
            <Radio value="">{t.encryptionNone}</Radio>
            <Radio value="starttls">StartTLS</Radio>
            <Radio value="ldaps">LDAPS</Radio>
          </Radio.Group>
        </Form.Item>
        <Form.Item name={['form', 'version']} label={t.version} required>
          <Radio.Group>
            <Radio value="3">3</Radio>
            <Radio value="2">2</Radio>
          </Radio.Group>
        </Form.Item>
        <LoginField name="base_dn" label={t.baseDn} help={t.baseDnHelp} required />
        <LoginField name="bind_dn" label={t.bindDn} help={t.bindDnHelp} />
        <LoginField name="bind_password" label={t.bindPassword} secret />
        <LoginField name="user_field" label={t.userField} help={t.userFieldHelp} required />
        <LoginField name="name_field" label={t.nameField} help={t.nameFieldHelp} />
        <LoginField name="email_field" label={t.emailField} help={t.emailFieldHelp} />
        <RegisterField label={t.ldapRegister} />
        <LdapTrial />
      </LoginForm>
      {ldap_open === '1' && (
        <div className="adm-form">
          <LdapLinking />
        </div>
      )}
    </>
  )
}
