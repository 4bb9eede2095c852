import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inLanguage } from '@sheaf/contract/languages'
import { sql } from 'kysely'
import { SESSION_TABLES } from '../auth/session.ts'
import { openStore } from '../db/dialect.ts'
import { steps, takeSteps } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import type { Kind } from '../notice/notice.words.ts'
import type { Config } from '../runtime/config.ts'
import { closeOlderNews } from '../watch/news/news.store.ts'
import { closeOlder } from '../webhook/delivery/events.store.ts'
import { KEY, type Manifest } from './archive/format.ts'
import { checkArchive, reading, rowBatchesIn, unpackFiles } from './archive/read-archive.ts'
import { type Command, configOf, exits, misused, progressOn, readArguments, Stop, type Terminal } from './command.ts'
import { exchange, fileIn, mustBeAlone, mustBeUnused, syncFile } from './data-dir.ts'
import { isEmpty, mustKnow } from './rows/tables.ts'
import { fill, openNew } from './rows/target.ts'

/** The names of all tables of the schema, found by running the migrations in memory. */
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

/** Files and folders of Sheaf in the data folder. */
const presentIn = async ({ DATA_DIR }: Config) => (await readdir(DATA_DIR).catch(() => [])).filter((name) => OURS.includes(name))

const notEmpty = (place: string) =>
  new Stop(
    `There is something in ${place} already. Choose an empty one, or give --force to replace it.`,
    `${place} 中已有内容。请换一个空的位置，或加上 --force 予以替换。`,
  )

interface Work {
  path: string
  manifest: Manifest
  present: string[]
  force: boolean
  show: (text: string) => void
}

/** Builds everything in a separate folder; the present content is moved away when the new one is complete and synced to disk. */
async function takeArchive(config: Config, { path, manifest, present, force, show }: Work) {
  const { DATA_DIR } = config
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, '')
  const fresh = join(DATA_DIR, `restoring-${stamp}`)
  await mkdir(DATA_DIR, { recursive: true })
  // Removes the remains of a restore that was killed.
  for (const name of (await readdir(DATA_DIR)).filter((entry) => entry.startsWith('restoring-')))
    await rm(join(DATA_DIR, name), { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  const given = { ...manifest, expected: manifest.tables, batches: () => rowBatchesIn(path, show) }
  try {
    await unpackFiles(path, fresh, show)
    if (config.DATABASE_URL)
      await intoPostgres(config.DATABASE_URL, force, given, async (db) => {
        await afterRestore(manifest)(db)
        await exchange(DATA_DIR, fresh, present, stamp)
      })
    else {
      const store = openNew(join(fresh, 'sheaf.db'))
      await fill(store, given, undefined, afterRestore(manifest)).finally(store.close)
      await syncFile(join(fresh, 'sheaf.db'))
      await exchange(DATA_DIR, fresh, present, stamp)
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Moves the old files within the transaction: if that fails, the old rows stay. */
async function intoPostgres(url: string, force: boolean, given: Parameters<typeof fill>[1], last: (db: Db) => Promise<unknown>) {
  const store = openStore(url)
  try {
    if (!(await isEmpty(store.db, 'postgres')) && !force) throw notEmpty('the database')
    await mustBeAlone(store)
    await fill(store, given, clear, last)
  } finally {
    await store.close()
  }
}

const RESTORED: Kind = 'siteRestored'

/**
 * After a restore: no session that was ended since the backup lives again, and no device that lost its trust is trusted. A notice gives
 * each person the reason (R46). Recovery codes that were used and passkeys that were removed since then are valid again: the
 * backup does not know it.
 */
async function endSessions(db: Db, now: number, made: string) {
  for (const table of SESSION_TABLES) await db.deleteFrom(table).execute()
  await db.updateTable('device').set({ trusted_until: 0 }).where('trusted_until', '>', 0).execute()
  const content = JSON.stringify({ time: made, by: 'Sheaf' })
  const everyone = db
    .selectFrom('user')
    .where('is_disabled', '=', 0)
    .select([
      'uid',
      sql<string>`cast(${RESTORED} as text)`.as('kind'),
      sql<string>`''`.as('notice_title'),
      sql<string>`cast(${content} as text)`.as('notice_content'),
      sql<string>`cast('Sheaf' as text)`.as('from_name'),
      sql<number>`0`.as('item_id'),
      sql<number>`0`.as('page_id'),
      sql<number>`cast(${now} as bigint)`.as('notice_time'),
    ])
  await db
    .insertInto('notice')
    .columns(['uid', 'kind', 'notice_title', 'notice_content', 'from_name', 'item_id', 'page_id', 'notice_time'])
    .expression(everyone)
    .execute()
}

/** Webhooks got what the backup contains before it was restored (R30), and no session continues (R46). */
const afterRestore = (manifest: Manifest) => async (db: Db) => {
  const now = Math.floor(Date.now() / 1000)
  await closeOlder(db, now)
  await closeOlderNews(db, now)
  await endSessions(db, now, manifest.made)
}

/** Drops only tables of Sheaf; other applications may share the database. */
async function clear(db: Db) {
  for (const name of await ourTables()) await sql`drop table if exists ${sql.table(name)} cascade`.execute(db)
}

export const restore: Command = {
  form: 'FILE [--force]',
  summary: { en: 'Puts a backup into an empty data folder and database', zh: '把备份恢复到空的数据目录与数据库' },
  help: {
    en: `The whole archive is read and its hashes are compared before anything is touched; the database is filled in one step that works as a
whole or not at all. Archives of SQLite can be restored into PostgreSQL (set DATABASE_URL) and the other way round.

  --force   also where there is content already. The server must be stopped. The content of DATA_DIR is moved to a folder
            "before-restore-…" in it; tables of Sheaf in a PostgreSQL database are replaced.

All sessions end, no device stays trusted, and a notice gives everyone the reason. Recovery codes that were used and
passkeys that were removed after the backup are valid again: its archive does not know it.

After the next start the server rebuilds the search index in the background; search does not find pages that are not in it yet.`,
    zh: `在改动任何内容之前，先通读整个压缩包并核对散列；数据库一次性写入，要么全部成功，要么保持原样。
SQLite 的备份可以恢复到 PostgreSQL（设置 DATABASE_URL），反之亦然。

  --force   目标中已有内容时也恢复。必须先停止服务。DATA_DIR 中原有的内容会移到其中的 before-restore-… 目录；
            PostgreSQL 中 Sheaf 的表会被替换。

恢复后所有登录会话结束，设备不再受信任，并通知所有人。备份之后用过的恢复码与移除的通行密钥会重新有效，因为备份中没有这一记录。

下次启动后，服务端会在后台重建搜索索引；尚未收录的页面暂时搜不到。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const config = configOf(world)
  const { values, word } = readArguments(args, { force: { type: 'boolean' } })
  if (!word) throw misused('Say which archive: sheaf restore FILE', '请指定备份文件：sheaf restore 文件')
  const path = resolve(word)
  const progress = progressOn(world)
  const present = await presentIn(config)
  if (present.length > 0 && !values.force) throw notEmpty(config.DATA_DIR)
  if (!config.DATABASE_URL && present.includes('sheaf.db')) mustBeUnused(fileIn(config))
  try {
    const manifest = await reading(path, () => checkArchive(path, progress.show))
    mustKnow(manifest.migrations)
    await takeArchive(config, { path, manifest, present, force: values.force === true, show: progress.show })
    progress.end()
    world.err(`${inLanguage(summaryText(manifest, config), world.language)}\n`)
    return exits.done
  } finally {
    progress.end()
  }
}

function summaryText({ tables, files, made, key }: Manifest, { SECRET_KEY }: Config) {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const en = [
    `Restored the state of ${made}: ${rows} rows, ${files.count} files, each compared with the archive. Everyone is signed out. Start the server.`,
  ]
  const zh = [`已恢复 ${made} 时的状态：${rows} 行数据、${files.count} 个文件，均已与备份核对。所有人都已退出登录。现在可以启动服务。`]
  if (key === null && !SECRET_KEY) {
    en.push('The archive has no key of the secrets: set SECRET_KEY as it was there, or enter the secrets of the settings again.')
    zh.push('备份中没有加密设置所用的密钥：请设置原来的 SECRET_KEY，或重新填写设置中的密码。')
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}
