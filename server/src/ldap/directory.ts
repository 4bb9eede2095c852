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

interface DirectoryUser {
  dn: string
  /** Identifies the user even when the name changes or the entry moves. */
  subject: string
  username: string
  name: string
  email: string
}

/** The attributes with the permanent id of an entry: OpenLDAP, Active Directory, FreeIPA, 389. */
const ID_ATTRIBUTES = ['entryUUID', 'objectGUID', 'ipaUniqueID', 'nsUniqueId'] as const

export const attributesOf = (form: LdapForm) => ({
  attributes: [form.user_field, form.name_field || 'displayName', 'cn', form.email_field || 'mail', ...ID_ATTRIBUTES],
  explicitBufferAttributes: ['objectGUID'],
})

/** The first value of an attribute; attribute names are case-insensitive. */
function firstOf(entry: Entry, field: string): string {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === field.toLowerCase())
  const [first] = [key === undefined || key === 'dn' ? [] : entry[key]].flat()
  return Buffer.isBuffer(first) ? first.toString('hex') : (first ?? '')
}

export function userOf(entry: Entry, form: LdapForm): DirectoryUser {
  const id = ID_ATTRIBUTES.map((field) => [field, firstOf(entry, field)] as const).find(([, value]) => value !== '')
  return {
    dn: entry.dn,
    subject: id ? `${id[0]}:${id[1].toLowerCase()}` : `dn:${entry.dn.toLowerCase()}`,
    username: firstOf(entry, form.user_field),
    name: firstOf(entry, form.name_field || 'displayName') || firstOf(entry, 'cn'),
    email: firstOf(entry, form.email_field || 'mail'),
  }
}

/** Errors for a wrong password, a disabled account and the like: the directory works, but this user cannot sign in. */
const rejections = [
  InvalidCredentialsError,
  InappropriateAuthError,
  InsufficientAccessError,
  UnwillingToPerformError,
  ConstraintViolationError,
]
/** `tryDirectory` counts up to this many users. */
const SAMPLE = 50

export function mustBeUsable(form: LdapForm) {
  if (!form.host) throw new Refusal('badInput', { field: 'host' })
  if (form.bind_dn && !form.bind_password) throw new Refusal('directoryBindEmpty')
  if (form.version === '2' && form.encryption === 'starttls') throw new Refusal('directoryVersionTls')
}

/** Loads the LDAP library only when a directory is used. */
const withDirectory: typeof import('./connect.ts').withDirectory = async (...given) =>
  (await import('./connect.ts')).withDirectory(...given)

/** Finds the entry of a user. The name is a value and never part of a filter text, so it cannot inject filter syntax (S87). */
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

async function canSignIn(connection: Connection, dn: string, password: string) {
  connection.step = 'person'
  try {
    await connection.client.bind(dn, password)
    return true
  } catch (error) {
    if (rejections.some((kind) => error instanceof kind)) return false
    throw error
  }
}

/** The user with this name and password. An empty password is never valid: a directory may treat it as an anonymous bind. */
export async function signInAt(form: LdapForm, username: string, password: string): Promise<DirectoryUser | undefined> {
  const name = username.trim()
  if (name === '' || password === '') return undefined
  mustBeUsable(form)
  return withDirectory(form, async (connection) => {
    const entry = await entryOf(connection, form, name)
    return entry && (await canSignIn(connection, entry.dn, password)) ? userOf(entry, form) : undefined
  })
}

/** The filter for the entry with this permanent id; undefined if the id is of another form. */
export function filterOf(subject: string): EqualityFilter | undefined {
  const at = subject.indexOf(':')
  const [field, value] = [subject.slice(0, at), subject.slice(at + 1)]
  const attribute = ID_ATTRIBUTES.find((one) => one === field)
  return attribute && new EqualityFilter({ attribute, value: attribute === 'objectGUID' ? Buffer.from(value, 'hex') : value })
}

/** Whether this is the password of the entry with this permanent id, which may have another name now. */
export async function isPasswordOf(form: LdapForm, subject: string, password: string): Promise<boolean> {
  if (password === '') return false
  mustBeUsable(form)
  return withDirectory(form, async (connection) => {
    const dn = subject.startsWith('dn:') ? subject.slice(3) : await dnOf(connection, form, subject)
    return dn !== undefined && canSignIn(connection, dn, password)
  })
}

async function dnOf({ client }: Connection, form: LdapForm, subject: string): Promise<string | undefined> {
  const filter = filterOf(subject)
  if (!filter) return undefined
  const { searchEntries } = await client.search(form.base_dn, {
    scope: 'sub',
    filter,
    attributes: ['1.1'],
    sizeLimit: 1,
    timeLimit: 4,
    derefAliases: 'never',
  })
  return searchEntries[0]?.dn
}

/** Which of the bound groups a person of the directory is in. It is asked by the bind DN. */
export const directoryGroups = async (form: LdapForm, person: Pick<DirectoryUser, 'dn' | 'username'>, bound: readonly string[]) =>
  withDirectory(form, async (connection) => {
    const groupsOf = await (await import('./groups.ts')).boundGroups(connection, form, person.dn, bound)
    return groupsOf(person)
  })

/** Throws a refusal that explains the problem, or returns the number of users, up to fifty, and the user that was tried. */
export async function tryDirectory(form: LdapForm, username = '', password = '') {
  mustBeUsable(form)
  return withDirectory(form, async (connection) => {
    const people = await countUsers(connection, form)
    if (username.trim() === '') return { people, person: undefined }
    const entry = await entryOf(connection, form, username.trim())
    if (!entry) throw new Refusal('directoryUnknown', { base: form.base_dn, field: form.user_field, name: username.trim() })
    const user = userOf(entry, form)
    if (password === '' || !(await canSignIn(connection, entry.dn, password)))
      throw new Refusal('directoryPassword', { name: user.username })
    return { people, person: user }
  })
}

async function countUsers({ client }: Connection, form: LdapForm): Promise<number> {
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

/** Names per query, below the size limits of common directories. */
const NAMES_PER_QUERY = 50
const BULK_LOOKUP_TIMEOUT_MS = 30_000

/** The users of the directory with these names; a name with several entries is ignored. */
export async function directoryUsersNamed(form: LdapForm, names: string[]): Promise<DirectoryUser[]> {
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
  const users = found.map((entry) => userOf(entry, form))
  const times = Map.groupBy(users, ({ username }) => username.toLowerCase())
  return users.filter(({ username }) => times.get(username.toLowerCase())?.length === 1)
}
