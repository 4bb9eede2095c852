import { CONTENT_CHARS_MAX, isYes, storableText } from '@sheaf/contract'
import { type Fields, readBody } from './body.ts'
import { readMultipartFields } from './multipart.fields.ts'

export interface Reading {
  /** The fields that the call knows. */
  names: ReadonlySet<string>
  /** The fields of the query; those of the body take precedence. */
  query: Fields
  encoded: { text: string; flag: string } | undefined
}

/**
 * Reads a whole body of any type and merges it with the fields of the query. Texts are plain, URL-decoded where the call says so, and
 * cut just above the longest text that any call takes, so that the event loop copies little from the thread.
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

/** Cuts a text to one character above the limit, which is enough for the call to refuse it as too long. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value.length > CONTENT_CHARS_MAX ? value.slice(0, CONTENT_CHARS_MAX + 1) : value)
  if (Array.isArray(value)) return value.map(bounded)
  return value
}
