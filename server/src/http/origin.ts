import type { IncomingHttpHeaders } from 'node:http'

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
