import { Refusal, type ReviewListState } from '@sheaf/contract'
import { mustBeEditor, personIn, type Rights, type Scope, scopeOf } from '../access/access.ts'
import { rightsInEach } from '../access/people.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { reviewedItems } from '../content/review/review.store.ts'
import { stewardsNamed } from '../content/review/steward.store.ts'
import type { Ctx } from '../context.ts'
import { catalogsAbove } from '../search/search.store.ts'
import { shownMark } from './review.info.service.ts'
import { countReviews, listReviews, nextDue, type ReviewedPage, type ReviewFilter, stewardsIn } from './review.list.store.ts'
import { teamsOfPerson } from './review.store.ts'

const ROWS = 50
const STEWARDS_MAX = 200
const STATES: readonly string[] = ['', 'mine', 'due', 'soon', 'changed', 'unowned', 'never']

interface ListInput {
  item_id: number
  state: string
  uid: number
  team_id: number
  cat_id: number
  page: number
  count: number
}

/** The rights of the caller in one item, or in all items with stewards or periods that they edit. A limited token has the others not. */
export async function rightsForList(ctx: Ctx<'user'>, item_id: number): Promise<Rights[]> {
  if (item_id > 0) return [await mustBeEditor(ctx, item_id)]
  const items = (await reviewedItems(ctx.db)).filter((id) => personIn(ctx, id))
  return [...(await rightsInEach(ctx, ctx.user, items)).values()].filter(({ edits }) => edits !== 'none')
}

async function belowOf(ctx: Ctx, item_id: number, cat_id: number): Promise<Scope> {
  if (cat_id === 0) return 'all'
  if (item_id === 0) throw new Refusal('badInput', { field: 'item_id' })
  return scopeOf([cat_id], await catalogsOf(ctx, item_id))
}

export async function listFor(ctx: Ctx<'user'>, { item_id, state, uid, team_id, cat_id, page, count }: ListInput) {
  if (!STATES.includes(state)) throw new Refusal('badInput', { field: 'state' })
  const rights = await rightsForList(ctx, item_id)
  const filter: ReviewFilter = {
    items: rights.map(({ item, edits }) => ({ item_id: item.item_id, scope: edits })),
    below: await belowOf(ctx, item_id, cat_id),
    uid,
    team_id,
    me: { uid: ctx.user.uid, team_ids: await teamsOfPerson(ctx.db, ctx.user.uid) },
  }
  const at = ctx.now()
  const rows = count || ROWS
  const wanted = state as ReviewListState | ''
  const { all, ...counts } = await countReviews(ctx.db, filter, at)
  const pages = await listReviews(ctx.db, filter, { state: wanted, from: Math.max(0, (page || 1) - 1) * rows, count: rows }, at)
  const stewards = await stewardsIn(ctx.db, filter, STEWARDS_MAX)
  const nameOf = await stewardsNamed(ctx.db, [...stewards, ...pages, ...pages.map(verifierOf)])
  const catalogs = await catalogsAbove(
    ctx,
    pages.map((one) => one.cat_id),
  )
  const items = new Map(rights.map((one) => [one.item.item_id, one]))
  return {
    list: pages.map((one) => {
      const there = items.get(one.item_id)
      const { page_id, page_title, cat_id: at_cat, days, version } = one
      return {
        ...{ page_id, page_title, item_id: one.item_id, cat_id: at_cat, days, version },
        item_name: there?.item.item_name ?? '',
        cat_name: catalogs.get(at_cat)?.cat_name ?? '',
        steward: nameOf(one),
        mark: shownMark(one, nameOf(verifierOf(one)), at),
        may_set: Boolean(there?.manage && !there.item.is_archived),
      }
    }),
    total: wanted === '' ? all : counts[wanted],
    counts,
    next: (await nextDue(ctx.db, filter, at)) ?? { page_id: 0, page_title: '', item_id: 0, due: 0 },
    stewards: stewards.map(nameOf).filter((one) => one.uid > 0 || one.team_id > 0),
    has_report: rights.some(({ manage }) => manage),
  }
}

const verifierOf = ({ verified_uid }: ReviewedPage) => ({ uid: verified_uid ?? 0, team_id: 0 })
