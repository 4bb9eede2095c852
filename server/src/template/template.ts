import { Refusal, TEMPLATES_MAX } from '@sheaf/contract'
import type { AllHandlers } from '../context.ts'
import { lockUser } from '../db/lock-user.ts'
import { countTemplates, deleteTemplate, insertTemplate, templatesOf } from './template.store.ts'

/** Templates are private to their user. Templates of others are refused as missing. */
export const template: AllHandlers['template'] = {
  async getList(_input, ctx) {
    return (await templatesOf(ctx.db, ctx.user.uid)).map((row) => ({ ...row, username: ctx.user.username }))
  },

  async save({ template_title, template_content }, ctx) {
    const { uid, username } = ctx.user
    const row = { uid, template_title, template_content, addtime: ctx.now() }
    const made = await ctx.store.write(async (trx) => {
      await lockUser(trx, uid)
      if ((await countTemplates(trx, uid)) >= TEMPLATES_MAX) throw new Refusal('templatesFull', { limit: String(TEMPLATES_MAX) })
      return insertTemplate(trx, row)
    })
    return { ...row, ...made, username }
  },

  async delete({ id }, ctx) {
    const deleted = await deleteTemplate(ctx.db, ctx.user.uid, id)
    if (deleted === 0) throw new Refusal('notFound')
    return deleted
  },
}
