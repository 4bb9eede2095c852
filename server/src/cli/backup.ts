import { createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { inLanguage } from '@sheaf/contract/languages'
import { storeSettings } from '../common/settings.store.ts'
import { openReader, openStore } from '../db/dialect.ts'
import { version } from '../runtime/config.ts'
import { clockOf } from '../runtime/days.ts'
import type { Manifest } from './archive/format.ts'
import { writeArchive } from './archive/write-archive.ts'
import { type Command, configOf, exits, progressOn, readArguments, Stop, type Terminal } from './command.ts'
import { mustBeHere } from './data-dir.ts'
import { takeSnapshot } from './rows/snapshot.ts'
import { mustKnow } from './rows/tables.ts'

export const backup: Command = {
  form: '[TARGET]',
  summary: {
    en: 'Copies the database and all files into one archive, while the server runs',
    zh: '不停机，把数据库和全部文件备份为一个压缩包',
  },
  help: {
    en: `TARGET is a file, such as sheaf.tar.gz, or a folder, which is made if it does not exist. Without it the archive is written into the folder
you are in, and - writes it to the standard output.

The archive holds every row of the database as of one moment, the uploaded files, and the key of the secrets (unless it is SECRET_KEY).
"sheaf restore" reads it, on SQLite and on PostgreSQL alike, whichever it came from. It contains password hashes: store it where no
other user can read it, and on another machine.`,
    zh: `TARGET 为文件（如 sheaf.tar.gz）或目录，目录不存在时自动创建；省略时写入当前目录，写 - 时输出到标准输出。

压缩包包含同一时刻的全部数据库内容、上传的文件，以及加密设置所用的密钥（使用 SECRET_KEY 时除外）。
无论来自 SQLite 还是 PostgreSQL，都可以用 sheaf restore 恢复到任意一种。其中含有密码散列，请妥善保管，并存放到另一台机器上。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const config = configOf(world)
  const { word } = readArguments(args, {})
  const url = mustBeHere(config)
  const made = new Date()
  const target = word === '-' ? undefined : targetOf(word, made)
  const progress = progressOn(world)
  const snapshot = await takeSnapshot(url)
  const live = openReader(url)
  let manifest: Manifest | undefined
  try {
    mustKnow(snapshot.migrations)
    const isStillThere = async (file_id: number) =>
      (await live.db.selectFrom('attachment').select('file_id').where('file_id', '=', file_id).executeTakeFirst()) !== undefined
    const pieces = writeArchive({ snapshot, dataDir: config.DATA_DIR, isStillThere, show: progress.show, made }, (written) => {
      manifest = written
    })
    // Most files are compressed already; a higher level would take minutes and gain little.
    const packed = createGzip({ level: 3 })
    if (target) await intoFile(Readable.from(pieces), packed, target)
    else await pipeline(Readable.from(pieces), packed, world.bytes)
  } finally {
    progress.end()
    await live.close()
    await snapshot.close()
  }
  if (manifest && !manifest.missing) await noteBackup(url, clockOf(config)())
  if (manifest) world.err(`${inLanguage(summaryText(manifest, target), world.language)}\n`)
  return manifest?.missing ? exits.failed : exits.done
}

/** The first steps of a new site show that there is a backup. It counts as made even if the database cannot be written. */
async function noteBackup(url: string, at: number) {
  const store = openStore(url)
  try {
    await storeSettings(store.db, { backup_time: String(at) })
  } catch {
    // The archive is complete.
  } finally {
    await store.close()
  }
}

/** A name without an ending is a folder, which need not exist: a nightly backup writes another archive into it each time. */
function targetOf(word = '.', made: Date) {
  const stamp = made.toISOString().replace(/[-:]|\..*/g, '')
  const isFolder = existsSync(word) ? statSync(word).isDirectory() : extname(word) === ''
  const target = resolve(isFolder ? join(word, `sheaf-${version}-${stamp}.tar.gz`) : word)
  makeFolder(dirname(target))
  if (existsSync(target)) throw new Stop(`${target} is there already. Choose another name.`, `${target} 已存在，请换一个名称。`)
  return target
}

function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Stop(`The folder ${folder} cannot be made (${code}).`, `无法创建目录 ${folder}（${code}）。`)
  }
}

/** The file gets its final name only after it is complete and synced to disk. */
async function intoFile(pieces: Readable, packed: NodeJS.ReadWriteStream, target: string) {
  const part = `${target}.part`
  try {
    await pipeline(pieces, packed, createWriteStream(part, { mode: 0o600 }))
    const file = await open(part)
    await file.sync().finally(() => file.close())
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function summaryText({ tables, files, missing, elsewhere }: Manifest, target = '-') {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const size = target === '-' ? '' : ` (${(statSync(target).size / 1e6).toFixed(1)} MB)`
  const en = [`${target}${size}: ${rows} rows, ${files.count} files.`]
  const zh = [`${target}${size}：${rows} 行数据，${files.count} 个文件。`]
  if (elsewhere) {
    en.push(`${elsewhere} files are in the cloud store and are not in it: keep copies there.`)
    zh.push(`另有 ${elsewhere} 个文件位于云存储，未包含在内，请在云端保留副本。`)
  }
  if (missing) {
    en.push(`Files that the database names and that were not there: ${missing}. "sheaf doctor" lists them.`)
    zh.push(`数据库中有 ${missing} 个文件在磁盘上找不到，sheaf doctor 可列出。`)
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}
