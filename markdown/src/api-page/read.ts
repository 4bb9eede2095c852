import { bodyOf } from './read-body.ts'
import { fieldsOf, withShared } from './read-fields.ts'
import { isObject, type Json, listOf, objectOf, textOf } from './read-json.ts'
import { type ApiPage, type Part, type PartKind, states } from './types.ts'

function responsePart(kind: PartKind, example: unknown, described: unknown): Part {
  const text = textOf(example)
  return { kind, terms: [], fields: fieldsOf(described), examples: text.trim() === '' ? [] : [{ name: '', text }] }
}

/** Examples with names of their own, each with its fields: those of a socket, and what newer clients write for several answers. */
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

/** How a caller proves who they are. The values stay out: clients keep real keys there. */
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

/** Rows, or as an example what cannot be read as rows. */
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

/** Content in the form of ShowDoc's API clients; undefined for any other. `shared` is the item's global_param. */
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
