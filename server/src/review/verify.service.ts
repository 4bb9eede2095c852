import { REVIEW_DAYS_MAX, Refusal } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import type { Permission } from '../access/permission.ts'
import { viaOf } from '../auth/grant.ts'
import { lockStates } from '../content/proof/page-state.store.ts'
import { nextReview, verifyPage } from '../content/review/review.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { deliverEvent } from '../webhook/delivery/events.service.ts'

const DAY = 86_400

type Verified = Pick<PageFound, 'page_id' | 'item_id' | 'cat_id' | 'page_title' | 'version'>

/**
 * The caller has verified this version of a page: the mark, its entry in the trail and the event for webhooks. `until` 0 is the day that the
 * period gives. False, and nothing is written, for a page without a period.
 */
export async function verify(trx: Db, ctx: Ctx<'user'>, page: Verified, { until = 0, note = '' }: { until?: number; note?: string } = {}) {
  const at = ctx.now()
  const next = await nextReview(trx, page.page_id, at)
  if (next === undefined) return false
  const { uid, username, name } = ctx.user
  await verifyPage(trx, page, { uid, username, via: viaOf(ctx) }, { until: until || next, note, at })
  const { item_id, page_id, cat_id, page_title: title, version } = page
  const event = { item_id, page_id, cat_id, title, version, name: name || username, via: viaOf(ctx) }
  await deliverEvent(ctx, trx, { ...event, type: 'page.verified' }, at)
  return true
}

/** The day must be in the future, and not after the longest period. */
function mustBeDay(until: number, now: number) {
  const isDay = until === 0 || (until > now && until <= now + REVIEW_DAYS_MAX * DAY)
  if (!isDay) throw new Refusal('reviewDays', { max: String(REVIEW_DAYS_MAX) })
}

/** "Still true" of the version that the caller has read. A save at the same time is seen, because it locks the item too. */
export async function verifyVersion(
  ctx: Ctx<'user'>,
  { page, permission }: { page: PageFound; permission: Permission<'edit'> },
  { version, until, note }: { version: number; until: number; note: string },
) {
  mustBeDay(until, ctx.now())
  const outdated = new Refusal('versionOutdated', { author: page.author_name }, { version: String(page.version) })
  if (version !== page.version) throw outdated
  await ctx.store.write(async (trx) => {
    await lockStates(trx, permission.item_id)
    const now = await trx
      .selectFrom('page')
      .select(['version', 'item_id'])
      .where('page_id', '=', page.page_id)
      .where('is_del', '=', 0)
      .executeTakeFirst()
    if (now?.version !== version || now.item_id !== page.item_id) throw outdated
    if (!(await verify(trx, ctx, page, { until, note }))) throw new Refusal('reviewNone')
  })
}
