import { headOf } from '../access/access.store.ts'
import { type Rights, rightsOn } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { inParts } from '../db/batches.ts'
import { placeOfNew } from './suggestion.access.ts'
import { mayDecide, mayRead, type Place } from './suggestion.rules.ts'
import { type Filter, placesOf, type Suggestion, suggestionsBy, suggestionsFor, suggestionsIn } from './suggestion.store.ts'

/** A suggestion with the names of its item and page, as far as the caller can read them now. */
export interface ListedSuggestion extends Suggestion {
  item_name: string
  title: string
  decidable: boolean
  readable: boolean
}

/** The rights of the caller on each item, asked once per item. */
async function rightsByItem(ctx: Ctx<'user'>, item_ids: number[]) {
  const rights = new Map<number, Rights>()
  for (const item_id of new Set(item_ids)) {
    const item = await headOf(ctx, item_id)
    if (item) rights.set(item_id, await rightsOn(ctx, item))
  }
  return rights
}

/** Adds names and rights. What a proposer can no longer read stays in the list without its titles. */
export async function listed(ctx: Ctx<'user'>, rows: Suggestion[]): Promise<ListedSuggestion[]> {
  const rights = await rightsByItem(
    ctx,
    rows.map(({ item_id }) => item_id),
  )
  const pages = new Map<number, Place & { page_title: string }>()
  for (const part of inParts([...new Set(rows.map(({ page_id }) => page_id).filter((page_id) => page_id > 0))]))
    for (const [page_id, page] of await placesOf(ctx.db, part)) pages.set(page_id, page)
  return Promise.all(
    rows.map(async (row) => {
      const found = rights.get(row.item_id)
      const page = pages.get(row.page_id)
      const place = row.page_id ? page : found && (await placeOfNew(ctx, row))
      const readable = found !== undefined && place !== undefined && mayRead(found, place)
      const decidable = found !== undefined && place !== undefined && mayDecide(found, place, ctx)
      // A new page whose catalog is gone is at the top level.
      const cat_id = row.page_id ? row.cat_id : (place?.cat_id ?? 0)
      const names = { cat_id, item_name: found?.item.item_name ?? '', title: page?.page_title ?? row.page_title }
      if (readable || decidable) return { ...row, ...names, readable, decidable }
      return { ...row, item_name: '', title: '', page_title: '', base_title: '', reason: '', readable, decidable }
    }),
  )
}

/** Rows per query, and queries of one call: an editor of a small catalog gets a short part and can go on. */
const SCAN_ROWS = 200
const SCANS_MAX = 5

interface PartQuery {
  /** 0 for the newest. */
  before: number
  count: number
}

interface Part {
  list: ListedSuggestion[]
  /** Where the next part begins; 0 when there are no more. */
  next: number
}

/** Own suggestions, newest first; those of this program only if a program asks. */
export async function ownSuggestions(ctx: Ctx<'user'>, filter: Filter, { before, count }: PartQuery): Promise<Part> {
  const rows = await suggestionsBy(ctx.db, ctx.user.uid, ctx.grant?.grant_id, filter, { before, count: count + 1 })
  return { list: await listed(ctx, rows.slice(0, count)), next: rows.length > count ? (rows[count - 1]?.suggestion_id ?? 0) : 0 }
}

/** Suggestions that the caller can decide about: of one item, or of all that they edit as owner or member. */
export async function decidableSuggestions(ctx: Ctx<'user'>, filter: Filter, { before, count }: PartQuery): Promise<Part> {
  const list: ListedSuggestion[] = []
  if (ctx.grant) return { list, next: 0 }
  let from = before
  for (let scans = 0; scans < SCANS_MAX; scans++) {
    const part = { before: from, count: SCAN_ROWS }
    const isOne = filter.item_id > 0 || filter.page_id > 0
    const rows = await (isOne ? suggestionsIn(ctx.db, filter, part) : suggestionsFor(ctx.db, ctx.user.uid, filter, part))
    for (const row of await listed(ctx, rows)) {
      if (row.decidable && list.length === count) return { list, next: from }
      if (row.decidable) list.push(row)
      from = row.suggestion_id
    }
    if (rows.length < SCAN_ROWS) return { list, next: 0 }
  }
  return { list, next: from }
}
