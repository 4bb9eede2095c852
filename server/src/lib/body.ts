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

const none: ReadonlySet<string> = new Set()

/** The fields of a body that is no multipart: forms and JSON mean the same (W3). `names` are those that the call knows. */
export function readBody(type: string, body: Buffer, names = none): Fields {
  if (body.length === 0) return {}
  const text = body.toString('utf8')
  if (type.includes('json')) return readJson(text)
  if (isRaw(body)) return readRaw(text, names)
  return readForm(text.slice(0, endOf(text)))
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

/** Where a text ends without the line ends that a shell adds to it. */
function endOf(text: string) {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return end
}

/** Url-encoded text has neither line breaks nor blanks nor bytes above ASCII; comment scanners send all of them. */
function isRaw(body: Buffer) {
  const text = body.toString('latin1')
  return /[^!-~]/.test(text.slice(0, endOf(text)))
}

/**
 * Every `&` of a text was to become `_this_and_change_`; where a scanner forgot to, a part that cannot be a field, or that comes after
 * lines of text and is none of the call's, goes on with the text before it.
 */
function readRaw(text: string, names: ReadonlySet<string>): Fields {
  const fields: Record<string, string> = Object.create(null)
  let [last, hasLines, count]: [string | undefined, boolean, number] = [undefined, false, 0]
  for (const part of text.split('&')) {
    const name = part.slice(0, Math.max(part.indexOf('='), 0))
    const isText: boolean = !names.has(name) && (!/^\w+$/.test(name) || hasLines)
    const value: string = (isText ? `&${part}` : part.slice(name.length + 1)).replaceAll('_this_and_change_', '&')
    if (!isText) {
      if (++count > FIELDS_MAX) throw new Refusal('tooLarge')
      fields[name] = value
      last = name
      hasLines = value.includes('\n')
    } else if (last !== undefined) {
      fields[last] += value
      hasLines ||= value.includes('\n')
    }
  }
  return fields
}
