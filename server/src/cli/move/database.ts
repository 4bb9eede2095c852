import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { inLanguage } from '@sheaf/contract/languages'
import { openStore } from '../../db/dialect.ts'
import { type Command, configOf, exits, misused, progressOn, readArguments, Stop, type Terminal } from '../command.ts'
import { addressOf, mustBeAlone, mustBeHere, mustBeUnused, shown, syncFile } from '../data-dir.ts'
import { type Snapshot, takeSnapshot } from '../rows/snapshot.ts'
import { Digest, isEmpty, lineOf, type Row, rowsOf } from '../rows/tables.ts'
import { fill, openNew, type Report, type SourceData } from '../rows/target.ts'

/** Rows and characters in one statement. */
const [ROWS, SIZE] = [200, 2_000_000]

/** All rows of a snapshot; sets the digest of each table in `digests` after its last batch. */
async function* rowBatchesOf({ db, kind, tables }: Snapshot, digests: SourceData['expected'], show: (text: string) => void) {
  for (const table of tables) {
    const digest = new Digest()
    let [rows, size] = [[] as Row[], 0]
    for await (const row of rowsOf(db, kind, table)) {
      const line = lineOf(row)
      digest.add(line)
      rows.push(row)
      size += line.length
      if (rows.length < ROWS && size < SIZE) continue
      yield { table, rows }
      show(`${table.name} ${digest.rows}`)
      ;[rows, size] = [[], 0]
    }
    if (rows.length > 0) yield { table, rows }
    digests[table.name] = digest.total
  }
}

export const moveDatabase: Command = {
  form: 'URL',
  summary: { en: 'Copies the database to another kind, and compares both', zh: '把数据库迁移到另一种数据库，并逐行核对' },
  help: {
    en: `URL is postgres://user:password@host/name for a database without tables, or the path of a SQLite file that is not there yet, usually
DATA_DIR/sheaf.db. Stop the server first. What is moved from is DATABASE_URL, or the SQLite file in DATA_DIR; it is only read.

Every table is copied, read again on the other side and compared row by row, in one step that works as a whole or not at all: after a
failure the target is as empty as before, and the command can be given again. Uploaded files stay where they are.
Then set DATABASE_URL to the new address (or remove it, for SQLite) and start the server.`,
    zh: `URL 为没有任何表的 PostgreSQL 数据库（postgres://用户:密码@主机/库名），或尚不存在的 SQLite 文件路径（通常是 DATA_DIR/sheaf.db）。
请先停止服务。数据来源是 DATABASE_URL，未设置时为 DATA_DIR 中的 SQLite 文件；来源只读，不会改动。

每张表都会复制过去，再从目标读回并逐行核对。整个过程要么全部完成，要么保持原样：失败后目标仍为空，可以重新执行。上传的文件留在原处。
完成后把 DATABASE_URL 改为新地址（改用 SQLite 时去掉该设置），再启动服务。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const { word } = readArguments(args, {})
  if (!word) throw misused('Say where to: sheaf move-database URL', '请指定目标：sheaf move-database URL')
  const config = configOf(world)
  const source = mustBeHere(config)
  const isPostgres = /^postgres(ql)?:\/\//.test(word)
  const target = isPostgres ? word : resolve(word.replace(/^(sqlite|file):(\/\/)?/, ''))
  if (target === addressOf(config)) throw misused('That is where the database is already.', '数据库已经在那里。')
  if (!config.DATABASE_URL) mustBeUnused(source)
  const progress = progressOn(world)
  const snapshot = await takeSnapshot(source)
  try {
    if (config.DATABASE_URL) await mustBeAlone(snapshot)
    const digests: SourceData['expected'] = {}
    const given = { ...snapshot, expected: digests, batches: () => rowBatchesOf(snapshot, digests, progress.show) }
    const report = await (isPostgres ? intoPostgres(target, given) : intoFile(target, given))
    progress.end()
    world.out(tableOf(report))
    world.err(`${inLanguage(done(shown(source), shown(target), !isPostgres), world.language)}\n`)
    return exits.done
  } finally {
    progress.end()
    await snapshot.close()
  }
}

async function intoPostgres(url: string, given: SourceData) {
  const store = openStore(url)
  try {
    if (!(await isEmpty(store.db, 'postgres')))
      throw new Stop(`There are tables in ${shown(url)} already. Choose an empty database.`, `${shown(url)} 中已有表，请使用空的数据库。`)
    return await fill(store, given)
  } finally {
    await store.close()
  }
}

async function intoFile(file: string, given: SourceData) {
  if (existsSync(file)) throw new Stop(`${file} is there already. Move it away first.`, `${file} 已存在，请先移走。`)
  const part = `${file}.part`
  await mkdir(dirname(file), { recursive: true })
  await rm(part, { force: true })
  const store = openNew(part)
  try {
    const report = await fill(store, given).finally(store.close)
    await syncFile(part)
    await rename(part, file)
    await syncFile(dirname(file))
    return report
  } finally {
    await rm(part, { force: true })
  }
}

function tableOf(report: Report) {
  const rows = report.map(({ table, found }) => [table, String(found.rows), found.hash.slice(0, 16)] as const)
  const [name, count] = [0, 1].map((n) => Math.max(...rows.map((row) => (row[n] as string).length))) as [number, number]
  return `${rows.map(([table, n, hash]) => `${table.padEnd(name)}  ${n.padStart(count)}  ${hash}`).join('\n')}\n`
}

const done = (from: string, to: string, isFile: boolean) => ({
  en: `Moved: ${from} → ${to}. Each table is the same on both sides. ${isFile ? 'Remove DATABASE_URL' : 'Set DATABASE_URL'} and start the server; it rebuilds the search index.`,
  zh: `迁移完成：${from} → ${to}，两侧各表逐行一致。请${isFile ? '去掉 DATABASE_URL' : '设置 DATABASE_URL'} 后启动服务，搜索索引会自动重建。`,
})
