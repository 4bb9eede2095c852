import { Refusal } from '@sheaf/contract'
import type { WebhookKind } from '@sheaf/contract/webhooks'
import { WEBHOOKS_OF_SITE_MAX, WEBHOOKS_PER_ITEM_MAX } from '@sheaf/contract/webhooks'
import { mustManage, personIn } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { OutboundFailure } from '../outbound/place.ts'
import { attempt, targetOf } from './delivery/attempt.ts'
import { countStates, insertEvent, insertTried, logOf, releaseWaiting, type StateFilter, sendAgain } from './delivery/delivery.store.ts'
import { isSending, sharedClock, wakeEngine } from './delivery/engine.service.ts'
import type { OutgoingEvent } from './form/event.ts'
import {
  formerSecrets,
  hintOf,
  makeSecret,
  mustBeEvents,
  mustBeKind,
  mustBeLanguage,
  mustMatchKind,
  sealed,
  unsealed,
} from './webhook.rules.ts'
import { deliveryShown, openedDelivery, shown, shownOne } from './webhook.shown.ts'
import {
  allWebhooks,
  catalogIsIn,
  countAllWebhooks,
  countWebhooks,
  insertWebhook,
  lockPlace,
  madeBy,
  type Place,
  removeWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
  wake,
  webhookById,
  webhooksOf,
} from './webhook.store.ts'

const LOG_PER_PAGE = 20
const ADMIN_PER_PAGE = 50

/** Managers of an item manage its webhooks; administrators also those of the site. */
async function mustManagePlace(ctx: Ctx<'user'>, item_id: number): Promise<{ place: Place; name: string }> {
  if (item_id > 0) {
    const { permission, item } = await mustManage(ctx, item_id)
    return { place: permission, name: item.item_name }
  }
  if (personIn(ctx, item_id)?.groupid !== 1) throw new Refusal('noPermission')
  return { place: 'site', name: '' }
}

/** A missing webhook gives the same refusal as a forbidden one. */
async function mustManageWebhook(ctx: Ctx<'user'>, webhook_id: number): Promise<{ place: Place; name: string; webhook: WebhookRow }> {
  const webhook = await webhookById(ctx.db, webhook_id)
  if (!webhook) throw new Refusal('noVisit')
  return { ...(await mustManagePlace(ctx, webhook.item_id)), webhook }
}

async function mustManageDelivery(ctx: Ctx<'user'>, id: number) {
  const delivery = await deliveryShown(ctx, id)
  if (!delivery) throw new Refusal('noVisit')
  return { ...(await mustManageWebhook(ctx, delivery.webhook_id)), delivery }
}

const subjectOf = (name: string, item: string) => (item ? `${name} · ${item}` : name)

/** Checks an address and returns its stored form. Nothing is sent to it. */
async function storedUrl(ctx: Ctx<'user'>, kind: WebhookKind, url: string) {
  try {
    const { host, verdict } = await ctx.outbound.mustBeAllowed(url)
    mustMatchKind(kind, { host, isInside: verdict === 'allowed' })
    return { url_sealed: sealed(ctx, 'url', url), host, hint: hintOf(new URL(url)) }
  } catch (error) {
    if (error instanceof OutboundFailure) throw new Refusal('outboundName', { place: new URL(url).hostname })
    throw error
  }
}

/** The secret that signs: ours for programs, that of the chat for its bots. */
const secretFor = (kind: WebhookKind, given: string) =>
  kind === 'json' ? makeSecret() : kind === 'dingtalk' || kind === 'feishu' ? given.trim() : ''

const pingOf = (webhook: WebhookRow, item: string, at: number, by: string): OutgoingEvent => ({
  event_id: randomHex(16),
  type: 'test.ping',
  title: webhook.name,
  body: {
    at,
    change: 0,
    item: webhook.item_id > 0 ? { id: webhook.item_id, name: item, domain: '' } : null,
    page: null,
    catalog: null,
    by: { name: by, via: '' },
    suggestion: 0,
    meaning: [],
  },
})

export const webhook: AllHandlers['webhook'] = {
  async getList({ item_id }, ctx) {
    const { place } = await mustManagePlace(ctx, item_id)
    return {
      list: await shown(ctx, await webhooksOf(ctx.db, item_id)),
      max: place === 'site' ? WEBHOOKS_OF_SITE_MAX : WEBHOOKS_PER_ITEM_MAX,
      is_out: Number(await isSending(ctx)),
    }
  },

  async save(given, ctx) {
    const { webhook_id, name, url, is_on, cat_id, request_id = '' } = given
    const kind = mustBeKind(given.kind)
    const fields = {
      name,
      cat_id,
      is_on: Number(is_on),
      events: JSON.stringify(mustBeEvents(given.events)),
      language: mustBeLanguage(given.language),
    }
    const known = webhook_id > 0 ? await mustManageWebhook(ctx, webhook_id) : undefined
    const { place, name: item } = known ?? (await mustManagePlace(ctx, given.item_id))
    if (known && known.webhook.kind !== kind) throw new Refusal('badInput', { field: 'kind' })
    if (cat_id > 0 && !(await catalogIsIn(ctx.db, place, cat_id))) throw new Refusal('badInput', { field: 'cat_id' })
    if (!known && url === '') throw new Refusal('badInput', { field: 'url' })
    const address = url === '' ? {} : await storedUrl(ctx, kind, url)
    const audit = { subject: subjectOf(name, item), detail: kind }
    if (known) {
      const secret = kind !== 'json' && given.secret !== '' ? { secret_sealed: sealed(ctx, 'secret', secretFor(kind, given.secret)) } : {}
      await ctx.store.write(async (trx) => {
        await updateWebhook(trx, place, webhook_id, { ...fields, ...address, ...secret }, ctx.now())
        await releaseWaiting(trx, webhook_id)
        await writeAudit(trx, ctx, 'webhookSaved', audit)
      })
      wakeEngine()
      return { ...(await shownOne(ctx, webhook_id)), secret: '' }
    }
    const secret = secretFor(kind, given.secret)
    const row = { ...fields, ...(address as Awaited<ReturnType<typeof storedUrl>>), secret_sealed: sealed(ctx, 'secret', secret), kind }
    const made = await ctx.store.write(async (trx) => {
      await lockPlace(ctx.store, trx, place)
      const before = request_id ? await madeBy(trx, place, ctx.user.uid, request_id) : undefined
      if (before) return before
      const max = place === 'site' ? WEBHOOKS_OF_SITE_MAX : WEBHOOKS_PER_ITEM_MAX
      if ((await countWebhooks(trx, place)) >= max) throw new Refusal('webhooksFull', { max: String(max) })
      await writeAudit(trx, ctx, 'webhookSaved', audit)
      return insertWebhook(trx, place, { ...row, uid: ctx.user.uid, request_id }, ctx.now())
    })
    return { ...(await shownOne(ctx, made)), secret: kind === 'json' && !ctx.grant ? await secretOf(ctx, made) : '' }
  },

  async delete({ webhook_id }, ctx) {
    const { place, name, webhook } = await mustManageWebhook(ctx, webhook_id)
    await ctx.store.write(async (trx) => {
      if (!(await removeWebhook(trx, place, webhook_id))) throw new Refusal('notFound')
      await writeAudit(trx, ctx, 'webhookDeleted', { subject: subjectOf(webhook.name, name), detail: webhook.kind })
    })
    return []
  },

  async test({ webhook_id }, ctx) {
    const { webhook, name } = await mustManageWebhook(ctx, webhook_id)
    if (!(await isSending(ctx))) throw new Refusal('outboundOff')
    const at = await sharedClock(ctx)()
    const target = targetOf(ctx, webhook, at)
    if (!target) return { status: 0, ms: 0, problem: 'sealed', said: '' }
    const event = pingOf(webhook, name, at, ctx.user.name || ctx.user.username)
    const { attempt: tried, said, answer, problem } = await attempt(ctx, target, [event], at)
    const { event_id } = event
    await ctx.store.write(async (trx) => {
      await insertEvent(trx, event, { item_id: webhook.item_id, change_id: null }, at)
      await insertTried(trx, { webhook_id, event_id, state: problem === '' ? 'done' : 'failed', answer, said }, tried)
    })
    const { status, ms } = tried
    return { status, ms, problem, said }
  },

  async secret({ webhook_id, password }, ctx) {
    const { webhook } = await mustManageWebhook(ctx, webhook_id)
    if (webhook.kind !== 'json') throw new Refusal('badInput', { field: 'webhook_id' })
    await mustBeOwnPassword(ctx, password)
    return { secret: await secretOf(ctx, webhook_id) }
  },

  async rotate({ webhook_id, password }, ctx) {
    const { webhook, place, name } = await mustManageWebhook(ctx, webhook_id)
    if (webhook.kind !== 'json') throw new Refusal('badInput', { field: 'webhook_id' })
    await mustBeOwnPassword(ctx, password)
    const secret = makeSecret()
    const at = await sharedClock(ctx)()
    await ctx.store.write(async (trx) => {
      const secret_sealed = sealed(ctx, 'secret', secret)
      if (!(await replaceSecret(trx, place, webhook_id, (now) => ({ secret_sealed, ...formerSecrets(now, at) }))))
        throw new Refusal('notFound')
      await writeAudit(trx, ctx, 'webhookSaved', { subject: subjectOf(webhook.name, name), detail: webhook.kind })
    })
    return { secret }
  },

  async deliveries({ webhook_id, state, page, count }, ctx) {
    await mustManageWebhook(ctx, webhook_id)
    const filter: StateFilter = state === 'failed' || state === 'waiting' ? state : ''
    const size = count || LOG_PER_PAGE
    const totals = await countStates(ctx, webhook_id)
    const list = await logOf(ctx.db, webhook_id, filter, Math.max(0, page - 1) * size, size)
    return { list, total: totals[filter], failed: totals.failed, waiting: totals.waiting }
  },

  async delivery({ id }, ctx) {
    const { webhook, delivery } = await mustManageDelivery(ctx, id)
    return openedDelivery(ctx, webhook, delivery)
  },

  async resend({ id }, ctx) {
    const { webhook, place } = await mustManageDelivery(ctx, id)
    if (!(await isSending(ctx))) throw new Refusal('outboundOff')
    if (!webhook.is_on || webhook.state === 'off') throw new Refusal('webhookOff')
    await ctx.store.write(async (trx) => {
      await sendAgain(trx, id)
      await wake(trx, place, webhook.webhook_id)
    })
    wakeEngine()
    const again = await deliveryShown(ctx, id)
    if (!again) throw new Refusal('noVisit')
    return again
  },
}

async function secretOf(ctx: Ctx<'user'>, webhook_id: number): Promise<string> {
  const { secret_sealed = '' } = (await webhookById(ctx.db, webhook_id)) ?? {}
  const secret = unsealed(ctx, 'secret', secret_sealed)
  if (!secret) throw new Refusal('webhookSealed')
  return secret
}

export const adminWebhook: AllHandlers['adminWebhook'] = {
  async getList({ state, host, page, count }, ctx) {
    const filter = { state: ['ok', 'failing', 'off', 'paused'].includes(state) ? state : '', host: host.trim().toLowerCase() }
    const size = count || ADMIN_PER_PAGE
    const rows = await allWebhooks(ctx.db, filter, Math.max(0, page - 1) * size, size)
    const list = await shown(ctx, rows)
    return {
      list: list.map((one, n) => ({ ...one, item_name: rows[n]?.item_name ?? '', username: rows[n]?.username ?? '' })),
      total: await countAllWebhooks(ctx.db, filter),
    }
  },
}
