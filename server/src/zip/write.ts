import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/* The records of a zip (PKWARE APPNOTE 6.3.10), little end first; names are UTF-8. */
const MAX16 = 0xffff
const MAX32 = 0xffffffff

interface ZipEntry {
  name: Buffer
  /** 0 stored, 8 deflated. */
  method: 0 | 8
  /** Unix seconds. */
  time: number
  crc: number
  size: number
  packed: number
  /** The figures follow the bytes, because they were not known before. */
  follows: boolean
  /** Where it begins. */
  at: number
}

const UTF8 = 0x0800
const FOLLOWS = 0x0008
const UNIX_FILE = 0o100644
const UNIX_FOLDER = 0o040755

/** The date as DOS has it: two seconds exact, from 1980 on, in the server's time zone. */
function dosTime(seconds: number): number {
  const date = new Date(seconds * 1000)
  if (date.getFullYear() < 1980) return 0x210000
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  return ((day << 16) | (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)) >>> 0
}

function common(entry: ZipEntry, into: Buffer, at: number) {
  into.writeUInt16LE(entry.at >= MAX32 ? 45 : 20, at)
  into.writeUInt16LE(UTF8 | (entry.follows ? FOLLOWS : 0), at + 2)
  into.writeUInt16LE(entry.method, at + 4)
  into.writeUInt32LE(dosTime(entry.time), at + 6)
}

function figures({ crc, packed, size }: ZipEntry, into: Buffer, at: number) {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(packed, at + 4)
  into.writeUInt32LE(size, at + 8)
}

/** What stands before the bytes of a file. */
function localHeader(entry: ZipEntry): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  common(entry, head, 4)
  if (!entry.follows) figures(entry, head, 14)
  head.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([head, entry.name])
}

/** What stands behind them when their figures follow. */
function descriptor(entry: ZipEntry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  figures(entry, tail, 4)
  return tail
}

/** The row of the directory at the end. */
function directoryRow(entry: ZipEntry): Buffer {
  const far = entry.at >= MAX32
  const extra = Buffer.alloc(far ? 12 : 0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(entry.at), 4)
  }
  const row = Buffer.alloc(46)
  row.writeUInt32LE(0x02014b50, 0)
  row.writeUInt16LE(0x0300 | 63, 4)
  common(entry, row, 6)
  figures(entry, row, 16)
  row.writeUInt16LE(entry.name.length, 28)
  row.writeUInt16LE(extra.length, 30)
  row.writeUInt32LE(((entry.name.at(-1) === 0x2f ? UNIX_FOLDER : UNIX_FILE) << 16) >>> 0, 38)
  row.writeUInt32LE(far ? MAX32 : entry.at, 42)
  return Buffer.concat([row, entry.name, extra])
}

/** The end, in the wide form too where the narrow one cannot say it. */
export function zipEnd(count: number, directoryAt: number, directoryBytes: number): Buffer {
  const wide = count >= MAX16 || directoryAt >= MAX32 || directoryBytes >= MAX32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(wide ? MAX16 : count, 8)
  end.writeUInt16LE(wide ? MAX16 : count, 10)
  end.writeUInt32LE(wide ? MAX32 : directoryBytes, 12)
  end.writeUInt32LE(wide ? MAX32 : directoryAt, 16)
  if (!wide) return end
  const [big, way] = [Buffer.alloc(56), Buffer.alloc(20)]
  big.writeUInt32LE(0x06064b50, 0)
  big.writeBigUInt64LE(44n, 4)
  big.writeUInt16LE(0x0300 | 63, 12)
  big.writeUInt16LE(45, 14)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, directoryBytes],
    [48, directoryAt],
  ] as const)
    big.writeBigUInt64LE(BigInt(value), at)
  way.writeUInt32LE(0x07064b50, 0)
  way.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8)
  way.writeUInt32LE(1, 16)
  return Buffer.concat([big, way, end])
}

/** Small texts need no large window, which costs more to make than they cost to pack. */
const SMALL = 8 * 1024

/** What comes out is written into blocks of about its size: larger ones are garbage for nothing. */
const blockFor = (bytes: number) => Math.min(16 * 1024, Math.max(256, bytes >> 1))

/** A text as it lies in a zip; at once, in a thread where nobody waits for it. */
export function pack(text: string): Packed {
  const raw = Buffer.from(text)
  const small = raw.length <= SMALL ? { windowBits: 13, memLevel: 6 } : {}
  return {
    method: 8,
    crc: crc32(raw),
    size: raw.length,
    bytes: deflateRawSync(raw, { level: 3, chunkSize: blockFor(raw.length), ...small }),
  }
}

/** Bytes with what the zip says of them. */
export interface Packed {
  method: 0 | 8
  crc: number
  size: number
  bytes: Uint8Array
}

/** A file for a zip: packed already, stored bytes that come in pieces, or text that is packed on the way. */
export type ZipFile = { name: string; time: number } & (
  | { packed: Packed }
  | { stored: { crc: number; size: number; bytes: AsyncIterable<Buffer> } }
  | { text: AsyncIterable<string> | Iterable<string> }
)

const NOTHING: Packed = { method: 0, crc: 0, size: 0, bytes: new Uint8Array() }
/** A folder that is not there by the files in it. */
export const folderEntry = (name: string, time: number): ZipFile => ({ name, time, packed: NOTHING })

/** Pieces sent together: each costs the connection as much as sixty-four kilobytes do. */
const CHUNK_BYTES = 64 * 1024

/** A zip as it is made, in pieces: what was sent is not held. Several thousand small files cost little, because they come packed. */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of records(files)) {
    held.push(piece)
    bytes += piece.length
    if (bytes < CHUNK_BYTES) continue
    yield Buffer.concat(held)
    ;[held, bytes] = [[], 0]
  }
  yield Buffer.concat(held)
}

async function* records(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const directory = new Directory()
  let at = 0
  for await (const file of files) {
    const entry: ZipEntry = { name: Buffer.from(file.name), time: file.time, at, method: 8, crc: 0, size: 0, packed: 0, follows: true }
    for await (const piece of entryOf(file, entry)) {
      at += piece.length
      yield piece
    }
    directory.add(directoryRow(entry))
  }
  yield* directory.blocks()
  yield zipEnd(directory.count, at, directory.bytes)
}

/**
 * The rows of the end, packed until then, in blocks of their own: a small piece of memory that stays would keep its large neighbours.
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

async function* entryOf(file: ZipFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if ('packed' in file) {
    const { bytes, ...known } = file.packed
    Object.assign(entry, known, { packed: bytes.length, follows: false })
    yield localHeader(entry)
    yield bytes
  } else if ('stored' in file) {
    const { bytes, crc, size } = file.stored
    Object.assign(entry, { method: 0, crc, size, packed: size, follows: false })
    yield localHeader(entry)
    yield* bytes
  } else {
    yield localHeader(entry)
    yield* deflated(file.text, entry)
    yield descriptor(entry)
  }
}

/** Until there is room again, or there will be none. */
const room = (packer: DeflateRaw) =>
  new Promise<void>((go) => {
    const end = () => {
      packer.off('drain', end).off('close', end)
      go()
    }
    packer.on('drain', end).on('close', end)
  })

/** Packs text as it comes, in the library's threads, and notes the figures of all of it. */
async function* deflated(text: AsyncIterable<string> | Iterable<string>, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 1 })
  const write = async (part: string) => {
    const bytes = Buffer.from(part)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    if (!packer.write(bytes)) await room(packer)
  }
  const feed = async () => {
    let held = ''
    for await (const part of text) {
      held += part
      if (held.length < CHUNK_BYTES) continue
      await write(held)
      held = ''
      if (packer.destroyed) return
    }
    await write(held)
    packer.end()
  }
  feed().catch((error: Error) => packer.destroy(error))
  for await (const piece of packer as AsyncIterable<Buffer>) {
    entry.packed += piece.length
    yield piece
  }
}
