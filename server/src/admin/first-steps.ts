import { firstSteps } from '@sheaf/contract'
import { savedSettings, siteSettings, storeSettings } from '../common/settings.store.ts'
import type { AllHandlers } from '../context.ts'
import { canMail } from '../runtime/mail.ts'
import { hasItems } from './admin.store.ts'

/** The setting in which an administrator has marked a step, or all of them. */
const settingOf = (step: (typeof firstSteps)[number] | 'all') => `first_step.${step}`

export const firstStepCalls: Pick<AllHandlers['adminOverview'], 'firstSteps' | 'markStep'> = {
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
