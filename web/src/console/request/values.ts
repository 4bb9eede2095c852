import type { ConsoleContent, ConsoleField } from '@sheaf/contract'
import type { Answer } from '@sheaf/contract/client'
import type { Authorization, MessageBody, Pair, RequestMessage } from './message.ts'

/** An operation, and an environment that it can be sent to. */
export type ConsoleCall = Answer<'console', 'call'>
export type ConsoleEnvironment = Answer<'console', 'environments'>[number]

/** A value that a person can change. An empty one is not sent, unless it is required. */
export interface Row {
  name: string
  value: string
}

/** What a person typed for one operation; files are apart, because they cannot be stored. */
export interface Values {
  path: Row[]
  query: Row[]
  headers: Row[]
  cookies: Row[]
  /** The content type of the body, "" for none. */
  type: string
  text: string
  rows: Row[]
}

/** The authorization, which all operations of an item share. `kind` "" is none. */
export interface Auth {
  kind: '' | Authorization['kind']
  key: string
  value: string
  user: string
}

export type Files = Record<string, File>

export const NO_AUTH: Auth = { kind: '', key: '', value: '', user: '' }

const FORM = 'application/x-www-form-urlencoded'
const bareType = (type: string) => (type.split(/[;,]/)[0] ?? '').trim().toLowerCase()

/** How a body of this content type is written. */
export function bodyKind(type: string): 'json' | 'form' | 'multipart' | 'file' | 'text' {
  const bare = bareType(type)
  if (bare === FORM) return 'form'
  if (bare === 'multipart/form-data') return 'multipart'
  if (/^application\/(?:.*\+)?json$/.test(bare) || bare === '') return 'json'
  return /^(?:application\/(?:octet-stream|pdf|zip|gzip|x-.*)|image\/(?!svg)|audio\/|video\/|font\/)/.test(bare) ? 'file' : 'text'
}

export const isFileField = ({ type }: ConsoleField) => /\b(?:file|binary)\b/i.test(type)

/** Browsers send no body with these. */
export const takesBody = (method: string) => method !== 'GET' && method !== 'HEAD'

/** The names that the browser sets itself and that a page cannot send. */
export const isForbiddenHeader = (name: string) =>
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i.test(
    name.trim(),
  )

const requiredFirst = (fields: ConsoleField[]) => [...fields.filter((one) => one.required), ...fields.filter((one) => !one.required)]

/** The rows of parameters: the required ones first, with their examples. */
const rowsOf = (fields: ConsoleField[]): Row[] =>
  requiredFirst(fields).map(({ name, required, example }) => ({ name, value: required ? example : '' }))

const bodyValues = (content: ConsoleContent | undefined) => ({
  type: content?.content_type ?? '',
  text: content?.example ?? '',
  rows: rowsOf(content?.fields ?? []),
})

/** The values of an operation before anybody has typed. */
export const firstValues = (call: ConsoleCall): Values => ({
  path: rowsOf(call.in_path),
  query: rowsOf(call.in_query),
  headers: rowsOf(call.in_headers),
  cookies: rowsOf(call.in_cookies),
  ...bodyValues(takesBody(call.method) ? call.bodies[0] : undefined),
})

export const contentFor = (call: ConsoleCall, type: string) => call.bodies.find((one) => one.content_type === type) ?? call.bodies[0]

export const withType = (values: Values, call: ConsoleCall, type: string): Values => ({ ...values, ...bodyValues(contentFor(call, type)) })

/** The authorization that the operation describes first. */
export function firstAuth({ schemes }: ConsoleCall): Auth {
  const scheme = schemes.find(({ kind }) => kind !== 'cookie')
  return scheme ? { ...NO_AUTH, kind: scheme.kind as Auth['kind'], key: scheme.key } : NO_AUTH
}

function authorizationOf({ kind, key, value, user }: Auth): Authorization | undefined {
  if (kind === 'bearer') return value ? { kind, value } : undefined
  if (kind === 'basic') return user || value ? { kind, user, password: value } : undefined
  return kind !== '' && key.trim() && value ? { kind, key: key.trim(), value } : undefined
}

const isRequired = (fields: ConsoleField[], name: string) => fields.some((one) => one.name === name && one.required)

/** Rows that are sent. */
export const sentRows = (rows: Row[], fields: ConsoleField[] = []): Pair[] =>
  rows
    .filter(({ name, value }) => name.trim() !== '' && (value !== '' || isRequired(fields, name)))
    .map(({ name, value }): Pair => [name.trim(), value])

/** `/orders/{id}` as texts and values. */
function pathPieces(path: string, rows: Row[]): RequestMessage['path'] {
  const start = path.startsWith('/') ? '' : '/'
  return [start, ...path.split(/(\{[^{}]+\})/)].flatMap((piece): RequestMessage['path'] => {
    if (piece === '') return []
    const name = /^\{(.+)\}$/.exec(piece)?.[1]
    const row = name === undefined ? undefined : rows.find((one) => one.name === name)
    return [row ? { name: row.name, value: row.value } : piece]
  })
}

function bodyOf(call: ConsoleCall, values: Values, files: Files): MessageBody | undefined {
  const content = contentFor(call, values.type)
  if (!takesBody(call.method) || !content) return undefined
  const rows = sentRows(values.rows, content.fields)
  const kind = bodyKind(values.type)
  if (kind === 'form') return { kind, rows }
  if (kind === 'multipart') {
    const named = Object.entries(files).map(([name, file]) => [name, file] as const)
    return { kind, rows: [...rows.filter(([name]) => !Object.hasOwn(files, name)), ...named] }
  }
  const file = files['']
  if (kind === 'file') return file && { kind, file }
  return values.text.trim() === '' ? undefined : { kind: 'text', text: values.text }
}

interface Chosen {
  base: string
  auth: Auth
  files: Files
  variables: Record<string, string>
}

/** The request that these values make. */
export function messageOf(call: ConsoleCall, values: Values, { base, auth, files, variables }: Chosen): RequestMessage {
  const body = bodyOf(call, values, files)
  const headers = sentRows(values.headers, call.in_headers).filter(([name]) => !isForbiddenHeader(name))
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const needsType = !isTyped && (body?.kind === 'text' || body?.kind === 'file')
  const type = values.type.split(',')[0]?.trim() || 'application/json'
  return {
    method: call.method,
    base,
    path: pathPieces(call.path, values.path),
    query: sentRows(values.query, call.in_query),
    headers: needsType ? [...headers, ['Content-Type', type]] : headers,
    authorization: authorizationOf(auth),
    body,
    variables,
  }
}

/** The names of the variables that a request uses, each once. */
export function usedVariables(values: Values, { value, user }: Auth): string[] {
  const rows = [...values.path, ...values.query, ...values.headers, ...values.cookies, ...values.rows]
  const text = [...rows.map((row) => row.value), values.text, value, user].join('\n')
  return [...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()))].filter(Boolean)
}
