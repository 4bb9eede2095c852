import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'

export type Fields = Record<string, unknown>

/** A file that came along, on disk until the answer is sent. */
export interface Upload {
  path: string
  name: string
  bytes: number
}

const FIELDS_MAX = 200
const DEPTH_MAX = 32

/** The fields of a body that is no multipart: forms and JSON mean the same (W3). */
export function readBody(type: string, body: Buffer): Fields {
  if (body.length === 0) return {}
  const text = body.toString('utf8')
  if (type.includes('json')) return readJson(text)
  return isRaw(body) ? readRaw(text) : readForm(text)
}

function readJson(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('badInput', { field: 'JSON' })
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value) || depthOf(value) > DEPTH_MAX)
    throw new Refusal('badInput', { field: 'JSON' })
  return value as Fields
}

const depthOf = (value: unknown, depth = 0): number =>
  value === null || typeof value !== 'object' || depth > DEPTH_MAX
    ? depth
    : Math.max(depth, ...Object.values(value).map((one) => depthOf(one, depth + 1)))

/** A field given twice has no meaning that everybody agrees on: it is refused as a list (S54). */
export function readForm(text: string): Fields {
  const fields: Fields = Object.create(null)
  let count = 0
  for (const [key, value] of new URLSearchParams(text)) {
    if (++count > FIELDS_MAX) throw new Refusal('tooLarge')
    fields[key] = key in fields ? [fields[key], value].flat() : value
  }
  return fields
}

/** Url-encoded text has neither line breaks nor blanks nor bytes above ASCII; comment scanners send all of them. */
const isRaw = (body: Buffer) => body.some((byte) => byte < 0x21 || byte > 0x7e)

function readRaw(text: string): Fields {
  const fields: Fields = Object.create(null)
  for (const part of text.split('&')) {
    const cut = part.indexOf('=')
    if (cut > 0) fields[part.slice(0, cut)] = part.slice(cut + 1).replaceAll('_this_and_change_', '&')
  }
  return fields
}

interface Limits {
  /** Bytes of a file. */
  file: number
  /** Bytes of all fields together: they are held in memory. */
  fields: number
}

/**
 * The fields of a multipart body. Where files are expected, `mayStore` is asked before the first byte of one is kept; what was
 * kept is removed by `done`.
 */
export async function readMultipart(request: FastifyRequest, limits: Limits, mayStore: ((fields: Fields) => Promise<void>) | undefined) {
  const fields: Fields = Object.create(null)
  const files: Record<string, Upload> = {}
  let folder: string | undefined
  let bytes = 0
  const done = async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  try {
    for await (const part of request.parts({
      limits: { fileSize: limits.file, fieldSize: limits.fields, fields: FIELDS_MAX, parts: FIELDS_MAX, files: 1 },
    })) {
      if (part.type === 'field') {
        bytes += String(part.value).length
        if (part.valueTruncated || bytes > limits.fields) throw new Refusal('tooLarge')
        fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], part.value].flat() : part.value
      } else if (!mayStore) part.file.resume()
      else {
        await mayStore(fields)
        folder ??= await mkdtemp(join(tmpdir(), 'sheaf-upload-'))
        const path = join(folder, 'file')
        await pipeline(part.file, createWriteStream(path))
        if (part.file.truncated) throw new Refusal('tooLarge')
        files[part.fieldname] = { path, name: part.filename, bytes: part.file.bytesRead }
      }
    }
  } catch (error) {
    await done()
    throw error instanceof Refusal ? error : asRefusal(error)
  }
  return { fields, files, done }
}

const asRefusal = (error: unknown) => {
  const code = (error as { code?: string }).code ?? ''
  if (/LIMIT/.test(code)) return new Refusal('tooLarge')
  return /MULTIPART|PREMATURE|boundary|Unexpected end|Malformed|Multipart/i.test(`${code} ${(error as Error).message}`)
    ? new Refusal('badInput', { field: 'multipart' })
    : error
}
