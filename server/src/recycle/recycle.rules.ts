import { RECYCLE_DAYS } from '@sheaf/contract'

const DAY = 86_400

/** Seconds for which a deleted page is kept. */
export const RECYCLE_SECONDS = RECYCLE_DAYS * DAY

/** A larger difference to the last reading means that the clock was set or that no server ran. It does not measure elapsed time. */
const JUMP = DAY

export interface Count {
  /** Seconds that have reliably passed while servers ran on this database. */
  counted: number
  /** The latest clock reading, in Unix seconds. */
  seen: number
  /** The last reading, if it was a jump away from `seen`; otherwise 0. */
  odd: number
}

/**
 * Advances the count to the clock reading `now`. A jump adds no time, and is accepted only when the next reading confirms it. A clock
 * that is wrong for a while, or on one of several servers, neither speeds up nor stops the count. At worst the count is a day ahead.
 */
export function countOn({ counted, seen, odd }: Count, now: number): Count {
  const passed = now - seen
  if (Math.abs(passed) <= JUMP) return { counted: counted + Math.max(0, passed), seen: Math.max(seen, now), odd: 0 }
  const isAgain = now > odd && now - odd <= JUMP
  return isAgain ? { counted, seen: now, odd: 0 } : { counted, seen, odd: now }
}

/** Days until a deleted page is purged, rounded up. A page that was not counted yet has all days left. */
export const daysLeft = (counted: number, from: number | null) =>
  Math.max(0, Math.ceil((RECYCLE_SECONDS - counted + (from ?? counted)) / DAY))
