import { Refusal } from '@sheaf/contract'
import type { AllHandlers } from '../context.ts'
import { kindsIn, noticeText } from './notice.words.ts'
import { markAllRead, markRead, noticesOf, removeNotice } from './own-notices.store.ts'

export const notice: AllHandlers['notice'] = {
  async getList({ notice_type, count, group }, ctx) {
    const kinds = group === '' ? undefined : kindsIn(group)
    if (group !== '' && !kinds) throw new Refusal('badInput', { field: 'group' })
    const rows = await noticesOf(ctx.db, ctx.user.uid, { isUnread: notice_type === 'unread', count, kinds })
    return rows.map(({ kind, notice_title, notice_content, ...row }) => ({
      ...row,
      ...noticeText(kind, notice_title, notice_content, { language: ctx.language, zone: ctx.config.SITE_TZ }),
    }))
  },

  async setRead({ notice_id }, ctx) {
    if ((await markRead(ctx.db, ctx.user.uid, notice_id)) === 0) throw new Refusal('notFound')
    return []
  },

  async setAllRead(_input, ctx) {
    await markAllRead(ctx.db, ctx.user.uid)
    return []
  },

  async delete({ notice_id }, ctx) {
    if ((await removeNotice(ctx.db, ctx.user.uid, notice_id)) === 0) throw new Refusal('notFound')
    return []
  },
}
