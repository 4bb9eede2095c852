import type { ApiCall, ApiField } from '../call/call.ts'
import { isSecretName } from '../call/secret-names.ts'
import { inOneValue, inQuery, sentValue } from './lists.ts'
import { percentEncoded } from './pieces.ts'
import type { FileField, Named, RequestBody, RequestParts, SampleRequest, Value } from './types.ts'
import { Variables } from './variables.ts'

const URL_CHARS_MAX = 2000

/** Percent-encodes what cannot be in an address; an escape that is already there stays. */
const addressText = (text: string) => text.replace(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&()*+,;=%]/giu, (char) => percentEncoded(char))

/** `{{variable}}`, `{path variable}` and `/:path variable`. */
const PLACEHOLDERS = /\{\{([^{}]*)\}\}|\{([^{}]*)\}|(?<=\/):([A-Za-z_]\w*)/g
const SCHEME = /^([a-z][a-z\d+.-]*):\/\//i
const HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?]|$)/i
const IPV6 = /^https?:\/\/\[[\da-f:.]+\]/i

/** The address with placeholders instead of the secrets in it. */
const withoutSecrets = (url: string) =>
  url
    .replace(/(?<=:\/\/)[^/?#{}]*@/, '{{credentials}}@')
    .replace(/([?&])([^=&?]+)=([^&{}]+)/g, (pair, mark: string, name: string) => (isSecretName(name) ? `${mark}${name}={{${name}}}` : pair))

/** What an address lacks before its path: a scheme, or the whole server. */
function startOf(url: string, variables: Variables): Value {
  if (SCHEME.test(url) || url.startsWith('{')) return []
  if (HOST.test(url)) return ['http://']
  return [variables.named('base_url'), url.startsWith('/') ? '' : '/']
}

/**
 * The address without its fragment, with the values of its path variables; a placeholder without a value is a variable. Undefined for
 * an address of another protocol.
 */
function pathOf(written: string, values: Map<string, Value>, variables: Variables): Value | undefined {
  const url = withoutSecrets(written.replaceAll('${', '{').split('#')[0]!.trim())
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase()
  if (url === '' || url.length > URL_CHARS_MAX || (scheme && scheme !== 'http' && scheme !== 'https')) return undefined
  const server = IPV6.exec(url)?.[0] ?? ''
  const rest = url.slice(server.length)
  const pieces: Value = [...startOf(url, variables), server]
  let from = 0
  for (const found of rest.matchAll(PLACEHOLDERS)) {
    pieces.push(addressText(rest.slice(from, found.index)))
    const name = (found[1] ?? found[2] ?? found[3] ?? '').trim()
    const value = found[1] === undefined ? values.get(name) : undefined
    if (!value) pieces.push(variables.named(name))
    for (const piece of value ?? []) pieces.push(typeof piece === 'string' ? percentEncoded(piece) : { ...piece, encoded: true })
    from = found.index + found[0].length
  }
  pieces.push(addressText(rest.slice(from)))
  return pieces
}

const FIELDS_MAX = 100
const DEPTH_MAX = 12
const REQUEST_CHARS_MAX = 8000
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** A request without what no client or shell can carry: halves of characters and NUL. */
const carried = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Headers that every client sets itself; several clients refuse them. */
const OF_CLIENTS = /^(?:host|content-length|connection|transfer-encoding|expect|keep-alive|te|trailer|upgrade)$/i

/** What HTTP allows as the name of a header or cookie. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

const made = (type: string) => (/int|number|long|float|double/i.test(type) ? '0' : /bool/i.test(type) ? 'true' : 'string')

/** A field with its value: its example, its default or the first of its values. */
interface Row {
  name: string
  type: string
  required: boolean
  value: string
}

/** Fields as rows, each with the names of its parents, such as `lines[].sku`. */
const rowsOf = (fields: ApiField[] = [], above = '', depth = 0): Row[] =>
  fields.flatMap((field) => {
    const { type, required } = field
    const name = above + field.name
    const value = sentValue(field)
    const inside = depth < DEPTH_MAX ? rowsOf(field.fields, `${name}${'[]'.repeat(field.lists ?? 0)}.`, depth + 1) : []
    return [{ name, type, required: required === true, value }, ...inside]
  })

/** The value of a field; undefined if the field can be left out. A field that a request needs gets a value of its type. */
function fieldValue({ name, type, value, required }: Row, variables: Variables): Value | undefined {
  if (value.trim() === '' && !required) return undefined
  if (isSecretName(name)) return variables.secret(name, value)
  return variables.split(value.trim() === '' ? made(type) : carried(value))
}

const MULTIPART = 'multipart/form-data'
const FORM = 'application/x-www-form-urlencoded'
const isForm = (media: string) => media === MULTIPART || media === FORM

/** The fields that have a name. */
const namedOf = (fields: ApiField[] | undefined) => rowsOf(fields).filter(({ name }) => name.trim() !== '')

function pairsOf(fields: ApiField[] | undefined, variables: Variables): Named[] {
  return namedOf(fields).flatMap((field) => {
    const value = fieldValue(field, variables)
    return value ? [{ name: carried(field.name.trim()), value }] : []
  })
}

/** Header values are ASCII on one line: line breaks become spaces, and other characters are percent-encoded. */
const headerText = (text: string) => text.replace(/\p{Cc}+/gu, ' ').replace(/[^ -~]+/gu, (part) => encodeURIComponent(part))

function headerOf(field: Row, variables: Variables): Named[] {
  const name = field.name.trim()
  if (!TOKEN.test(name) || OF_CLIENTS.test(name)) return []
  const value = fieldValue({ ...field, value: field.value.trim() }, variables)?.map((piece) =>
    typeof piece === 'string' ? headerText(piece) : piece,
  )
  if (!value) return []
  if (typeof value[0] === 'string') value[0] = value[0].trimStart()
  const last = value.at(-1)
  if (typeof last === 'string') value[value.length - 1] = last.trimEnd()
  return value.every((piece) => piece === '') ? [] : [{ name, value }]
}

/** The names of the keys that a call needs in one place. */
const keysOf = ({ security = [] }: ApiCall, place: 'header' | 'query' | 'cookie'): string[] =>
  security.flatMap(({ kind, key, isFirst }) => (isFirst && kind === place ? key : []))

function schemeOf({ security = [] }: ApiCall): ApiCall['scheme'] {
  const kinds = security.flatMap(({ kind, isFirst }) => (isFirst ? kind : []))
  return kinds.includes('bearer') ? 'Bearer' : kinds.includes('basic') ? 'Basic' : undefined
}

function headersOf(call: ApiCall, variables: Variables): Named[] {
  const headers: Named[] = []
  for (const field of namedOf(call.headers?.map(inOneValue)))
    for (const header of headerOf(field, variables)) {
      const known = headers.find(({ name }) => name.toLowerCase() === header.name.toLowerCase())
      if (known) known.value = [...known.value, ', ', ...header.value]
      else headers.push(header)
    }
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name)
  const scheme = call.scheme ?? schemeOf(call)
  if (scheme && !has('authorization'))
    headers.unshift({ name: 'Authorization', value: [`${scheme} `, variables.named(scheme === 'Basic' ? 'credentials' : 'token')] })
  for (const name of keysOf(call, 'header'))
    if (TOKEN.test(name) && !OF_CLIENTS.test(name) && !has(name.toLowerCase())) headers.push({ name, value: [variables.named(name)] })
  const own = namedOf(call.cookies).map(({ name }) => name)
  const cookies = [...new Set([...own, ...keysOf(call, 'cookie')])].filter((name) => TOKEN.test(name))
  if (cookies.length > 0 && !has('cookie')) {
    const value = cookies.flatMap((name, at): Value => [`${at ? '; ' : ''}${name}=`, variables.named(`cookie_${name}`)])
    headers.push({ name: 'Cookie', value })
  }
  return headers
}

const fileName = (name: string) => {
  const safe = name.replace(/^.*[/\\]/s, '').replace(/[^\p{L}\p{N}._-]/gu, '_')
  return safe.replace(/^[-.]+/, '').slice(0, 100) || 'file'
}

/** Names of multipart fields as browsers write them, and without `=`, at which curl ends a name. */
const partName = (name: string) => name.replace(/[\p{Cc}"\\=]/gu, (char) => percentEncoded(char))

function multipartOf(fields: ApiField[], variables: Variables): (Named | FileField)[] {
  return namedOf(fields).flatMap((field): (Named | FileField)[] => {
    const name = partName(carried(field.name.trim()))
    if (/file|binary/i.test(field.type)) return [{ name, file: fileName(carried(field.value || field.name)) }]
    const value = fieldValue(field, variables)
    return value ? [{ name, value }] : []
  })
}

function bodyOf({ bodies: [content] = [] }: ApiCall, variables: Variables): { body?: RequestBody; media?: string } {
  const media = content?.contentType || 'text/plain'
  const text = content?.examples[0]?.text ?? ''
  if (!content) return {}
  if (media === MULTIPART) {
    const fields = multipartOf(content.fields, variables)
    return fields.length > 0 ? { body: { kind: 'multipart', fields }, media } : {}
  }
  if (media === FORM) {
    const fields = pairsOf(content.fields, variables)
    return fields.length > 0 ? { body: { kind: 'form', fields }, media } : {}
  }
  if (media === 'application/octet-stream') return { body: { kind: 'binary', file: 'file.bin' }, media }
  if (text.trim() === '') return {}
  const own = carried(text.replace(/\r\n?/g, '\n'))
  const isJson = /^\s*[[{]/.test(own)
  const kind = media === 'raw' || media === 'text/plain' ? (isJson ? 'application/json' : 'text/plain') : media
  const value = isJson ? variables.json(own) : variables.split(own)
  return { body: { kind: 'text', text: value }, media: /^[\w.+-]+\/[\w.+-]+$/.test(kind) ? kind : 'text/plain' }
}

/** Whether a sample of the request would be too long to read. */
function isTooLong({ path, headers, query, cookies, bodies: [content] = [] }: ApiCall): boolean {
  const parts = [path, headers, query, cookies, isForm(content?.contentType ?? '') ? content?.fields : []].map((fields) => rowsOf(fields))
  const size = parts.flat().reduce((sum, { name, value }) => sum + name.length + value.length, content?.examples[0]?.text.length ?? 0)
  return size > REQUEST_CHARS_MAX || parts.some(({ length }) => length > FIELDS_MAX)
}

/** The request that a call documents, without its address; undefined if a sample cannot show it. */
export function partsOf(call: ApiCall): RequestParts | undefined {
  const { method } = call
  if (call.isReceived || !METHODS.has(method) || isTooLong(call)) return undefined
  const variables = new Variables()
  const path = pairsOf(call.path?.map(inOneValue), variables)
  const headers = headersOf(call, variables)
  const query = pairsOf(call.query?.flatMap(inQuery), variables)
  for (const name of keysOf(call, 'query'))
    if (!query.some((pair) => pair.name === name)) query.push({ name, value: [variables.named(name)] })
  const request = { method, path, query, headers }
  // Browsers and fetch send no body with these methods.
  const { body, media } = method === 'GET' || method === 'HEAD' ? {} : bodyOf(call, variables)
  const { names } = variables
  if (!body || !media) return { ...request, names }
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
  // The client adds the boundary of a multipart body itself.
  if (body.kind === 'multipart') return { ...request, headers: others, body, names }
  const type = { name: 'Content-Type', value: [media] }
  return { ...request, headers: others.length < headers.length ? headers : [...headers, type], body, names }
}

/** The request at an address, in which `{name}` is a variable of the path; undefined for an address that samples cannot show. */
export function requestAt({ path, names, ...request }: RequestParts, address: string): SampleRequest | undefined {
  const values = new Map(path.map(({ name, value }) => [name, value]))
  const url = pathOf(carried(address), values, new Variables(names))
  return url && { ...request, url }
}
