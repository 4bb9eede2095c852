import { createHash } from 'node:crypto'
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@sheaf/contract'
import { mustBeAllowed } from '../../attachment/content/file-content.service.ts'
import { cleanName, isDangerous } from '../../attachment/content/file-name.rules.ts'
import { forgetOrphan, noteOrphan } from '../../attachment/orphan.store.ts'
import { randomHex } from '../../auth/secrets.ts'
import { type MigratedRow, type TableMigrator, unmappedColumns } from './mover.ts'
import type { Row } from './staging.ts'
import { nameOf, numberOf, timeOf, wholeOf } from './texts.ts'
import type { MigrationRun } from './way.ts'

const DOWNLOAD = 'application/octet-stream'

/** Below Public/Uploads, as the address of the file says it; undefined for one in a cloud store. */
export function pathIn(real_url: unknown): string | undefined {
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

/** Where the file of a row lies; undefined when it is not there. */
export function placeOf(row: Row, uploads: string | undefined): string | undefined {
  const path = pathIn(row['real_url'])
  const place = path && uploads ? join(uploads, path) : undefined
  return place && existsSync(place) && isInside(place, uploads as string) && statSync(place).isFile() ? place : undefined
}

/** A link in the uploads may lead anywhere on this machine. */
const isInside = (place: string, folder: string) => realpathSync(place).startsWith(`${realpathSync(folder)}${sep}`)

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** What it goes out as: of a kind that may be uploaded as that, all else as a download. */
async function kindOf(path: string, name: string): Promise<string> {
  try {
    return (await mustBeAllowed({ path, name, bytes: 0 })).file_type
  } catch (error) {
    if (error instanceof Refusal) return DOWNLOAD
    throw error
  }
}

/** A web server or a browser would run it: it is kept where nobody is handed it. */
export async function quarantine(place: string, path: string, way: MigrationRun) {
  const to = join(way.options.house.config.DATA_DIR, 'showdoc', 'quarantine', String(way.move.move_id), `${path}.withheld`)
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

/** Copies the bytes and says which row is to be written for them. What is cut off before that is known by its note, and goes with the retention. */
export async function keep({ place, display_name, ...file }: Upload, way: MigrationRun) {
  const home = await way.options.house.files.home()
  const name = `${randomHex(1)}/${randomHex(20)}`
  await noteOrphan(way.db, name, home.kind, way.now)
  await home.put(name, { path: place })
  const file_type = await kindOf(place, display_name)
  return { ...file, display_name, file_type, file_size: statSync(place).size, store: home.kind, path: name }
}

const displayName = (row: Row, path: string) => cleanName(nameOf(row['display_name'])) || cleanName(basename(path)) || 'file'

async function take(row: Row, way: MigrationRun, uploads: string | undefined): Promise<MigratedRow> {
  const old = wholeOf(row['file_id'])
  const sign = String(row['sign'] ?? '').toLowerCase()
  const gone = (left: NonNullable<MigratedRow['left']>): MigratedRow => ({ left, after: (db) => way.drop(db, 'upload_file', old) })
  const path = pathIn(row['real_url'])
  if (path === undefined) return gone('fileElsewhere')
  const place = placeOf(row, uploads)
  if (!place) return gone('fileMissing')
  const display_name = displayName(row, path)
  if (isDangerous(display_name) || isDangerous(basename(path))) {
    await quarantine(place, path, way)
    return gone('quarantined')
  }
  if (!/^[0-9a-f]{32}$/.test(sign) || !(await way.claim('attachment', { sign }))) return gone('taken')
  const about = {
    place,
    display_name,
    sign,
    uid: way.id('user', row['uid']) ?? way.owner,
    item_id: way.id('item', row['item_id']) ?? 0,
  }
  const file = await keep({ ...about, addtime: timeOf(row['addtime']) }, way)
  const file_id = way.id('upload_file', old) as number
  const rows: MigratedRow['rows'] = [
    ['attachment', { file_id, ...file, visit_times: numberOf(row['visit_times']), last_visit_time: timeOf(row['last_visit_time']) }],
  ]
  if (await way.claim('showdoc_file', { path })) rows.push(['showdoc_file', { path, file_id }])
  return { rows, ...unmappedColumns(row, []), after: (db) => forgetOrphan(db, file.path) }
}

export const files = (uploads: string | undefined): TableMigrator => ({
  table: 'upload_file',
  key: ['file_id'],
  atOnce: 10,
  take: (row, way) => take(row, way, uploads),
})
