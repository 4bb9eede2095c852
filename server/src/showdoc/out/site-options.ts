import { ldapFields, oauth2Fields, ossFields } from '@sheaf/contract'
import type { Made } from './copy.ts'

/** Its upgrades compare this with their own. */
const VERSION = '9'
const plain = ['register_open', 'home_page', 'home_item', 'beian', 'history_version_count'] as const
const forms = {
  oss_setting: ossFields.filter((name) => !['addressing', 'public_read'].includes(name)),
  ldap_form: ldapFields.slice(0, 7),
  oauth2_form: oauth2Fields.slice(0, 10),
}
const secrets = new Set(['secret', 'secretKey', 'bind_password', 'client_secret'])

/** The settings of the site. Secrets stay here, and what needs one is off until the operator enters it there. */
export function optionsOut(settings: Record<string, string>): Made[] {
  const values: Record<string, string> = { db_version_num: VERSION, oss_open: '0', ldap_open: '0', oauth2_open: '0' }
  for (const name of plain) if (settings[name] !== undefined) values[name] = settings[name]
  for (const [name, fields] of Object.entries(forms))
    if (settings[name]) values[name] = JSON.stringify(withoutSecrets(settings[name], fields))
  return Object.entries(values).map(([option_name, option_value]) => ({ option_name, option_value }))
}

function withoutSecrets(kept: string, fields: readonly string[]) {
  const form = JSON.parse(kept) as Record<string, string>
  return Object.fromEntries(fields.map((name) => [name, secrets.has(name) ? '' : (form[name] ?? '')]))
}
