import type { ReviewState } from '@sheaf/contract'
import type { Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

type Row = Selectable<Schema['page_review']>
/** Stored as the days of a place: its pages have no period, even below one. 0 sets nothing. */
export const NO_PERIOD = -1

/** What decides about the mark of a page. */
export type Marked = Pick<Row, 'days' | 'due' | 'verified_time' | 'changed_time'>

/**
 * The mark of a page at a time. A page without a period has none. Its SQL form is in review/review.list.store.ts and truth/truth.list.store.ts.
 */
export function markAt({ days, due, verified_time, changed_time }: Marked, at: number): ReviewState {
  if (days === 0) return ''
  if (due <= at) return 'due'
  if (verified_time === 0) return ''
  return changed_time > 0 ? 'changed' : 'verified'
}

/** Why a mark ended. */
export type EndReason = Exclude<Selectable<Schema['verification']>['ended_reason'], ''>

interface ShownOf {
  verified_until: number
  verified_version: number
  steward_uid: number
  steward_team: number
}

/** What a reader of a page gets along with it; undefined when there is nothing to show (section "Who sees what" of decision 107). */
export function reviewFor(page: Marked & ShownOf, { isEditor, isShown }: { isEditor: boolean; isShown: boolean }, at: number) {
  if (page.days === 0 || !(isEditor || isShown)) return undefined
  const { due, verified_until, verified_version } = page
  const is_unowned = isEditor && page.steward_uid === 0 && page.steward_team === 0
  const state = markAt(page, at)
  return state === '' && !is_unowned ? undefined : { state, due, verified_until, verified_version, is_unowned }
}

/** A page of which only the person responsible is shown. */
export const NO_REVIEW = { state: '' as const, due: 0, verified_until: 0, verified_version: 0, is_unowned: false }

/** The mark for programs (W54): whether to doubt the page. */
export interface Verified {
  /** 0 for a page that was never verified. */
  verified_until: number
  verified_version: number
  stale: 'due' | 'changed' | 'no'
}

/** undefined for a page without a period, and where readers see no marks. */
export function verifiedFor(page: Marked & ShownOf, isShown: boolean, at: number): Verified | undefined {
  if (page.days === 0 || !isShown) return undefined
  const mark = markAt(page, at)
  const { verified_until, verified_version } = page
  return { verified_until, verified_version, stale: mark === 'due' || mark === 'changed' ? mark : 'no' }
}
