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

/** The language somebody chose, else the one the browser prefers. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const chosen = cookieOf(headers, 'lang') ?? cookieOf(headers, 'think_language')
  return (chosen ?? headers['accept-language'] ?? '').toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Whether a page in a browser sent this; programs send none of these headers. */
export const isFromPage = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined || headers.referer !== undefined

/**
 * Whether a request that changes something may come from where it says it comes from (S25): the same origin, or a client that is
 * no browser and sends none of these headers. `own` are the origins this server is known under.
 */
export function fromOwnPages(headers: IncomingHttpHeaders, own: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin !== undefined) return own.includes(headers.origin)
  if (headers.referer !== undefined) return own.some((origin) => headers.referer === origin || headers.referer?.startsWith(`${origin}/`))
  return true
}

/**
 * Whether somebody followed a link to get here. A picture in a page, a frame or a page fetched ahead asks for the same address, with the
 * same cookie and from the same origin, and nobody meant it.
 */
export function isFollowedLink(headers: IncomingHttpHeaders): boolean {
  const target = headers['sec-fetch-dest']
  if (headers['sec-purpose'] !== undefined) return false
  if (target !== undefined) return target === 'document'
  // Browsers before Sec-Fetch say where they come from and what they want; other clients say neither.
  return headers.referer === undefined || String(headers.accept).includes('text/html')
}

/** On every answer (S72). */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
}

/** On pages (S71): scripts are our own files, nothing inline; styles may stand in the text, where documents bring them. */
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

/** On stored files: they can do nothing, whatever is in them. */
export const inert = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'"
