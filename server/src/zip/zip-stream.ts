import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { descriptor, directoryRow, localHeader, type ZipEntry, zipEnd } from './zip-format.ts'

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
