import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Config } from '../lib/config.ts'
import { checkArchive } from './archive/check-archive.ts'
import { KEY, type Manifest } from './archive/manifest.ts'
import { handfulsIn, unpackFiles } from './archive/unpack.ts'
import { type Command, exits, misused, Stop, type World } from './command.ts'
import { fileIn } from './open-here.ts'
import { configOf, readArguments } from './options.ts'
import { mustBeAlone, mustBeUnused } from './others.ts'
import { progressOn } from './progress.ts'
import { openAlone } from './rows/open-alone.ts'
import { openNew } from './rows/open-new.ts'
import { isEmpty, namesOf } from './rows/tables.ts'
import { fill, mustKnow } from './rows/target.ts'

export const restore: Command = {
  form: 'FILE [--force]',
  summary: { en: 'Puts a backup into an empty data folder and database', zh: '把备份恢复到空的数据目录与数据库' },
  help: {
    en: `The whole archive is read and its hashes are compared before anything is touched; the database is filled in one step that works as a
whole or not at all. Archives of SQLite can be restored into PostgreSQL (set DATABASE_URL) and the other way round.

  --force   also where there is something already. The server must be stopped. What lies in DATA_DIR is moved to a folder
            "before-restore-…" in it; tables of Sheaf in a PostgreSQL database are replaced.

The search index is made anew after the next start, while everybody works; pages not yet in it are not found until then.`,
    zh: `在改动任何内容之前，先通读整个压缩包并核对散列；数据库一次性写入，要么全部成功，要么保持原样。
SQLite 的备份可以恢复到 PostgreSQL（设置 DATABASE_URL），反之亦然。

  --force   目标中已有内容时也恢复。必须先停止服务。DATA_DIR 中原有的内容会移到其中的 before-restore-… 目录；
            PostgreSQL 中 Sheaf 的表会被替换。

下次启动后，服务端会在后台重建搜索索引；尚未收录的页面暂时搜不到。`,
  },
  run,
}

async function run(args: string[], world: World) {
  const config = configOf(world)
  const { values, word } = readArguments(args, { force: { type: 'boolean' } })
  if (!word) throw misused('Say which archive: sheaf restore FILE', '请指定备份文件：sheaf restore 文件')
  const path = resolve(word)
  const progress = progressOn(world)
  const present = await presentIn(config)
  if (present.length > 0 && !values.force) throw notEmpty(config.DATA_DIR)
  if (!config.DATABASE_URL && present.includes('sheaf.db')) mustBeUnused(fileIn(config))
  try {
    const manifest = await checkArchive(path, progress.show)
    mustKnow(manifest.migrations)
    await take(config, { path, manifest, present, force: values.force === true, show: progress.show })
    progress.end()
    world.err(`${told(manifest, config)[world.language]}\n`)
    return exits.done
  } finally {
    progress.end()
  }
}

const OURS = ['sheaf.db', 'sheaf.db-wal', 'sheaf.db-shm', 'files', KEY, 'setup-secret']

const presentIn = async ({ DATA_DIR }: Config) => (await readdir(DATA_DIR).catch(() => [])).filter((name) => OURS.includes(name))

const notEmpty = (where: string) =>
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
async function take(config: Config, { path, manifest, present, force, show }: Work) {
  const { DATA_DIR } = config
  const stamp = manifest.made.replace(/\W/g, '') && new Date().toISOString().replace(/[-:]|\..*/g, '')
  const fresh = join(DATA_DIR, `restoring-${stamp}`)
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const given = { ...manifest, told: manifest.tables, handfuls: () => handfulsIn(path, show) }
  try {
    await unpackFiles(path, fresh, show)
    if (config.DATABASE_URL) await intoPostgres(config.DATABASE_URL, force, given, () => exchange(DATA_DIR, fresh, present, stamp))
    else {
      const store = openNew(join(fresh, 'sheaf.db'))
      await fill(store, given).finally(store.close)
      await sync(join(fresh, 'sheaf.db'))
      await exchange(DATA_DIR, fresh, present, stamp)
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** The old files give way within the transaction: if that cannot be done, the old rows stay. */
async function intoPostgres(url: string, force: boolean, given: Parameters<typeof fill>[1], last: () => Promise<unknown>) {
  const store = openAlone(url)
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
  for (const name of await namesOf(db, 'postgres')) await sql`drop table if exists ${sql.table(name)} cascade`.execute(db)
}
