import { type LdapForm, Refusal } from '@sheaf/contract'
import { InvalidDNSyntaxError, NoSuchObjectError, PresenceFilter, SizeLimitExceededError, TimeLimitExceededError } from 'ldapts'
import { type Connection, withDirectory } from './connect.ts'
import { attributesOf, filterOf, mustBeUsable, userOf } from './directory.ts'
import { boundGroups, type DirectoryGroups, treeOf } from './groups.ts'
import { pagesBelow } from './pages.ts'

/** Milliseconds of one look. */
const LOOK_MS = 10 * 60_000
const ENTRIES_PER_PAGE = 500
/** Entries that are read. A larger directory is looked through only in part. */
const ENTRIES_MAX = 200_000

interface Asked {
  /** The permanent ids of the entries that are linked with accounts. */
  subjects: ReadonlySet<string>
  /** Groups that are bound to teams. */
  bound: readonly string[]
  signal?: AbortSignal | undefined
  /** Called for one person after another; one that is gone meanwhile is left out. */
  onPerson: (subject: string, reported: DirectoryGroups) => Promise<void>
  /** With more entries that are missing, none is searched elsewhere: they are too many in any case. */
  searchedMax: number
}

interface Looked {
  /** Whether the directory answered everything. Otherwise nothing was asked about groups, and an absence means nothing. */
  isWhole: boolean
  found: number
  /** Linked entries that are not below the base DN, and, when they are few, nowhere else in the directory. */
  missing: string[]
}

/** Reads the entries of linked accounts by the bind DN: who is there, and in which of the bound groups. */
export async function lookAt(form: LdapForm, asked: Asked): Promise<Looked> {
  mustBeUsable(form)
  return withDirectory(form, (connection) => look(connection, form, asked), LOOK_MS)
}

async function look(connection: Connection, form: LdapForm, { subjects, bound, signal, onPerson, searchedMax }: Asked): Promise<Looked> {
  const { found, isWhole } = await entriesOf(connection, form, subjects, signal)
  if (!isWhole) return { isWhole, found: found.size, missing: [] }
  if (bound.length > 0) {
    const groupsOf = await boundGroups(connection, form, form.base_dn, bound)
    for (const [subject, person] of found) {
      signal?.throwIfAborted()
      const reported = await groupsOf(person).catch((error: unknown) => {
        if (error instanceof NoSuchObjectError) return undefined
        throw error
      })
      if (reported) await onPerson(subject, reported)
    }
  }
  const absent = [...subjects].filter((subject) => !found.has(subject))
  if (absent.length > searchedMax) return { isWhole, found: found.size, missing: absent }
  const { bases } = await treeOf(connection, form, [form.base_dn])
  const missing: string[] = []
  for (const subject of absent) if (!(await isAnywhere(connection, bases, subject))) missing.push(subject)
  return { isWhole, found: found.size, missing }
}

type Person = { dn: string; username: string }

async function entriesOf(connection: Connection, form: LdapForm, subjects: ReadonlySet<string>, signal?: AbortSignal) {
  const found = new Map<string, Person>()
  const wanted = { filter: new PresenceFilter({ attribute: form.user_field }), pageSize: ENTRIES_PER_PAGE, ...attributesOf(form) }
  let count = 0
  try {
    for await (const { entries, isReferred } of pagesBelow(connection, form, form.base_dn, wanted)) {
      signal?.throwIfAborted()
      count += entries.length
      if (isReferred || count > ENTRIES_MAX) return { found, isWhole: false }
      for (const entry of entries) {
        const { subject, dn, username } = userOf(entry, form)
        if (subjects.has(subject)) found.set(subject, { dn, username })
      }
    }
  } catch (error) {
    if (error instanceof SizeLimitExceededError || error instanceof TimeLimitExceededError) return { found, isWhole: false }
    throw error
  }
  return { found, isWhole: true }
}

/** Whether an entry with this id is anywhere in the directory, such as after a wrong base DN or a move. */
async function isAnywhere({ client }: Connection, bases: string[], subject: string): Promise<boolean> {
  if (subject.startsWith('dn:')) return isEntry(client, subject.slice(3))
  const filter = filterOf(subject)
  if (!filter) throw new Refusal('directoryFault', { problem: subject })
  for (const base of bases)
    if ((await client.search(base, { scope: 'sub', filter, attributes: ['1.1'], sizeLimit: 1, timeLimit: 4 })).searchEntries.length > 0)
      return true
  return false
}

async function isEntry(client: Connection['client'], dn: string): Promise<boolean> {
  try {
    return (await client.search(dn, { scope: 'base', attributes: ['1.1'], timeLimit: 4 })).searchEntries.length > 0
  } catch (error) {
    if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return false
    throw error
  }
}
