import type { Language } from '@sheaf/contract'
import { bareType, bodyOf, contentTypeOf } from '@sheaf/description/body'
import type { ApiCall, ApiResponse } from '@sheaf/description/call'
import { code } from '@sheaf/description/markdown'
import { fence, fieldTable } from '@sheaf/description/page'
import { masked, safeValue } from '@sheaf/description/secrets'
import { isObject } from '../../import-plan/text-format.ts'
import { safeText } from '../safe-text.ts'
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

/** A host or a path, which is one text, or a list of texts and objects with `value`. */
const joined = (value: unknown, sign: string): string =>
  Array.isArray(value) ? value.map((part) => textOf(isObject(part) ? part['value'] : part)).join(sign) : textOf(value)

function composedUrl(url: Shape): string {
  const protocol = textOf(url['protocol'])
  const host = joined(url['host'], '.')
  const port = textOf(url['port'])
  const path = joined(url['path'], '/').replace(/^\//, '')
  return `${protocol && host ? `${protocol}://` : ''}${host}${port ? `:${port}` : ''}${path ? `/${path}` : ''}`
}

/** Removes user name and password from a URL. */
const withoutUser = (url: string) => url.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@{}]*@/i, '$1')

/** Names of path variables in the form `:name`. */
const namesIn = (url: string) =>
  [...url.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').matchAll(/\/:([A-Za-z_][\w-]*)/g)].map(([, name]) => name as string)

/** The URL of a request, which is a text or an object of its parts. */
export function addressOf(value: unknown): Address {
  const url: Shape = isObject(value) ? value : { raw: value }
  const raw = textOf(url['raw']) || composedUrl(url)
  const [, base = '', queryString = ''] = /^([^?#]*)(?:\?([^#]*))?/s.exec(raw) ?? []
  const path = shapesOf(url['variable'] ?? url['variables'])
  const known = new Set(path.map((row) => textOf(row['key'] ?? row['id'] ?? row['name'])))
  const more = namesIn(base).filter((name) => !known.has(name))
  return {
    url: withoutUser(base.trim()),
    query: queryRows(listOf(url['query']).length > 0 ? url['query'] : url['queryParams'], queryString),
    path: [...path, ...[...new Set(more)].map((key) => ({ key }))],
  }
}

type Words = ReturnType<typeof postmanWords>

const previews = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
])

const lineOf = (request: Shape, { url, query }: Pick<Address, 'url' | 'query'>, show: (name: string, value: string) => string) => {
  const pairs = query.map((row) => `${textOf(row['key'])}=${show(textOf(row['key']), textOf(row['value']))}`).join('&')
  return `${labelOf(request['method']) || 'GET'} ${url}${pairs ? `?${pairs}` : ''}`.trim()
}

const rawBody = (request: Shape) => linesOf(shapeOf(request['body'])['raw']).trim()

/** A request as one text, for comparison. */
const textOfRequest = (request: Shape, address: Pick<Address, 'url' | 'query'>) =>
  `${lineOf(request, address, (_name, value) => value)}\n${rawBody(request)}`

/** The request of a saved example with its secrets masked, '' if it equals the documented request. */
function originalRequest(original: unknown, own: string, t: Words, masked: Masked): string {
  const request = shapeOf(original)
  const address = addressOf(request['url'] ?? '')
  if (address.url === '' || textOfRequest(request, address) === own) return ''
  const line = lineOf(request, address, (name, value) => {
    const shown = safeValue(name, value)
    if (shown !== value) masked(name)
    return shown
  })
  const body = safeText(rawBody(request), masked)
  return [`**${t.asked}**`, fence('http', body ? `${line}\n\n${body}` : line)].join('\n\n')
}

/** The saved examples of a request, each as a response. */
function responsesOf(value: unknown, own: string, t: Words, masked: Masked): ApiResponse[] {
  return shapesOf(value).map((saved) => {
    const rows = headerRows(saved['header'] ?? saved['headers'])
    const body = textOf(saved['body'] ?? saved['text'])
    const code = shapeOf(saved['responseCode'])
    const name = labelOf(saved['name'] ?? code['name'])
    const status = labelOf(saved['code'] ?? code['code']) || labelOf(saved['status']) || name
    const preview = previews.get(labelOf(saved['_postman_previewlanguage'] ?? saved['language']).toLowerCase()) ?? ''
    const contentType = bareType(contentTypeIn(rows)) || preview || contentTypeOf(body)
    const cookies = shapesOf(saved['cookie'] ?? saved['cookies'])
      .map((row) => labelOf(row['name'] ?? row['key']))
      .filter(Boolean)
    return {
      status: status || '200',
      ...(name && name !== status ? { description: name.replace(/[\\`*_[\]<>#|~$]/g, '\\$&') } : {}),
      headers: rows.map((row) => fieldOf(row, t.off, masked)),
      contents: body.trim() === '' ? [] : [bodyOf(contentType, safeText(body, masked))],
      more: [originalRequest(saved['originalRequest'], own, t, masked), cookies.length > 0 ? `**${t.cookies}**: ${cookies.join(', ')}` : '']
        .filter(Boolean)
        .join('\n\n'),
    }
  })
}

/** The scripts of a request, a folder or a collection as code in collapsed blocks; '' for none. Scripts are only shown, never run. */
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

/** A table of variables with their values. Variables of type `secret` are always masked. */
export function variableTable(rows: Shape[], language: Language, report: Masked): string {
  const fields = rows.map((row) => {
    const isSecret = row['type'] === 'secret'
    const name = textOf(row['key'] ?? row['id'] ?? row['name'])
    if (isSecret && textOf(row['value'])) report(name)
    return fieldOf(isSecret ? { ...row, type: 'string', value: masked(textOf(row['value'])) } : row, postmanWords(language).off, report)
  })
  return fieldTable(fields, language)
}

/** Names of the authorization types. */
const kinds = new Map([
  ['apikey', 'API key'],
  ['awsv4', 'AWS Signature 4'],
  ['basic', 'Basic'],
  ['bearer', 'Bearer token'],
  ['digest', 'Digest'],
  ['edgegrid', 'Akamai EdgeGrid'],
  ['hawk', 'Hawk'],
  ['jwt', 'JWT bearer'],
  ['ntlm', 'NTLM'],
  ['oauth1', 'OAuth 1.0'],
  ['oauth2', 'OAuth 2.0'],
  ['asap', 'ASAP (Atlassian)'],
])

/** Names of authorization values that are secret. */
const SECRET =
  /secret|passw|privatekey|private_key|authkey|^accesskey$|^sessiontoken$|^(?:access|refresh|client|id)?_?token$|^tokensecret$|nonce|^code$|verifier$|assertion/i

const isSecret = (kind: string, name: string) => (kind === 'apikey' ? name === 'value' : SECRET.test(name))

/** The values of an authorization, which are a list of rows or an object. */
function valuesOf(value: unknown): [name: string, value: string][] {
  if (Array.isArray(value)) return value.filter(isObject).map((row) => [labelOf(row['key']), textOf(row['value'])])
  return Object.entries(shapeOf(value)).map(([name, one]) => [name, textOf(one)])
}

const ORDER = ['key', 'value', 'in', 'username', 'password', 'token']
const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** The authorization in one line of Markdown; '' if it is not specified or inherited, `none` if it is explicitly disabled. */
export function authLine(auth: unknown, none: string, report: (name: string) => void): string {
  const { type, ...rest }: Shape = shapeOf(auth)
  const kind = labelOf(type).toLowerCase()
  if (kind === 'noauth') return none
  if (kind === '' || kind === 'inherit') return ''
  const shown = valuesOf(rest[kind] ?? rest[labelOf(type)])
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, value]) => {
      const safe = isSecret(kind, name) ? masked(value) : value
      if (safe !== value) report(`${kinds.get(kind) ?? kind}: ${name}`)
      return `${name} ${code(safe)}`
    })
  return [`**${kinds.get(kind) ?? code(kind)}**`, ...shown].join(' · ')
}

/** Settings that a request inherits from its folders. */
export interface Inherited {
  auth: unknown
  /** Name of the folder or collection that defines it. */
  from: string
}

export interface Reporter {
  masked: (name: string) => void
  unsupported: (what: string) => void
}

function authOf(request: Shape, item: Shape, inherited: Inherited, language: Language, report: Reporter): string[] {
  const t = postmanWords(language)
  const own = authLine(request['auth'] ?? item['auth'], t.noAuth, report.masked)
  if (own) return own === t.noAuth ? [] : [own]
  const line = authLine(inherited.auth, '', report.masked)
  return line ? [`${line} · ${t.fromFolder(inherited.from.replace(/[\\`*_[\]<>|$]/g, '\\$&'))}`] : []
}

/** Converts a request of a collection to an API call. */
export function callOf(item: Shape, inherited: Inherited, language: Language, report: Reporter): ApiCall {
  const t = postmanWords(language)
  const request: Shape = isObject(item['request']) ? item['request'] : { url: item['request'], method: 'GET' }
  const { url, query, path } = addressOf(request['url'])
  const headers = headerRows(request['header'])
  const row = (one: Shape) => fieldOf(one, t.off, report.masked)
  const bodyOptions = { contentType: contentTypeIn(headers), off: t.off, masked: report.masked, unsupported: report.unsupported }
  const scripts = scriptBlocks(item['event'], language)
  const variables = variableTable(shapesOf(item['variable']), language, report.masked)
  const section = (title: string, markdown: string) => (markdown ? [{ title, markdown }] : [])
  return {
    method: labelOf(request['method']).toUpperCase() || 'GET',
    url,
    description: [descriptionOf(item['description']), descriptionOf(request['description'])].filter(Boolean).join('\n\n'),
    auth: authOf(request, item, inherited, language, report),
    path: path.map(row),
    query: query.map(row),
    headers: headers.map(row),
    bodies: bodiesOf(request['body'], bodyOptions),
    responses: responsesOf(item['response'] ?? item['responses'], textOfRequest(request, { url, query }), t, report.masked),
    sections: [...section(t.variables, variables), ...section(t.scripts, scripts)],
  }
}
