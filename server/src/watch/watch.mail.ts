import { Refusal } from '@sheaf/contract'
import { randomHex } from '../auth/secrets.ts'
import { countFailure } from '../auth/throttle.ts'
import type { AllHandlers } from '../context.ts'
import { canMail, mailHost } from '../runtime/mail.ts'
import { tellsWaiting } from './mail/news.store.ts'
import { makeMail, postMail } from './mail/post.service.ts'
import { endingIn, endMail } from './mail/unsubscribe.service.ts'

const HOUR = 3600
const PREVIEWS_PER_HOUR = 3

type MailCalls = Pick<AllHandlers['watch'], 'preview' | 'unsubscribeInfo' | 'unsubscribe'>

export const mailCalls: MailCalls = {
  async preview(_input, ctx) {
    const { uid, email, email_verify } = ctx.user
    if (!canMail(ctx)) throw new Refusal('mailOff')
    if (!email) throw new Refusal('emailMissing')
    if (!email_verify) throw new Refusal('emailUnverified')
    // In the database, because it must hold over a restart and over several servers.
    if ((await countFailure(ctx, `preview of a digest ${uid}`, HOUR)) > PREVIEWS_PER_HOUR) throw new Refusal('tooMany', { seconds: '3600' })
    const tells = await tellsWaiting(ctx, uid)
    const made = await makeMail(ctx, { kind: 'preview', uid, tells, isLast: false, now: ctx.now() })
    if (!made) throw new Refusal('emailUnverified')
    await postMail(ctx, made, `<${randomHex(16)}@${mailHost(ctx)}>`).catch((error: Error) => {
      ctx.log.error({ err: error.message }, 'mail was not sent')
      throw new Refusal('mailFailed')
    })
    return { lines: made.lines, email }
  },

  unsubscribeInfo: ({ token }, ctx) => endingIn(ctx, token),
  unsubscribe: ({ token, undo }, ctx) => endMail(ctx, token, undo === 1),
}
