import { type LdapForm, Refusal } from '@sheaf/contract'
import {
  ConstraintViolationError,
  type Entry,
  EqualityFilter,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  OrFilter,
  PresenceFilter,
  SizeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts'
import type { Connection } from './connect.ts'

interface DirectoryPerson {
  /** Stays with the person when the name changes or the entry moves. */
  subject: string
  username: string
  name: string
  email: string
}

/** What directories call the number of an entry that never changes: OpenLDAP, Active Directory, FreeIPA, 389. */
const NUMBERS = ['entryUUID', 'objectGUID', 'ipaUniqueID', 'nsUniqueId'] as const

const attributesOf = (form: LdapForm) => ({
  attributes: [form.user_field, form.name_field || 'displayName', 'cn', form.email_field || 'mail', ...NUMBERS],
  explicitBufferAttributes: ['objectGUID'],
})

/** Names of fields count in any case. */
function firstOf(entry: Entry, field: string): string {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === field.toLowerCase())
  const [first] = [key === undefined || key === 'dn' ? [] : entry[key]].flat()
  return Buffer.isBuffer(first) ? first.toString('hex') : (first ?? '')
}

function personOf(entry: Entry, form: LdapForm): DirectoryPerson {
  const number = NUMBERS.map((field) => [field, firstOf(entry, field)] as const).find(([, value]) => value !== '')
  return {
    subject: number ? `${number[0]}:${number[1].toLowerCase()}` : `dn:${entry.dn.toLowerCase()}`,
    username: firstOf(entry, form.user_field),
    name: firstOf(entry, form.name_field || 'displayName') || firstOf(entry, 'cn'),
    email: firstOf(entry, form.email_field || 'mail'),
  }
}

/** Answers to a wrong password, a closed account and the like: the directory works, this person does not come in. */
const keptOut = [
  InvalidCredentialsError,
  InappropriateAuthError,
  InsufficientAccessError,
  UnwillingToPerformError,
  ConstraintViolationError,
]
const SAMPLE = 50

function mustBeUsable(form: LdapForm) {
  if (!form.host) throw new Refusal('badInput', { field: 'host' })
  if (form.bind_dn && !form.bind_password) throw new Refusal('directoryBindEmpty')
  if (form.version === '2' && form.encryption === 'starttls') throw new Refusal('directoryVersionTls')
}

/** The library for it is in memory only where there is a directory. */
const withDirectory: typeof import('./connect.ts').withDirectory = async (...given) =>
  (await import('./connect.ts')).withDirectory(...given)

/** The name is a value, never a part of a filter's text, so nothing in it has a meaning (S87). */
async function entryOf({ client }: Connection, form: LdapForm, username: string): Promise<Entry | undefined> {
  const twice = new Refusal('directoryTwice', { field: form.user_field, name: username })
  const { searchEntries } = await client
    .search(form.base_dn, {
      scope: 'sub',
      filter: new EqualityFilter({ attribute: form.user_field, value: username }),
      sizeLimit: 2,
      timeLimit: 4,
      derefAliases: 'never',
      ...attributesOf(form),
    })
    .catch((error: unknown) => {
      throw error instanceof SizeLimitExceededError ? twice : error
    })
  if (searchEntries.length > 1) throw twice
  return searchEntries[0]
}

async function isLetIn(connection: Connection, dn: string, password: string) {
  connection.step = 'person'
  try {
    await connection.client.bind(dn, password)
    return true
  } catch (error) {
    if (keptOut.some((kind) => error instanceof kind)) return false
    throw error
  }
}

/** Whoever has this name and this password in the directory. An empty password is nobody's: a directory may take it for a visitor. */
export async function signInAt(form: LdapForm, username: string, password: string): Promise<DirectoryPerson | undefined> {
  const name = username.trim()
  if (name === '' || password === '') return undefined
  mustBeUsable(form)
  return withDirectory(form, async (connection) => {
    const entry = await entryOf(connection, form, name)
    return entry && (await isLetIn(connection, entry.dn, password)) ? personOf(entry, form) : undefined
  })
}

/** Stops with what is wrong, in plain words; else says how many people there are, up to fifty, and who was tried. */
export async function tryDirectory(form: LdapForm, username = '', password = '') {
  mustBeUsable(form)
  return withDirectory(form, async (connection) => {
    const people = await someoneIn(connection, form)
    if (username.trim() === '') return { people, person: undefined }
    const entry = await entryOf(connection, form, username.trim())
    if (!entry) throw new Refusal('directoryUnknown', { base: form.base_dn, field: form.user_field, name: username.trim() })
    const person = personOf(entry, form)
    if (password === '' || !(await isLetIn(connection, entry.dn, password)))
      throw new Refusal('directoryPassword', { name: person.username })
    return { people, person }
  })
}

async function someoneIn({ client }: Connection, form: LdapForm): Promise<number> {
  const filter = new PresenceFilter({ attribute: form.user_field })
  let found = 0
  try {
    const { searchEntries } = await client.search(form.base_dn, {
      scope: 'sub',
      filter,
      sizeLimit: SAMPLE,
      timeLimit: 4,
      attributes: ['1.1'],
    })
    found = searchEntries.length
  } catch (error) {
    if (!(error instanceof SizeLimitExceededError)) throw error
    found = SAMPLE
  }
  if (found === 0) throw new Refusal('directoryNobody', { base: form.base_dn, field: form.user_field })
  return found
}

/** Names asked for at a time; more than a directory answers at once is never asked for. */
const NAMES_PER_QUERY = 50
const BULK_LOOKUP_TIMEOUT_MS = 30_000

/** Who in the directory has one of these names; a name that two entries have is nobody's. */
export async function directoryUsersNamed(form: LdapForm, names: string[]): Promise<(DirectoryPerson & { dn: string })[]> {
  mustBeUsable(form)
  const found = await withDirectory(
    form,
    async ({ client }) => {
      const all: Entry[] = []
      for (let at = 0; at < names.length; at += NAMES_PER_QUERY) {
        const filters = names.slice(at, at + NAMES_PER_QUERY).map((value) => new EqualityFilter({ attribute: form.user_field, value }))
        const { searchEntries } = await client.search(form.base_dn, {
          scope: 'sub',
          filter: new OrFilter({ filters }),
          ...attributesOf(form),
        })
        all.push(...searchEntries)
      }
      return all
    },
    BULK_LOOKUP_TIMEOUT_MS,
  )
  const people = found.map((entry) => ({ ...personOf(entry, form), dn: entry.dn }))
  const times = Map.groupBy(people, ({ username }) => username.toLowerCase())
  return people.filter(({ username }) => times.get(username.toLowerCase())?.length === 1)
}
