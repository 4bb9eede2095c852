import type { PageTruth } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import { withPaths } from '../content/example/example.store.ts'
import { reviewOf as claimsOf, momentNow } from '../content/proof/page-state.store.ts'
import { reasonsAt, stateAt } from '../content/proof/proof.rules.ts'
import { nearestAt } from '../content/review/nearest.store.ts'
import { markAt } from '../content/review/review.rules.ts'
import type { Ctx } from '../context.ts'
import { shownProof } from './truth.rules.ts'
import { patternsOf, peopleOf, proofsWithNames, storedOf } from './truth.store.ts'

const NO_REVIEW: PageTruth['review'] = {
  owner_uid: 0,
  owner_username: '',
  owner_name: '',
  every_days: 0,
  due: 0,
  checked_time: 0,
  checked_name: '',
  from: '',
}

/** What readers get where the item hides states. */
export const hiddenTruth = ({ page_id }: Pick<PageFound, 'page_id'>): PageTruth => ({
  page_id,
  state: '',
  since: 0,
  reasons: [],
  proofs: [],
  review: NO_REVIEW,
  can_accept: 0,
})

/** The state of a page with its reasons. `isEditor`: names and what leads to the repository are for those who can edit the page. */
export async function pageTruth(ctx: Ctx, page: PageFound, { isEditor, canAccept }: { isEditor: boolean; canAccept: boolean }) {
  const { page_id, item_id } = page
  const moment = await momentNow(ctx)
  const [stored, rows, patterns] = await Promise.all([
    storedOf(ctx.db, page_id),
    proofsWithNames(ctx.db, page_id),
    patternsOf(ctx.db, item_id),
  ])
  const review = claimsOf(page)
  const { state, since } = stateAt(stored, review, moment)
  const reasons = reasonsAt(stored.reasons, review.due, moment)
  const [own = { page_id, reasons }] = isEditor ? await withPaths(ctx.db, [{ page_id, reasons }]) : []
  const shown: PageTruth = {
    page_id,
    state,
    since,
    reasons: own.reasons,
    proofs: rows.map((row) => shownProof(row, patterns.get(row.repo) ?? '', isEditor, moment)),
    review: await reviewOf(ctx, page, isEditor),
    can_accept: canAccept ? 1 : 0,
  }
  return shown
}

/** The steward as the owner, if it is a person, and the mark as the check. Names are for editors. */
async function reviewOf(ctx: Ctx, page: PageFound, isEditor: boolean): Promise<PageTruth['review']> {
  const { days: every_days, due, verified_time, verified_uid, steward_uid } = page
  const { steward, period } = await nearestAt(ctx, page)
  const from = (every_days > 0 ? period?.kind : undefined) ?? steward?.kind ?? ''
  const isChecked = markAt(page, ctx.now()) === 'verified'
  const review = { ...NO_REVIEW, every_days, due, from, checked_time: isChecked ? verified_time : 0 }
  if (!isEditor) return review
  const people = await peopleOf(ctx.db, [steward_uid, verified_uid ?? 0])
  const owner = people.get(steward_uid)
  return {
    ...review,
    ...(owner && { owner_uid: steward_uid, owner_username: owner.username, owner_name: owner.name }),
    checked_name: isChecked ? (people.get(verified_uid ?? 0)?.name ?? '') : '',
  }
}
