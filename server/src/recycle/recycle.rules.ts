import { RECYCLE_DAYS } from '@sheaf/contract'

const DAY = 86_400

/** Seconds that something deleted is kept. */
export const RECYCLE_SECONDS = RECYCLE_DAYS * DAY

/** A clock that is off by more than this since the last look was set, or no server ran: it does not say how much time has passed. */
const JUMP = DAY

export interface Count {
  /** Seconds that have passed for certain while servers ran on this database. */
  counted: number
  /** The furthest the clock was. */
  seen: number
  /** Where the last look found it instead, when that was a jump away; 0 otherwise. */
  odd: number
}

/**
 * The count by this clock. A jump counts nothing, and is believed only when the next look finds the clock there too: one that is wrong
 * for a while, or on one of several servers, neither hurries the count nor stops it. At worst it is a day ahead.
 */
export function countOn({ counted, seen, odd }: Count, now: number): Count {
  const passed = now - seen
  if (Math.abs(passed) <= JUMP) return { counted: counted + Math.max(0, passed), seen: Math.max(seen, now), odd: 0 }
  const isAgain = now > odd && now - odd <= JUMP
  return isAgain ? { counted, seen: now, odd: 0 } : { counted, seen, odd: now }
}

/** Whole days until something is cleared, the one that has begun with them; all of them for what was not counted yet. */
export const daysLeft = (counted: number, from: number | null) =>
  Math.max(0, Math.ceil((RECYCLE_SECONDS - counted + (from ?? counted)) / DAY))
