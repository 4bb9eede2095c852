import { Refusal } from '@sheaf/contract'

export type Fields = Record<string, unknown>

/** A file that came along, on disk until the answer is sent. */
export interface Upload {
  path: string
  name: string
  bytes: number
}

export const FIELDS_MAX = 200
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
const isRaw = (body: Buffer) => /[^!-~]/.test(body.toString('latin1'))

function readRaw(text: string): Fields {
  const fields: Fields = Object.create(null)
  for (const part of text.split('&')) {
    const cut = part.indexOf('=')
    if (cut > 0) fields[part.slice(0, cut)] = part.slice(cut + 1).replaceAll('_this_and_change_', '&')
  }
  return fields
}
