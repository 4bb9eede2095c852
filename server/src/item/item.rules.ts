import { DOMAIN, ITEM_TYPES, Refusal, type Shared } from '@sheaf/contract'
import { screenSegments } from '@sheaf/contract/routes'

/** First words of our own addresses: a domain that is one of them could never be opened. */
const RESERVED = new Set([
  ...screenSegments,
  ...'api server web assets design healthz metrics index public uploads mock install static pictures fonts import export setup login'.split(
    ' ',
  ),
])

/** A personal domain as it may be kept: "" for none; letters and digits, not only digits, no word of our addresses. */
export function mustBeDomain(given: string): string {
  const domain = given.trim()
  if (domain !== '' && (!DOMAIN.test(domain) || /^\d+$/.test(domain))) throw new Refusal('domainInvalid')
  if (RESERVED.has(domain.toLowerCase())) throw new Refusal('domainReserved')
  return domain
}

export function mustBeItemType(given: number): number {
  if (!(ITEM_TYPES as readonly number[]).includes(given)) throw new Refusal('typeUnknown')
  return given
}

/** Saved numbers first go by themselves; items without a number follow in the order of their ids. Without any, pinned ones come first. */
export const inOrder = <T extends { item_id: number; top?: number | undefined }>(items: T[], order: Record<string, number>): T[] =>
  Object.keys(order).length === 0
    ? items.toSorted((a, b) => (b.top ?? 0) - (a.top ?? 0))
    : items.toSorted((a, b) => (order[a.item_id] ?? a.item_id + 1e9) - (order[b.item_id] ?? b.item_id + 1e9))

/** refer_url comes as base64 from existing clients; only a path of this site leads anywhere (S88). */
export function pathIn(refer_url: string): string {
  const path = Buffer.from(refer_url, 'base64').toString('utf8')
  return /^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(path) ? path : ''
}

const LEVELS = 16

/** Whether a value has so many levels at most; it is written by functions that call themselves. */
export const isFlat = (value: unknown, levels = LEVELS): boolean =>
  value === null || typeof value !== 'object' || (levels > 0 && Object.values(value).every((one) => isFlat(one, levels - 1)))

const list = (value: unknown) => (Array.isArray(value) && isFlat(value) ? value : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a client stored for all pages of the item, in the form clients expect, whatever was stored. */
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
