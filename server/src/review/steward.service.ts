import { REVIEW_DAYS_MAX, Refusal, type ReviewSubject } from '@sheaf/contract'
import type { ItemHead, PageFound } from '../access/access.store.ts'
import { covers, type Granted } from '../access/access.ts'
import { editorsOf, rightsOfEach } from '../access/people.ts'
import { catalogsIn } from '../content/catalog.store.ts'
import { pagesOf } from '../content/page.store.ts'
import { refreshReviews } from '../content/review/review.store.ts'
import { firstMembers } from '../content/review/steward.store.ts'
import type { Ctx, Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { notify } from '../notice/notice.store.ts'
import { rowOfUser } from '../user/user.store.ts'
import { voidOffers } from './offer.store.ts'
import { isTeamOf, putStewardships } from './review.store.ts'

/** What a manager sets. */
export interface Setting {
  uid?: number | undefined
  team_id?: number | undefined
  days?: number | undefined
}

interface Key {
  item_id: number
  page_id: number
  cat_id: number
  /** The catalog that the person must be able to edit. */
  at: number
}

/** The places of these subjects, all of the item. */
async function keysOf(db: Db, item_id: number, subjects: ReviewSubject[]): Promise<Key[]> {
  const idsOf = (kind: ReviewSubject['kind']) => [...new Set(subjects.filter((one) => one.kind === kind).map((one) => one.subject_id))]
  if (idsOf('item').some((id) => id !== item_id)) throw new Refusal('noPermission')
  const wanted = idsOf('page')
  const pages = wanted.length > 0 ? await pagesOf(db, item_id, wanted) : []
  const cat_ids = idsOf('catalog')
  const known = cat_ids.length > 0 ? new Set((await catalogsIn(db, item_id)).map(({ cat_id }) => cat_id)) : new Set<number>()
  // A subject of another item gives the same refusal as a missing one.
  if (pages.length !== wanted.length || !cat_ids.every((id) => known.has(id))) throw new Refusal('noPermission')
  return [
    ...pages.map(({ page_id, cat_id }) => ({ item_id, page_id, cat_id: 0, at: cat_id })),
    ...cat_ids.map((cat_id) => ({ item_id, page_id: 0, cat_id, at: cat_id })),
    ...idsOf('item').map(() => ({ item_id, page_id: 0, cat_id: 0, at: 0 })),
  ]
}

const mustBeDays = (days: number | undefined) => {
  if (days !== undefined && days > REVIEW_DAYS_MAX) throw new Refusal('reviewDays', { max: String(REVIEW_DAYS_MAX) })
}

/** A steward must be able to edit at all of the places; an unknown number gives the same refusal. */
async function mustBeAble(services: Pick<Services, 'store'>, item: ItemHead, { uid = 0, team_id = 0 }: Setting, places: number[]) {
  if (uid > 0 && team_id > 0) throw new Refusal('badInput', { field: 'team_id' })
  if (uid > 0) {
    const [found] = await rightsOfEach(services, item, [uid])
    const name = (await rowOfUser(services.store.db, uid))?.username ?? String(uid)
    if (!found || !places.every((cat_id) => covers(found[1].edits, cat_id))) throw new Refusal('stewardMay', { name })
  }
  if (team_id > 0 && !(await isTeamOf(services.store.db, item.item_id, team_id))) throw new Refusal('stewardMay', { name: String(team_id) })
}

/** Sets steward and period of all these subjects, or of none. Who becomes responsible is notified, unless they did it themselves. */
export async function setStewards(
  ctx: Ctx<'user'>,
  { item, permission }: Granted<'edit' | 'manage'>,
  subjects: ReviewSubject[],
  setting: Setting,
) {
  mustBeDays(setting.days)
  const { item_id } = permission
  const planned = await keysOf(ctx.db, item_id, subjects)
  await mustBeAble(ctx, item, setting, [...new Set(planned.map(({ at }) => at))])
  await ctx.store.db.transaction().execute(async (trx) => {
    // Catalogs that were deleted since get no row.
    const keys = await keysOf(trx, item_id, subjects)
    const { uid, team_id, days } = setting
    await putStewardships(
      trx,
      keys.map(({ at: _, ...key }) => key),
      { ...(uid !== undefined && { uid }), ...(team_id !== undefined && { team_id }), ...(days !== undefined && { days }) },
      ctx.now(),
    )
    const isPagesOnly = keys.every(({ page_id }) => page_id > 0)
    await refreshReviews(trx, item_id, isPagesOnly ? keys.map(({ page_id }) => page_id) : 'all')
    await voidOffers(trx, item_id)
    const [first, ...others] = keys
    if (uid === undefined || uid === 0 || !first) return
    const page = first.page_id > 0 ? (await pagesOf(trx, item_id, [first.page_id]))[0]?.page_title : undefined
    const about = { item: item.item_name, page: page ?? '', pages: others.length }
    await notify(
      trx,
      ctx.user,
      { uids: [uid], kind: 'stewardSet', about, item_id, page_id: others.length === 0 ? first.page_id : 0 },
      ctx.now(),
    )
  })
  return planned.length
}

/** The people behind the steward of a page who can edit it: a person, or the first members of a team. */
export async function stewardsToTell(ctx: Ctx, item: ItemHead, { cat_id, steward_uid, steward_team }: PageFound): Promise<number[]> {
  const uids = steward_uid > 0 ? [steward_uid] : steward_team > 0 ? await firstMembers(ctx.db, item.item_id, steward_team) : []
  return editorsOf(ctx, item, cat_id, uids)
}
