import { validateHeaderName, validateHeaderValue } from 'node:http'
import { Refusal } from '@sheaf/contract'
import { SEND_BYTES_MAX } from '@sheaf/contract/limits'

/** A request of a reader to one address. */
export interface SentRequest {
  method: string
  url: URL
  headers: Record<string, string[]>
  body: Buffer | undefined
}

interface Pair {
  name: string
  value: string
}

interface Given {
  path: string
  query: Pair[]
  headers: Pair[]
  body: string
  type: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']
const ADDRESS_CHARS_MAX = 2000
const HEADERS_CHARS_MAX = 32_000

/** Characters of a path in an address (RFC 3986), and whole percent signs. */
const PATH = /^(?:\/(?:[\w\-.~!$&'()*+,;=:@]|%[\da-f]{2})*)+$/i
/** An encoded slash, backslash or control character, which some servers decode before they split the path. */
const HIDDEN = /%(?:2f|5c|[01][\da-f]|7f)/i
/** Some servers decode twice. This looks at two forms more. */
const DECODINGS = 5

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Some servers cut a segment at its `;` before they look for dots. */
const isDots = (segment: string) => /^\.{1,2}$/.test(segment.split(';', 1)[0] ?? '')

/** Whether no server can read this path as one that leads out of the address that it follows. */
export function staysBelow(path: string): boolean {
  if (!PATH.test(path) || path.includes('//') || decoded(path) === undefined) return false
  let form: string | undefined = path
  for (let n = 0; n < DECODINGS && form !== undefined; n++) {
    if (HIDDEN.test(form) || form.split('/').some(isDots)) return false
    form = decoded(form)
  }
  return true
}

/** Whether a segment is one of the operation: equal, or with a value in each place of a parameter. */
function isSegment(template: string, given: string): boolean {
  const segment = decoded(given) ?? given
  const [first = '', ...others] = template.split(/\{[^{}]*\}/).map((literal) => decoded(literal) ?? literal)
  if (others.length === 0) return segment === first
  const last = others.pop() ?? ''
  if (!segment.startsWith(first) || !segment.endsWith(last)) return false
  let at = first.length
  for (const literal of others) {
    // A value has at least one character.
    const next = segment.indexOf(literal, at + 1)
    if (next < 0) return false
    at = next + literal.length
  }
  return at < segment.length - last.length
}

/** Whether a path is that of the operation, so that a reader reaches through this server what is documented, and nothing else. */
export function isOperationPath(template: string, path: string): boolean {
  const bare = template.split(/[?#]/, 1)[0] ?? ''
  const [wanted, given] = [(bare.startsWith('/') ? bare : `/${bare}`).split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((segment, n) => isSegment(segment, given[n] ?? ''))
}

/** Headers that belong to one connection, describe this site, or say where a request came from. Cookies are never sent. */
const NEVER_SENT =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|forwarded|host|http2-settings|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|x-http-method(?:-override)?|x-method-override)$/

function mustBeHeaders(given: Pair[]): Record<string, string[]> {
  const headers: Record<string, string[]> = Object.create(null)
  let chars = 0
  for (const { name, value } of given) {
    const lower = name.toLowerCase()
    chars += name.length + value.length
    try {
      validateHeaderName(lower)
      validateHeaderValue(lower, value)
    } catch {
      throw new Refusal('sendHeader', { name })
    }
    if (NEVER_SENT.test(lower) || chars > HEADERS_CHARS_MAX) throw new Refusal('sendHeader', { name })
    headers[lower] = [...(headers[lower] ?? []), value]
  }
  return headers
}

function mustBeBody(base64: string): Buffer | undefined {
  if (base64 === '') return undefined
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(base64)) throw new Refusal('badInput', { field: 'body' })
  const body = Buffer.from(base64, 'base64')
  if (body.length > SEND_BYTES_MAX) throw new Refusal('sendLarge', { limit: String(SEND_BYTES_MAX / 1024 / 1024) })
  return body
}

/** The request that a reader typed, if it is one of the operation and goes nowhere but below the base address. */
export function mustBeRequest(
  { path, query, headers: typed, body: base64, type }: Given,
  operation: { method: string; path: string },
  base_url: string,
): SentRequest {
  const method = operation.method.toUpperCase()
  if (!METHODS.includes(method)) throw new Refusal('sendMethod', { method })
  if (!staysBelow(path) || !isOperationPath(operation.path, path)) throw new Refusal('sendPath')
  const base = new URL(base_url)
  const url = new URL(base_url + path)
  if (url.origin !== base.origin || url.pathname !== `${base.pathname.replace(/\/$/, '')}${path}`) throw new Refusal('sendPath')
  url.search = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, value])).toString()
  if (url.href.length > ADDRESS_CHARS_MAX) throw new Refusal('sendLong', { limit: ADDRESS_CHARS_MAX.toLocaleString('en') })
  const headers = mustBeHeaders(typed)
  const body = mustBeBody(base64)
  if (body && type !== '' && headers['content-type'] === undefined)
    Object.assign(headers, mustBeHeaders([{ name: 'content-type', value: type }]))
  return { method, url, headers, body }
}

/** Headers of an answer that would set something in a browser, or that belong to the connection of this server. */
const NEVER_SHOWN =
  /^(?:alt-svc|clear-site-data|connection|content-security-policy(?:-report-only)?|keep-alive|nel|proxy-.*|refresh|report-to|reporting-endpoints|set-cookie2?|strict-transport-security|te|trailer|transfer-encoding|upgrade)$/

const HEADERS_SHOWN_MAX = 100
const HEADER_CHARS_MAX = 4000

/** The host that a redirect leads to: an address can hold a secret. */
const hostIn = (location: string, base: URL) => URL.parse(location, base)?.host ?? ''

/** The headers of an answer as a reader sees them. They are text; no answer of this server has them as its own. */
export function shownHeaders(headers: NodeJS.Dict<string | string[]>, url: URL): Pair[] {
  const all = Object.entries(headers).flatMap(([name, values]) => [values ?? []].flat().map((value) => ({ name, value })))
  return all
    .filter(({ name }) => !NEVER_SHOWN.test(name))
    .map(({ name, value }) => ({
      name: name.slice(0, HEADER_CHARS_MAX),
      value: name === 'location' ? hostIn(value, url) : value.slice(0, HEADER_CHARS_MAX),
    }))
    .slice(0, HEADERS_SHOWN_MAX)
}
