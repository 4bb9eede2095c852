import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { errorMessage } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import { sql } from 'kysely'
import { clearOrphan, deleteOrphanRecord, recordOrphan } from '../../attachment/attachment.store.ts'
import { randomHex } from '../../auth/secrets.ts'
import { storageSettings } from '../../common/settings.store.ts'
import { fileStores, namedStore } from '../../common/storage.store.ts'
import type { Services } from '../../context.ts'
import { openStore } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { clockOf } from '../../runtime/days.ts'
import { tryStore } from '../../storage/s3.ts'
import { placeOf } from '../../storage/s3-place.ts'
import { type Files, StoreProblem } from '../../storage/storage.ts'
import { makeTemp } from '../../storage/temp.ts'
import { type Bilingual, type Command, configOf, exits, misused, progressOn, readArguments, Stop, type Terminal } from '../command.ts'
import { mustBeHere, mustBeOwner } from '../data-dir.ts'
import { mustBeNewest } from '../rows/tables.ts'

const FETCH_FILES = 100

const elsewhere = (db: Db, kind: string) => db.selectFrom('attachment').where('store', '<>', kind)

async function countMovable(db: Db, kind: string) {
  const { files, bytes } = await elsewhere(db, kind)
    .select((row) => [row.fn.countAll().as('files'), row.fn.coalesce(row.fn.sum('file_size'), sql<number>`0`).as('bytes')])
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** Every file that is not in this store, oldest first; each file is yielded once, even if moving it fails. */
async function* movableTo(db: Db, kind: string): AsyncGenerator<Movable> {
  for (let last = 0; ; ) {
    const rows = await elsewhere(db, kind)
      .select(['file_id', 'display_name', 'store', 'path', 'file_size'])
      .where('file_id', '>', last)
      .orderBy('file_id')
      .limit(FETCH_FILES)
      .execute()
    yield* rows
    if (rows.length < FETCH_FILES) return
    last = (rows.at(-1) as Movable).file_id
  }
}

interface Movable {
  file_id: number
  display_name: string
  store: string
  path: string
  file_size: number
}

/** moved; gone: deleted by a user meanwhile; lost: missing from its store; changed: the copy differs. */
type Outcome = 'moved' | 'gone' | 'lost' | 'changed'

type FileStores = Pick<Services, 'store' | 'files' | 'now'>

/**
 * Copies one file to another store under a new name. The row changes after the copy was read back and compared. The old bytes are
 * deleted an hour later, so that running downloads can finish. An interruption at any point loses nothing.
 */
async function moveFile(services: FileStores, target: Files, file: Movable, temp: string): Promise<Outcome> {
  const source = await services.files.of(file.store)
  const [path, part] = [`${randomHex(1)}/${randomHex(20)}`, join(temp, String(file.file_id))]
  try {
    const hash = await copyOf(source, file, part)
    if (!hash) return 'lost'
    await recordOrphan(services.store.db, path, target.kind, services.now())
    await target.put(path, { path: part })
    const isSame = (await target.size(path)) === file.file_size && (await hashOf(target, path)) === hash
    const outcome = isSame ? await changeRow(services, target.kind, path, file) : 'changed'
    if (outcome !== 'moved') await clearOrphan(services, path)
    return outcome
  } finally {
    await rm(part, { force: true })
  }
}

/** Copies the bytes to a local file and returns their hash; undefined when the store has lost them. */
async function copyOf(source: Files, { path, file_size }: Movable, part: string): Promise<string | undefined> {
  const bytes = await source.read(path, undefined, file_size).catch((error: Error) => {
    if ('reason' in error) throw error
    return undefined
  })
  if (!bytes) return undefined
  const hash = createHash('sha256')
  bytes.on('data', (chunk) => hash.update(chunk))
  await pipeline(bytes, createWriteStream(part, { mode: 0o600 }))
  return hash.digest('hex')
}

async function hashOf(files: Files, path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await files.read(path), hash)
  return hash.digest('hex')
}

const changeRow = ({ store, now }: FileStores, kind: string, path: string, { file_id, ...old }: Movable): Promise<Outcome> =>
  store.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('attachment')
      .set({ store: kind, path })
      .where('file_id', '=', file_id)
      .where('store', '=', old.store)
      .where('path', '=', old.path)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) return 'gone'
    await deleteOrphanRecord(trx, path)
    await recordOrphan(trx, old.path, old.store, now())
    return 'moved'
  })

/** Files that are moved at the same time. */
const PARALLEL_MOVES_MAX = 4

type MoveServices = Pick<Services, 'config' | 'store' | 'files' | 'now'>

interface Done {
  files: number
  bytes: number
  left: { file: Movable; why: Outcome }[]
}

/** Moves every file that is not in the store yet; the first store error ends the run. */
async function moveAll(services: MoveServices, kind: string, show: (done: Done) => void): Promise<Done> {
  const done: Done = { files: 0, bytes: 0, left: [] }
  const target = await services.files.of(kind)
  const files = movableTo(services.store.db, kind)
  const temp = await makeTemp(services.config.DATA_DIR)
  let isOver = false
  const worker = async () => {
    for (let next = await files.next(); !next.done && !isOver; next = await files.next()) {
      const outcome = await moveFile(services, target, next.value, temp)
      if (outcome === 'lost' || outcome === 'changed') done.left.push({ file: next.value, why: outcome })
      if (outcome !== 'moved') continue
      done.files++
      done.bytes += next.value.file_size
      show(done)
    }
  }
  const end = (error: unknown) => {
    isOver = true
    throw error
  }
  try {
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL_MOVES_MAX }, () => worker().catch(end)))
    for (const one of ends) if (one.status === 'rejected') throw one.reason
    return done
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

/** Number of files that the report names. */
const NAMED = 20

const inM = (bytes: number) => (bytes / 1e6).toFixed(1)

/** The summary for the operator. */
function summaryText({ files, bytes, left }: Done, open: boolean, to: 'local' | 's3'): Bilingual {
  const en = [`${files} files (${inM(bytes)} MB) moved, each read back and compared.`]
  const zh = [`已迁移 ${files} 个文件（${inM(bytes)} MB），均已读回核对。`]
  if (open !== (to === 's3')) {
    en.push(`New files still go ${open ? 'to the cloud store' : 'to this machine'}: the site settings decide that.`)
    zh.push(`新文件仍存入${open ? '云存储' : '本机'}，可在站点设置中更改。`)
  }
  if (left.length > 0) {
    const names = left.slice(0, NAMED).map(({ file, why }) => `  ${file.file_id} ${file.display_name} (${file.store} ${file.path}, ${why})`)
    const list = [...names, ...(left.length > NAMED ? ['  …'] : [])].join('\n')
    en.push(`${left.length} files stay where they are, missing there (lost) or different when read back (changed):\n${list}`)
    zh.push(`${left.length} 个文件未迁移，原处缺失（lost）或读回后不一致（changed）：\n${list}`)
  }
  return { en: en.join('\n'), zh: zh.join('\n') }
}

export const moveFiles: Command = {
  form: '--to local|s3',
  summary: { en: 'Moves uploaded files to the cloud store, or back to this machine', zh: '把已上传的文件迁移到云存储，或迁回本机' },
  help: {
    en: `  --to s3      to the cloud store of the site settings
  --to local   into the folder "files" in DATA_DIR

Each file is copied, read back and compared by size and hash; only then its row names the new place. The server can keep running, and
users do not notice the move. After an interruption, give the command again to continue. The server deletes the old copy an hour later.
The site settings, and not this command, decide where new files go. A file needs free space of its size in DATA_DIR during its move.
Ends with 1 if a file could not be moved.`,
    zh: `  --to s3      迁移到站点设置中的云存储
  --to local   迁移到 DATA_DIR 下的 files 目录

逐个复制文件，并从目标读回，核对大小与散列值一致后才更新记录。无需停止服务，用户不会察觉。中断后重新执行即可继续。
原文件由服务端在一小时后清理。新文件存放在哪里由站点设置决定，与本命令无关。迁移时 DATA_DIR 需要容纳单个文件的剩余空间。
有文件未能迁移时以 1 结束。`,
  },
  run,
}

async function run(args: string[], world: Terminal) {
  const { values } = readArguments(args, { to: { type: 'string' } })
  const to = values.to
  if (to !== 'local' && to !== 's3') throw misused('Say where to: --to local or --to s3', '请指定目标：--to local 或 --to s3')
  const config = configOf(world)
  const store = openStore(mustBeHere(config))
  const progress = progressOn(world)
  try {
    await mustBeNewest(store)
    mustBeOwner(config)
    const services: MoveServices = { config, store, files: fileStores({ config, store }), now: clockOf(config) }
    const kind = to === 'local' ? to : await cloudOf(services)
    const all = await countMovable(store.db, kind)
    const done = await moveAll(services, kind, ({ files, bytes }) =>
      progress.show(`${files}/${all.files}  ${inM(bytes)}/${inM(all.bytes)} MB`),
    )
    progress.end()
    world.err(`${inLanguage(summaryText(done, (await storageSettings(services)).open, to), world.language)}\n`)
    return done.left.length > 0 ? exits.failed : exits.done
  } catch (error) {
    throw error instanceof StoreProblem ? stopped(error) : error
  } finally {
    progress.end()
    await store.close()
  }
}

const stopped = ({ reason, about }: StoreProblem) =>
  new Stop(
    `${errorMessage(reason, 'en', about)}. What was moved stays moved; give the command again to go on.`,
    `${errorMessage(reason, 'zh', about)}。已迁移的文件保持有效，重新执行命令即可继续。`,
  )

/** The store of the settings; a test write precedes the move. */
async function cloudOf(services: MoveServices): Promise<string> {
  const { form } = await storageSettings(services)
  const kind = await namedStore(services, form)
  if (form) await tryStore(placeOf(form))
  return kind
}
