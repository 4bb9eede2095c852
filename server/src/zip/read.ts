import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { type ImportReport, Refusal } from '@sheaf/contract'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { decodeName, safePath, shownName } from './text.ts'

/** A thing of the file that does not become part of the item as it is, and why: `name` is its place, as a person finds it there. */
export type Skipped = ImportReport['skipped'][number]

/** One file of the zip. `name` is its decoded path, the key by which it is found again; `size` the bytes it claims to have. */
export interface ZipEntry {
  name: string
  size: number
  hidden: boolean
  raw: Entry
}

const JUNK = /(?:^|\/)(?:__MACOSX|node_modules|\.git|\.svn|\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)(?:\/|$)/i
const SYMLINK = 0o120000
const TYPE = 0o170000
const UNIX_HOSTS = [3, 19]

const isSymlink = (raw: Entry) => UNIX_HOSTS.includes(raw.versionMadeBy >>> 8) && ((raw.externalFileAttributes >>> 16) & TYPE) === SYMLINK

/** The entry, or why it is left out, or undefined for folders and for what no author put there on purpose. */
function judgeEntry(raw: Entry): ZipEntry | Skipped | undefined {
  // Without decodeStrings the name is bytes already, which the types do not know.
  const bytes = Buffer.from(raw.fileName)
  const given = decodeName({ bytes, flags: raw.generalPurposeBitFlag, extraFields: raw.extraFields })
  const name = safePath(given)
  if (name === undefined) return { name: shownName(given), reason: 'name' }
  if (/[/\\]$/.test(given) || JUNK.test(name)) return undefined
  const hidden = name.startsWith('.') || name.includes('/.')
  if (isSymlink(raw)) return hidden ? undefined : { name: shownName(name), reason: 'kind' }
  if (raw.isEncrypted()) return hidden ? undefined : { name: shownName(name), reason: 'encrypted' }
  if (raw.compressionMethod !== 0 && raw.compressionMethod !== 8) return { name: shownName(name), reason: 'broken' }
  return { name, size: raw.uncompressedSize, hidden, raw }
}

const READ_WINDOW_BYTES = 256 * 1024

/** Reads a file for yauzl, which asks for a few bytes at a time, through a window, so that most questions cost no system call. */
class ZipReader extends RandomAccessReader {
  private readonly handle: FileHandle
  private window: Buffer = Buffer.alloc(0)
  private start = 0

  private constructor(handle: FileHandle) {
    super()
    this.handle = handle
  }

  static async open(path: string): Promise<ZipReader> {
    return new ZipReader(await open(path, 'r'))
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size
  }

  /** Bytes at a place, fewer where the file ends; they are valid as long as somebody holds them. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const from = position - this.start
    if (from >= 0 && from + length <= this.window.length) return this.window.subarray(from, from + length)
    const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafe(Math.max(length, READ_WINDOW_BYTES)), { position })
    const read = buffer.subarray(0, bytesRead)
    if (length <= READ_WINDOW_BYTES) [this.window, this.start] = [read, position]
    return read.subarray(0, length)
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, read?: number) => void,
  ): void {
    this.bytes(position, length).then((bytes) => callback(null, bytes.copy(buffer, offset)), callback)
  }

  override close(callback: (error: Error | null) => void): void {
    this.handle.close().then(() => callback(null), callback)
  }
}

const MIB = 1024 * 1024
/** Entries of one zip, folders and everything ignored included. */
export const MAX_ENTRIES = 100_000
/** Bytes of all Markdown texts of one zip: they are held in memory until they are saved. */
export const MAX_TEXT = 256 * MIB

/** Bytes that a zip of `size` bytes may hold when unpacked (SECURITY 2.1). */
export const unpackLimit = (size: number) => Math.max(10 * size, 256 * MIB)

/** The refusal of a zip that passes `bytes` when unpacked. */
export const tooManyBytes = (bytes: number) => new Refusal('importTooBig', { limit: `${Math.round(bytes / MIB)} MiB` })

/** The refusal of a zip with too many entries. */
export const tooManyEntries = () => new Refusal('importTooBig', { limit: `${MAX_ENTRIES}` })

const inflateAsync = promisify(inflateRaw)
const LOCAL_HEADER = 0x04034b50
/** Up to so many bytes a thread costs more than the work. */
const SYNC_INFLATE_MAX_BYTES = 64 * 1024
/** Deflate makes nothing longer than this, however badly it is used. */
const longestPacked = (size: number) => 2 * size + 1024

async function packedBytes({ reader }: Zip, { raw }: ZipEntry): Promise<Buffer | undefined> {
  const head = await reader.bytes(raw.relativeOffsetOfLocalHeader, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL_HEADER) return undefined
  const start = raw.relativeOffsetOfLocalHeader + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = await reader.bytes(start, raw.compressedSize)
  return packed.length === raw.compressedSize ? packed : undefined
}

async function inflate(packed: Buffer, size: number): Promise<Buffer | undefined | 'lie'> {
  try {
    // zlib itself stops at the first byte too many.
    const options = { maxOutputLength: Math.max(size, 1) }
    return await (size <= SYNC_INFLATE_MAX_BYTES ? inflateRawSync(packed, options) : inflateAsync(packed, options))
  } catch (error) {
    return error instanceof RangeError ? 'lie' : undefined
  }
}

/**
 * The bytes of an entry, or undefined when they are damaged (cut short, wrong checksum, no deflate data).
 * Refuses (importTooBig) an entry that is larger than it claims, and everything once the zip's budget is spent.
 */
export async function readEntry(zip: Zip, entry: ZipEntry): Promise<Buffer | undefined> {
  if (entry.raw.compressedSize > longestPacked(entry.size)) throw tooManyBytes(zip.limit)
  const packed = await packedBytes(zip, entry)
  const bytes = packed && entry.raw.compressionMethod === 8 ? await inflate(packed, entry.size) : packed
  if (bytes === 'lie') throw tooManyBytes(zip.limit)
  zip.spent += bytes?.length ?? 0
  if (zip.spent > zip.limit) throw tooManyBytes(zip.limit)
  if (bytes === undefined || bytes.length !== entry.size || crc32(bytes) !== entry.raw.crc32) return undefined
  return bytes
}

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
