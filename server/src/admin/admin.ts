import { firstSteps } from '@sheaf/contract'
import { mustAdminister } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import { savedSettings, siteSettings, storeSettings } from '../common/settings.store.ts'
import type { AllHandlers } from '../context.ts'
import { transferItem } from '../item/item.service.ts'
import { deleteItem } from '../item/item.store.ts'
import { messagesSent, notify, notifyAllUsers } from '../notice/notice.store.ts'
import { dayOf, daysUntil } from '../runtime/days.ts'
import { canMail } from '../runtime/mail.ts'
import { daysFrom } from './admin.rules.ts'
import { countItems, hasItems, listItems } from './admin.store.ts'
import { changesNow, countsSince, mostRead, type State, statesNow } from './day-count.store.ts'

export const adminNotice: AllHandlers['adminNotice'] = {
  async send({ notice_title, notice_content }, ctx) {
    const sent = await ctx.store.write(async (trx) => {
      await writeAudit(trx, ctx, 'noticeSent', { subject: notice_title })
      return notifyAllUsers(trx, ctx.user, { notice_title, notice_content: notice_content.trim() }, ctx.now())
    })
    return { sent }
  },

  getList: (_input, ctx) => messagesSent(ctx.db),
}

/** The setting in which an administrator has marked a step, or all of them. */
const settingOf = (step: (typeof firstSteps)[number] | 'all') => `first_step.${step}`

const firstStepCalls: Pick<AllHandlers['adminOverview'], 'firstSteps' | 'markStep'> = {
  async firstSteps(_input, ctx) {
    const [saved, { register_open }, anyItem] = await Promise.all([savedSettings(ctx), siteSettings(ctx), hasItems(ctx.db)])
    const isMarked = (step: Parameters<typeof settingOf>[0]) => (saved[settingOf(step)] ?? 'open') !== 'open'
    const facts = {
      address: { fact: ctx.config.PUBLIC_URL ?? '', isDone: ctx.config.PUBLIC_URL !== undefined },
      register: { fact: register_open, isDone: saved['register_open'] !== undefined },
      mail: { fact: canMail(ctx) ? '1' : '', isDone: canMail(ctx) },
      backup: { fact: saved['backup_time'] ?? '', isDone: saved['backup_time'] !== undefined },
      item: { fact: anyItem ? '1' : '', isDone: anyItem },
    }
    const steps = firstSteps.map((step) => {
      const { fact, isDone } = facts[step]
      const byHand = saved[settingOf(step)] === 'done' ? ('done' as const) : ('skipped' as const)
      return { step, fact, state: isDone ? ('done' as const) : isMarked(step) ? byHand : ('open' as const) }
    })
    return isMarked('all') || steps.every(({ state }) => state !== 'open') ? [] : steps
  },

  async markStep({ step, state }, ctx) {
    await storeSettings(ctx.db, { [settingOf(step)]: state })
    return []
  },
}

const MONTH = 30
const DAY = 86_400
const TOP = 5

export const adminOverview: AllHandlers['adminOverview'] = {
  ...firstStepCalls,
  async info({ days = MONTH }, ctx) {
    const today = dayOf(ctx.now(), ctx.config.SITE_TZ)
    const shownDays = daysUntil(today, Math.min(366, Math.max(7, days)))
    const month = daysUntil(today, MONTH)[0] as string
    // One more day than shown, because traffic is the difference between two counts.
    const [since] = daysUntil(today, Math.max(shownDays.length, MONTH) + 1)
    const [now, changes, counts, most_read] = await Promise.all([
      statesNow(ctx.db),
      changesNow(ctx.db, ctx.now() - MONTH * DAY),
      countsSince(ctx.db, since as string),
      mostRead(ctx.db, month, TOP),
    ])
    const monthAgo = counts.find((row) => row.name === ('pages' satisfies State) && row.day >= month)
    return {
      now: { ...now, ...changes, pages_more: now.pages - (monthAgo?.value ?? now.pages) },
      days: daysFrom(counts, shownDays, today, now),
      most_read,
    }
  },
}

/** Rows per page when the request names no count. */
const ROWS = 20

export const adminItem: AllHandlers['adminItem'] = {
  async getList({ page, count, ...filter }, ctx) {
    const [items, total] = await Promise.all([listItems(ctx.db, filter, count || ROWS, page || 1), countItems(ctx.db, filter)])
    return { items: items.map((item) => ({ ...item, password: '' })), total }
  },

  async deleteItem({ item_id }, ctx) {
    const { item, permission } = await mustAdminister(ctx, item_id)
    await ctx.store.write(async (trx) => {
      await deleteItem(trx, permission, ctx.now())
      await notify(trx, ctx.user, { uids: [item.uid], kind: 'itemDeleted', about: { item: item.item_name } }, ctx.now())
      await writeAudit(trx, ctx, 'itemDeleted', { subject: item.item_name })
    })
    return 1
  },

  async attorn({ item_id, username }, ctx) {
    return transferItem(ctx, await mustAdminister(ctx, item_id), username)
  },
}
