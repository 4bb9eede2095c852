import type { TruthCounts, TruthReason, TruthRow } from '@sheaf/contract'
import { covers, type Scope, scopeOf } from '../access/access.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { reviewsOf } from '../content/proof/page-state.store.ts'
import { PAGE_STATES, type PageTruthState, reasonsAt, stateAt } from '../content/proof/proof.rules.ts'
import type { Ctx } from '../context.ts'
import { peopleOf, reasonsOf, statedPages, targetsOf } from './truth.store.ts'

/** Which pages of an item are listed. */
export interface TruthFilter {
  item_id: number
  /** The catalogs that the caller may learn about. */
  scope: Scope
  owner_uid?: number
  /** This catalog and those below it; 0 is the root with all of them. */
  cat_id?: number | undefined
  kind?: string
  keyword?: string
}

interface Stated {
  page_id: number
  page_title: string
  cat_id: number
  owner_uid: number
  state: PageTruthState
  since: number
  due: number | undefined
}

/** The pages that match, with their states now, the worst and the oldest first. */
export async function pagesWithState(ctx: Ctx, filter: TruthFilter): Promise<Stated[]> {
  const { item_id, scope, owner_uid = 0, cat_id = 0 } = filter
  const { reviewOf, hasShared } = await reviewsOf(ctx, item_id)
  const pages = await statedPages(ctx.db, item_id, hasShared)
  const below = cat_id > 0 ? scopeOf([cat_id], await catalogsOf(ctx, item_id)) : 'all'
  const matches = await matcher(ctx, filter)
  const now = ctx.now()
  const found: Stated[] = []
  for (const { own, ...page } of pages) {
    if (!covers(scope, page.cat_id) || !covers(below, page.cat_id)) continue
    const review = reviewOf(page.cat_id, own)
    const { state, since } = stateAt(page, review?.due, now)
    if (state === '' || (owner_uid > 0 && review?.owner_uid !== owner_uid)) continue
    const { page_id, page_title } = page
    if (!matches(page, review?.due)) continue
    found.push({ page_id, page_title, cat_id: page.cat_id, owner_uid: review?.owner_uid ?? 0, state, since, due: review?.due })
  }
  return found.sort((a, b) => rankOf(a) - rankOf(b) || a.since - b.since || a.page_id - b.page_id)
}

const rankOf = ({ state }: Stated) => PAGE_STATES.indexOf(state)

/** Matches the kind of proofs, and words in the title or in a proof. */
async function matcher(ctx: Ctx, { item_id, kind = '', keyword = '' }: TruthFilter) {
  const wanted = keyword.trim().toLowerCase()
  const isOfProofs = ['file', 'operation', 'table', 'address'].includes(kind)
  const targets = wanted !== '' || isOfProofs ? Map.groupBy(await targetsOf(ctx, item_id), (proof) => proof.page_id) : new Map()
  const reasons = kind === 'words' || kind === 'part' ? await reasonsOf(ctx.db, await everyPage(ctx, item_id)) : undefined
  return ({ page_id, page_title }: { page_id: number; page_title: string }, due: number | undefined) => {
    const proofs: { kind: string; target: string }[] = targets.get(page_id) ?? []
    if (isOfProofs && !proofs.some((proof) => proof.kind === kind)) return false
    if (kind === 'review' && due === undefined) return false
    if (reasons && !reasons.get(page_id)?.some((reason) => reason.kind === kind)) return false
    return wanted === '' || page_title.toLowerCase().includes(wanted) || proofs.some(({ target }) => target.toLowerCase().includes(wanted))
  }
}

const everyPage = async (ctx: Ctx, item_id: number) =>
  (await ctx.db.selectFrom('page_state').select('page_id').where('item_id', '=', item_id).execute()).map(({ page_id }) => page_id)

export function countsOf(pages: Pick<Stated, 'state'>[]): TruthCounts {
  const counts: TruthCounts = { gone: 0, stale: 0, due: 0, unchecked: 0, fresh: 0 }
  for (const { state } of pages) counts[state]++
  return counts
}

/** `''`: those that need a look. */
export const inState = (pages: Stated[], state: string) =>
  pages.filter((page) => state === 'all' || (state === '' ? page.state !== 'fresh' : page.state === state))

/** Pages with their reasons, the names of their catalogs and owners. */
export async function rowsOf(ctx: Ctx, item_id: number, pages: Stated[]): Promise<TruthRow[]> {
  const reasons = await reasonsOf(
    ctx.db,
    pages.map(({ page_id }) => page_id),
  )
  const names = new Map((await catalogsOf(ctx, item_id)).map(({ cat_id, cat_name }) => [cat_id, cat_name]))
  const people = await peopleOf(
    ctx.db,
    pages.map(({ owner_uid }) => owner_uid),
  )
  return pages.map(({ due, ...page }) => {
    const person = people.get(page.owner_uid)
    const owner = { owner_uid: person ? page.owner_uid : 0, owner_username: person?.username ?? '', owner_name: person?.name ?? '' }
    const shown: TruthReason[] = reasonsAt(reasons.get(page.page_id) ?? [], due, ctx.now())
    return { ...page, ...owner, cat_name: names.get(page.cat_id) ?? '', reasons: shown }
  })
}
