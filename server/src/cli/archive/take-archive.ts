import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../db/dialect.ts'
import { steps, takeSteps } from '../../db/migrate.ts'
import type { Db } from '../../db/schema.ts'
import type { Config } from '../../runtime/config.ts'
import { Stop } from '../command.ts'
import { exchange, syncFile } from '../exchange.ts'
import { mustBeAlone } from '../others.ts'
import { openNew } from '../rows/open-new.ts'
import { isEmpty } from '../rows/tables.ts'
import { fill } from '../rows/target.ts'
import { KEY, type Manifest } from './manifest.ts'
import { rowBatchesIn, unpackFiles } from './unpack.ts'

/** The names of all tables that the steps make, found by making them. */
async function ourTables(): Promise<string[]> {
  const store = openNew(':memory:')
  try {
    await store.db.transaction().execute((trx) => takeSteps(trx, 'sqlite', steps))
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
      and name not like 'sqlite\\_%' escape '\\' and name not like 'page_words\\_%' escape '\\'`.execute(store.db)
    return rows.map((row) => row.name)
  } finally {
    await store.close()
  }
}

const OURS = ['sheaf.db', 'sheaf.db-wal', 'sheaf.db-shm', 'files', KEY, 'setup-secret']

/** What of ours lies in the data folder. */
export const presentIn = async ({ DATA_DIR }: Config) => (await readdir(DATA_DIR).catch(() => [])).filter((name) => OURS.includes(name))

export const notEmpty = (where: string) =>
  new Stop(
    `There is something in ${where} already. Choose an empty one, or give --force to replace it.`,
    `${where} 中已有内容。请换一个空的位置，或加上 --force 予以替换。`,
  )

interface Work {
  path: string
  manifest: Manifest
  present: string[]
  force: boolean
  show: (text: string) => void
}

/** Everything is made in a folder of its own; what was there gives way when the new is whole and on the disk. */
export async function takeArchive(config: Config, { path, manifest, present, force, show }: Work) {
  const { DATA_DIR } = config
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, '')
  const fresh = join(DATA_DIR, `restoring-${stamp}`)
  await mkdir(DATA_DIR, { recursive: true })
  // What a restore that was killed left behind.
  for (const name of (await readdir(DATA_DIR)).filter((one) => one.startsWith('restoring-')))
    await rm(join(DATA_DIR, name), { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  const given = { ...manifest, told: manifest.tables, handfuls: () => rowBatchesIn(path, show) }
  try {
    await unpackFiles(path, fresh, show)
    if (config.DATABASE_URL) await intoPostgres(config.DATABASE_URL, force, given, () => exchange(DATA_DIR, fresh, present, stamp))
    else {
      const store = openNew(join(fresh, 'sheaf.db'))
      await fill(store, given).finally(store.close)
      await syncFile(join(fresh, 'sheaf.db'))
      await exchange(DATA_DIR, fresh, present, stamp)
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** The old files give way within the transaction: if that cannot be done, the old rows stay. */
async function intoPostgres(url: string, force: boolean, given: Parameters<typeof fill>[1], last: () => Promise<unknown>) {
  const store = openStore(url)
  try {
    if (!(await isEmpty(store.db, 'postgres')) && !force) throw notEmpty('the database')
    await mustBeAlone(store)
    await fill(store, given, clear, last)
  } finally {
    await store.close()
  }
}

/** Only tables of ours; those of others in the same database are none of our business. */
async function clear(db: Db) {
  for (const name of await ourTables()) await sql`drop table if exists ${sql.table(name)} cascade`.execute(db)
}
