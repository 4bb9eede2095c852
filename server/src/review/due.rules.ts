import type { Kind } from '../notice/notice.words.ts'

const DAY = 86_400
const WEEK = 7 * DAY
/** Days before a review at which its steward is informed. */
export const AHEAD_SECONDS = 14 * DAY
/** Weeks in which an overdue review is mentioned; then the owner of the item is informed once. */
const WEEKS = 8

export const LEFT_STEP = 3 + WEEKS

/** How far the reminders of a review are at a time: 0 none yet, 1 it comes up, 2 it is due, 3 and more for each week after that. */
export function stepAt(due: number, at: number): number {
  if (at < due - AHEAD_SECONDS) return 0
  if (at < due) return 1
  return Math.min(2 + Math.floor((at - due) / WEEK), LEFT_STEP)
}

/** The notice of a step. */
export const kindOfStep = (step: number): Kind =>
  step === 1 ? 'reviewSoon' : step === 2 ? 'reviewDue' : step === LEFT_STEP ? 'reviewLeft' : 'reviewLate'
