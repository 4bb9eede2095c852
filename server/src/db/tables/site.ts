import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Settings, limits, jobs and figures of the whole site. */

export interface Captcha {
  session_id: number
  answer: string
  until: number
}

/** Counters that must survive a restart and that several processes share. */
export interface Throttle {
  name: string
  count: number
  until: number
}

/** Rate limits that several processes share, until a time in milliseconds (http/limits/rate.ts). */
export interface Rate {
  name: string
  count: number
  until: number
}

/** A single row: the time that servers have run on this database, by clocks that can be wrong (docs/decisions/0024, recycle.rules.ts). */
export interface Retention {
  counted: number
  seen: number
  odd: number
}

export interface SiteConfig {
  name: string
  value: string
}

/** The first response to a creating call with a request_id (W15). */
export interface Repeat {
  uid: number
  request_id: string
  path: string
  answer: string
  addtime: number
}

/** A long job (runtime/job.ts). `kind`, `run`, `part`, `detail`, `problem` and `result` are '' where a job has none. */
export interface Job {
  uid: number
  request_id: string
  kind: Generated<string>
  run: Generated<string>
  state: Generated<'running' | 'cancelling' | 'cancelled' | 'failed' | 'done'>
  stage: string
  part: Generated<string>
  done: number
  total: number
  detail: Generated<string>
  problem: Generated<string>
  result: Generated<string>
  /** The last heartbeat. */
  addtime: number
}

/** The audit log (auth/audit.ts). */
export interface Audit {
  id: Id
  uid: number | null
  username: string
  action: string
  subject: string
  detail: Generated<string>
  address: string
  addtime: number
}

/** Figures of a day in the site's time zone: totals at the last count, and events of the day. */
export interface DayCount {
  day: string
  name: string
  value: number
}

/** A captcha for a client without a session; its id is random. */
export interface SessionlessCaptcha {
  captcha_id: number
  answer: string
  until: number
}
