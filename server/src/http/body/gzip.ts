import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gzip as gzipCallback, gzipSync } from 'node:zlib'
import { Lru } from '../../runtime/lru.ts'
import { ownBytes } from '../../runtime/own-bytes.ts'

const gzip = promisify(gzipCallback)
/** A shorter body fits into one packet of the network anyway. */
const MIN_CHARS = 1200
/** Up to this length, compressing on the event loop takes less time than passing the body to a thread. */
const SYNC_MAX_CHARS = 8192
/** Enough for a short body. The default settings allocate eight times the memory, which takes longer than compressing. */
const short = { level: 6, memLevel: 6, windowBits: 13, chunkSize: 8192 }

export const acceptsGzip = (accepts: string | string[] | undefined) => String(accepts ?? '').includes('gzip')

/** Compresses a body of at least `min` characters, if the client accepts gzip; a long one outside the event loop. */
export async function squeeze(
  body: string,
  accepts: string | string[] | undefined,
  min = MIN_CHARS,
): Promise<{ body: string | Buffer; encoding?: 'gzip' }> {
  if (body.length < min || !acceptsGzip(accepts)) return { body }
  return { body: body.length > SYNC_MAX_CHARS ? await gzip(body, { level: 5 }) : gzipSync(body, short), encoding: 'gzip' }
}

/** Bodies that were compressed last, by the hash of their text: most reads are of pages and lists that have not changed. */
const known = new Lru<Buffer>(8 * 1024 * 1024)
const KNOWN_MAX_CHARS = 500_000
const KEY_BYTES = 200

/** Like squeeze, but does not compress a body again that was sent before. */
export async function squeezeOnce(body: string, accepts: string | string[] | undefined) {
  if (body.length < MIN_CHARS || body.length > KNOWN_MAX_CHARS || !acceptsGzip(accepts)) return squeeze(body, accepts)
  const key = hash('sha256', body, 'base64')
  const same = known.get(key)
  if (same) return { body: same, encoding: 'gzip' as const }
  const made = await squeeze(body, accepts)
  if (typeof made.body === 'string') return made
  const kept = ownBytes(made.body)
  known.set(key, kept, kept.length + KEY_BYTES)
  return { ...made, body: kept }
}

const deflate = promisify(deflateRaw)

/**
 * A part of a gzip stream: whole bytes that refer to nothing before them, so they can follow any other part. The tree of an item is the
 * shared middle of many responses; what differs per reader surrounds it uncompressed, all in one stream (RFC 1952 and 1951). Checksums
 * are combined over GF(2), so the cost of a response does not grow with the tree.
 */
export interface GzipPart {
  packed: Buffer
  bytes: number
  crc: number
  shift: Uint32Array
}

export async function packPart(text: string): Promise<GzipPart> {
  const raw = Buffer.from(text)
  const packed = ownBytes(await deflate(raw, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }))
  return { packed, bytes: raw.length, crc: crc32(raw), shift: shiftBy(raw.length) }
}

/** Compressed parts as one, without compressing anything again. */
export function joinParts(parts: GzipPart[]): GzipPart {
  let [crc, bytes, shift] = [0, 0, shiftBy(0)]
  for (const part of parts) {
    crc = (times(part.shift, crc) ^ part.crc) >>> 0
    bytes += part.bytes
    shift = product(part.shift, shift)
  }
  return { packed: Buffer.concat(parts.map((part) => part.packed)), bytes, crc, shift }
}

export function gzipAround(head: string, middle: GzipPart, tail: string): Buffer {
  const first = Buffer.from(head)
  const last = Buffer.from(tail)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(last, (times(middle.shift, crc32(first)) ^ middle.crc) >>> 0), 0)
  end.writeUInt32LE((first.length + middle.bytes + last.length) >>> 0, 4)
  return Buffer.concat([HEADER, stored(first, false), middle.packed, stored(last, true), end])
}

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
const BLOCK = 0xffff

/** Bytes as uncompressed deflate blocks. */
function stored(bytes: Buffer, isLast: boolean): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += BLOCK) {
    const part = bytes.subarray(at, at + BLOCK)
    const mark = Buffer.from([isLast && at + BLOCK >= bytes.length ? 1 : 0, 0, 0, 0, 0])
    mark.writeUInt16LE(part.length, 1)
    mark.writeUInt16LE(part.length ^ BLOCK, 3)
    parts.push(mark, part)
  }
  return Buffer.concat(parts)
}

const times = (matrix: Uint32Array, vector: number) => {
  let sum = 0
  for (let bit = 0, rest = vector >>> 0; rest; bit++, rest >>>= 1) if (rest & 1) sum ^= matrix[bit] as number
  return sum >>> 0
}

const product = (a: Uint32Array, b: Uint32Array) => a.map((_, n) => times(a, b[n] as number))

/** What `length` zero bytes do to a CRC-32, as a matrix of 32 columns. */
function shiftBy(length: number): Uint32Array {
  let power = Uint32Array.from({ length: 32 }, (_, n) => (n === 0 ? 0xedb88320 : 1 << (n - 1)))
  for (let n = 0; n < 3; n++) power = product(power, power)
  let result = Uint32Array.from({ length: 32 }, (_, n) => 1 << n)
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2) result = product(power, result)
    power = product(power, power)
  }
  return result
}
