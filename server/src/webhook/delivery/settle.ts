import type { WebhookKind } from '@sheaf/contract/webhooks'
import type { Services } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { notify, SHEAF } from '../../notice/notice.store.ts'
import { isBot } from '../webhook.rules.ts'
import { lockUnchanged, managersOf, type WebhookRow } from '../webhook.store.ts'
import type { Outcome } from './attempt.ts'
import { drop, releaseWaiting, storeResult, type WholeDelivery } from './delivery.store.ts'
import { BOT_INTERVAL, delayAfter, FAILING_FROM, OFF_AFTER, probeAfter, WAIT_MAX } from './plan.ts'

type SettleServices = Pick<Services, 'store'>

/**
 * Stores the outcome of one request in one transaction: its deliveries, the state of the webhook, and notices to its managers. Returns the
 * time before which nothing more is sent, 0 for none.
 */
export async function settle(
  { store }: SettleServices,
  webhook: WebhookRow,
  batch: WholeDelivery[],
  outcome: Outcome,
  now: number,
): Promise<number> {
  return store.write((trx) =>
    outcome.problem === '' ? succeed(trx, webhook, batch, outcome, now) : fail(trx, webhook, batch, outcome, now),
  )
}

async function succeed(trx: Db, webhook: WebhookRow, batch: WholeDelivery[], { attempt, answer }: Outcome, now: number) {
  for (const delivery of batch) await storeResult(trx, delivery, { state: 'done', next_time: 0, done_time: now, said: '', answer }, attempt)
  const quiet_until = isBot(webhook.kind as WebhookKind) ? now + BOT_INTERVAL : 0
  if (quiet_until > 0 || webhook.failures > 0 || webhook.state !== 'ok')
    await trx
      .updateTable('webhook')
      .set({ state: 'ok', failures: 0, failing_since: 0, quiet_until })
      .where('webhook_id', '=', webhook.webhook_id)
      .execute()
  if (webhook.state === 'failing') await releaseWaiting(trx, webhook.webhook_id)
  return 0
}

async function fail(trx: Db, webhook: WebhookRow, batch: WholeDelivery[], outcome: Outcome, now: number) {
  const { webhook_id } = webhook
  if (!(await lockUnchanged(trx, webhook))) {
    const again = { state: 'waiting', next_time: 0, done_time: 0, said: outcome.said, answer: outcome.answer } as const
    for (const delivery of batch) await storeResult(trx, delivery, again, outcome.attempt)
    return 0
  }
  const kind = webhook.kind as WebhookKind
  const { attempt, answer, said, wait } = outcome
  const failures = webhook.failures + 1
  const failing_since = webhook.failing_since || now
  const isFailing = failures >= FAILING_FROM
  const isOff = outcome.problem === 'gone' || (isFailing && now - failing_since >= OFF_AFTER)
  const probe = isFailing ? now + probeAfter(kind, failures, wait) : 0
  for (const delivery of batch) {
    const delay = delayAfter(kind, delivery.tries + 1, wait)
    const isOver = delay === undefined || isOff
    const state = !isOver ? 'waiting' : isBot(kind) ? 'dropped' : 'failed'
    const next_time = isOver ? 0 : isFailing ? probe : now + delay
    await storeResult(trx, delivery, { state, next_time, done_time: isOver ? now : 0, said, answer }, attempt)
  }
  const quiet_until =
    isBot(kind) && outcome.problem === 'tooFast' ? now + Math.max(Math.min(wait, WAIT_MAX), BOT_INTERVAL) : webhook.quiet_until
  await trx
    .updateTable('webhook')
    .set({ failures, failing_since, quiet_until, state: isOff ? 'off' : isFailing ? 'failing' : 'ok' })
    .where('webhook_id', '=', webhook_id)
    .execute()
  if (isOff) await drop(trx, webhook_id, now)
  if (isOff || (isFailing && webhook.state === 'ok'))
    await notifyManagers(trx, webhook, isOff ? 'webhookOff' : 'webhookFailing', failing_since, now)
  return isFailing ? probe : 0
}

async function notifyManagers(trx: Db, webhook: WebhookRow, kind: 'webhookFailing' | 'webhookOff', since: number, now: number) {
  const { item_id, name, host } = webhook
  const { item, uids } = await managersOf(trx, webhook)
  await notify(trx, SHEAF, { uids, kind, about: { webhook: name, host, since, ...(item ? { item } : {}) }, item_id }, now)
}
