import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { covers, mustEdit, rightsOn } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import { refreshReviews } from '../content/review/review.store.ts'
import type { Ctx } from '../context.ts'
import { notify } from '../notice/notice.store.ts'
import { rowOfUser } from '../user/user.store.ts'
import { offerById, putOffers, takeOffer } from './offer.store.ts'
import { putStewardships, stewardsOfPages } from './review.store.ts'

/** Offers pages that the caller is responsible for, in person, to someone who can edit all of them. */
export async function offerPages(ctx: Ctx<'user'>, { item_id, page_ids, uid }: { item_id: number; page_ids: number[]; uid: number }) {
  const { item } = await mustEdit(ctx, item_id)
  const wanted = [...new Set(page_ids)]
  const pages = await stewardsOfPages(ctx.db, item_id, wanted)
  // A missing page gives the same refusal as one of someone else.
  if (pages.length !== wanted.length || pages.some((page) => page.uid !== ctx.user.uid)) throw new Refusal('notSteward')
  const [found] = await rightsOfEach(ctx, item, [uid])
  const isAble = found && uid !== ctx.user.uid && pages.every(({ cat_id }) => covers(found[1].edits, cat_id))
  if (!isAble) throw new Refusal('stewardMay', { name: (await rowOfUser(ctx.db, uid))?.username ?? String(uid) })
  const [first] = pages
  const { page_title = '' } =
    (await ctx.db
      .selectFrom('page')
      .select('page_title')
      .where('page_id', '=', first?.page_id ?? 0)
      .executeTakeFirst()) ?? {}
  await ctx.store.write(async (trx) => {
    await putOffers(trx, { item_id, from_uid: ctx.user.uid, uid, addtime: ctx.now() }, wanted)
    const about = { item: item.item_name, page: page_title, pages: wanted.length - 1 }
    const page_id = wanted.length === 1 ? (wanted[0] ?? 0) : 0
    await notify(trx, ctx.user, { uids: [uid], kind: 'stewardOffered', about, item_id, page_id }, ctx.now())
  })
  return wanted.length
}

/** The person who was asked accepts or declines; who made the offer withdraws it. */
export async function answer(ctx: Ctx<'user'>, offer_id: number, isYes: boolean) {
  const offer = await offerById(ctx.db, offer_id)
  const { uid } = ctx.user
  // An offer of others gives the same refusal as one that is closed.
  if (!offer || (offer.uid !== uid && offer.from_uid !== uid)) throw new Refusal('offerClosed')
  if (offer.uid !== uid && isYes) throw new Refusal('offerClosed')
  if (isYes) await mustBeAble(ctx, offer)
  await ctx.store.write(async (trx) => {
    const { item_id, page_id, item_name: item, page_title: page, from_uid } = offer
    const [now] = await stewardsOfPages(trx, item_id, [page_id])
    if (!(await takeOffer(trx, offer_id)) || (isYes && now?.uid !== from_uid)) throw new Refusal('offerClosed')
    if (isYes) {
      await putStewardships(trx, [{ item_id, page_id, cat_id: 0 }], { uid, team_id: 0 }, ctx.now())
      await refreshReviews(trx, item_id, [page_id])
    }
    const kind = isYes ? 'stewardAccepted' : 'stewardDeclined'
    if (offer.uid === uid) await notify(trx, ctx.user, { uids: [from_uid], kind, about: { item, page }, item_id, page_id }, ctx.now())
  })
}

async function mustBeAble(ctx: Ctx<'user'>, { item_id, cat_id }: { item_id: number; cat_id: number }) {
  const item = await headOf(ctx, item_id)
  const rights = item && (await rightsOn(ctx, item))
  if (rights?.item.is_archived) throw new Refusal('archived')
  if (!rights || !covers(rights.edits, cat_id)) throw new Refusal('stewardMay', { name: ctx.user.username })
}
