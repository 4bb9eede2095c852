import type { ErrorName } from '@sheaf/contract'
import type { Config } from '../runtime/config.ts'
import { dayOf, startOf } from '../runtime/days.ts'

/** What was done about an account whose entry is gone. One that an administrator enabled again stays `disabled`, and is left alone. */
export const Gone = { no: 0, shown: 1, disabled: 2 } as const

/** People in a night, and their share of the linked accounts, that may be gone. With more, something else is wrong (S172). */
const GONE_MAX = 20
const GONE_SHARE = 10

/** Whether these are more of the linked accounts than can have left in a night. */
export const areTooMany = (gone: number, linked: number) => gone > GONE_MAX || gone * GONE_SHARE > linked

/** With `tell` nothing happens to an account, so that one person alone is named also where few are linked. */
export const areTooManyToName = (gone: number, linked: number) => areTooMany(gone, linked) && !(gone === 1 && linked > 1)

/** The hour at which the directory is looked at. */
const NIGHT_HOUR = 2

/** Whether there was a night since the last look. */
export function isDue(last: number, now: number, { SITE_TZ }: Pick<Config, 'SITE_TZ'>): boolean {
  const today = (startOf(dayOf(now, SITE_TZ), SITE_TZ) ?? now) + NIGHT_HOUR * 3600
  const night = today <= now ? today : (startOf(dayOf(now - 86_400, SITE_TZ), SITE_TZ) ?? now) + NIGHT_HOUR * 3600
  return last < night
}

/** The last look. `half`: the directory did not answer everything. `many`: too many entries were gone. */
export interface LookReport {
  at: number
  state: 'done' | 'failed' | 'half' | 'many'
  /** Why it failed. */
  problem?: { error: ErrorName; fill: Record<string, string> }
  linked: number
  found: number
  joined: number
  left: number
  /** People of whose groups the directory said nothing, or not everything. */
  unread: number
  gone: number
  disabled: number
}

export const nothingYet = (at: number): LookReport => ({
  at,
  state: 'done',
  linked: 0,
  found: 0,
  joined: 0,
  left: 0,
  unread: 0,
  gone: 0,
  disabled: 0,
})
