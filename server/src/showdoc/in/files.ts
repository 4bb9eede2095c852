import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@sheaf/contract'
import { deleteOrphanRecord, recordOrphan } from '../../attachment/attachment.store.ts'
import { mustBeAllowed } from '../../attachment/content/file-content.service.ts'
import { cleanName, isDangerous } from '../../attachment/content/file-kinds.rules.ts'
import { randomHex } from '../../auth/secrets.ts'
import { saveProgress } from '../showdoc.store.ts'
import { type MigratedRow, type TableMigrator, unmappedColumns } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { nameOf, numberOf, timeOf, wholeOf } from './texts.ts'

const DOWNLOAD = 'application/octet-stream'

/** The path below Public/Uploads from the URL of a file; undefined for a file in a cloud store. */
function pathIn(real_url: unknown): string | undefined {
  const [, path] = /Public\/Uploads\/([^?#]+)$/i.exec(String(real_url ?? '')) ?? []
  const plain = path && decoded(path)
  return plain && !/(?:^|[\\/])\.\.(?:[\\/]|$)|\0/.test(plain) ? plain : undefined
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path of the file of a row on disk; undefined when it does not exist. */
export function placeOf(row: Row, uploads: string | undefined): string | undefined {
  const path = pathIn(row['real_url'])
  const place = path && uploads ? join(uploads, path) : undefined
  return place && existsSync(place) && isInside(place, uploads as string) && statSync(place).isFile() ? place : undefined
}

/** A symbolic link in the uploads can point to any file of this machine. */
const isInside = (place: string, folder: string) => realpathSync(place).startsWith(`${realpathSync(folder)}${sep}`)

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The content type: the detected one if this kind of file is allowed, otherwise that of a download. */
async function kindOf(path: string, name: string): Promise<string> {
  try {
    return (await mustBeAllowed({ path, name, bytes: 0 })).file_type
  } catch (error) {
    if (error instanceof Refusal) return DOWNLOAD
    throw error
  }
}

/** Copies a file that a web server or browser would execute to a folder that is never served. */
async function quarantine(place: string, path: string, run: MigrationRun) {
  const to = join(run.options.services.config.DATA_DIR, 'showdoc', 'quarantine', String(run.move.move_id), `${path}.withheld`)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(place, to)
  await chmod(to, 0o600)
}

interface Upload {
  place: string
  display_name: string
  sign: string
  uid: number
  item_id: number
  addtime: number
}

/** Stores the bytes and returns the values of their row. The orphan note lets the retention job delete the bytes after an interruption. */
async function storeUpload({ place, display_name, ...file }: Upload, run: MigrationRun) {
  const home = await run.options.services.files.home()
  const name = `${randomHex(1)}/${randomHex(20)}`
  await recordOrphan(run.db, name, home.kind, run.now)
  await home.put(name, { path: place })
  const file_type = await kindOf(place, display_name)
  return { ...file, display_name, file_type, file_size: statSync(place).size, store: home.kind, path: name }
}

const displayName = (row: Row, path: string) => cleanName(nameOf(row['display_name'])) || cleanName(basename(path)) || 'file'

async function take(row: Row, run: MigrationRun, uploads: string | undefined): Promise<MigratedRow> {
  const old = wholeOf(row['file_id'])
  const sign = String(row['sign'] ?? '').toLowerCase()
  const gone = (left: NonNullable<MigratedRow['left']>): MigratedRow => ({ left, after: (db) => run.drop(db, 'upload_file', old) })
  const path = pathIn(row['real_url'])
  if (path === undefined) return gone('fileElsewhere')
  const place = placeOf(row, uploads)
  if (!place) return gone('fileMissing')
  const display_name = displayName(row, path)
  if (isDangerous(display_name) || isDangerous(basename(path))) {
    await quarantine(place, path, run)
    return gone('quarantined')
  }
  if (!/^[0-9a-f]{32}$/.test(sign) || !(await run.claim('attachment', { sign }))) return gone('taken')
  const about = {
    place,
    display_name,
    sign,
    uid: run.id('user', row['uid']) ?? run.owner,
    item_id: run.id('item', row['item_id']) ?? 0,
  }
  const file = await storeUpload({ ...about, addtime: timeOf(row['addtime']) }, run)
  const file_id = run.id('upload_file', old) as number
  const rows: MigratedRow['rows'] = [
    ['attachment', { file_id, ...file, visit_times: numberOf(row['visit_times']), last_visit_time: timeOf(row['last_visit_time']) }],
  ]
  if (await run.claim('showdoc_file', { path })) rows.push(['showdoc_file', { path, file_id }])
  return { rows, ...unmappedColumns(row, []), after: (db) => deleteOrphanRecord(db, file.path) }
}

export const files = (uploads: string | undefined): TableMigrator => ({
  table: 'upload_file',
  key: ['file_id'],
  atOnce: 10,
  take: (row, run) => take(row, run, uploads),
})

/** Files without a row: older versions of ShowDoc wrote none, and pages reference the files by path. */
export function unreferencedUploads(uploads: string | undefined, run: MigrationRun): string[] {
  if (!uploads || !existsSync(uploads)) return []
  const known = new Set(run.staging.all<{ real_url: string }>('select real_url from upload_file').map((row) => pathIn(row.real_url)))
  return readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(uploads, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !known.has(path) && path !== 'index.html')
    .sort()
}

export const UPLOADS_TABLE = 'Public/Uploads'

/** Reported as a table of its own; the progress mark is the last path. */
export async function moveUnreferencedUploads(uploads: string | undefined, run: MigrationRun) {
  const { move, options } = run
  const done = move.progress.marks[UPLOADS_TABLE]
  if (done?.isDone) return
  const all = unreferencedUploads(uploads, run)
  const mark = done ?? { last: [], read: 0, written: 0, here: 0, columns: 0, left: {} }
  for (const path of all.filter((candidate) => mark.last[0] === undefined || candidate > String(mark.last[0]))) {
    options.signal?.throwIfAborted()
    const place = join(uploads as string, path)
    const isWithheld = isDangerous(basename(path))
    if (isWithheld) await quarantine(place, path, run)
    const sign = createHash('sha256').update(`${move.fingerprint} ${path}`).digest('hex').slice(0, 32)
    const display_name = cleanName(basename(path)) || 'file'
    const addtime = Math.floor(statSync(place).mtimeMs / 1000)
    const file = isWithheld ? undefined : await storeUpload({ place, display_name, sign, uid: run.owner, item_id: 0, addtime }, run)
    const isTaken = !isWithheld && !(await run.claim('showdoc_file', { path }))
    await options.services.store.db.transaction().execute(async (trx) => {
      if (file && !isTaken) {
        const { file_id } = await trx.insertInto('attachment').values(file).returning('file_id').executeTakeFirstOrThrow()
        await trx.insertInto('showdoc_file').values({ path, file_id }).execute()
        await deleteOrphanRecord(trx, file.path)
        mark.written++
      } else {
        const reason = isWithheld ? 'quarantined' : 'taken'
        mark.left[reason] = (mark.left[reason] ?? 0) + 1
        await trx
          .insertInto('showdoc_left')
          .values({ move_id: move.move_id, table_name: UPLOADS_TABLE, old_id: path, reason, body: JSON.stringify({ path }) })
          .execute()
      }
      mark.read++
      mark.last = [path]
      move.progress = { ...move.progress, marks: { ...move.progress.marks, [UPLOADS_TABLE]: structuredClone(mark) } }
      await saveProgress(trx, move, move.progress)
    })
    options.onProgress?.({ stage: 'files', table: UPLOADS_TABLE, done: mark.read, total: all.length })
  }
  move.progress = { ...move.progress, marks: { ...move.progress.marks, [UPLOADS_TABLE]: { ...mark, isDone: true } } }
  await saveProgress(run.db, move, move.progress)
}

/** Maximum number of files that are detected in one text. */
const FILES_PER_TEXT_MAX = 200

/** The files migrated so far, by sign and by path. */
interface MigratedFiles {
  signs: Map<string, number>
  paths: Map<string, number>
}

export async function learnFiles(run: MigrationRun) {
  const signs = new Map<string, number>()
  for (const { file_id, sign } of run.staging.all<{ file_id: number; sign: string }>('select file_id, sign from upload_file')) {
    const here = run.id('upload_file', file_id)
    if (here) signs.set(String(sign), here)
  }
  const rows = await run.db.selectFrom('showdoc_file').select(['path', 'file_id']).execute()
  run.memory.set('files', { signs, paths: new Map(rows.map((row) => [row.path, row.file_id])) } satisfies MigratedFiles)
}

/** The files that a text shows. They are attached to its page, so that readers of the page can see them. */
export function filesNamed(text: string, run: MigrationRun): number[] {
  const known = run.memory.get('files') as MigratedFiles | undefined
  if (!known || !/visitFile|Public\/Uploads/i.test(text)) return []
  const bySign = [...text.matchAll(/visitFile(?:\/sign\/|[&?]sign=|%2Fsign%2F)([0-9a-f]{32})/gi)].map(([, sign]) =>
    known.signs.get((sign as string).toLowerCase()),
  )
  const byPath = [...text.matchAll(/Public\/Uploads\/([^\s"'()<>?#\\]+)/gi)].map(([, path]) => known.paths.get(decoded(path as string)))
  return [...new Set([...bySign, ...byPath].filter((id) => id !== undefined))].slice(0, FILES_PER_TEXT_MAX)
}
