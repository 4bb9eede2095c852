import type { WebhookKind } from '@sheaf/contract/webhooks'
import { randomFraction } from '../../auth/secrets.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The value of `due_time` without a delivery that waits. */
export const NEVER = 99_999_999_999

/** Seconds after each failure until the next attempt; after the last one, the delivery ends. */
const RETRIES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** An old message in a chat is of no use. */
const BOT_RETRIES = [5, MINUTE, 5 * MINUTE, 30 * MINUTE]
const JITTER = 0.1

const retriesOf = (kind: WebhookKind) => (kind === 'json' ? RETRIES : BOT_RETRIES)

/** Failures in a row, from which only one delivery at a time is tried. */
export const FAILING_FROM = 5
/** Seconds of failures, after which a webhook is switched off. */
export const OFF_AFTER = 5 * DAY
/** Seconds between two messages of a bot. */
export const BOT_INTERVAL = MINUTE
/** The longest wait that a receiver can ask for. */
export const WAIT_MAX = DAY

/**
 * Seconds until the next attempt after the n-th failure, within a tenth of the plan so that deliveries do not all come at once; undefined
 * after the last. `asked`: the wait that the receiver asked for.
 */
export function delayAfter(kind: WebhookKind, failure: number, asked: number, random = randomFraction): number | undefined {
  const planned = retriesOf(kind)[failure - 1]
  return planned === undefined ? undefined : withAsked(planned * (1 - JITTER + 2 * JITTER * random()), asked)
}

/** Seconds until the next probe of a failing webhook. */
export function probeAfter(kind: WebhookKind, failures: number, asked: number, random = randomFraction): number {
  const plan = retriesOf(kind)
  const planned = plan[Math.min(failures, plan.length) - 1] ?? HOUR
  return withAsked(planned * (1 - JITTER + 2 * JITTER * random()), asked)
}

const withAsked = (planned: number, asked: number) => Math.ceil(Math.max(planned, Math.min(asked, WAIT_MAX)))
