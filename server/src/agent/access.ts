import { isId, Refusal } from '@sheaf/contract'
import { itemNamed, type PageFound } from '../access/access.store.ts'
import { mustVisitPage, type Rights, rightsOn } from '../access/access.ts'
import { siteSettings } from '../common/settings.store.ts'
import { itemOfCatalog } from '../content/catalog.store.ts'
import { isSiteListed, listedItems, listingOf } from '../content/listing.ts'
import { forReader } from '../content/page-text.store.ts'
import type { Ctx } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { rootOf } from '../publish/address.ts'
import { itemsWithin, reachOf } from '../search/search.store.ts'
import type { Asker } from './tool.ts'

/*
 * What an agent can read: what its person can read, within the items of its token. A missing item and a forbidden one give the same
 * refusal (S104, S114).
 */

/** Everything that lists and searches may contain. */
export async function reachFor({ ctx, user }: Asker): Promise<Reach> {
  if (user) return reachOf({ ...ctx, user })
  const settings = await siteSettings(ctx)
  const items = isSiteListed(ctx.config, settings) ? await listedItems(ctx, settings) : []
  return { items: items.map(({ item_id }) => item_id), scoped: [], cats: [] }
}

/** Anonymous visitors read listed items only, also by number. */
const mayOpen = async ({ ctx, user }: Asker, { item, visits }: Rights) =>
  visits !== 'none' && (user !== undefined || listingOf(ctx.config, await siteSettings(ctx), item).listed)

const unknownItem = (given: string) => new Refusal('itemUnknown', { item: given.slice(0, 100) })
const unknownPage = (given: string) => new Refusal('pageUnknown', { page: given.slice(0, 100) })

/** The last parts of an address, without the parts that name no page and no item. */
const partsOf = (given: string) =>
  given
    .replace(/^[a-z]+:\/\/(?:item|page)\//i, '')
    .replace(/^https?:\/\/[^/]+/i, '')
    // Older addresses have the path behind a #.
    .replace(/^.*#\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\.md$/, '')
    .split('/')
    .filter(Boolean)

const isAddress = (given: string) => given.includes('/')

/** The item with this number, personal domain, address or exact name. */
export async function openItem(asker: Asker, given: string): Promise<Rights> {
  const wanted = given.trim()
  const parts = partsOf(wanted)
  // In an address, the item comes before the page.
  const name = isAddress(wanted) ? (parts.at(isId(parts.at(-1) ?? '') && parts.length > 1 ? -2 : -1) ?? '') : wanted
  const direct = await itemNamed(asker.ctx, name)
  const rights = direct && (await rightsOn(asker.ctx, direct))
  if (rights && (await mayOpen(asker, rights))) return noted(asker, rights)
  const item_id = await idByName(asker, wanted)
  const named = item_id === undefined ? undefined : await itemNamed(asker.ctx, String(item_id))
  if (!named) throw unknownItem(wanted)
  return noted(asker, await rightsOn(asker.ctx, named))
}

/** Searches only items that the caller can read, so a name discloses nothing about others. */
async function idByName(asker: Asker, name: string): Promise<number | undefined> {
  const same = (await itemsWithin(asker.ctx, await reachFor(asker))).filter(
    ({ item_name }) => item_name.toLowerCase() === name.toLowerCase(),
  )
  if (same.length > 1) throw new Refusal('itemSeveral', { items: same.map(({ item_id }) => item_id).join(', ') })
  return same[0]?.item_id
}

/** The item of a catalog. A missing catalog and one of a closed item give the same refusal. */
export async function openItemOfCatalog(asker: Asker, cat_id: number): Promise<Rights> {
  const item_id = await itemOfCatalog(asker.ctx, cat_id)
  return openItem(asker, String(item_id ?? 0)).catch((error: unknown): never => {
    throw error instanceof Refusal ? new Refusal('notFound') : error
  })
}

function noted<R extends Rights>(asker: Asker, rights: R): R {
  asker.place.item_id = rights.item.item_id
  return rights
}

/** The number of the page that a number or an address of this site names. */
function pageIdIn(given: string): number {
  const query = /[?&]page_id=(\d+)/.exec(given)?.[1]
  // Completions have the title behind the number.
  const last = query ?? /^\d+(?= |$)/.exec(partsOf(given.trim()).at(-1) ?? '')?.[0] ?? ''
  if (!isId(last)) throw unknownPage(given)
  return Number(last)
}

/** A page that the caller can read. */
export async function openPage(asker: Asker, given: string): Promise<Rights & { page: PageFound }> {
  const page_id = pageIdIn(given)
  const found = await mustVisitPage(asker.ctx, page_id).catch((error: unknown): never => {
    throw error instanceof Refusal ? unknownPage(given) : error
  })
  if (!(await mayOpen(asker, found))) throw unknownPage(given)
  asker.place.page_id = page_id
  return noted(asker, { ...found, page: await forReader(asker.ctx.db, found.page, found.visits) })
}

export const siteAddress = ({ config }: Pick<Ctx, 'config'>) => rootOf(config) || '/'
