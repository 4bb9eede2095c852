import type { PageTruth } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import { withPaths } from '../content/example/example.store.ts'
import { momentNow, reviewOfPage } from '../content/proof/page-state.store.ts'
import { reasonsAt, stateAt } from '../content/proof/proof.rules.ts'
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
  const review = await reviewOfPage(ctx, page)
  const { state, since } = stateAt(stored, review?.due, moment)
  const reasons = reasonsAt(stored.reasons, review?.due, moment)
  const [own = { page_id, reasons }] = isEditor ? await withPaths(ctx.db, [{ page_id, reasons }]) : []
  const shown: PageTruth = {
    page_id,
    state,
    since,
    reasons: own.reasons,
    proofs: rows.map((row) => shownProof(row, patterns.get(row.repo) ?? '', isEditor, moment)),
    review: NO_REVIEW,
    can_accept: canAccept ? 1 : 0,
  }
  if (!review) return shown
  const { every_days, due = 0, from, checked, owner_uid } = review
  // The mark of a check ends when another person changes the page, or when something that it names changes.
  const isSameHand = checked?.checked_version === page.version || checked?.checked_uid === page.author_uid
  const isChecked =
    checked !== undefined && isSameHand && !((state === 'gone' || state === 'stale') && since > checked.checked_time) && state !== 'due'
  shown.review = { ...NO_REVIEW, every_days, due, from, checked_time: isChecked ? checked.checked_time : 0 }
  if (!isEditor) return shown
  const people = await peopleOf(ctx.db, [owner_uid, checked?.checked_uid ?? 0])
  const owner = people.get(owner_uid)
  if (owner) Object.assign(shown.review, { owner_uid, owner_username: owner.username, owner_name: owner.name })
  if (isChecked) shown.review.checked_name = people.get(checked.checked_uid ?? 0)?.name ?? checked.checked_username
  return shown
}
