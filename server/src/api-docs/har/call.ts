import { bareType, bodyOf } from '@sheaf/description/body'
import type { ApiCall, ApiContent, ApiField, ApiResponse } from '@sheaf/description/call'
import { MASK, safeValue } from '@sheaf/description/secrets'
import { labelOf, pairs, type Shape, shapeOf, shapesOf, textOf } from '../postman/fields.ts'
import { safeText } from '../safe-text.ts'
import type { Exchange, Template } from './exchange.ts'

/** Headers that every browser and server sends, and that do not document the call. */
const NOISE =
  /^(?::|sec-|accept-(?:encoding|language|charset)$|access-control-|alt-svc$|cache-control$|connection$|content-(?:length|encoding|security-policy.*)$|cross-origin-|date$|dnt$|expect-ct$|expires$|host$|if-(?:modified-since|none-match)$|keep-alive$|last-modified$|nel$|origin$|permissions-policy$|pragma$|priority$|referer$|referrer-policy$|report-to$|reporting-endpoints$|server$|server-timing$|strict-transport-security$|te$|timing-allow-origin$|trailer$|transfer-encoding$|upgrade-insecure-requests$|user-agent$|vary$|via$|x-(?:content-type-options|frame-options|powered-by|xss-protection|cache|served-by|timer|amz-cf-.*)$|cf-|cookie2?$|set-cookie2?$)/i

interface Names {
  isOf: (name: string) => boolean
  /** What two spellings of one name have in common. */
  keyOf: (name: string) => string
}
const asWritten: Names = { isOf: (name) => name !== '', keyOf: (name) => name }
const ofHeaders: Names = { isOf: (name) => name !== '' && !NOISE.test(name), keyOf: (name) => name.toLowerCase() }

/** Merges rows of several exchanges, each name once with its first value. Reports masked names to `masked`. */
function merged(all: Shape[][], masked: (name: string) => void, { isOf, keyOf } = asWritten): ApiField[] {
  const seen = new Map<string, { field: ApiField; count: number }>()
  for (const rows of all) {
    const names = rows.map((row) => textOf(row['name'])).filter(isOf)
    for (const [key, [name = '']] of Map.groupBy(names, keyOf)) {
      const known = seen.get(key)
      if (known) known.count += 1
      else seen.set(key, { field: fieldOf(name, rows, masked), count: 1 })
    }
  }
  return [...seen.values()].map(({ field, count }) => (all.length > 1 ? { ...field, required: count === all.length } : field))
}

function fieldOf(name: string, rows: Shape[], masked: (name: string) => void): ApiField {
  const row = rows.find((one) => textOf(one['name']) === name) ?? {}
  const value = textOf(row['value'] ?? row['fileName'])
  const shown = safeValue(name, value)
  if (shown !== value) masked(name)
  const type = row['fileName'] ? 'file' : /^-?\d{1,15}$/.test(value) ? 'integer' : /^(?:true|false)$/.test(value) ? 'boolean' : 'string'
  const about = labelOf(row['comment'])
  return { name, type, ...(shown === '' ? {} : { example: shown }), ...(about ? { description: about } : {}) }
}

const headerFields = (all: Shape[][], masked: (name: string) => void) => merged(all, masked, ofHeaders)

/** Cookies with names only; all values are masked. */
function cookieFields(all: Shape[][], masked: (name: string) => void): ApiField[] {
  return merged(
    all.map((rows) => rows.map((row) => ({ name: row['name'], value: MASK }))),
    () => {},
  ).map((field) => {
    masked(field.name)
    return { ...field, type: 'string', example: MASK }
  })
}

/** Maximum characters of a recorded body that are shown. */
const BODY_MAX_CHARACTERS = 64 * 1024

const isText = (type: string) => type === '' || /^text\/|json|xml|yaml|graphql|x-www-form-urlencoded|javascript/.test(type)

function decoded(content: Shape): string {
  const text = textOf(content['text'])
  return textOf(content['encoding']).toLowerCase() === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
}

interface BodyReporter {
  masked: (name: string) => void
  long: () => void
}

/** A recorded text as an example, with secrets masked and limited to BODY_MAX_CHARACTERS. */
function exampleOf(type: string, text: string, name: string, report: BodyReporter): ApiContent {
  const safe = safeText(text, report.masked)
  if (safe.length <= BODY_MAX_CHARACTERS) return bodyOf(type, safe, name)
  report.long()
  const { fields, type: whole } = bodyOf(type, safe, name)
  return { contentType: type, type: whole, fields, examples: [{ name, text: `${safe.slice(0, BODY_MAX_CHARACTERS).toWellFormed()}\n…` }] }
}

/** The request bodies: a form as its fields, other content as an example; empty without a body. */
function requestBody(posts: Shape[], report: BodyReporter): ApiContent[] {
  const byType = Map.groupBy(posts, (post) => bareType(textOf(post['mimeType'])))
  return [...byType].flatMap(([type, all]): ApiContent[] => {
    const forms = all.map((post) => {
      const rows = shapesOf(post['params'])
      if (rows.length > 0 || !type.includes('urlencoded')) return rows
      return pairs(textOf(post['text'])).map((row) => ({ name: row['key'], value: row['value'] }))
    })
    if (forms.some((rows) => rows.length > 0)) return [{ contentType: type, type: '', fields: merged(forms, report.masked), examples: [] }]
    const [text] = all.map((post) => textOf(post['text'])).filter((one) => one.trim() !== '')
    return text === undefined ? [] : [isText(type) ? exampleOf(type, text, '', report) : binary(type)]
  })
}

const binary = (contentType: string): ApiContent => ({ contentType, type: 'binary', fields: [], examples: [] })

/** The response body; empty without a body. */
function responseBody(response: Shape, report: BodyReporter): ApiContent[] {
  const content = shapeOf(response['content'])
  const type = bareType(textOf(content['mimeType']))
  const text = isText(type) ? decoded(content) : ''
  if (text.trim() !== '') return [exampleOf(type, text, '', report)]
  return type && !isText(type) ? [binary(type)] : []
}

/** One response for each status, preferably one with a body. */
function responses(all: Exchange[], report: BodyReporter): ApiResponse[] {
  const byStatus = Map.groupBy(
    all.filter(({ status }) => status !== ''),
    ({ status }) => status,
  )
  return [...byStatus]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([status, sameStatus]) => {
      const best = sameStatus.find((one) => responseBody(one.response, report).length > 0) ?? (sameStatus[0] as Exchange)
      return {
        status,
        headers: headerFields([shapesOf(best.response['headers'])], report.masked),
        contents: responseBody(best.response, report),
      }
    })
}

/** Documents a call from all its recorded exchanges. */
export function callOf(all: Exchange[], { path, values }: Template, report: BodyReporter): ApiCall {
  const first = all[0] as Exchange
  const posts = all.map(({ request }) => shapeOf(request['postData']))
  return {
    method: first.method,
    url: `${first.origin}${path}`,
    path: values.map(({ name, value }) => ({ name, type: /^\d+$/.test(value) ? 'integer' : 'string', required: true, example: value })),
    query: merged(
      all.map(({ query }) => query),
      report.masked,
    ),
    headers: headerFields(
      all.map(({ request }) => shapesOf(request['headers'])),
      report.masked,
    ),
    cookies: cookieFields(
      all.map(({ request }) => shapesOf(request['cookies'])),
      report.masked,
    ),
    bodies: requestBody(posts, report),
    responses: responses(all, report),
  }
}
