import { DOMAIN, ITEM_TYPES, Refusal } from '@sheaf/contract'

/** First words of our own addresses: a domain that is one of them could never be opened. */
const RESERVED = new Set(
  'user item page p catalog notice admin team attachment api server web assets design healthz metrics index public uploads mock install static pictures fonts import export setup login'.split(
    ' ',
  ),
)

/** A personal domain as it may be kept: "" for none; letters and digits, not only digits, no word of our addresses. */
export function mustBeDomain(given: string): string {
  const domain = given.trim()
  if (domain !== '' && (!DOMAIN.test(domain) || /^\d+$/.test(domain) || RESERVED.has(domain.toLowerCase())))
    throw new Refusal('domainInvalid')
  return domain
}

export function mustBeItemType(given: number): number {
  if (!(ITEM_TYPES as readonly number[]).includes(given)) throw new Refusal('typeUnknown')
  return given
}

/** Saved numbers first go by themselves; items without a number follow in the order of their ids. */
export const inOrder = <T extends { item_id: number }>(items: T[], order: Record<string, number>): T[] =>
  Object.keys(order).length === 0
    ? items
    : items.toSorted((a, b) => (order[a.item_id] ?? a.item_id + 1e9) - (order[b.item_id] ?? b.item_id + 1e9))

/** refer_url comes as base64 from existing clients; only a path of this site leads anywhere (S88). */
export function pathIn(refer_url: string): string {
  const path = Buffer.from(refer_url, 'base64').toString('utf8')
  return /^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(path) ? path : ''
}
