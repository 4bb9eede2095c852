import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/* Writes the records of a zip (PKWARE APPNOTE 6.3.10). Numbers are little-endian, names are UTF-8. */
const MAX16 = 0xffff
const MAX32 = 0xffffffff

interface ZipEntry {
  name: Buffer
  /** 0 stored, 8 deflated. */
  method: 0 | 8
  /** In DOS format. */
  time: number
  crc: number
  size: number
  packed: number
  /** Whether checksum and sizes follow the data in a descriptor, because they are not known earlier. */
  follows: boolean
  /** Offset of the entry in the zip. */
  at: number
}

const UTF8 = 0x0800
const FOLLOWS = 0x0008
const UNIX_FILE = 0o100644
const UNIX_FOLDER = 0o040755

/** The time in DOS format: with a precision of two seconds, not before 1980, in the time zone of the server. */
function dosTime(seconds: number): number {
  const date = new Date(seconds * 1000)
  if (date.getFullYear() < 1980) return 0x210000
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  return ((day << 16) | (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)) >>> 0
}

function writeCommon(entry: ZipEntry, into: Buffer, at: number) {
  into.writeUInt16LE(entry.at >= MAX32 ? 45 : 20, at)
  into.writeUInt16LE(UTF8 | (entry.follows ? FOLLOWS : 0), at + 2)
  into.writeUInt16LE(entry.method, at + 4)
  into.writeUInt32LE(entry.time, at + 6)
}

function writeSizes({ crc, packed, size }: ZipEntry, into: Buffer, at: number) {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(packed, at + 4)
  into.writeUInt32LE(size, at + 8)
}

/** The local header, which precedes the data of a file. The buffer is used again for the next header. */
function localHeader(entry: ZipEntry): Buffer {
  header.fill(0)
  header.writeUInt32LE(0x04034b50, 0)
  writeCommon(entry, header, 4)
  if (!entry.follows) writeSizes(entry, header, 14)
  header.writeUInt16LE(entry.name.length, 26)
  return header
}
const header = Buffer.alloc(30)

/** The data descriptor, which follows the data if checksum and sizes were not known. */
function descriptor(entry: ZipEntry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  writeSizes(entry, tail, 4)
  return tail
}

/** The record of a file in the central directory, with a zip64 field for offsets above 4 GiB. */
function directoryRow(entry: ZipEntry): Buffer {
  const isFar = entry.at >= MAX32
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(entry.at), 4)
  }
  const row = Buffer.alloc(46)
  row.writeUInt32LE(0x02014b50, 0)
  row.writeUInt16LE(0x0300 | 63, 4)
  writeCommon(entry, row, 6)
  writeSizes(entry, row, 16)
  row.writeUInt16LE(entry.name.length, 28)
  row.writeUInt16LE(extra.length, 30)
  row.writeUInt32LE(((entry.name.at(-1) === 0x2f ? UNIX_FOLDER : UNIX_FILE) << 16) >>> 0, 38)
  row.writeUInt32LE(isFar ? MAX32 : entry.at, 42)
  return Buffer.concat([row, entry.name, extra])
}

/** The end of central directory record, preceded by the zip64 records if a value exceeds the plain format. */
export function zipEnd(count: number, directoryAt: number, directoryBytes: number): Buffer {
  const isZip64 = count >= MAX16 || directoryAt >= MAX32 || directoryBytes >= MAX32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isZip64 ? MAX16 : count, 8)
  end.writeUInt16LE(isZip64 ? MAX16 : count, 10)
  end.writeUInt32LE(isZip64 ? MAX32 : directoryBytes, 12)
  end.writeUInt32LE(isZip64 ? MAX32 : directoryAt, 16)
  if (!isZip64) return end
  const [zip64End, locator] = [Buffer.alloc(56), Buffer.alloc(20)]
  zip64End.writeUInt32LE(0x06064b50, 0)
  zip64End.writeBigUInt64LE(44n, 4)
  zip64End.writeUInt16LE(0x0300 | 63, 12)
  zip64End.writeUInt16LE(45, 14)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, directoryBytes],
    [48, directoryAt],
  ] as const)
    zip64End.writeBigUInt64LE(BigInt(value), at)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([zip64End, locator, end])
}

/** Small texts use a small window, because allocating a large one costs more than compressing them. */
const SMALL = 8 * 1024

/** Output block size close to the compressed size, because larger blocks only create garbage. */
const blockFor = (bytes: number) => Math.min(16 * 1024, Math.max(256, bytes >> 1))

/** Compresses a text or bytes synchronously; call it only in a worker thread. */
export function pack(content: string | Buffer): Packed {
  const raw = typeof content === 'string' ? Buffer.from(content) : content
  const small = raw.length <= SMALL ? { windowBits: 13, memLevel: 6 } : {}
  return {
    method: 8,
    crc: crc32(raw),
    size: raw.length,
    bytes: deflateRawSync(raw, { level: 3, chunkSize: blockFor(raw.length), ...small }),
  }
}

/** Compressed or stored bytes with checksum and original size. */
export interface Packed {
  method: 0 | 8
  crc: number
  size: number
  bytes: Uint8Array
}

/** A file for a zip: already compressed bytes, a stream of bytes to store, or text that is compressed while it is written. */
export type ZipFile = { name: string; time: number } & (
  | { packed: Packed }
  | { stored: { crc: number; size: number; bytes: AsyncIterable<Buffer> } }
  | { text: AsyncIterable<string> | Iterable<string> }
)

const NOTHING: Packed = { method: 0, crc: 0, size: 0, bytes: new Uint8Array() }
/** An entry for an empty folder; `name` ends with `/`. */
export const folderEntry = (name: string, time: number): ZipFile => ({ name, time, packed: NOTHING })

/** Output is sent in chunks of at least this size, because small chunks are expensive for the connection. */
const CHUNK_BYTES = 64 * 1024

/** Streams a zip while it is made; data that was sent is not kept. Files that are ready at the same time can come in one array. */
export async function* zipStream(files: AsyncIterable<ZipFile | ZipFile[]>): AsyncGenerator<Buffer> {
  const blocks = new Blocks()
  const directory = new Directory()
  for await (const some of files)
    for (const file of Array.isArray(some) ? some : [some]) {
      const entry = entryOf(file, blocks.written)
      blocks.add(localHeader(entry))
      blocks.add(entry.name)
      // Without a generator for the data of each file: a page takes less time than the turns of one.
      if ('packed' in file) blocks.add(file.packed.bytes)
      else
        for await (const piece of dataOf(file, entry)) {
          blocks.add(piece)
          yield* blocks.full()
        }
      directory.add(directoryRow(entry))
      yield* blocks.full()
    }
  const directoryAt = blocks.written
  for (const rows of directory.blocks()) {
    blocks.add(rows)
    yield* blocks.full()
  }
  blocks.add(zipEnd(directory.count, directoryAt, directory.bytes))
  yield* blocks.full()
  yield blocks.rest()
}

/** Output in blocks that are filled completely, so that they move to another thread without a copy. */
class Blocks {
  private ready: Buffer[] = []
  private open = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  private used = 0
  written = 0

  add(piece: Uint8Array) {
    this.written += piece.length
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(piece.length - from, CHUNK_BYTES - this.used)
      this.open.set(taken === piece.length ? piece : piece.subarray(from, from + taken), this.used)
      from += taken
      this.used += taken
      if (this.used === CHUNK_BYTES) {
        this.ready.push(this.open)
        this.open = Buffer.allocUnsafeSlow(CHUNK_BYTES)
        this.used = 0
      }
    }
  }

  full(): Buffer[] {
    if (this.ready.length === 0) return NO_BLOCKS
    const ready = this.ready
    this.ready = []
    return ready
  }

  rest = () => this.open.subarray(0, this.used)
}
const NO_BLOCKS: Buffer[] = []

function entryOf(file: ZipFile, at: number): ZipEntry {
  const entry = { name: Buffer.from(file.name), time: dosTime(file.time), at }
  if ('text' in file) return { ...entry, method: 8, crc: 0, size: 0, packed: 0, follows: true }
  const { crc, size } = 'packed' in file ? file.packed : file.stored
  if ('stored' in file) return { ...entry, method: 0, crc, size, packed: size, follows: false }
  return { ...entry, method: file.packed.method, crc, size, packed: file.packed.bytes.length, follows: false }
}

/**
 * The central directory, kept compressed until the end. Blocks have their own memory, because a small view would keep a large shared
 * buffer alive.
 */
class Directory {
  private readonly full: Buffer[] = []
  private open = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  private used = 0
  count = 0
  bytes = 0

  add(row: Buffer) {
    if (this.used + row.length > this.open.length) {
      this.full.push(Buffer.from(new Uint8Array(deflateRawSync(this.open.subarray(0, this.used), { level: 1 })).buffer))
      if (row.length > this.open.length) this.open = Buffer.allocUnsafeSlow(row.length)
      this.used = 0
    }
    row.copy(this.open, this.used)
    this.used += row.length
    this.bytes += row.length
    this.count++
  }

  *blocks() {
    for (const block of this.full) yield inflateRawSync(block)
    yield this.open.subarray(0, this.used)
  }
}

/** The data of a file that is stored or compressed while it is written. */
async function* dataOf(file: Exclude<ZipFile, { packed: Packed }>, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if ('stored' in file) return yield* file.stored.bytes
  yield* deflated(file.text, entry)
  yield descriptor(entry)
}

/** Resolves when the stream accepts data again or is closed. */
const waitForDrain = (packer: DeflateRaw) =>
  new Promise<void>((resolve) => {
    const end = () => {
      packer.off('drain', end).off('close', end)
      resolve()
    }
    packer.on('drain', end).on('close', end)
  })

/** Compresses text in zlib's threads, and records checksum and sizes in `entry`. */
async function* deflated(text: AsyncIterable<string> | Iterable<string>, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 1 })
  const write = async (part: string) => {
    const bytes = Buffer.from(part)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    if (!packer.write(bytes)) await waitForDrain(packer)
  }
  const feed = async () => {
    let pending = ''
    for await (const part of text) {
      pending += part
      if (pending.length < CHUNK_BYTES) continue
      await write(pending)
      pending = ''
      if (packer.destroyed) return
    }
    await write(pending)
    packer.end()
  }
  feed().catch((error: Error) => packer.destroy(error))
  for await (const piece of packer as AsyncIterable<Buffer>) {
    entry.packed += piece.length
    yield piece
  }
}
