import { createHash, hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { localFiles } from '../../storage/local.ts'
import { BrokenTar, readTar, type TarEntry } from '../../storage/tar.ts'
import { Stop } from '../command.ts'
import { Digest, isSame, type Row, rowOf, type Table } from '../rows/tables.ts'
import { FIRST, First, KEY, LAST, Manifest } from './format.ts'

const damaged = (path: string, reason: string) =>
  new Stop(
    `${path} is damaged or no backup of Sheaf (${reason}). Nothing was changed.`,
    `${path} 已损坏，或不是 Sheaf 的备份（${reason}）。未作任何改动。`,
  )

/** The entries of a compressed archive, from its beginning. */
async function* entriesIn(path: string): AsyncGenerator<TarEntry> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  file.on('error', (error) => unpacked.destroy(error))
  file.pipe(unpacked)
  try {
    yield* readTar(unpacked)
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

/** Runs `work` on an archive and reports read errors to the operator in one line. */
export async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof BrokenTar || code?.startsWith('Z_')) throw damaged(path, message)
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
      throw new Stop(`${path} cannot be read (${code}).`, `无法读取 ${path}（${code}）。`)
    throw error
  }
}

/** Upper bound for entries that are read into memory; parts of tables have some megabytes. */
const ENTRY_BYTES_MAX = 512_000_000

async function wholeOf({ size, body }: TarEntry): Promise<Buffer> {
  if (size > ENTRY_BYTES_MAX) throw new BrokenTar('an entry is too large')
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

const tableOf = (name: string) => /^rows\/(\w+)\/\d+\.jsonl$/.exec(name)?.[1]

/** Accepts only names of stored files, so that nothing is written to any other path. */
const fileOf = (name: string) => /^files\/([0-9a-f]{2}\/[0-9a-f]{30,64})$/.exec(name)?.[1]

/** The rows of one part of a table. */
async function partOf(name: string, entry: TarEntry): Promise<{ table: Table; lines: string[] }> {
  const [head = '[]', ...lines] = (await wholeOf(entry)).toString('utf8').trimEnd().split('\n')
  return { table: { name, columns: JSON.parse(head) as string[] }, lines }
}

const rowsIn = (lines: string[]): Row[] => lines.map(rowOf)

/** Reads the whole archive and compares it with its manifest, before anything is changed. */
export async function checkArchive(path: string, show: (text: string) => void): Promise<Manifest> {
  let hasBegun = false
  let manifest: Manifest | undefined
  const tables: Record<string, Digest> = {}
  const files = { count: 0, bytes: 0, list: createHash('sha256') }
  let key: string | null = null
  for await (const entry of entriesIn(path)) {
    const [table, file] = [tableOf(entry.name), fileOf(entry.name)]
    if (!hasBegun) {
      if (entry.name !== FIRST || !First.safeParse(json(await wholeOf(entry))).success) throw damaged(path, 'another form')
      hasBegun = true
    } else if (table) {
      const digest = tables[table] ?? new Digest()
      tables[table] = digest
      for (const line of (await partOf(table, entry)).lines) digest.add(line)
    } else if (file) {
      const sum = createHash('sha256')
      for await (const part of entry.body) sum.update(part)
      files.count++
      files.bytes += entry.size
      files.list.update(`${entry.name} ${entry.size} ${sum.digest('hex')}\n`)
    } else if (entry.name === KEY) key = hash('sha256', await wholeOf(entry))
    else if (entry.name === LAST) manifest = Manifest.safeParse(json(await wholeOf(entry))).data
    else throw damaged(path, `unknown entry ${entry.name}`)
    show(`checked ${entry.name}`)
  }
  if (!manifest) throw damaged(path, 'it ends too early')
  const wrong = Object.keys({ ...tables, ...manifest.tables }).find(
    (name) => !isSame((tables[name] ?? new Digest()).total, manifest.tables[name]),
  )
  if (wrong) throw damaged(path, `table ${wrong}`)
  if (manifest.files.count !== files.count || manifest.files.bytes !== files.bytes || manifest.files.hash !== files.list.digest('hex'))
    throw damaged(path, 'files')
  if (manifest.key !== key) throw damaged(path, KEY)
  return manifest
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Rows in one batch. */
const INSERT_BATCH_ROWS = 100
/** Files that are written in parallel, and the largest size in bytes of a file that is held in memory. */
const [PARALLEL, SMALL] = [8, 8_000_000]

export async function* rowBatchesIn(path: string, show: (text: string) => void): AsyncGenerator<{ table: Table; rows: Row[] }> {
  let done = 0
  for await (const entry of entriesIn(path)) {
    const name = tableOf(entry.name)
    if (!name) continue
    const { table, lines } = await partOf(name, entry)
    for (let at = 0; at < lines.length; at += INSERT_BATCH_ROWS) {
      const rows = rowsIn(lines.slice(at, at + INSERT_BATCH_ROWS))
      yield { table, rows }
      done += rows.length
      show(`${name} ${done}`)
    }
  }
}

/** Writes the files into the folder, and the encryption key next to them; fails if there is a key already. */
export async function unpackFiles(path: string, folder: string, show: (text: string) => void) {
  const files = localFiles(join(folder, 'files'))
  const waiting = new Set<Promise<void>>()
  let count = 0
  for await (const entry of entriesIn(path)) {
    if (tableOf(entry.name)) break
    if (entry.name === KEY) await writeFile(join(folder, KEY), await wholeOf(entry), { mode: 0o600, flag: 'wx' })
    const name = fileOf(entry.name)
    if (!name) continue
    show(`files ${++count}`)
    if (entry.size > SMALL) {
      await putLarge(entry, join(folder, 'large.part'), (from) => files.put(name, { path: from }))
      continue
    }
    const write = files.put(name, await wholeOf(entry)).finally(() => waiting.delete(write))
    waiting.add(write)
    if (waiting.size >= PARALLEL) await Promise.race(waiting)
  }
  await Promise.all(waiting)
}

async function putLarge(entry: TarEntry, path: string, put: (path: string) => Promise<void>) {
  try {
    await mkdir(join(path, '..'), { recursive: true })
    await pipeline(Readable.from(entry.body), createWriteStream(path))
    await put(path)
  } finally {
    await rm(path, { force: true })
  }
}
