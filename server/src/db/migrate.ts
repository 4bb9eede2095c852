import { existsSync, mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import type { Config } from '../runtime/config.ts'
import { openStore, type Store } from './dialect.ts'
import { start } from './migrations/0001-start.ts'
import { upToVersion01 } from './migrations/0002-0019.ts'
import { afterVersion01 } from './migrations/0020-0029.ts'
import { stepsOfSources } from './migrations/0030-0039.ts'
import { stepsOfComments } from './migrations/0040-0049.ts'
import { stepsOfSignIn } from './migrations/0050-0059.ts'
import type { Schema } from './schema.ts'
import type { Step } from './step.ts'

/** All migrations in the order they run; a released migration is never changed. */
export const steps: readonly Step[] = [start, ...upToVersion01, ...afterVersion01, ...stepsOfSources, ...stepsOfComments, ...stepsOfSignIn]

/**
 * Applies every missing migration in one transaction, so a failure leaves the old schema. A SQLite file with data is first copied to
 * the folder `backup/` next to it; for PostgreSQL the operator makes the backups.
 */
export async function migrate(store: Store, wanted = steps): Promise<string[]> {
  const done = await appliedSteps(store)
  const missing = wanted.filter((step) => !done.has(step.name))
  if (missing.length === 0) return []
  if (done.size > 0 && store.file) backup(store, store.file)
  await store.db.transaction().execute(async (trx) => {
    if (store.kind === 'postgres') await sql`select pg_advisory_xact_lock(7340021)`.execute(trx)
    await takeSteps(trx, store.kind, missing)
  })
  return missing.map((step) => step.name)
}

/** Applies those migrations that this database lacks. */
export async function takeSteps(trx: Transaction<Schema>, kind: Store['kind'], wanted: readonly Step[]) {
  await sql`create table if not exists migration (name text primary key, at bigint not null)`.execute(trx)
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(trx)
  for (const step of wanted.filter(({ name }) => !rows.some((row) => row.name === name))) {
    await step.up(trx, kind)
    await sql`insert into migration (name, at) values (${step.name}, ${Math.floor(Date.now() / 1000)})`.execute(trx)
  }
}

/** The migrations of this database; empty where it has no Sheaf tables. */
async function appliedSteps({ db, kind }: Store) {
  const table =
    kind === 'postgres' ? sql`select to_regclass('migration') as name` : sql`select name from sqlite_master where name = 'migration'`
  const { rows } = await (table as ReturnType<typeof sql<{ name: string | null }>>).execute(db)
  if (!rows[0]?.name) return new Set<string>()
  const names = await sql<{ name: string }>`select name from migration`.execute(db)
  return new Set(names.rows.map((row) => row.name))
}

function backup(store: Store, file: string) {
  const target = join(dirname(file), 'backup', `before-update-${new Date().toISOString().replace(/[:.]/g, '-')}.db`)
  mkdirSync(dirname(target), { recursive: true })
  if (!existsSync(target)) store.copyTo(target)
}

/*
 * A data folder with uploads or a key but without a database belongs to an installation that has lost its database. A new empty site
 * would look healthy and hide the loss, so the start fails. A first start creates the database before anything else, so an interrupted
 * one leaves nothing that is counted here.
 */
type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

const fileIn = ({ DATA_DIR }: Place) => join(DATA_DIR, 'sheaf.db')
const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Uploads are in subfolders; the folder itself exists on every site. */
async function hasUploads(folder: string) {
  for (const below of await namesIn(folder)) if ((await namesIn(join(folder, below))).length > 0) return true
  return false
}

/** The parts of an installation in the data folder, other than its database. */
async function remainsIn({ DATA_DIR, DATABASE_URL }: Place): Promise<string[]> {
  const found = await Promise.all(
    (await namesIn(DATA_DIR)).sort().map(async (name) => {
      const path = join(DATA_DIR, name)
      if (name === 'secret-key' || /^(before-restore|restoring)-/.test(name)) return name
      if (name === 'sheaf.db-wal' || (name === 'sheaf.db' && DATABASE_URL)) return (await sizeOf(path)) > 0 && name
      if (name === 'files') return (await hasUploads(path)) && name
      return name === 'backup' && (await namesIn(path)).some((entry) => entry.endsWith('.db')) && name
    }),
  )
  return found.filter((name) => name !== false)
}

async function hasDatabase(place: Place): Promise<boolean> {
  if (!place.DATABASE_URL) return (await sizeOf(fileIn(place))) > 0
  const store = openStore(place.DATABASE_URL)
  try {
    return (await appliedSteps(store)).size > 0
  } finally {
    await store.close()
  }
}

/** The remains of an installation whose database is missing or empty; empty if the database exists or the installation is new. */
export async function leftWithoutDatabase(place: Place): Promise<string[]> {
  // This order matters: another server that starts on the same PostgreSQL creates its key after its tables.
  const left = await remainsIn(place)
  return left.length === 0 || (await hasDatabase(place)) ? [] : left
}

/** Explains the loss and the remedies, for the start and for `sheaf doctor`. */
export function lostDatabase(place: Place, left: string[]) {
  const { DATA_DIR, DATABASE_URL } = place
  const move = DATABASE_URL && left.includes('sheaf.db')
  return {
    what: {
      en: `${DATABASE_URL ? 'The database that DATABASE_URL names has no tables of Sheaf' : `The database ${fileIn(place)} is missing or empty`}, but ${DATA_DIR} still contains data of a site: ${left.join(', ')}. Sheaf does not create an empty site over it.`,
      zh: `${DATABASE_URL ? 'DATABASE_URL 指定的数据库中没有 Sheaf 的表' : `数据库 ${fileIn(place)} 不存在或为空`}，但 ${DATA_DIR} 中仍有原站点的内容：${left.join('、')}。为避免掩盖数据丢失，不会在其上新建空站点。`,
    },
    todo: {
      en: `To get the site back: sheaf restore --force BACKUP, or ${DATABASE_URL ? 'correct DATABASE_URL' : 'put sheaf.db back, or set DATABASE_URL if the site uses PostgreSQL'}.${move ? ' To move the site in sheaf.db to PostgreSQL: sheaf move-database, before DATABASE_URL is set.' : ''} To begin a new site on purpose: sheaf start-anew, which moves what is there aside.`,
      zh: `找回站点：sheaf restore --force 备份文件，或${DATABASE_URL ? '更正 DATABASE_URL' : '把 sheaf.db 放回原处；若站点使用 PostgreSQL，请设置 DATABASE_URL'}。${move ? '要把 sheaf.db 中的站点迁移到 PostgreSQL，请先取消 DATABASE_URL，再执行 sheaf move-database。' : ''}确实要新建站点：sheaf start-anew，原有内容会移到一旁保留。`,
    },
  }
}

/** Throws where a database has been lost, which ends the start. */
export async function mustNotBeLost(place: Place) {
  const left = await leftWithoutDatabase(place)
  if (left.length === 0) return
  const { what, todo } = lostDatabase(place, left)
  throw new Error(`${what.en}\n${todo.en}\n\n${what.zh}\n${todo.zh}`)
}
