import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Radio } from 'antd'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Skeleton } from '../../ui/frame/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { SwitchField } from '../fields/switch-field.tsx'
import { RegisterField } from '../settings/register-field.tsx'
import { LoginField, LoginForm } from './form.tsx'
import { LdapLinking } from './ldap-linking.tsx'
import { LdapTrial } from './ldap-trial.tsx'
import { loginWords } from './settings.words.ts'

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
