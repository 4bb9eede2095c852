import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import { CONTENT_CHARS_MAX, isYes, jsonExcess, Refusal, storableText } from '@sheaf/contract'

export type Fields = Record<string, unknown>

/** An uploaded file, on disk until the response is sent. */
export interface Upload {
  path: string
  name: string
  bytes: number
}

export const FIELDS_MAX = 200
/** The session token, which every call accepts in its body without declaring it. */
const TOKEN_FIELD = 'user_token'
/** Maximum characters in the name of a field. */
const NAME_MAX = 255

const none: ReadonlySet<string> = new Set()

/**
 * The fields of a body that is not multipart: forms and JSON are equivalent (W3). `names` are the fields that the call declares. Each
 * byte is read a fixed number of times, and fields are counted before they are decoded.
 */
export function readBody(type: string, body: Uint8Array, names = none): Fields {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.length === 0) return {}
  if (type.includes('json')) return readJson(bytes.toString('utf8'))
  const end = endOf(bytes)
  return isRaw(bytes.subarray(0, end)) ? readRaw(bytes.toString('utf8'), names) : readForm(bytes.subarray(0, end))
}

function readJson(text: string): Fields {
  const value = readJsonText(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Refusal('badInput', { field: 'JSON' })
  if (Object.keys(value).length > FIELDS_MAX) throw new Refusal('tooLarge')
  return value as Fields
}

/** The value of a JSON text; its limits are checked before it is parsed. */
export function readJsonText(text: string): unknown {
  const excess = jsonExcess(text)
  if (excess === 'values') throw new Refusal('tooLarge')
  try {
    if (!excess) return JSON.parse(text)
  } catch {
    // Refused below.
  }
  throw new Refusal('badInput', { field: 'JSON' })
}

const [LINE_FEED, RETURN, PERCENT, AMPERSAND, PLUS, EQUALS, SPACE] = [0x0a, 0x0d, 0x25, 0x26, 0x2b, 0x3d, 0x20]

/** Reads a url-encoded form. A field that is given twice is ambiguous: it becomes a list, which no call accepts (S54). */
export function readForm(form: string | Buffer): Fields {
  const bytes = typeof form === 'string' ? Buffer.from(form) : form
  const fields: Fields = Object.create(null)
  if (countOf(bytes, AMPERSAND, FIELDS_MAX) >= FIELDS_MAX) throw new Refusal('tooLarge')
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(AMPERSAND, at)
    const part = bytes.subarray(at, next < 0 ? bytes.length : next)
    at += part.length + 1
    if (part.length === 0) continue
    const cut = part.indexOf(EQUALS)
    const key = decodeForm(cut < 0 ? part : part.subarray(0, cut))
    const value = cut < 0 ? '' : decodeForm(part.subarray(cut + 1))
    fields[key] = key in fields ? [fields[key], value].flat() : value
  }
  return fields
}

/** How often a byte occurs, counted up to `most`. */
function countOf(bytes: Buffer, byte: number, most: number) {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0 && count < most; at = bytes.indexOf(byte, at + 1)) count++
  return count
}

/** Url-encoded bytes as text: `+` is a space, and a `%` without two hexadecimal digits stays as it is. */
function decodeForm(bytes: Buffer): string {
  // Names, numbers and tokens have nothing to decode.
  if (!bytes.includes(PERCENT) && !bytes.includes(PLUS)) return bytes.toString('utf8')
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const decoded = byte === PERCENT ? hex(bytes[at + 1]) * 16 + hex(bytes[at + 2]) : Number.NaN
    if (decoded >= 0) {
      out[length++] = decoded
      at += 2
    } else out[length++] = byte === PLUS ? SPACE : byte
  }
  return out.toString('utf8', 0, length)
}

/** The value of a hexadecimal digit, or NaN. */
function hex(sign = 0) {
  if (sign >= 0x30 && sign <= 0x39) return sign - 0x30
  const letter = sign | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/** The length of the bytes without trailing line endings, which shells append. */
function endOf(bytes: Buffer) {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === LINE_FEED || bytes[end - 1] === RETURN)) end--
  return end
}

/** Url-encoded text contains no line breaks, spaces or bytes above ASCII; scripts that scan comments send all of them unencoded. */
function isRaw(bytes: Buffer) {
  for (const byte of bytes) if (byte < 0x21 || byte > 0x7e) return true
  return false
}

/**
 * Reads a form that is not url-encoded. Senders replace `&` in a text with `_this_and_change_`; some miss it. So a part that cannot be a
 * field continues the value before it, and so does an undeclared field after lines of text.
 */
function readRaw(text: string, names: ReadonlySet<string>): Fields {
  const fields: Fields = Object.create(null)
  const [nextLine, nextEquals, nextPart] = [scanner(text, '\n'), scanner(text, '='), scanner(text, '&')]
  let [last, valueAt, count]: [string | undefined, number, number] = [undefined, 0, 0]
  const keep = (end: number) => {
    if (last !== undefined) fields[last] = decodeValue(text.slice(valueAt, end))
  }
  for (let at = 0; at <= text.length; at = nextPart(at) + 1) {
    const cut = nextEquals(at)
    const name = cut - at <= NAME_MAX && cut < nextPart(at) ? text.slice(at, cut) : ''
    const hasLines = last !== undefined && nextLine(valueAt) < at
    if (!names.has(name) && (!/^\w+$/.test(name) || hasLines)) continue
    if (++count > FIELDS_MAX) throw new Refusal('tooLarge')
    keep(at - 1)
    ;[last, valueAt] = [name, cut + 1]
  }
  keep(text.length)
  return fields
}

/** Finds the next occurrence of a character. Positions must increase from call to call, so the text is scanned once. */
function scanner(text: string, sign: string) {
  let known = -1
  return (from: number) => {
    if (known < from) {
      const found = text.indexOf(sign, from)
      known = found < 0 ? text.length : found
    }
    return known
  }
}

/** Decodes a value without a space, a line break or a character beyond ASCII, even when other fields are not encoded. */
function decodeValue(sent: string): string {
  const bytes = Buffer.from(sent)
  const end = endOf(bytes)
  const value = isRaw(bytes.subarray(0, end)) ? sent : decodeForm(bytes.subarray(0, end))
  return value.replaceAll('_this_and_change_', '&')
}

const PIECE = 64 * 1024

/** A part is a file when it has a file name or the type of binary data. */
const isFile = (type: string | undefined, filename: string | undefined) => filename !== undefined || type === 'application/octet-stream'
/** JSON parts are read with our limits, not with those of the library. */
export const isJson = (type: string | undefined) => type?.startsWith('application/json') === true
export const isReadAsStream = (_name?: string, type?: string, filename?: string) => isFile(type, filename) || isJson(type)

/** Adds one value of a field; a field that is given twice becomes a list, which no call accepts (S54). */
export function addField(fields: Fields, name: string, value: unknown) {
  if (name in Object.prototype) throw new Refusal('badInput', { field: 'multipart' })
  fields[name] = name in fields ? [fields[name], value].flat() : value
}

/** Reads the fields and skips files: a call that accepts files reads its body as a stream (multipart.ts). */
function readMultipartFields(type: string, body: Buffer): Promise<Fields> {
  const fields: Fields = Object.create(null)
  return new Promise((resolve, reject) => {
    const refuse = (refusal: Refusal) => {
      reject(refusal)
      parser?.destroy()
    }
    const malformed = () => refuse(new Refusal('badInput', { field: 'multipart' }))
    const add = (name: string, value: unknown) => {
      try {
        addField(fields, name, typeof value === 'function' ? value() : value)
      } catch (error) {
        refuse(error as Refusal)
      }
    }
    const parser = start(type, body.length, malformed)
    if (!parser) return
    parser.on('field', (name, value) => add(name, value))
    parser.on('file', (name, part, filename, _encoding, mimetype) => {
      if (isFile(mimetype, filename)) return part.resume()
      const chunks: Buffer[] = []
      part.on('data', (chunk: Buffer) => chunks.push(chunk))
      part.on('end', () => add(name, () => readJsonText(Buffer.concat(chunks).toString('utf8'))))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(new Refusal('tooLarge')))
    parser.on('error', malformed)
    parser.on('finish', () => resolve(fields))
    Readable.from(piecesOf(body)).pipe(parser)
  })
}

/** Yields the body in pieces, so that a refused body is not parsed to its end. */
function* piecesOf(body: Buffer) {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}

/** The library throws when the type names no boundary. */
function start(type: string, fieldSize: number, malformed: () => void) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fieldSize, fields: FIELDS_MAX, parts: FIELDS_MAX, files: FIELDS_MAX },
      isPartAFile: isReadAsStream,
    })
  } catch {
    malformed()
    return
  }
}

export interface Reading {
  /** The fields that the call declares; undefined keeps every field. */
  names: ReadonlySet<string> | undefined
  /** The fields of the query; those of the body take precedence. */
  query: Fields
  encoded: { text: string; flag: string } | undefined
}

/**
 * Reads a whole body of any type and merges it with the fields of the query. Texts are URL-decoded where the call requires it. The event
 * loop copies little from the thread: undeclared fields are dropped, and texts are cut just above the maximum length of a text. Only
 * multipart is a promise.
 */
export function readWholeBody(type: string, body: Buffer, reading: Reading): Fields | Promise<Fields> {
  if (type.startsWith('multipart/')) return readMultipartFields(type, body).then((own) => wholeOf(own, reading))
  return wholeOf(readBody(type, body, reading.names), reading)
}

function wholeOf(own: Fields, { names, query, encoded }: Reading): Fields {
  const sent = Object.assign(Object.create(null), query, own) as Fields
  if (encoded && isYes(sent[encoded.flag])) sent[encoded.text] = decoded(sent[encoded.text])
  const fields: Fields = Object.create(null)
  for (const name of Object.keys(sent)) if (!names || names.has(name) || name === TOKEN_FIELD) fields[name] = bounded(sent[name])
  return fields
}

/** Url-encoded text is decoded exactly once; what cannot be decoded stays as it is. */
function decoded(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Cuts a text to one character above the limit, which is enough for the call to refuse it as too long. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value.length > CONTENT_CHARS_MAX ? value.slice(0, CONTENT_CHARS_MAX + 1) : value)
  if (Array.isArray(value)) return value.map(bounded)
  // A field named __proto__ stays a field of its object, as JSON.parse made it.
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bounded(one)]))
  return value
}
