import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import type { Store } from './dialect.ts'
import { start } from './migrations/0001-start.ts'
import { writing } from './migrations/0002-writing.ts'
import { files } from './migrations/0003-files.ts'
import { recycle } from './migrations/0005-recycle.ts'
import { search } from './migrations/0006-search.ts'
import { catalogs } from './migrations/0007-catalog.ts'
import { apiPages } from './migrations/0008-api-pages.ts'
import { open } from './migrations/0009-open.ts'
import { clients } from './migrations/0010-clients.ts'
import { admin } from './migrations/0011-admin.ts'
import { indexMerges } from './migrations/0012-index-merges.ts'
import { login } from './migrations/0013-login.ts'
import { storage } from './migrations/0014-storage.ts'
import { several } from './migrations/0015-several.ts'
import { moveIn } from './migrations/0018-move-in.ts'
import { methodsAgain } from './migrations/0019-methods-again.ts'
import type { Schema } from './schema.ts'
import type { Step } from './step.ts'

/** In the order they run; a step that has landed is never changed. */
export const steps: readonly Step[] = [
  start,
  writing,
  files,
  recycle,
  search,
  catalogs,
  apiPages,
  open,
  clients,
  admin,
  indexMerges,
  login,
  storage,
  several,
  moveIn,
  methodsAgain,
]

/**
 * Brings the database to the newest form: every missing step in one transaction, so a failure leaves the old form. A SQLite file
 * that holds data is copied to `backup/` beside it first; for PostgreSQL the operator's own backups are the copy.
 */
export async function migrate(store: Store, wanted = steps): Promise<string[]> {
  const done = await landed(store)
  const missing = wanted.filter((step) => !done.has(step.name))
  if (missing.length === 0) return []
  if (done.size > 0 && store.file) backup(store, store.file)
  await store.db.transaction().execute(async (trx) => {
    if (store.kind === 'postgres') await sql`select pg_advisory_xact_lock(7340021)`.execute(trx)
    await takeSteps(trx, store.kind, missing)
  })
  return missing.map((step) => step.name)
}

/** Takes those steps that this database has not taken yet. */
export async function takeSteps(trx: Transaction<Schema>, kind: Store['kind'], wanted: readonly Step[]) {
  await sql`create table if not exists migration (name text primary key, at bigint not null)`.execute(trx)
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(trx)
  for (const step of wanted.filter(({ name }) => !rows.some((row) => row.name === name))) {
    await step.up(trx, kind)
    await sql`insert into migration (name, at) values (${step.name}, ${Math.floor(Date.now() / 1000)})`.execute(trx)
  }
}

/** The steps this database has taken; none where it has no tables of ours. */
export async function landed({ db, kind }: Store) {
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
