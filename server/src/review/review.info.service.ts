import type { ReviewInfo } from '@sheaf/contract'
import { mayEdit } from '../access/access.ts'
import { editorsOf } from '../access/people.ts'
import { type Nearest, nearestAt } from '../content/review/nearest.store.ts'
import { markAt, NO_PERIOD } from '../content/review/review.rules.ts'
import { NO_STEWARD, stewardsNamed } from '../content/review/steward.store.ts'
import type { Ctx } from '../context.ts'
import { catalogsAbove } from '../search/search.store.ts'
import { offerOfPage } from './offer.store.ts'
import { isEditorOf, type SeenPlace } from './review.access.ts'
import { keptStateOf } from './review.store.ts'

const DAY = 86_400
const NO_PLACE = { from_kind: '' as const, from_id: 0, from_name: '' }
const NO_OFFER = { offer_id: 0, uid: 0, username: '', name: '', addtime: 0, is_mine: false }
const NO_MARK = {
  state: '' as const,
  due: 0,
  verified_time: 0,
  verified_until: 0,
  verified_version: 0,
  verified_uid: 0,
  verified_username: '',
  verified_name: '',
}

type Numbers = Pick<Parameters<typeof markAt>[0], 'days' | 'due' | 'verified_time' | 'changed_time'> & {
  verified_until: number
  verified_version: number
  verified_uid: number | null
}

/** A mark for the caller; the name is for signed-in people. */
export function shownMark(page: Numbers, who: { username: string; name: string } | undefined, at: number) {
  if (page.days === 0) return NO_MARK
  const { due, verified_time, verified_until, verified_version } = page
  const by =
    who && verified_time > 0 ? { verified_uid: page.verified_uid ?? 0, verified_username: who.username, verified_name: who.name } : {}
  return { ...NO_MARK, state: markAt(page, at), due, verified_time, verified_until, verified_version, ...by }
}

/** Who verified a page. An account that is gone keeps the name of that day, which the trail has. */
async function verifierOf(ctx: Ctx, page_id: number) {
  const row = await ctx.db
    .selectFrom('verification as v')
    .leftJoin('user as u', 'u.uid', 'v.uid')
    .select(['v.username', 'u.username as now', 'u.name'])
    .where('v.page_id', '=', page_id)
    .orderBy('v.verification_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const username = row?.now ?? row?.username ?? ''
  return { username, name: row?.name || username }
}

async function namesOfPlaces(ctx: Ctx, { rights, page }: SeenPlace, found: (Nearest | undefined)[]) {
  const catalogs = await catalogsAbove(
    ctx,
    found.flatMap((one) => (one?.kind === 'catalog' ? [one.id] : [])),
  )
  return (one: Nearest | undefined) => {
    if (!one) return NO_PLACE
    const name = { page: page?.page_title, catalog: catalogs.get(one.id)?.cat_name, item: rights.item.item_name }[one.kind]
    return { from_kind: one.kind, from_id: one.id, from_name: name ?? '' }
  }
}

/** What the caller sees of a place. */
export async function infoOf(ctx: Ctx, place: SeenPlace): Promise<ReviewInfo> {
  const { kind, item_id, cat_id, page_id, rights, page } = place
  const isEditor = isEditorOf(place)
  const isPerson = ctx.user !== null
  const isShown = isEditor || rights.item.review_show === 1
  const { own, steward, period } = await nearestAt(ctx, place)
  const nameOf = await stewardsNamed(ctx.db, [steward?.row ?? NO_STEWARD, own ?? NO_STEWARD])
  const placeOf = await namesOfPlaces(ctx, place, [steward, period])
  const now = ctx.now()
  const mark = page && isShown ? shownMark(page, isPerson ? await verifierOf(ctx, page_id) : undefined, now) : NO_MARK
  const days = Math.max(0, period?.row.days ?? 0)
  const isOpen = !rights.item.is_archived
  const may_verify = Boolean(ctx.user && page && mayEdit(rights, page) && days > 0)
  const isSteward = Boolean(ctx.user && steward?.row.uid === ctx.user.uid)
  const offer = page && ctx.user && isEditor ? await offerOfPage(ctx.db, page_id) : undefined
  const seesOffer = offer && (rights.manage || offer.uid === ctx.user?.uid || offer.from_uid === ctx.user?.uid)
  const gone = own && own.uid > 0 && (own.gone_time > 0 || (await editorsOf(ctx, rights.item, cat_id, [own.uid])).length === 0)
  return {
    kind,
    subject_id: page_id || cat_id || item_id,
    item_id,
    mark,
    verified_history_id: isEditor && page && mark.state === 'changed' ? await keptStateOf(ctx.db, page, mark.verified_version) : 0,
    steward: { ...(isPerson && isShown ? nameOf(steward?.row ?? NO_STEWARD) : NO_STEWARD), ...(isEditor ? placeOf(steward) : NO_PLACE) },
    period: { days: isShown ? days : 0, ...(isEditor ? placeOf(period) : NO_PLACE) },
    own: {
      ...(isEditor && own ? nameOf(own) : NO_STEWARD),
      days: isEditor ? Math.max(0, own?.days ?? 0) : 0,
      no_period: isEditor && own?.days === NO_PERIOD,
      is_gone: isEditor && Boolean(gone),
    },
    is_unowned: isEditor && kind === 'page' && !steward,
    version: may_verify ? (page?.version ?? 0) : 0,
    proposed_until: may_verify ? now + days * DAY : 0,
    may_set: rights.manage && isOpen,
    may_verify,
    may_hand_on: Boolean(page && isSteward && isOpen && isEditor),
    offer: seesOffer ? { ...offer, is_mine: offer.from_uid === ctx.user?.uid } : NO_OFFER,
  }
}
