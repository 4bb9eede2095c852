import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
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
/** Refused calls also count towards the rate limit. */
const RATE_TABLE = 'rate'

/** One hash per table over its sorted rows, and one over the names of all data files. A refused call must not change them. */
export async function digestOf({ server, folder }: Product, without: readonly string[] = []): Promise<Record<string, string>> {
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
  const digest: Record<string, string> = Object.fromEntries(
    await Promise.all(tables.filter(({ name }) => name !== RATE_TABLE && !without.includes(name)).map(read)),
  )
  digest['files'] = hash(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.db/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  )
  return digest
}

const hash = (lines: string[]) => createHash('sha1').update(lines.join('\n')).digest('hex')
