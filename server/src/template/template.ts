import { Refusal, TEMPLATES_MAX } from '@sheaf/contract'
import type { AllHandlers } from '../context.ts'
import { countTemplates, deleteTemplate, insertTemplate, templatesOf } from './template.store.ts'

/** Templates are private to their user. Templates of others are refused as missing. */
export const template: AllHandlers['template'] = {
  async getList(_input, ctx) {
    return (await templatesOf(ctx.db, ctx.user.uid)).map((row) => ({ ...row, username: ctx.user.username }))
  },

  async save({ template_title, template_content }, ctx) {
    if ((await countTemplates(ctx.db, ctx.user.uid)) >= TEMPLATES_MAX) throw new Refusal('templatesFull', { limit: String(TEMPLATES_MAX) })
    const row = { uid: ctx.user.uid, template_title, template_content, addtime: ctx.now() }
    return { ...row, ...(await insertTemplate(ctx.db, row)), username: ctx.user.username }
  },

  async delete({ id }, ctx) {
    const deleted = await deleteTemplate(ctx.db, ctx.user.uid, id)
    if (deleted === 0) throw new Refusal('notFound')
    return deleted
  },
}
