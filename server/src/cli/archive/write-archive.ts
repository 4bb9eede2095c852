import { createHash, hash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../runtime/config.ts'
import { type NewTarEntry, writeTar } from '../../storage/tar.ts'
import type { Snapshot } from '../rows/snapshot.ts'
import { Digest, lineOf, type Row, rowsOf } from '../rows/tables.ts'
import { FIRST, first, KEY, LAST, type Manifest } from './format.ts'

interface Source {
  snapshot: Snapshot
  dataDir: string
  /** Whether the attachment row exists now: files deleted since the snapshot are left out together with their rows. */
  isStillThere: (file_id: number) => Promise<boolean>
  show: (text: string) => void
  made: Date
}

/** Counts and hashes of the files in the archive. */
class FileTotals {
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

/** All files in the local folder, according to the rows of the snapshot. */
async function* writeFiles({ snapshot, dataDir, isStillThere, show }: Source, totals: FileTotals): AsyncGenerator<NewTarEntry> {
  const table = { name: 'attachment', columns: ['file_id', 'path', 'store'] }
  const written = new Set<string>()
  for await (const [file_id, path, store] of rowsOf(snapshot.db, snapshot.kind, table)) {
    if (store !== 'local') {
      totals.elsewhere++
      continue
    }
    const name = `files/${path}`
    if (written.has(name)) continue
    const file = await open(join(dataDir, name)).catch(() => undefined)
    if (file) {
      written.add(name)
      const { size } = await file.stat()
      yield { name, size, body: bytesOf(file, size, name, totals) }
      show(`files ${totals.count}`)
    } else if (await isStillThere(Number(file_id))) totals.missing++
    else totals.gone.add(Number(file_id))
  }
}

/** The bytes of a stored file, counted and hashed. Reads no more than the size; a stored file does not grow. */
async function* bytesOf(file: FileHandle, size: number, name: string, totals: FileTotals): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  let left = size
  for await (const chunk of file.createReadStream({ end: Math.max(size - 1, 0) })) {
    left -= chunk.length
    sum.update(chunk)
    yield chunk
  }
  if (left !== 0) throw new Error(`${name} became shorter while it was read`)
  totals.add(name, size, sum.digest('hex'))
}

/** Approximate size of an entry of table rows; it bounds the memory. */
const PART = 1_000_000

/** Generates the whole archive in chunks; calls `finished` with the manifest, its last entry. */
export const writeArchive = (source: Source, finished: (manifest: Manifest) => void): AsyncGenerator<Buffer> =>
  writeTar(entriesOf(source, finished), source.made)

async function* entriesOf(source: Source, finished: (manifest: Manifest) => void): AsyncGenerator<NewTarEntry> {
  const { snapshot, dataDir, made } = source
  const entry = (name: string, bytes: Buffer): NewTarEntry => ({ name, size: bytes.length, body: [bytes] })
  const json = (name: string, value: object) => entry(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))
  const head = first({ version, made: made.toISOString(), database: snapshot.kind, migrations: snapshot.migrations })
  yield json(FIRST, head)
  const key = await readFile(join(dataDir, KEY)).catch(() => undefined)
  if (key) yield entry(KEY, key)
  const files = new FileTotals()
  yield* writeFiles(source, files)
  const tables: Manifest['tables'] = {}
  for (const table of snapshot.tables) {
    const digest = new Digest()
    let [part, size, lines] = [0, 0, [] as string[]]
    const take = () => {
      const bytes = Buffer.from(`${[JSON.stringify(table.columns), ...lines].join('\n')}\n`)
      ;[size, lines] = [0, []]
      return entry(`rows/${table.name}/${String(++part).padStart(6, '0')}.jsonl`, bytes)
    }
    for await (const row of rowsOf(snapshot.db, snapshot.kind, table)) {
      if (files.isGone(table.name, table.columns, row)) continue
      const line = lineOf(row)
      digest.add(line)
      lines.push(line)
      size += line.length
      if (size >= PART) yield take()
      source.show(`${table.name} ${digest.rows}`)
    }
    if (lines.length > 0) yield take()
    tables[table.name] = digest.total
  }
  const { count, bytes, missing, elsewhere } = files
  const manifest: Manifest = {
    ...head,
    tables,
    counters: snapshot.counters,
    files: { count, bytes, hash: files.hash() },
    missing,
    elsewhere,
    key: key ? hash('sha256', key) : null,
  }
  yield json(LAST, manifest)
  finished(manifest)
}
