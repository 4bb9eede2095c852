import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { rowsOf } from '../rows/read-rows.ts'
import type { Row } from '../rows/row-text.ts'
import type { Snapshot } from '../rows/snapshot.ts'
import { headOf, paddingOf } from './tar-write.ts'

export interface Source {
  snapshot: Snapshot
  dataDir: string
  /** Whether the file still has its row now: those deleted since the snapshot are left out with their rows. */
  isStillThere: (file_id: number) => Promise<boolean>
  show: (text: string) => void
  made: Date
}

/** What was met of the files. */
export class FileTotals {
  count = 0
  bytes = 0
  missing = 0
  elsewhere = 0
  readonly gone = new Set<number>()
  private readonly list = createHash('sha256')

  add(name: string, size: number, hash: string) {
    this.count++
    this.bytes += size
    this.list.update(`${name} ${size} ${hash}\n`)
  }

  hash = () => this.list.digest('hex')

  isGone(table: string, columns: string[], row: Row) {
    return ['attachment', 'attachment_page'].includes(table) && this.gone.has(Number(row[columns.indexOf('file_id')]))
  }
}

/** The bytes of all files in the folder of this server, by the rows of the snapshot. */
export async function* writeFiles(
  { snapshot, dataDir, isStillThere, show }: Source,
  told: FileTotals,
  mtime: number,
): AsyncGenerator<Buffer> {
  const table = { name: 'attachment', columns: ['file_id', 'path', 'store'] }
  const written = new Set<string>()
  for await (const [file_id, path, store] of rowsOf(snapshot.db, snapshot.kind, table)) {
    if (store !== 'local') {
      told.elsewhere++
      continue
    }
    const name = `files/${path}`
    if (written.has(name)) continue
    const file = await open(join(dataDir, name)).catch(() => undefined)
    if (file) {
      written.add(name)
      yield* writeFile(file, name, told, mtime)
      show(`files ${told.count}`)
    } else if (await isStillThere(Number(file_id))) told.missing++
    else told.gone.add(Number(file_id))
  }
}

async function* writeFile(file: FileHandle, name: string, told: FileTotals, mtime: number): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  yield headOf(name, size, mtime)
  const sum = createHash('sha256')
  let left = size
  // Never more than its head says; a stored file does not grow.
  for await (const chunk of file.createReadStream({ end: Math.max(size - 1, 0) })) {
    left -= chunk.length
    sum.update(chunk)
    yield chunk
  }
  if (left !== 0) throw new Error(`${name} became shorter while it was read`)
  yield paddingOf(size)
  told.add(name, size, sum.digest('hex'))
}
