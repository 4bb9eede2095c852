import { zipSync } from 'fflate'

/** Why a file is refused. */
export type RefusalReason = 'noXlsx' | 'broken' | 'tooBig' | 'slow'

export class ImportRefused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}

export interface ZipEntry {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ENTRIES_MAX = 5_000
const HUGE = 0xffffffff

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function endOf(view: DataView) {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= lowest; at--) if (view.getUint32(at, true) === END) return at
  throw new ImportRefused('broken')
}

/** Reads the directory of a zip without unpacking anything. Throws ImportRefused. */
export function directoryOf(bytes: Uint8Array): ZipEntry[] {
  try {
    const view = viewOf(bytes)
    const end = endOf(view)
    const count = view.getUint16(end + 10, true)
    if (count > ENTRIES_MAX) throw new ImportRefused('tooBig')
    const entries: ZipEntry[] = []
    let at = view.getUint32(end + 16, true)
    for (let n = 0; n < count; n++) {
      if (view.getUint32(at, true) !== ENTRY) throw new ImportRefused('broken')
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number]
      const entry = {
        name: new TextDecoder()
          .decode(bytes.subarray(at + 46, at + 46 + nameLength))
          .replaceAll('\\', '/')
          .replace(/^\/+/, ''),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        at: view.getUint32(at + 42, true),
      }
      if (entry.packed === HUGE || entry.unpacked === HUGE) throw new ImportRefused('tooBig')
      entries.push(entry)
      at += 46 + nameLength + extra + comment
    }
    return entries
  } catch (error) {
    throw error instanceof RangeError ? new ImportRefused('broken') : error
  }
}

/** The stored bytes of an entry. */
function packedOf(bytes: Uint8Array, { at, packed }: ZipEntry) {
  const view = viewOf(bytes)
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw new ImportRefused('broken')
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (start + packed > bytes.length) throw new ImportRefused('broken')
  return bytes.subarray(start, start + packed)
}

function joined(parts: Uint8Array[], length: number) {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part.subarray(0, length - at), at)
    at += part.length
    if (at >= length) break
  }
  return whole
}

/** Unpacks an entry and stops after `max` bytes, regardless of the size in the directory. */
export async function unpack(bytes: Uint8Array, entry: ZipEntry, max: number): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const packed = packedOf(bytes, entry)
  if (entry.method === 0) return { bytes: packed.subarray(0, max), cut: packed.length > max }
  if (entry.method !== 8) throw new ImportRefused('broken')
  const reader = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value)
      length += next.value.length
      if (length <= max) continue
      await reader.cancel()
      return { bytes: joined(parts, max), cut: true }
    }
  } catch (error) {
    throw error instanceof ImportRefused ? error : new ImportRefused('broken')
  }
  return { bytes: joined(parts, length), cut: false }
}

/** The date in every entry, so that equal sheets produce equal files. */
const MODIFIED = new Date(1980, 0, 1)

interface File {
  name: string
  bytes: Uint8Array
}

/** Creates a zip of these files, compressed or stored. */
export const zipOf = (files: File[], pack: boolean): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { level: pack ? 6 : 0, mtime: MODIFIED })
