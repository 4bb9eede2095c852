import { writeAudit } from '../auth/audit.ts'
import type { Rooms } from '../context.ts'
import { messagesSent, notifyAllUsers } from '../notice/message.store.ts'

export const adminNotice: Rooms['adminNotice'] = {
  async send({ notice_title, notice_content }, ctx) {
    const sent = await ctx.store.write(async (trx) => {
      await writeAudit(trx, ctx, 'noticeSent', { subject: notice_title })
      return notifyAllUsers(trx, ctx.user, { notice_title, notice_content: notice_content.trim() }, ctx.now())
    })
    return { sent }
  },

  getList: (_input, ctx) => messagesSent(ctx.db),
}
