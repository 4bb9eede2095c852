import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@sheaf/contract'

export const cookieOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const cookies = headers.cookie
  if (!cookies) return undefined
  for (const part of cookies.split(';')) {
    const cut = part.indexOf('=')
    if (part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim()
  }
  return undefined
}

/** The language that the user chose, or else the one that the browser prefers. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const chosen = cookieOf(headers, 'lang') ?? cookieOf(headers, 'think_language')
  return (chosen ?? headers['accept-language'] ?? '').toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Whether a page in a browser sent this request; other clients send none of these headers. */
export const isFromPage = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined || headers.referer !== undefined

/**
 * Whether the origin of a write request is allowed (S25): the same origin, or a client other than a browser, without these headers.
 * `own` lists the origins of this server.
 */
export function fromOwnPages(headers: IncomingHttpHeaders, own: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin !== undefined) return own.includes(headers.origin)
  if (headers.referer !== undefined) return own.some((origin) => headers.referer === origin || headers.referer?.startsWith(`${origin}/`))
  return true
}

/**
 * Whether a user followed a link to this address. An image, a frame or a prefetch requests the same address with the same cookie and
 * origin, but without an action of the user.
 */
export function isFollowedLink(headers: IncomingHttpHeaders): boolean {
  const target = headers['sec-fetch-dest']
  if (headers['sec-purpose'] !== undefined) return false
  if (target !== undefined) return target === 'document'
  // Browsers without Sec-Fetch send Referer and Accept; other clients send neither.
  return headers.referer === undefined || String(headers.accept).includes('text/html')
}

/** Headers of every response (S72). */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
}

/** The content security policy of pages (S71): only our own script files, nothing inline. Documents can contain inline styles. */
export const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: http: https:",
  "media-src 'self' http: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** The content security policy of stored files: their content cannot run scripts. */
export const inert = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'"
