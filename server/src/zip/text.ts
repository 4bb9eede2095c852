import { crc32 } from 'node:zlib'
import { isMostlyUtf8 } from '@sheaf/contract/utf8'
import iconv from 'iconv-lite'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The bytes as text; undefined if they are not valid UTF-8. */
function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be')
  return strictUtf8(bytes) ?? mostlyUtf8(bytes) ?? iconv.decode(bytes, 'gb18030')
}

function mostlyUtf8(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return isMostlyUtf8(text) ? text : undefined
}

/**
 * The content of a text file: UTF-8, UTF-16 with a byte order mark, else GB 18030. The result has no byte order mark, no NUL (a database
 * rejects it) and no lone surrogate.
 */
export const decodeText = (bytes: Buffer): string =>
  decode(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/[\0\p{Surrogate}]/gu, '\uFFFD')

const UNICODE_PATH = 0x7075
const UTF8_FLAG = 0x800
const PATH_MAX_CHARACTERS = 1000

/** The name of an entry in the central directory. */
interface RawName {
  bytes: Buffer
  flags: number
  extraFields: { id: number; data: Buffer }[]
}

function unicodePath({ bytes, extraFields }: RawName): string | undefined {
  for (const { id, data } of extraFields) {
    if (id !== UNICODE_PATH || data.length < 6 || data[0] !== 1) continue
    // The checksum differs if a tool renamed the entry without updating this field.
    if (data.readUInt32LE(1) === crc32(bytes)) return strictUtf8(data.subarray(5))
  }
  return undefined
}

function gb18030(bytes: Buffer): string | undefined {
  const name = iconv.decode(bytes, 'gb18030')
  return /[\uFFFD\uE000-\uF8FF]/.test(name) ? undefined : name
}

/** An entry's name as text: UTF-8 by flag, the Unicode path field, UTF-8 by its bytes, GB 18030 (Chinese Windows), cp437. */
export function decodeName(raw: RawName): string {
  const flagged = raw.flags & UTF8_FLAG ? strictUtf8(raw.bytes) : undefined
  return flagged ?? unicodePath(raw) ?? strictUtf8(raw.bytes) ?? gb18030(raw.bytes) ?? iconv.decode(raw.bytes, 'cp437')
}

/** The name as a relative path with `/` and without `.` parts; undefined if it points outside the zip or is not a valid path. */
export function safePath(name: string): string | undefined {
  const path = name.includes('/') ? name : name.replaceAll('\\', '/')
  if (path === '' || path.length > PATH_MAX_CHARACTERS || path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path))
    return undefined
  if (path.split(/[/\\]/).includes('..')) return undefined
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? undefined : parts.join('/')
}

/** An untrusted name for a report: truncated, without control characters. */
export const shownName = (name: string) => name.slice(0, 300).replace(/[\p{Cc}\p{Surrogate}]/gu, '\uFFFD')
