import { Refusal } from '@sheaf/contract'
import type { Ctx } from '../context.ts'
import { requestFor, targetOf } from './delivery/attempt.ts'
import { type Attempt, deliveryById, eventOf, type WholeDelivery } from './delivery/delivery.store.ts'
import { NEVER } from './delivery/plan.ts'
import { withWords } from './delivery/words.service.ts'
import { recentOf, type WebhookRow, waitingOf, webhookById } from './webhook.store.ts'

/** Webhooks for their managers, without addresses and secrets; their deliveries are read for all of them together. */
export async function shown(ctx: Ctx<'user' | 'admin'>, rows: WebhookRow[]) {
  const ids = rows.map(({ webhook_id }) => webhook_id)
  const [recent, waiting] = ids.length === 0 ? [[], []] : await Promise.all([recentOf(ctx, ids), waitingOf(ctx, ids)])
  return rows.map((row) => {
    const own = recent.filter(({ webhook_id }) => webhook_id === row.webhook_id)
    const last = own.findLast(({ done_time, problem }) => done_time > 0 || problem !== '')
    const waits = waiting.find(({ webhook_id }) => webhook_id === row.webhook_id)?.count ?? 0
    return {
      webhook_id: row.webhook_id,
      item_id: row.item_id,
      name: row.name,
      kind: row.kind,
      host: row.host,
      hint: row.hint,
      has_secret: Number(row.secret_sealed !== ''),
      events: JSON.parse(row.events) as string[],
      cat_id: row.cat_id,
      cat_name: row.cat_name ?? '',
      language: row.language,
      is_on: row.is_on,
      state: row.state,
      failing_since: row.failing_since,
      next_time: waits > 0 && row.due_time < NEVER ? row.due_time : 0,
      last_time: own.reduce((latest, { done_time }) => Math.max(latest, done_time), 0),
      problem: last?.problem ?? '',
      said: last?.said ?? '',
      is_readable: Number(targetOf(ctx, row, 0) !== undefined),
      waiting: waits,
      dropped: row.dropped,
      recent: own.map(({ state }) => state),
      addtime: row.addtime,
      last_update_time: row.last_update_time,
    }
  })
}

export async function shownOne(ctx: Ctx<'user' | 'admin'>, webhook_id: number) {
  const row = await webhookById(ctx.db, webhook_id)
  const [one] = row ? await shown(ctx, [row]) : []
  if (!one) throw new Refusal('noVisit')
  return one
}

/** A row of the log. */
export const deliveryShown = (ctx: Ctx<'user' | 'admin'>, id: number): Promise<WholeDelivery | undefined> => deliveryById(ctx.db, id)

/** Everything of a delivery. What was sent is built again from the event, without the address and the signature. */
export async function openedDelivery(ctx: Ctx<'user' | 'admin'>, webhook: WebhookRow, delivery: WholeDelivery) {
  const attempts = JSON.parse(delivery.attempts) as Attempt[]
  const at = attempts.at(-1)?.time ?? delivery.addtime
  const target = targetOf(ctx, { ...webhook, secret_before_until: 0 }, at)
  return { ...delivery, attempts, sent: target ? await sentText(ctx, webhook, target, delivery, at) : '' }
}

const HIDDEN = '…'

async function sentText(
  ctx: Ctx<'user' | 'admin'>,
  { host, hint }: WebhookRow,
  target: NonNullable<ReturnType<typeof targetOf>>,
  delivery: WholeDelivery,
  at: number,
) {
  const { headers, body } = requestFor(ctx, target, await withWords(ctx, [eventOf(delivery)]), at)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${name === 'webhook-signature' ? `v1,${HIDDEN}` : value}`)
  const shownBody = target.kind === 'feishu' ? body.replace(/"sign":"[^"]*"/, `"sign":"${HIDDEN}"`) : body
  return [
    `POST ${new URL(target.url).protocol}//${host}/${HIDDEN}${hint}`,
    ...lines,
    '',
    JSON.stringify(JSON.parse(shownBody), null, 2),
  ].join('\n')
}
