import type { LdapForm } from '@sheaf/contract'
import type { Entry } from 'ldapts'

export interface DirectoryPerson {
  /** Stays with the person when the name changes or the entry moves. */
  subject: string
  username: string
  name: string
  email: string
}

/** What directories call the number of an entry that never changes: OpenLDAP, Active Directory, FreeIPA, 389. */
const NUMBERS = ['entryUUID', 'objectGUID', 'ipaUniqueID', 'nsUniqueId'] as const

export const attributesOf = (form: LdapForm) => ({
  attributes: [form.user_field, form.name_field || 'displayName', 'cn', form.email_field || 'mail', ...NUMBERS],
  explicitBufferAttributes: ['objectGUID'],
})

/** Names of fields count in any case. */
function firstOf(entry: Entry, field: string): string {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === field.toLowerCase())
  const [first] = [key === undefined || key === 'dn' ? [] : entry[key]].flat()
  return Buffer.isBuffer(first) ? first.toString('hex') : (first ?? '')
}

export function personOf(entry: Entry, form: LdapForm): DirectoryPerson {
  const number = NUMBERS.map((field) => [field, firstOf(entry, field)] as const).find(([, value]) => value !== '')
  return {
    subject: number ? `${number[0]}:${number[1].toLowerCase()}` : `dn:${entry.dn.toLowerCase()}`,
    username: firstOf(entry, form.user_field),
    name: firstOf(entry, form.name_field || 'displayName') || firstOf(entry, 'cn'),
    email: firstOf(entry, form.email_field || 'mail'),
  }
}
