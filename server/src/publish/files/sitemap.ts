import { createHash } from 'node:crypto'
import type { ItemHead } from '../../access/access.store.ts'
import { isSiteListed, type ListingSettings, listedItems } from '../../content/listing.ts'
import type { Services } from '../../context.ts'
import { itemAddress, rootOf } from '../address.ts'
import { type ListedPage, pagesOfItems } from './sitemap.store.ts'

/** Part n has the pages with ids from n times this number + 1 on, so a part changes only when one of its pages does. */
const PAGES_PER_PART = 10_000
/** Seconds for which a list is kept while the same items are listed. */
const KEPT_SECONDS = 600
/** Addresses that are written before other requests get their turn. */
const ADDRESSES_PER_TURN = 1000
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

interface Part {
  /** By id. */
  pages: ListedPage[]
  /** Unix seconds of the last save of one of them. */
  newest: number
}

interface Snapshot {
  /** The listed items and their addresses, as a digest. */
  version: string
  until: number
  parts: Promise<Map<number, Part>>
}

type SitemapServices = Pick<Services, 'store' | 'config' | 'now'>

const escapeXml = (text: string) => text.toWellFormed().replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function collect(services: SitemapServices, item_ids: number[], perPart: number): Promise<Map<number, Part>> {
  const parts = new Map<number, Part>()
  for await (const pages of pagesOfItems(services, item_ids)) {
    for (const page of pages) {
      const n = Math.floor((page.page_id - 1) / perPart)
      const part = parts.get(n) ?? { pages: [], newest: 0 }
      parts.set(n, part)
      part.pages.push(page)
      part.newest = Math.max(part.newest, page.addtime)
    }
    await nextTurn()
  }
  for (const { pages } of parts.values()) pages.sort((a, b) => a.page_id - b.page_id)
  return new Map([...parts].sort(([a], [b]) => a - b))
}

/**
 * The sitemaps of a site. The lists of pages are kept for ten minutes, and no longer than the same items are listed: which these are is
 * read for each request, so no server of several shows an item that was switched off a moment ago (S105).
 */
export function sitemaps(services: SitemapServices, perPart = PAGES_PER_PART) {
  let kept: Snapshot | undefined

  async function current(settings: ListingSettings) {
    const items = isSiteListed(services.config, settings) ? await listedItems(services, settings) : []
    const version = createHash('sha256').update(JSON.stringify(items)).digest('base64url')
    const now = services.now()
    // A clock that was set back must not keep a list for hours.
    if (!kept || kept.version !== version || kept.until <= now || kept.until > now + KEPT_SECONDS) {
      const parts = collect(
        services,
        items.map(({ item_id }) => item_id),
        perPart,
      )
      const made: Snapshot = { version, until: now + KEPT_SECONDS, parts }
      kept = made
      parts.catch(() => {
        if (kept === made) kept = undefined
      })
    }
    return { items, parts: await kept.parts }
  }

  /** The index of the parts; undefined while no item is listed. */
  async function index(settings: ListingSettings): Promise<string | undefined> {
    const { parts } = await current(settings)
    if (!isSiteListed(services.config, settings)) return undefined
    const entries = [...parts].map(
      ([n, { newest }]) =>
        `<sitemap><loc>${escapeXml(`${rootOf(services.config)}/sitemap/${n}.xml`)}</loc><lastmod>${isoTime(newest)}</lastmod></sitemap>\n`,
    )
    return `${HEAD}<sitemapindex xmlns="${XMLNS}">\n${entries.join('')}</sitemapindex>\n`
  }

  async function part(settings: ListingSettings, n: number): Promise<string | undefined> {
    const { items, parts } = await current(settings)
    const found = parts.get(n)
    if (!found) return undefined
    const addresses = new Map(items.map((item) => [item.item_id, escapeXml(itemAddress(services.config, item as Named))]))
    let text = `${HEAD}<urlset xmlns="${XMLNS}">\n`
    for (const [at, { item_id, page_id, addtime }] of found.pages.entries()) {
      if (at % ADDRESSES_PER_TURN === ADDRESSES_PER_TURN - 1) await nextTurn()
      text += `<url><loc>${addresses.get(item_id)}/${page_id}</loc><lastmod>${isoTime(addtime)}</lastmod></url>\n`
    }
    return `${text}</urlset>\n`
  }

  return { index, part }
}

type Named = Pick<ItemHead, 'item_id' | 'item_domain'>
