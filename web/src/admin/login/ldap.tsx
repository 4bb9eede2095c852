import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useFormContext } from '../../ui/forms/form.tsx'
import { FormRadios, FormSwitch } from '../../ui/forms/form-fields.tsx'
import { ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { Block } from '../../ui/settings/block.tsx'
import { ConnectionTest } from '../fields.tsx'
import { LoginField, LoginForm } from './form.tsx'
import { GroupsToTeams } from './groups/groups.tsx'
import { NightlyLook } from './look/look.tsx'
import { loginWords } from './settings.words.ts'

/** Links existing accounts to directory entries. An administrator confirms each pair; equal names alone never link. */
function LdapLinking() {
  const t = useWords(loginWords)
  const [isLooking, setLooking] = useState(false)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const found = useQuery({ ...read(api.adminSetting.ldapMatches, {}), enabled: isLooking, retry: false, gcTime: 0 })
  const link = useSend(api.adminSetting.linkLdap, { done: ({ linked }) => t.linkDone(Number(linked)), failed: true })
  const chosen = (found.data ?? []).filter(({ uid }) => !excluded.has(uid))
  const toggle = (uid: string) =>
    setExcluded((current) => new Set(current.has(uid) ? [...current].filter((other) => other !== uid) : [...current, uid]))
  return (
    <Block title={t.linkTitle} about={t.linkAbout}>
      <ul className="adm-pairs">
        {found.data?.map(({ uid, username, name, entry }) => (
          <li key={uid}>
            <label>
              <input type="checkbox" checked={!excluded.has(uid)} onChange={() => toggle(uid)} />
              <span>
                {username}
                {name && ` (${name})`}
                <small>{entry}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {chosen.length > 0 ? (
        <button
          type="button"
          className="btn"
          disabled={link.busy}
          onClick={() => void link.send({ uids: JSON.stringify(chosen.map(({ uid }) => Number(uid))) })}
        >
          {t.linkDo(chosen.length)}
        </button>
      ) : (
        <button
          type="button"
          className="btn"
          disabled={found.isFetching}
          onClick={() => {
            setLooking(true)
            setExcluded(new Set())
            if (isLooking) void found.refetch()
          }}
        >
          {found.isFetching ? t.trying : t.linkLook}
        </button>
      )}
      <div role="status">
        {found.error && <p className="line-note bad">{found.error.message}</p>}
        {found.data?.length === 0 && <p className="line-note info">{t.linkNone}</p>}
      </div>
    </Block>
  )
}

type Config = NonNullable<Answer<'adminSetting', 'loadLdapConfig'>['ldap_form']>
const EMPTY: Config = {
  host: '',
  port: '',
  version: '',
  base_dn: '',
  bind_dn: '',
  bind_password: '',
  user_field: '',
  encryption: '',
  name_field: '',
  email_field: '',
  register_open: '',
}

/** Tests the connection to the directory and, with a user name and password, a login. */
function LdapTrial() {
  const t = useWords(loginWords)
  const { open: _, gone: _g, ...form } = useFormContext().values
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const run = async () => {
    const ldap_form = JSON.stringify(form)
    const found = await api.adminSetting.testLdap({ ldap_form, username: username.trim(), password })
    return [t.trialPeople(found.people), found.username && t.trialPerson(found.username, found.name, found.email)].filter(Boolean).join(' ')
  }
  return (
    <ConnectionTest about={t.trialLdap} onTry={run}>
      <div className="adm-pair">
        <Field label={t.trialUser} value={username} maxLength={255} onChange={(event) => setUsername(event.target.value)} />
        <Field
          label={t.trialPassword}
          type="password"
          autoComplete="new-password"
          value={password}
          maxLength={1000}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
    </ConnectionTest>
  )
}

type Stored = Answer<'adminSetting', 'loadLdapConfig'>
const fieldsOf = ({ ldap_open, ldap_gone, ldap_form }: Stored) => ({
  ...EMPTY,
  ...ldap_form,
  open: ldap_open,
  gone: ldap_gone,
  port: ldap_form?.port || '389',
  version: ldap_form?.version || '3',
})

/** Settings of the login with an LDAP directory. */
export function LdapForm() {
  const t = useWords(loginWords)
  const config = useQuery({ ...read(api.adminSetting.loadLdapConfig, {}), gcTime: 0, staleTime: 0 })
  if (!config.data)
    return config.error ? <ErrorNote title={t.failed} error={config.error} onRetry={() => void config.refetch()} /> : <Skeleton lines={8} />
  return (
    <>
      <LoginForm
        name={t.ldap}
        stored={fieldsOf(config.data)}
        reload={() => api.adminSetting.loadLdapConfig({}).then(fieldsOf)}
        onSave={({ open, gone, ...form }) =>
          api.adminSetting.saveLdapConfig({ ldap_open: open, ldap_gone: gone, ldap_form: JSON.stringify(form) })
        }
        call={api.adminSetting.saveLdapConfig}
        secret="bind_password"
      >
        <Block title={t.signIn} about={t.ldapAbout}>
          <FormSwitch name="open" label={t.ldapOpen} help={t.ldapOpenHelp} />
          <FormSwitch name="register_open" label={t.ldapRegister} off="" />
        </Block>
        <Block title={t.directory} about={t.directoryAbout}>
          <LoginField name="host" label={t.host} help={t.hostHelp} required />
          <LoginField name="port" label={t.port} required short />
          <FormRadios
            name="encryption"
            label={t.encryption}
            help={t.encryptionHelp}
            options={[
              { value: '', label: t.encryptionNone },
              { value: 'starttls', label: 'StartTLS' },
              { value: 'ldaps', label: 'LDAPS' },
            ]}
          />
          <FormRadios name="version" label={t.version} options={['3', '2'].map((value) => ({ value, label: value }))} />
          <LoginField name="bind_dn" label={t.bindDn} help={t.bindDnHelp} />
          <LoginField name="bind_password" label={t.bindPassword} secret />
        </Block>
        <Block title={t.entries} about={t.entriesAbout}>
          <LoginField name="base_dn" label={t.baseDn} help={t.baseDnHelp} required />
          <LoginField name="user_field" label={t.userField} help={t.userFieldHelp} required />
          <LoginField name="name_field" label={t.nameField} help={t.nameFieldHelp} />
          <LoginField name="email_field" label={t.emailField} help={t.emailFieldHelp} />
        </Block>
        <Block title={t.leavers} about={t.leaversAbout}>
          <FormRadios
            name="gone"
            label={t.gone}
            stacked
            options={[
              { value: 'tell', label: t.goneTell, help: t.goneTellHelp },
              { value: 'disable', label: t.goneDisable, help: t.goneDisableHelp },
            ]}
          />
        </Block>
        <LdapTrial />
      </LoginForm>
      {config.data.ldap_open === '1' && (
        <div className="settings">
          <LdapLinking />
          <GroupsToTeams provider_id="0" kind="dn" />
          <NightlyLook />
        </div>
      )}
    </>
  )
}
