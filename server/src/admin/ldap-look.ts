import { errorMessage } from '@sheaf/contract'
import type { AllHandlers, Ctx } from '../context.ts'
import { beginLook } from '../directory/look.service.ts'
import { countGone, goneAccounts, isLooking, lastLook } from '../directory/look.store.ts'

/** People that the screen lists. */
const GONE_SHOWN = 50

/** The nightly look into the directory (docs/decisions/0113). */
export const lookCalls: Pick<AllHandlers['adminSetting'], 'ldapLook' | 'lookNow'> = {
  async ldapLook(_input, ctx) {
    const [last, is_looking, gone, gone_count] = await Promise.all([
      lastLook(ctx),
      isLooking(ctx.db, ctx.now()),
      goneAccounts(ctx.db, GONE_SHOWN),
      countGone(ctx.db),
    ])
    return { is_looking: Number(is_looking), last: last ? shown(last, ctx) : null, gone, gone_count }
  },

  async lookNow(_input, ctx) {
    const begun = await beginLook(ctx)
    // A large directory takes longer than a request may.
    begun?.done.catch((error: Error) => ctx.log.error({ err: error }, 'the look into the directory failed'))
    return []
  },
}

const shown = ({ problem, ...last }: NonNullable<Awaited<ReturnType<typeof lastLook>>>, { language }: Ctx) => ({
  ...last,
  problem: problem ? errorMessage(problem.error, language, problem.fill) : '',
})
