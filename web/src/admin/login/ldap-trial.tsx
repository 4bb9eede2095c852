import { Form } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { AdminField } from '../fields/field.tsx'
import { Trial } from '../fields/trial.tsx'
import { loginWords } from './settings.words.ts'

/** Reads the directory, and signs somebody in if asked to. */
export function LdapTrial() {
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
