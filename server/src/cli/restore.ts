import { resolve } from 'node:path'
import type { Config } from '../runtime/config.ts'
import { checkArchive } from './archive/check-archive.ts'
import type { Manifest } from './archive/manifest.ts'
import { reading } from './archive/open-archive.ts'
import { notEmpty, presentIn, takeArchive } from './archive/take-archive.ts'
import { type Command, exits, misused, type World } from './command.ts'
import { fileIn } from './open-here.ts'
import { configOf, readArguments } from './options.ts'
import { mustBeUnused } from './others.ts'
import { progressOn } from './progress.ts'
import { mustKnow } from './rows/form.ts'

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
    const manifest = await reading(path, () => checkArchive(path, progress.show))
    mustKnow(manifest.migrations)
    await takeArchive(config, { path, manifest, present, force: values.force === true, show: progress.show })
    progress.end()
    world.err(`${summaryText(manifest, config)[world.language]}\n`)
    return exits.done
  } finally {
    progress.end()
  }
}

function summaryText({ tables, files, made, key }: Manifest, { SECRET_KEY }: Config) {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const en = [`Restored the state of ${made}: ${rows} rows, ${files.count} files, each compared with the archive. Start the server.`]
  const zh = [`已恢复 ${made} 时的状态：${rows} 行数据、${files.count} 个文件，均已与备份核对。现在可以启动服务。`]
  if (key === null && !SECRET_KEY) {
    en.push('The archive has no key of the secrets: set SECRET_KEY as it was there, or enter the secrets of the settings again.')
    zh.push('备份中没有加密设置所用的密钥：请设置原来的 SECRET_KEY，或重新填写设置中的密码。')
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}
