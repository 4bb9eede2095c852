import { isQuiet, localTime } from '../setting/zone.rules.ts'

/** When a person wants mail: the part of their settings that decides. */
export interface Times {
  zone: string
  quiet: { from: number; to: number; days: number[] }
  digest_hour: number
  /** Of a weekly digest, 1 Monday to 7 Sunday. */
  digest_day: number
}

const QUARTER = 900
const HALF_DAY = 12 * 3600
/** Half days until which the last digest is searched: a week, and another one for quiet days. */
const SEARCHED = 30

/** Seconds without a further event after which a soon-mail is sent, and the most that the first event waits. */
const SOON_QUIET = 300
const SOON_WAIT = 1800

/** Seconds between two digests of a person who moves to another zone. */
const DIGESTS_APART = 6 * 3600

/**
 * The latest time, up to now, at which a digest of this kind was due: the first quarter of an hour of a day at or after the hour of the
 * person. Days that are quiet as a whole have none, so their news join the next one. A day without that hour, when clocks go forward, has
 * its digest at the next hour; a day that has it twice has one digest. Undefined when no day of the person has one.
 *
 * A digest is due when news are older than this time and the last digest was sent earlier (R43): none is skipped after an absence of the
 * server or a move of the person, and none is sent twice.
 */
export function lastDigestTime(kind: 'daily' | 'weekly', times: Times, now: number): number | undefined {
  const { zone, quiet, digest_day } = times
  if (kind === 'weekly' && quiet.days.includes(digest_day)) return weeklyOutsideQuiet(times, now)
  let known = ''
  // Half days, because a step of a whole one could pass over a day of 23 hours.
  for (let n = 0; n < SEARCHED; n++) {
    const { day, weekday, hour, minute } = localTime(zone, now - n * HALF_DAY)
    if (day === known) continue
    known = day
    if (quiet.days.includes(weekday) || (kind === 'weekly' && weekday !== digest_day)) continue
    const midnight = now - n * HALF_DAY - (hour * 60 + minute) * 60
    const due = hourOfDay(times, day, midnight)
    if (due !== undefined && due <= now) return due
  }
  return undefined
}

/** The first quarter of an hour of a day that is at or after the hour. `midnight` is wrong by what the clocks were moved that day. */
function hourOfDay({ zone, digest_hour }: Times, day: string, midnight: number): number | undefined {
  const from = Math.floor((midnight + digest_hour * 3600) / QUARTER) * QUARTER - 2 * 3600
  for (let at = from; at <= from + 4 * 3600; at += QUARTER) {
    const time = localTime(zone, at)
    if (time.day === day && time.hour >= digest_hour) return at
  }
  return undefined
}

/** The chosen day of a weekly digest is quiet as a whole: it comes on the next day that is not. */
function weeklyOutsideQuiet(times: Times, now: number): number | undefined {
  for (let n = 1; n < 7; n++) {
    const digest_day = ((times.digest_day - 1 + n) % 7) + 1
    if (!times.quiet.days.includes(digest_day)) return lastDigestTime('weekly', { ...times, digest_day }, now)
  }
  return undefined
}

/** Digests that can still come on this day of the person. Those that were due are planned. */
export function digestsToCome(times: Times & { rows: Record<string, { mail: string }> }, now: number): number {
  const { hour, minute } = localTime(times.zone, now)
  const lastMinute = now + (24 * 60 - 1 - (hour * 60 + minute)) * 60
  const comes = (kind: 'daily' | 'weekly') => (lastDigestTime(kind, times, lastMinute) ?? 0) > now
  const hasWeekly = Object.values(times.rows).some(({ mail }) => mail === 'weekly')
  // What does not come at once is in the daily digest, also of a person who chose none.
  return Number(comes('daily')) + Number(hasWeekly && comes('weekly'))
}

interface Waiting {
  /** Of the oldest news, and of the newest. */
  first: number
  last: number
}

/** Whether a digest is to be sent now. `sent`: when the last one was planned, 0 for none. */
export function isDigestDue(kind: 'daily' | 'weekly', times: Times, { first }: Pick<Waiting, 'first'>, sent: number, now: number) {
  const due = lastDigestTime(kind, times, now)
  return due !== undefined && first < due && sent < due && now - sent >= DIGESTS_APART ? due : undefined
}

/** Whether a soon-mail is to be sent now. */
export function isSoonDue({ zone, quiet }: Times, { first, last }: Waiting, now: number): boolean {
  if (now - last < SOON_QUIET && now - first < SOON_WAIT) return false
  return !isQuiet(quiet, localTime(zone, now))
}
