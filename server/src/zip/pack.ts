import { crc32, deflateRawSync } from 'node:zlib'
import type { Packed } from './zip-stream.ts'

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
