import type { TruthReason, TruthRow } from '@sheaf/contract'
import { type Scope, scopeOf } from '../access/access.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { withPaths } from '../content/example/example.store.ts'
import { momentNow } from '../content/proof/page-state.store.ts'
import { reasonsAt } from '../content/proof/proof.rules.ts'
import type { Ctx } from '../context.ts'
import type { StatedPage } from './truth.list.store.ts'
import { peopleOf, reasonsOf } from './truth.store.ts'

/** A catalog with all below it; 0 is the root with the whole item. */
export const scopeBelow = async (ctx: Ctx, item_id: number, cat_id = 0): Promise<Scope> =>
  cat_id > 0 ? scopeOf([cat_id], await catalogsOf(ctx, item_id)) : 'all'

/** Pages with their reasons, the names of their catalogs and owners. */
export async function rowsOf(ctx: Ctx, item_id: number, pages: StatedPage[]): Promise<TruthRow[]> {
  const reasons = await reasonsOf(
    ctx.db,
    pages.map(({ page_id }) => page_id),
  )
  const names = new Map((await catalogsOf(ctx, item_id)).map(({ cat_id, cat_name }) => [cat_id, cat_name]))
  const people = await peopleOf(
    ctx.db,
    pages.map(({ owner_uid }) => owner_uid),
  )
  const moment = await momentNow(ctx)
  const rows = pages.map(({ due, ...page }) => {
    const person = people.get(page.owner_uid)
    const owner = { owner_uid: person ? page.owner_uid : 0, owner_username: person?.username ?? '', owner_name: person?.name ?? '' }
    const shown: TruthReason[] = reasonsAt(reasons.get(page.page_id) ?? [], due, moment)
    return { ...page, ...owner, cat_name: names.get(page.cat_id) ?? '', reasons: shown }
  })
  return withPaths(ctx.db, rows)
}
