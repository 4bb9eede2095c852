import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { tooManyBytes } from './zip-budget.ts'
import type { ZipEntry } from './zip-entry.ts'
import type { Zip } from './zip-open.ts'

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
