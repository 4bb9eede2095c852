import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { Product } from './product.ts'

/** Columns that count reads or store the last visit. A read can change them. */
const VOLATILE_COLUMNS = new Set([
  'seen_time',
  'visit_times',
  'last_visit_time',
  'view_times',
  'last_used_time',
  'last_used_address',
  'last_used_agent',
])
/** Refused calls count towards the rate limit, and merges rewrite the word index between any two requests (db/search/merges.ts). */
const VOLATILE_TABLES = new Set(['rate', 'page_words_data', 'page_words_idx'])

type Hashes = Record<string, string>

interface Watched {
  /** SQLite's counter of commits by other connections. */
  commits: () => unknown
  last?: { at: unknown; hashes: Hashes }
}
const watched = new WeakMap<Product['server'], Watched>()

/** The connection is closed when the server is no longer referenced. */
function watch({ folder }: Product): Watched {
  const connection = new SqliteDatabase(join(folder, 'sheaf.db'), { readonly: true })
  return { commits: () => connection.pragma('data_version', { simple: true }) }
}

/** The hashes of all tables. They are computed again only after a commit, because that takes longer than most requests. */
async function hashesOf(product: Product): Promise<Hashes> {
  const { server } = product
  if (server.services.store.kind !== 'sqlite') return readHashes(product)
  const one = watched.get(server) ?? watch(product)
  watched.set(server, one)
  const at = one.commits()
  const known = one.last?.at === at ? one.last : undefined
  const last = known ?? { at, hashes: await readHashes(product) }
  one.last = last
  return last.hashes
}

/** One hash per table over its sorted rows, and one over the names of all data files. A refused call must not change them. */
export async function digestOf(product: Product, without: readonly string[] = []): Promise<Hashes> {
  const digest = Object.fromEntries(Object.entries(await hashesOf(product)).filter(([name]) => !without.includes(name)))
  digest['files'] = hash(
    readdirSync(product.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.db/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  )
  return digest
}

async function readHashes({ server }: Product): Promise<Hashes> {
  const { hot, kind } = server.services.store
  const tables = await hot<{ name: string }>(
    kind === 'sqlite'
      ? `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'page_words'`
      : `select tablename as name from pg_tables where schemaname = 'public'`,
    [],
  )
  const read = async ({ name }: { name: string }) => {
    const rows = await hot<Record<string, unknown>>(`select * from "${name}"`, [])
    const lines = rows.map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !VOLATILE_COLUMNS.has(column))))
    return [name, hash(lines.sort())] as const
  }
  return Object.fromEntries(await Promise.all(tables.filter(({ name }) => !VOLATILE_TABLES.has(name)).map(read)))
}

const hash = (lines: string[]) => createHash('sha1').update(lines.join('\n')).digest('hex')
