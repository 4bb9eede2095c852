import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ldapFields, oauth2Fields, ossFields } from '@sheaf/contract'
import { isBcrypt, showdocMd5 } from '../../auth/password.ts'
import { randomHex } from '../../auth/secrets.ts'
import type { Schema } from '../../db/schema.ts'
import { type Packed, unpack } from '../../page/history/page.history.store.ts'
import type { Stores } from '../../storage/storage.ts'
import { clientData, documents, fileRows, freshPlace, oldPlace, users } from './copies.ts'
import { type Copy, type ExportLookups, escaped, type Made } from './copy.ts'
import { makeDatabase } from './showdoc-database.ts'

interface Stored {
  file_id: number
  display_name: string
  store: string
  path: string
  file_size: number
}

interface Uploads {
  count: number
  bytes: number
  /** Files with a row but without bytes. */
  missing: { file_id: number; display_name: string }[]
}

/** Writes every file to the path in its ShowDoc row. A store that does not answer ends the export; lost files are reported. */
async function writeUploads(
  folder: string,
  stores: Pick<Stores, 'of'>,
  files: AsyncIterable<Stored>,
  fileAt: (file_id: number) => string,
  show: (text: string) => void,
): Promise<Uploads> {
  const uploads: Uploads = { count: 0, bytes: 0, missing: [] }
  await mkdir(join(folder, 'Public', 'Uploads'), { recursive: true })
  // ShowDoc has the same file, which prevents directory listings.
  await writeFile(join(folder, 'Public', 'Uploads', 'index.html'), '')
  for await (const file of files) {
    const target = join(folder, fileAt(file.file_id))
    const bytes = await bytesOf(stores, file)
    if (!bytes) {
      uploads.missing.push({ file_id: file.file_id, display_name: file.display_name })
      continue
    }
    await mkdir(dirname(target), { recursive: true })
    await pipeline(bytes, createWriteStream(target, { mode: 0o644 }))
    uploads.count++
    uploads.bytes += file.file_size
    show(`files ${uploads.count}`)
  }
  return uploads
}

async function bytesOf(stores: Pick<Stores, 'of'>, { store, path, file_size }: Stored) {
  const from = await stores.of(store)
  return from.read(path, undefined, file_size).catch((error: Error) => {
    // An error of the store itself does not mean that the file is lost.
    if ('reason' in error) throw error
    return undefined
  })
}

/** Number of cached bases: consecutive versions of a page share the same base. */
const BASES_CACHED_MAX = 8

/** Returns a function that unpacks page versions; a base is unpacked once for consecutive versions. */
function stateReader(baseOf: (page_history_id: number) => Promise<Packed | undefined>) {
  const bases = new Map<number, Buffer>()
  async function base(id: number): Promise<Buffer> {
    const known = bases.get(id)
    if (known) return known
    const row = await baseOf(id)
    if (!row) throw new Error(`kept state ${id} is missing`)
    const content = await unpack(row)
    if (bases.size >= BASES_CACHED_MAX) bases.delete(bases.keys().next().value as number)
    bases.set(id, content)
    return content
  }
  return async (row: Packed) => (await unpack(row, row.base_id ? await base(row.base_id) : undefined)).toString()
}

/** The schema version of ShowDoc 2.9, which its upgrades compare with their own. */
const VERSION = '9'
const plain = ['register_open', 'home_page', 'home_item', 'beian', 'history_version_count'] as const
const forms = {
  oss_setting: ossFields.filter((name) => !['addressing', 'public_read'].includes(name)),
  ldap_form: ldapFields.slice(0, 7),
  oauth2_form: oauth2Fields.slice(0, 10),
}
const secrets = new Set(['secret', 'secretKey', 'bind_password', 'client_secret'])

/** The site settings. Secrets are left out, and features that need one are off until the operator enters it in ShowDoc. */
function optionsOut(settings: Record<string, string>): Made[] {
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

/** A placeholder that no password matches. */
const LOCKED = '*'

/**
 * A password hash of Sheaf cannot be converted to a hash of ShowDoc, nor to the MD5 that some of them wrap. A bcrypt hash from a later
 * ShowDoc is exported unchanged: 3.9 accepts it, 2.9 does not.
 */
const passwordOut = (password_hash: string) => (isBcrypt(password_hash) ? password_hash : LOCKED)

type Found = Record<string, unknown>

/** A consistent snapshot of the database, read row by row. */
interface Source {
  rows: (table: keyof Schema, columns: string[]) => AsyncIterable<Found>
  baseOf: (page_history_id: number) => Promise<Packed | undefined>
  counters: Record<string, number>
  /** Seconds since 1970. */
  now: number
  stores: Pick<Stores, 'of'>
}

export interface OutReport {
  tables: { table: string; read: number; written: number }[]
  files: Uploads
  /** Number of accounts that cannot sign in until an administrator sets a password. */
  locked: number
  /** The administrator with a new password, who can set those of the other accounts. */
  admin?: { username: string; password: string }
  /** Number of items with a new visit password. */
  visits: number
  /** Pages with a link that expires here but not in ShowDoc. */
  endless: number[]
  /** Voices of visitors and notes of readers that ShowDoc has no place for. */
  voicesLeft: number
  notesLeft: number
  /** Comments of items where only members comment, and threads whose place in the text ShowDoc does not know. */
  commentsLeft: number
  placesLeft: number
}

const copies: Copy[] = [...users, ...documents, ...fileRows, ...clientData]

/** Writes all data for ShowDoc 2.9 into a new folder: completely, or not at all. */
export async function moveOut(source: Source, folder: string, url: string, show: (text: string) => void): Promise<OutReport> {
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'Sqlite'), { recursive: true, mode: 0o700 })
  try {
    const report = await fill(source, part, url, show)
    await rename(part, folder)
    return report
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function fill(source: Source, part: string, url: string, show: (text: string) => void): Promise<OutReport> {
  const report = {
    locked: 0,
    visits: 0,
    voicesLeft: 0,
    notesLeft: 0,
    commentsLeft: 0,
    placesLeft: 0,
    endless: [] as number[],
    admin: undefined as OutReport['admin'],
  }
  const places = new Map<number, string>()
  const known = await knownOf(source, url, report, places)
  const database = makeDatabase(join(part, 'Sqlite', 'showdoc.db.php'))
  const read: Record<string, number> = {}
  try {
    for (const { from, columns, into, rows } of copies) {
      read[into] = 0
      for await (const row of source.rows(from, columns)) {
        read[into]++
        for (const made of await rows(row, known)) database.add(into, made)
        if (read[into] % 100 === 0) show(`${into} ${read[into]}`)
      }
    }
    const settings: Record<string, string> = {}
    for await (const { name, value } of source.rows('site_config', ['name', 'value'])) settings[String(name)] = String(value)
    // ShowDoc has one provider.
    for await (const { is_first, name, form } of source.rows('provider', ['is_first', 'name', 'form']))
      if (is_first === 1) settings['oauth2_form'] = JSON.stringify({ ...(JSON.parse(String(form)) as object), entrance_tips: name })
    for (const option of optionsOut(settings)) database.add('options', option)
    const written = database.finish(source.counters)
    const stored = source.rows('attachment', ['file_id', 'display_name', 'store', 'path', 'file_size']) as AsyncIterable<never>
    const files = await writeUploads(part, source.stores, stored as AsyncIterable<Stored>, (id) => places.get(id) as string, show)
    const tables = Object.keys({ ...read, ...written }).map((table) => ({ table, read: read[table] ?? 0, written: written[table] ?? 0 }))
    const { admin, ...counts } = report
    return { tables, files, ...counts, ...(admin ? { admin } : {}) }
  } finally {
    database.close()
  }
}

async function knownOf(
  source: Source,
  url: string,
  report: Pick<OutReport, 'locked' | 'visits' | 'endless' | 'voicesLeft' | 'notesLeft' | 'commentsLeft' | 'placesLeft'> & {
    admin: OutReport['admin']
  },
  places: Map<number, string>,
): Promise<ExportLookups> {
  const [names, items] = [new Map<number, string>(), new Set<number>()]
  let admin: { uid: number; username: string } | undefined
  for await (const row of source.rows('user', ['uid', 'username', 'groupid', 'is_disabled'])) {
    const uid = Number(row['uid'])
    names.set(uid, String(row['username']))
    if (row['groupid'] === 1 && !row['is_disabled'] && (!admin || uid < admin.uid)) admin = { uid, username: String(row['username']) }
  }
  const commented = new Set<number>()
  for await (const row of source.rows('item', ['item_id', 'is_del', 'comment_from'])) {
    if (row['is_del'] !== 2) items.add(Number(row['item_id']))
    if (row['comment_from'] === 2) commented.add(Number(row['item_id']))
  }
  const quotes = new Map<number, string>()
  for await (const { thread_id, kind, quote } of source.rows('thread', ['thread_id', 'kind', 'quote']))
    if (kind !== 'page') quotes.set(Number(thread_id), String(quote).replace(/\s+/g, ' '))
  const visited = new Set<number>()
  const oldPaths = new Map<number, string>()
  for await (const { file_id, path } of source.rows('showdoc_file', ['file_id', 'path'])) oldPaths.set(Number(file_id), String(path))
  return {
    url,
    username: (uid) => escaped(names.get(uid ?? 0) ?? ''),
    isItem: (item_id) => items.has(item_id),
    state: stateReader(source.baseOf),
    willEnd(page_id, until) {
      const isOpen = until > source.now
      if (isOpen) report.endless.push(page_id)
      return isOpen
    },
    hasRoom({ page_id, uid, note }) {
      if (note !== '') report.notesLeft++
      if (uid !== null) return true
      const isFirst = !visited.has(page_id)
      if (!isFirst) report.voicesLeft++
      visited.add(page_id)
      return isFirst
    },
    hasOpenComments(item_id) {
      const isOpen = commented.has(item_id)
      if (!isOpen) report.commentsLeft++
      return isOpen
    },
    quoteOf(thread_id) {
      const quote = quotes.get(thread_id) ?? ''
      if (quote !== '') report.placesLeft++
      return quote
    },
    newVisitPassword() {
      report.visits++
      return randomHex(6)
    },
    password({ uid, password_hash }) {
      if (uid === admin?.uid) {
        report.admin = { username: admin.username, password: randomHex(8) }
        return showdocMd5(report.admin.password)
      }
      report.locked++
      return passwordOut(password_hash)
    },
    fileAt(file) {
      const place = oldPlace(oldPaths.get(file.file_id)) ?? freshPlace(file)
      places.set(file.file_id, place)
      return place
    },
  }
}
