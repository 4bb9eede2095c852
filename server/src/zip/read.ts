import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { type ImportReport, Refusal } from '@sheaf/contract'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { decodeName, safePath, shownName } from './text.ts'

/** A part of the file that is not imported unchanged, and the reason. `name` is its position in the file. */
export type Skipped = ImportReport['skipped'][number]

/** A file of the zip. `name` is its decoded path and its key; `size` is its declared size in bytes. */
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

/** The entry, or the reason for skipping it; undefined for folders and files of the operating system or tools. */
function judgeEntry(raw: Entry): ZipEntry | Skipped | undefined {
  // With decodeStrings: false, the name is a Buffer, which the types do not reflect.
  const bytes = Buffer.from(raw.fileName)
  const decoded = decodeName({ bytes, flags: raw.generalPurposeBitFlag, extraFields: raw.extraFields })
  const name = safePath(decoded)
  if (name === undefined) return { name: shownName(decoded), reason: 'name' }
  if (/[/\\]$/.test(decoded) || JUNK.test(name)) return undefined
  const hidden = name.startsWith('.') || name.includes('/.')
  if (isSymlink(raw)) return hidden ? undefined : { name: shownName(name), reason: 'kind' }
  if (raw.isEncrypted()) return hidden ? undefined : { name: shownName(name), reason: 'encrypted' }
  if (raw.compressionMethod !== 0 && raw.compressionMethod !== 8) return { name: shownName(name), reason: 'broken' }
  return { name, size: raw.uncompressedSize, hidden, raw }
}

const READ_WINDOW_BYTES = 256 * 1024

/** Reads a file for yauzl through a buffer. yauzl reads a few bytes at a time, so most reads need no system call. */
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

  /** Bytes at a position, fewer at the end of the file. The bytes stay valid after later reads. */
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
/** Maximum number of entries in a zip, including folders and ignored files. */
export const MAX_ENTRIES = 100_000
/** Maximum bytes of all Markdown texts in a zip, because they are in memory until they are saved. */
export const MAX_TEXT = 256 * MIB

/** Maximum unpacked bytes of a zip of `size` bytes, against decompression bombs. */
export const unpackLimit = (size: number) => Math.max(10 * size, 256 * MIB)

/** The refusal of a zip whose unpacked size exceeds `bytes`. */
export const tooManyBytes = (bytes: number) => new Refusal('importTooBig', { limit: `${Math.round(bytes / MIB)} MiB` })

/** The refusal of a zip with too many entries. */
export const tooManyEntries = () => new Refusal('importTooBig', { limit: `${MAX_ENTRIES}` })

const inflateAsync = promisify(inflateRaw)
const LOCAL_HEADER = 0x04034b50
/** Up to this size, inflating costs less than using a thread. */
const SYNC_INFLATE_MAX_BYTES = 64 * 1024
/** Upper bound for the compressed size, because deflate never expands data more than this. */
export const longestPacked = (size: number) => 2 * size + 1024

/** Where the bytes of an entry begin in the file; undefined if its header is damaged. */
export async function packedAt({ reader }: Zip, { raw }: ZipEntry): Promise<number | undefined> {
  const head = await reader.bytes(raw.relativeOffsetOfLocalHeader, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL_HEADER) return undefined
  return raw.relativeOffsetOfLocalHeader + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

async function packedBytes(zip: Zip, entry: ZipEntry): Promise<Buffer | undefined> {
  const { raw } = entry
  const start = await packedAt(zip, entry)
  if (start === undefined) return undefined
  const packed = await zip.reader.bytes(start, raw.compressedSize)
  return packed.length === raw.compressedSize ? packed : undefined
}

async function inflate(packed: Buffer, size: number): Promise<Buffer | undefined | 'lie'> {
  try {
    // zlib stops as soon as the output exceeds this length.
    const options = { maxOutputLength: Math.max(size, 1) }
    return await (size <= SYNC_INFLATE_MAX_BYTES ? inflateRawSync(packed, options) : inflateAsync(packed, options))
  } catch (error) {
    return error instanceof RangeError ? 'lie' : undefined
  }
}

/**
 * The bytes of an entry, or undefined when they are damaged (cut short, wrong checksum, no deflate data).
 * Refuses with importTooBig if an entry is larger than declared, or if the zip exceeds its total limit.
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

/** An open zip with its usable files by name, in the order of its directory. The caller must close it. */
export interface Zip {
  reader: ZipReader
  entries: Map<string, ZipEntry>
  skipped: Skipped[]
  /** Maximum unpacked bytes, and bytes unpacked so far. */
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

/** Whether a file is a zip by its first bytes; its name does not matter. */
export async function isZip(path: string): Promise<boolean> {
  const reader = await ZipReader.open(path)
  try {
    return MAGICS.includes((await reader.bytes(0, 4)).toString('hex'))
  } finally {
    await closeZip({ reader })
  }
}

/** Opens a zip and reads its directory without inflating any entry. Refusals: importKind (no zip), importBroken, importTooBig. */
export async function openZip(zipPath: string, signal?: AbortSignal, limit?: number): Promise<Zip> {
  const reader = await ZipReader.open(zipPath)
  try {
    const size = await reader.size()
    if (!MAGICS.includes((await reader.bytes(0, 4)).toString('hex'))) throw new Refusal('importKind')
    const zip: Zip = { reader, entries: new Map(), skipped: [], limit: limit ?? unpackLimit(size), spent: 0 }
    await list(zip, size, signal)
    return zip
  } catch (error) {
    await closeZip({ reader })
    throw error instanceof Refusal || signal?.aborted ? error : new Refusal('importBroken')
  }
}

/** Closes the zip's file; nothing can be read afterwards. */
export const closeZip = ({ reader }: Pick<Zip, 'reader'>) => new Promise<void>((resolve) => reader.close(() => resolve()))
