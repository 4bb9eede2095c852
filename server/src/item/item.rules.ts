import { DOMAIN, ITEM_TYPES, Refusal, type Shared } from '@sheaf/contract'
import { screenSegments } from '@sheaf/contract/routes'

/** First path segments of our own addresses: an item with such a domain could not be opened. */
const RESERVED = new Set([
  ...screenSegments,
  ...'api server web assets design healthz livez metrics index public uploads mock install static pictures fonts import export setup login'.split(
    ' ',
  ),
  // Files and services for programs (W24).
  ...'mcp oauth sitemap robots llms changes'.split(' '),
])

/** Also true for a domain of an item from before its name was reserved; that item is opened by its number. */
export const isReserved = (domain: string) => RESERVED.has(domain.toLowerCase())

/** The trimmed domain, "" for none. It needs letters, not only digits, and must not be a segment of our own addresses. */
export function mustBeDomain(given: string): string {
  const domain = given.trim()
  if (domain !== '' && (!DOMAIN.test(domain) || /^\d+$/.test(domain))) throw new Refusal('domainInvalid')
  if (isReserved(domain)) throw new Refusal('domainReserved')
  return domain
}

export function mustBeItemType(given: number): number {
  if (!(ITEM_TYPES as readonly number[]).includes(given)) throw new Refusal('typeUnknown')
  return given
}

/** Sorts items by their saved order numbers, then items without a number by id. Without any saved order, pinned items come first. */
export const inOrder = <T extends { item_id: number; top?: number | undefined }>(items: T[], order: Record<string, number>): T[] =>
  Object.keys(order).length === 0
    ? items.toSorted((a, b) => (b.top ?? 0) - (a.top ?? 0))
    : items.toSorted((a, b) => (order[a.item_id] ?? a.item_id + 1e9) - (order[b.item_id] ?? b.item_id + 1e9))

/** The path in refer_url, which existing clients send as base64; "" unless it is a path of this site (S88). */
export function pathIn(refer_url: string): string {
  const path = Buffer.from(refer_url, 'base64').toString('utf8')
  return /^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(path) ? path : ''
}

const LEVELS_MAX = 16

/** Whether a value has at most `levels` levels; deeper values could overflow the stack of recursive functions. */
export const isFlat = (value: unknown, levels = LEVELS_MAX): boolean =>
  value === null || typeof value !== 'object' || (levels > 0 && Object.values(value).every((entry) => isFlat(entry, levels - 1)))

const list = (value: unknown) => (Array.isArray(value) && isFlat(value) ? value : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The global parameters of an item for API clients, in the form that clients expect; invalid values become empty. */
export function sharedIn(stored: string): Shared {
  const { query, body, header, cookies, preScript, postScript } = objectIn(stored)
  return {
    query: list(query),
    body: list(body),
    header: list(header),
    cookies: list(cookies),
    preScript: text(preScript),
    postScript: text(postScript),
  }
}

function objectIn(stored: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(stored))
  } catch {
    return {}
  }
}
