import { Refusal } from '@sheaf/contract'
import { type Entry, fromRandomAccessReader, type ZipFile } from 'yauzl'
import { MAX_ENTRIES, tooManyBytes, tooManyEntries, unpackLimit } from './zip-budget.ts'
import { judgeEntry, type Skipped, type ZipEntry } from './zip-entry.ts'
import { ZipReader } from './zip-reader.ts'

/** An open zip: its usable files by name, in the order of its directory. Close it. */
export interface Zip {
  reader: ZipReader
  entries: Map<string, ZipEntry>
  skipped: Skipped[]
  /** Bytes that may come out of it, and that did. */
  limit: number
  spent: number
}

const MAGICS = ['504b0304', '504b0506', '504b0708']

const openFile = (reader: ZipReader, size: number) =>
  new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false }
    fromRandomAccessReader(reader, size, options, (error, file) => (error ? reject(error) : resolve(file)))
  })

const eachEntry = (file: ZipFile, take: (raw: Entry) => void) =>
  new Promise<void>((resolve, reject) => {
    file.on('entry', (raw: Entry) => {
      try {
        take(raw)
        file.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    file.on('end', resolve)
    file.on('error', reject)
    file.readEntry()
  })

async function list(zip: Zip, size: number, signal?: AbortSignal): Promise<void> {
  const file = await openFile(zip.reader, size)
  let declared = 0
  if (file.entryCount > MAX_ENTRIES) throw tooManyEntries()
  await eachEntry(file, (raw) => {
    signal?.throwIfAborted()
    declared += raw.uncompressedSize
    if (declared > zip.limit) throw tooManyBytes(zip.limit)
    const found = judgeEntry(raw)
    if (!found) return
    if ('reason' in found) zip.skipped.push(found)
    else if (zip.entries.has(found.name)) zip.skipped.push({ name: found.name, reason: 'name' })
    else zip.entries.set(found.name, found)
  })
}

/** Whether a file begins like a zip, whatever it is called. */
export async function isZip(path: string): Promise<boolean> {
  const reader = await ZipReader.open(path)
  try {
    return MAGICS.includes((await reader.bytes(0, 4)).toString('hex'))
  } finally {
    await closeZip({ reader })
  }
}

/** Opens a zip and reads its directory. Refusals: importKind (no zip), importBroken, importTooBig, all before anything is inflated. */
export async function openZip(zipPath: string, signal?: AbortSignal): Promise<Zip> {
  const reader = await ZipReader.open(zipPath)
  try {
    const size = await reader.size()
    if (!MAGICS.includes((await reader.bytes(0, 4)).toString('hex'))) throw new Refusal('importKind')
    const zip: Zip = { reader, entries: new Map(), skipped: [], limit: unpackLimit(size), spent: 0 }
    await list(zip, size, signal)
    return zip
  } catch (error) {
    await closeZip({ reader })
    throw error instanceof Refusal || signal?.aborted ? error : new Refusal('importBroken')
  }
}

/** Closes the zip's file; nothing can be read afterwards. */
export const closeZip = ({ reader }: Pick<Zip, 'reader'>) => new Promise<void>((resolve) => reader.close(() => resolve()))
