import { CONTENT_MAX, isYes, plain } from '@sheaf/contract'
import { type Fields, readBody } from './body.ts'
import { readMultipartFields } from './multipart.fields.ts'

export interface Reading {
  /** The fields that the call knows. */
  names: ReadonlySet<string>
  /** What came in the address; the body goes before it. */
  query: Fields
  encoded: { text: string; flag: string } | undefined
}

/**
 * The fields of a body of any type that is in memory as a whole, with those of the address: plain text, decoded, and none much longer
 * than any field may be, so that a thread hands over little.
 */
export async function readWholeBody(type: string, body: Buffer, { names, query, encoded }: Reading): Promise<Fields> {
  const own = type.startsWith('multipart/') ? await readMultipartFields(type, body) : readBody(type, body, names)
  const fields = Object.assign(Object.create(null), query, own) as Fields
  if (encoded && isYes(fields[encoded.flag])) fields[encoded.text] = decoded(fields[encoded.text])
  for (const name of Object.keys(fields)) fields[name] = bounded(fields[name])
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

/** The text that a call refuses as too long needs one character more than the longest that is taken. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return plain(value.length > CONTENT_MAX ? value.slice(0, CONTENT_MAX + 1) : value)
  if (Array.isArray(value)) return value.map(bounded)
  return value
}
