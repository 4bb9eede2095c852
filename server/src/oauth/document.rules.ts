import type { IncomingHttpHeaders } from 'node:http'
import { redirectsIn, shownName } from './oauth.rules.ts'

/** Bytes of a document. */
export const DOCUMENT_BYTES_MAX = 10 * 1024

const ADDRESS_MAX_CHARS = 500
const KEPT_SECONDS_MIN = 60
const KEPT_SECONDS_MAX = 86_400

/** Whether a client_id is the address of a document. It must have a path, and the form that a parser gives it, so it has no second form. */
export function isDocumentAddress(client_id: string): boolean {
  if (client_id.length > ADDRESS_MAX_CHARS || !client_id.startsWith('https://')) return false
  const url = URL.parse(client_id)
  return url !== null && url.href === client_id && url.pathname !== '/' && url.username === '' && !/[#@]/.test(client_id)
}

interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: string
  isWhole: boolean
}

type DocumentProblem = 'documentUnreachable' | 'documentTooLarge' | 'documentNotJson' | 'documentOther' | 'documentRedirects'

/** What a document says about its client, or why it does not count. Anything else in it is ignored: pictures, keys, secrets. */
export function readDocument(
  { status, headers, body, isWhole }: Response,
  client_id: string,
  schemes: string,
): { name: string; redirect_uris: string[] } | DocumentProblem {
  if (status !== 200) return 'documentUnreachable'
  if (!isWhole) return 'documentTooLarge'
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return 'documentNotJson'
  const document = objectIn(body)
  if (!document) return 'documentNotJson'
  if (document['client_id'] !== client_id) return 'documentOther'
  const redirect_uris = redirectsIn(document['redirect_uris'], schemes)
  if (redirect_uris.length === 0) return 'documentRedirects'
  return { name: shownName(document['client_name'], new URL(client_id).host), redirect_uris }
}

function objectIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** How long a document is kept: as its headers say, from a minute to a day. Without them a minute. */
export function keptSeconds(headers: IncomingHttpHeaders): number {
  const seconds = lifetimeOf(headers) - (Number(headers.age) || 0)
  return Math.min(Math.max(Math.floor(seconds) || 0, KEPT_SECONDS_MIN), KEPT_SECONDS_MAX)
}

function lifetimeOf({ 'cache-control': control = '', expires, date }: IncomingHttpHeaders): number {
  const directives = new Map(
    control
      .toLowerCase()
      .split(',')
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.trim().split('=', 2)
        return [name, value]
      }),
  )
  if (directives.has('no-store') || directives.has('no-cache')) return 0
  const stated = directives.get('s-maxage') ?? directives.get('max-age')
  if (stated !== undefined) return Number(stated.replaceAll('"', '')) || 0
  return expires === undefined || date === undefined ? 0 : (Date.parse(expires) - Date.parse(date)) / 1000
}
