import { fieldsOf, withShared } from './read-fields.ts'
import { isObject, type Json, textOf } from './read-json.ts'
import type { Part } from './types.ts'

const media: Record<string, string> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  formdata: 'multipart/form-data',
  xml: 'application/xml',
  text: 'text/plain',
  binary: 'application/octet-stream',
}

const modeOf = (params: Json) => {
  const said = textOf(params['mode'])
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (said !== '') return said
  return ['json', 'urlencoded', 'formdata', 'raw'].find((mode) => textOf(params[mode]) !== '' && textOf(params[mode]) !== '[]') ?? 'none'
}

export interface Body {
  part: Part
  /** Clients put the query of a GET where a form's fields stand. */
  isForm: boolean
}

/** The request's body in the mode that is chosen; what the client keeps for the other modes is not part of it. */
export function bodyOf(params: unknown, shared: unknown): Body {
  const part: Part = { kind: 'body', terms: [], fields: [], examples: [] }
  if (!isObject(params)) {
    if (textOf(params) !== '' && textOf(params) !== '[]') part.examples.push({ name: '', text: textOf(params) })
    return { part, isForm: false }
  }
  const mode = modeOf(params)
  if (mode === 'none') return { part, isForm: false }
  const isForm = mode === 'urlencoded' || mode === 'formdata'
  part.fields = fieldsOf(mode === 'json' ? params['jsonDesc'] : params[mode])
  if (isForm) part.fields = withShared(part.fields, shared)
  const text = typeof params[mode] === 'string' || mode === 'json' ? textOf(params[mode]) : ''
  // A list in a text has become rows already.
  if (text.trim() !== '' && (mode === 'json' || part.fields.length === 0)) part.examples.push({ name: '', text })
  if (part.fields.length > 0 || part.examples.length > 0) part.terms.push(media[mode] ?? mode)
  return { part, isForm }
}
