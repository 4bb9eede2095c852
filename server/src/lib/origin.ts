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
