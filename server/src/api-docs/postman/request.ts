import type { Language } from '@sheaf/contract'
import { isObject } from '../../import-plan/text-format.ts'
import type { ApiCall, ApiResponse } from '../api/call.ts'
import { code } from '../api/markdown.ts'
import { fence, fieldTable } from '../api/page.ts'
import { bareType, bodyOf, contentTypeOf } from '../calls/body.ts'
import { masked } from '../calls/secrets.ts'
import { bodiesOf, contentTypeIn } from './body.ts'
import {
  descriptionOf,
  fieldOf,
  headerRows,
  labelOf,
  linesOf,
  listOf,
  type Masked,
  queryRows,
  type Shape,
  shapeOf,
  shapesOf,
  textOf,
} from './fields.ts'
import { postmanWords } from './words.ts'

interface Address {
  /** Without query and hash. */
  url: string
  query: Shape[]
  path: Shape[]
}

/** Parts of a host or a path: one text, or a list of texts and objects around them. */
const joined = (value: unknown, sign: string): string =>
  Array.isArray(value) ? value.map((part) => textOf(isObject(part) ? part['value'] : part)).join(sign) : textOf(value)

function built(url: Shape): string {
  const protocol = textOf(url['protocol'])
  const host = joined(url['host'], '.')
  const port = textOf(url['port'])
  const path = joined(url['path'], '/').replace(/^\//, '')
  return `${protocol && host ? `${protocol}://` : ''}${host}${port ? `:${port}` : ''}${path ? `/${path}` : ''}`
}

/** An address with its user and password taken out. */
const withoutUser = (url: string) => url.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@{}]*@/i, '$1')

/** Names that stand in a path as `:name`. */
const namesIn = (url: string) =>
  [...url.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').matchAll(/\/:([A-Za-z_][\w-]*)/g)].map(([, name]) => name as string)

/** The address of a request: a text, or an object of its parts. */
export function addressOf(value: unknown): Address {
  const url: Shape = isObject(value) ? value : { raw: value }
  const raw = textOf(url['raw']) || built(url)
  const [, before = '', behind = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(raw) ?? []
  const path = shapesOf(url['variable'] ?? url['variables'])
  const known = new Set(path.map((row) => textOf(row['key'] ?? row['id'] ?? row['name'])))
  const more = namesIn(before).filter((name) => !known.has(name))
  return {
    url: withoutUser(before.trim()),
    query: queryRows(listOf(url['query']).length > 0 ? url['query'] : url['queryParams'], behind),
    path: [...path, ...[...new Set(more)].map((key) => ({ key }))],
  }
}

type Words = ReturnType<typeof postmanWords>

const previews: Record<string, string> = { json: 'application/json', xml: 'application/xml', html: 'text/html' }

/** What was asked, where it is not what the page documents anyway. */
function originalRequest(original: unknown, own: string, t: Words): string {
  const request = shapeOf(original)
  const { url, query } = addressOf(request['url'] ?? '')
  const behind = query.map((row) => `${textOf(row['key'])}=${textOf(row['value'])}`).join('&')
  const line = `${labelOf(request['method']) || 'GET'} ${url}${behind ? `?${behind}` : ''}`.trim()
  const body = linesOf(shapeOf(request['body'])['raw']).trim()
  if (url === '' || `${line}\n${body}` === own) return ''
  return [`**${t.asked}**`, fence('http', body ? `${line}\n\n${body}` : line)].join('\n\n')
}

/** A request in one text, to tell one from another. */
function textOfRequest(request: Shape, url: string, query: Shape[]): string {
  const behind = query.map((row) => `${textOf(row['key'])}=${textOf(row['value'])}`).join('&')
  const line = `${labelOf(request['method']) || 'GET'} ${url}${behind ? `?${behind}` : ''}`.trim()
  return `${line}\n${linesOf(shapeOf(request['body'])['raw']).trim()}`
}

/** The examples that were saved with a request, each as a response. */
function responsesOf(value: unknown, own: string, t: Words, masked: Masked): ApiResponse[] {
  return shapesOf(value).map((saved) => {
    const rows = headerRows(saved['header'] ?? saved['headers'])
    const body = textOf(saved['body'] ?? saved['text'])
    const code = shapeOf(saved['responseCode'])
    const name = labelOf(saved['name'] ?? code['name'])
    const status = labelOf(saved['code'] ?? code['code']) || labelOf(saved['status']) || name
    const preview = previews[labelOf(saved['_postman_previewlanguage'] ?? saved['language']).toLowerCase()] ?? ''
    const contentType = bareType(contentTypeIn(rows)) || preview || contentTypeOf(body)
    const cookies = shapesOf(saved['cookie'] ?? saved['cookies'])
      .map((row) => labelOf(row['name'] ?? row['key']))
      .filter(Boolean)
    return {
      status: status || '200',
      ...(name && name !== status ? { description: name.replace(/[\\`*_[\]<>#|~$]/g, '\\$&') } : {}),
      headers: rows.map((row) => fieldOf(row, t.off, masked)),
      contents: body.trim() === '' ? [] : [bodyOf(contentType, body)],
      more: [originalRequest(saved['originalRequest'], own, t), cookies.length > 0 ? `**${t.cookies}**: ${cookies.join(', ')}` : '']
        .filter(Boolean)
        .join('\n\n'),
    }
  })
}

/** The scripts of a request, a folder or a collection as code in folded blocks; '' for none. They are words here: nothing runs them. */
export function scriptBlocks(events: unknown, language: Language): string {
  const t = postmanWords(language)
  const found = shapesOf(events).flatMap((event) => {
    const script = event['script']
    const text = linesOf(isObject(script) ? script['exec'] : script).trim()
    if (text === '') return []
    const name = labelOf(event['listen'])
    const title = name === 'prerequest' ? t.prerequest : name === 'test' ? t.test : name.replace(/[^\w -]/g, '') || t.scripts
    return [`::::: details ${title}${event['disabled'] === true ? ` (${t.off})` : ''}\n${fence('js', text)}\n:::::`]
  })
  return found.join('\n\n')
}

/** Variables with their values; what is said to be secret is masked, whatever it is called. */
export function variableTable(rows: Shape[], language: Language, told: Masked): string {
  const fields = rows.map((row) => {
    const isSecret = row['type'] === 'secret'
    const name = textOf(row['key'] ?? row['id'] ?? row['name'])
    if (isSecret && textOf(row['value'])) told(name)
    return fieldOf(isSecret ? { ...row, type: 'string', value: masked(textOf(row['value'])) } : row, postmanWords(language).off, told)
  })
  return fieldTable(fields, language)
}

/** What authorization is called, and which of its values are nobody else's business. */
const kinds: Record<string, string> = {
  apikey: 'API key',
  awsv4: 'AWS Signature 4',
  basic: 'Basic',
  bearer: 'Bearer token',
  digest: 'Digest',
  edgegrid: 'Akamai EdgeGrid',
  hawk: 'Hawk',
  jwt: 'JWT bearer',
  ntlm: 'NTLM',
  oauth1: 'OAuth 1.0',
  oauth2: 'OAuth 2.0',
  asap: 'ASAP (Atlassian)',
}

const SECRET =
  /secret|passw|privatekey|private_key|authkey|^accesskey$|^sessiontoken$|^(?:access|refresh|client|id)?_?token$|^tokensecret$|nonce|^code$|verifier$|assertion/i

const isSecret = (kind: string, name: string) => (kind === 'apikey' ? name === 'value' : SECRET.test(name))

/** The values of an authorization: a list of rows, or an object of names. */
function valuesOf(value: unknown): [name: string, value: string][] {
  if (Array.isArray(value)) return value.filter(isObject).map((row) => [labelOf(row['key']), textOf(row['value'])])
  return Object.entries(shapeOf(value)).map(([name, one]) => [name, textOf(one)])
}

const ORDER = ['key', 'value', 'in', 'username', 'password', 'token']
const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** How a request proves who sends it, in one line of Markdown; '' where nothing was said, `none` where it is said to need no proof. */
export function authLine(auth: unknown, none: string, told: (name: string) => void): string {
  const { type, ...rest }: Shape = shapeOf(auth)
  const kind = labelOf(type).toLowerCase()
  if (kind === 'noauth') return none
  if (kind === '' || kind === 'inherit') return ''
  const shown = valuesOf(rest[kind] ?? rest[labelOf(type)])
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, value]) => {
      const safe = isSecret(kind, name) ? masked(value) : value
      if (safe !== value) told(`${kinds[kind] ?? kind}: ${name}`)
      return `${name} ${code(safe)}`
    })
  return [`**${kinds[kind] ?? code(kind)}**`, ...shown].join(' · ')
}

/** What holds for a request because of the folders it is in. */
export interface Inherited {
  auth: unknown
  /** The folder or collection that said so. */
  from: string
}

export interface Reporter {
  masked: (name: string) => void
  unsupported: (what: string) => void
}

function authOf(request: Shape, item: Shape, inherited: Inherited, language: Language, told: Reporter): string[] {
  const t = postmanWords(language)
  const own = authLine(request['auth'] ?? item['auth'], t.noAuth, told.masked)
  if (own) return own === t.noAuth ? [] : [own]
  const line = authLine(inherited.auth, '', told.masked)
  return line ? [`${line} · ${t.fromFolder(inherited.from.replace(/[\\`*_[\]<>|$]/g, '\\$&'))}`] : []
}

/** One request of a collection as a call. */
export function callOf(item: Shape, inherited: Inherited, language: Language, told: Reporter): ApiCall {
  const t = postmanWords(language)
  const request: Shape = isObject(item['request']) ? item['request'] : { url: item['request'], method: 'GET' }
  const { url, query, path } = addressOf(request['url'])
  const headers = headerRows(request['header'])
  const row = (one: Shape) => fieldOf(one, t.off, told.masked)
  const about = { contentType: contentTypeIn(headers), off: t.off, masked: told.masked, unsupported: told.unsupported }
  const scripts = scriptBlocks(item['event'], language)
  const variables = variableTable(shapesOf(item['variable']), language, told.masked)
  const section = (title: string, markdown: string) => (markdown ? [{ title, markdown }] : [])
  return {
    method: labelOf(request['method']).toUpperCase() || 'GET',
    url,
    description: [descriptionOf(item['description']), descriptionOf(request['description'])].filter(Boolean).join('\n\n'),
    auth: authOf(request, item, inherited, language, told),
    path: path.map(row),
    query: query.map(row),
    headers: headers.map(row),
    bodies: bodiesOf(request['body'], about),
    responses: responsesOf(item['response'] ?? item['responses'], textOfRequest(request, url, query), t, told.masked),
    sections: [...section(t.variables, variables), ...section(t.scripts, scripts)],
  }
}
