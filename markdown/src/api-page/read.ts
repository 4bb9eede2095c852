import { type ApiPage, type Field, type Part, type PartKind, states } from './types.ts'

type Json = Record<string, unknown>

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#039;': "'" }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the content as a JSON object, even if it is HTML-escaped once or twice, as old installations stored it. */
export function objectOf(content: string): Json | undefined {
  if (!/^[\s\ufeff]*\{/.test(content)) return undefined
  let text = content.replace(/^\ufeff/, '')
  for (let times = 0; times < 3; times++) {
    const value = parsed(text)
    if (value !== undefined) return isObject(value) ? value : undefined
    if (!/&(?:quot|amp);/.test(text)) return undefined
    text = text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => entities[entity]!)
  }
  return undefined
}

/** Any value as display text: strings unchanged, "" for null and undefined, everything else as JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A list: an array, JSON text, or an object with numeric keys, as PHP encodes it. Undefined for anything else. */
function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && /^\s*\[/.test(value)) {
    const list = parsed(value)
    return Array.isArray(list) ? list : undefined
  }
  if (!isObject(value)) return undefined
  if ('name' in value || 'key' in value) return [value]
  return Object.values(value).every(isObject) ? Object.values(value) : undefined
}

const FIELD_DEPTH_MAX = 12

const isOn = (value: unknown) => value === true || Number(value) >= 1 || /^(?:true|yes)$/i.test(textOf(value))

function isRequired(row: Json): boolean | undefined {
  const value = row['require'] ?? row['required']
  return value === undefined || value === null || value === '' ? undefined : isOn(value)
}

function first(row: Json, names: string[]): string {
  for (const name of names) {
    const text = textOf(row[name])
    if (text !== '') return text
  }
  return ''
}

/**
 * The rows of a parameter table. Disabled rows and the empty last row are left out. Nested fields get the name of their parent as a
 * prefix.
 */
function fieldsOf(value: unknown, prefix = '', depth = 0): Field[] {
  const fields: Field[] = []
  for (const row of listOf(value) ?? []) {
    if (!isObject(row)) {
      if (textOf(row) !== '') fields.push({ name: prefix + textOf(row), type: '', required: undefined, value: '', remark: '' })
      continue
    }
    if (isOn(row['disable'] ?? row['disabled'])) continue
    const own = first(row, ['name', 'key'])
    const field = {
      name: own && prefix + own,
      type: first(row, ['type']),
      required: isRequired(row),
      value: first(row, ['value', 'example', 'default']),
      remark: first(row, ['remark', 'description', 'desc']),
    }
    if (own.trim() !== '' || field.value !== '' || field.remark !== '') fields.push(field)
    const inside = `${field.name}${/array|list|\[\]/i.test(field.type) && !own.endsWith(']') ? '[]' : ''}.`
    if (own && depth < FIELD_DEPTH_MAX) for (const below of fieldsOf(row['children'], inside, depth + 1)) fields.push(below)
  }
  return fields
}

/** Global parameters of the item, followed by those of the page. The page's parameters override global ones with the same name. */
function withShared(own: Field[], shared: unknown): Field[] {
  const names = new Set(own.map((field) => field.name.toLowerCase()))
  return [...fieldsOf(shared).filter((field) => !names.has(field.name.toLowerCase())), ...own]
}

const media = new Map([
  ['json', 'application/json'],
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['formdata', 'multipart/form-data'],
  ['xml', 'application/xml'],
  ['text', 'text/plain'],
  ['binary', 'application/octet-stream'],
])

const modeOf = (params: Json) => {
  const declared = textOf(params['mode'])
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (declared !== '') return declared
  return ['json', 'urlencoded', 'formdata', 'raw'].find((mode) => textOf(params[mode]) !== '' && textOf(params[mode]) !== '[]') ?? 'none'
}

interface Body {
  part: Part
  /** The body is a form. Clients store the query of a GET there. */
  isForm: boolean
}

/** The request body in the selected mode. Data that the client stores for other modes is ignored. */
function bodyOf(params: unknown, shared: unknown): Body {
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
  // A list in a string has already been read as rows.
  if (text.trim() !== '' && (mode === 'json' || part.fields.length === 0)) part.examples.push({ name: '', text })
  if (part.fields.length > 0 || part.examples.length > 0) part.terms.push(media.get(mode) ?? mode)
  return { part, isForm }
}

function responsePart(kind: PartKind, example: unknown, described: unknown): Part {
  const text = textOf(example)
  return { kind, terms: [], fields: fieldsOf(described), examples: text.trim() === '' ? [] : [{ name: '', text }] }
}

/** Named examples with their fields: messages of a socket, and multiple responses in newer clients. */
function namedExamples(kind: PartKind, examples: unknown): Part[] {
  return (listOf(examples) ?? []).filter(isObject).flatMap((one) => {
    const text = textOf(one['data'] ?? one['payload'] ?? one['text'])
    if (one['enabled'] === false || text.trim() === '') return []
    return [{ kind, terms: [], fields: fieldsOf(one['param']), examples: [{ name: textOf(one['name']), text }] }]
  })
}

const answersOf = (response: Json, isSocket: boolean): Part[] => [
  responsePart('response', response['responseExample'], response['responseParamsDesc']),
  responsePart('failure', response['responseFailExample'], response['responseFailParamsDesc']),
  ...namedExamples(isSocket ? 'messages' : 'response', response['examples']),
]

const templatesOf = (messaging: unknown): Part[] => (isObject(messaging) ? namedExamples('templates', messaging['templates']) : [])

const within = (value: unknown): Json => (isObject(value) ? value : {})

const schemes: Record<string, string> = {
  bearer: 'Bearer Token',
  basic: 'Basic Auth',
  digest: 'Digest Auth',
  apikey: 'API Key',
  oauth2: 'OAuth 2.0',
}

/** The authentication scheme. Its values are left out because clients store real keys there. */
function authOf(auth: unknown): Part {
  const part: Part = { kind: 'auth', terms: [], fields: [], examples: [] }
  if (!isObject(auth)) return part
  const type = textOf(auth['type'])
  if (type === '' || type === 'none' || type === 'noauth' || Number(auth['disabled'] ?? 0) >= 1) return part
  part.terms.push(Object.hasOwn(schemes, type.toLowerCase()) ? schemes[type.toLowerCase()]! : type)
  return part
}

function protocolsOf(config: unknown): Part {
  const names = within(within(config)['websocket'])['subProtocols']
  return { kind: 'protocols', terms: Array.isArray(names) ? names.map(textOf).filter(Boolean) : [], fields: [], examples: [] }
}

/** A part with rows, or with an example if the value cannot be read as rows. */
function rows(kind: Part['kind'], value: unknown, shared?: unknown): Part {
  const fields = withShared(fieldsOf(value), shared)
  const text = fields.length === 0 && typeof value === 'string' ? value.trim() : ''
  return { kind, terms: [], fields, examples: text && text !== '[]' ? [{ name: '', text }] : [] }
}

const isFilled = (part: Part) => part.terms.length > 0 || part.fields.length > 0 || part.examples.length > 0

function methodOf(info: Json): string {
  const method = textOf(info['method']).trim().toUpperCase()
  if (/^[A-Z]{2,10}$/.test(method)) return method
  const type = textOf(info['type']).toLowerCase()
  return type === 'websocket' ? 'WS' : type === 'sse' ? 'POST' : ''
}

/** Reads content in the format of ShowDoc's API clients; undefined for all other content. `shared` is the item's global_param. */
export function readApiPage(content: string, shared: Json = {}): ApiPage | undefined {
  const page = objectOf(content)
  const info = page?.['info']
  if (!page || !isObject(info)) return undefined
  let url = textOf(info['url']).replace(/\s+/g, ' ').trim()
  if (url === '' && info['from'] !== 'runapi') return undefined
  const method = methodOf(info)
  const request = within(page['request'])
  const response = within(page['response'])
  const isGet = method === 'GET' || method === 'HEAD'
  const { part: body, isForm } = bodyOf(request['params'] ?? [], isGet ? undefined : shared['body'])
  let query = rows('query', request['query'] ?? within(request['params'])['query'])
  if (isGet && isForm) {
    if (!isFilled(query)) query = { ...query, fields: body.fields }
    Object.assign(body, { terms: [], fields: [] })
  }
  query.fields = isGet ? withShared(query.fields, shared['query']) : query.fields
  if (query.fields.length > 0) url = url.split('?')[0]!
  const parts = [
    authOf(request['auth']),
    protocolsOf(page['protocolConfig']),
    rows('path', request['pathVariable'] ?? request['pathVariables'] ?? request['path']),
    rows('headers', request['headers'], shared['header']),
    query,
    rows('cookies', request['cookies'], shared['cookies']),
    body,
    ...templatesOf(page['messaging']),
    ...answersOf(response, textOf(info['type']) === 'websocket'),
  ]
  return {
    method,
    url,
    state: states[Number(info['apiStatus']) - 1],
    description: textOf(info['description']),
    parts: parts.filter(isFilled),
    remark: textOf(info['remark']) || textOf(response['remark']),
  }
}
