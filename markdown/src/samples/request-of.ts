import type { ApiPage, Field, Part, PartKind } from '../api-page/types.ts'
import { pathOf } from './address.ts'
import { percentEncoded } from './pieces.ts'
import { isSecretName } from './secret-names.ts'
import type { FileField, Named, RequestBody, SampleRequest, Value } from './types.ts'
import { Variables } from './variables.ts'

const FIELDS_MAX = 100
const REQUEST_CHARS_MAX = 8000
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** A request without what no client or shell can carry: halves of characters and NUL. */
const carried = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Headers that every client sets itself; several clients refuse them. */
const OF_CLIENTS = /^(?:host|content-length|connection|transfer-encoding|expect|keep-alive|te|trailer|upgrade)$/i

/** What HTTP allows as the name of a header or cookie. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

const made = (type: string) => (/int|number|long|float|double/i.test(type) ? '0' : /bool/i.test(type) ? 'true' : 'string')

/** The value of a field; undefined if the field can be left out. A field that a request needs gets a value of its type. */
function fieldValue({ name, type, value, required }: Field, variables: Variables): Value | undefined {
  if (value.trim() === '' && !required) return undefined
  if (isSecretName(name)) return variables.secret(name, value)
  return variables.split(value.trim() === '' ? made(type) : carried(value))
}

const partOf = (parts: Part[], kind: PartKind) => parts.find((part) => part.kind === kind)

/** The fields that have a name. */
const fieldsOf = (parts: Part[], kind: PartKind) => namedOf(partOf(parts, kind)?.fields ?? [])

const namedOf = (fields: Field[]) => fields.filter(({ name }) => name.trim() !== '')

function pairsOf(fields: Field[], variables: Variables): Named[] {
  return namedOf(fields).flatMap((field) => {
    const value = fieldValue(field, variables)
    return value ? [{ name: carried(field.name.trim()), value }] : []
  })
}

/** Header values are ASCII on one line: line breaks become spaces, and other characters are percent-encoded. */
const headerText = (text: string) => text.replace(/\p{Cc}+/gu, ' ').replace(/[^ -~]+/gu, (part) => encodeURIComponent(part))

function headerOf(field: Field, variables: Variables): Named[] {
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

function headersOf(parts: Part[], variables: Variables): Named[] {
  const headers: Named[] = []
  for (const field of fieldsOf(parts, 'headers'))
    for (const header of headerOf(field, variables)) {
      const known = headers.find(({ name }) => name.toLowerCase() === header.name.toLowerCase())
      if (known) known.value = [...known.value, ', ', ...header.value]
      else headers.push(header)
    }
  const has = (name: string) => headers.some((header) => header.name.toLowerCase() === name)
  const scheme = partOf(parts, 'auth')?.terms[0]
  const prefix = scheme === 'Bearer Token' || scheme === 'OAuth 2.0' ? 'Bearer ' : scheme === 'Basic Auth' ? 'Basic ' : undefined
  if (prefix && !has('authorization'))
    headers.unshift({ name: 'Authorization', value: [prefix, variables.named(prefix === 'Basic ' ? 'credentials' : 'token')] })
  const cookies = fieldsOf(parts, 'cookies').filter(({ name }) => TOKEN.test(name))
  if (cookies.length > 0 && !has('cookie')) {
    const value = cookies.flatMap(({ name }, at): Value => [`${at ? '; ' : ''}${name}=`, variables.named(`cookie_${name}`)])
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

function multipartOf(fields: Field[], variables: Variables): (Named | FileField)[] {
  return namedOf(fields).flatMap((field): (Named | FileField)[] => {
    const name = partName(carried(field.name.trim()))
    if (/file|binary/i.test(field.type)) return [{ name, file: fileName(carried(field.value || field.name)) }]
    const value = fieldValue(field, variables)
    return value ? [{ name, value }] : []
  })
}

function bodyOf(parts: Part[], variables: Variables): { body?: RequestBody; media?: string } {
  const part = partOf(parts, 'body')
  const media = part?.terms[0] ?? 'text/plain'
  const text = part?.examples[0]?.text ?? ''
  if (!part) return {}
  if (media === 'multipart/form-data') {
    const fields = multipartOf(part.fields, variables)
    return fields.length > 0 ? { body: { kind: 'multipart', fields }, media } : {}
  }
  if (media === 'application/x-www-form-urlencoded') {
    const fields = pairsOf(part.fields, variables)
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

const REQUEST_PARTS = new Set<PartKind>(['path', 'headers', 'query', 'cookies', 'body'])

/** Whether a sample of the request would be too long to read. */
const isTooLong = (parts: Part[]) =>
  parts.some(({ fields }) => fields.length > FIELDS_MAX) ||
  parts.reduce((sum, { fields, examples }) => sum + JSON.stringify([fields.map(({ name, value }) => name + value), examples]).length, 0) >
    REQUEST_CHARS_MAX

/** The request that a page documents; undefined if a sample cannot show it. */
export function requestOf({ method, url: written, parts: all }: ApiPage): SampleRequest | undefined {
  const parts = all.filter(({ kind }) => REQUEST_PARTS.has(kind))
  if (!METHODS.has(method) || isTooLong(parts)) return undefined
  const variables = new Variables()
  const path = new Map(pairsOf(fieldsOf(parts, 'path'), variables).map(({ name, value }) => [name, value]))
  const url = pathOf(carried(written), path, variables)
  if (!url) return undefined
  const headers = headersOf(all, variables)
  const request = { method, url, query: pairsOf(fieldsOf(parts, 'query'), variables), headers }
  // Browsers and fetch send no body with these methods.
  const { body, media } = method === 'GET' || method === 'HEAD' ? {} : bodyOf(parts, variables)
  if (!body || !media) return request
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
  // The client adds the boundary of a multipart body itself.
  if (body.kind === 'multipart') return { ...request, headers: others, body }
  const type = { name: 'Content-Type', value: [media] }
  return { ...request, headers: others.length < headers.length ? headers : [...headers, type], body }
}
