import { Refusal } from '@sheaf/contract'
import { TOKEN_ITEMS_MAX } from '@sheaf/contract/limits'
import { headOf } from '../access/access.store.ts'
import { rightsOn } from '../access/access.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { Ctx, Services } from '../context.ts'

/* What a token and a connected program can be limited to: items and days. */

/** The items with their names, as far as the user can read them now. */
export async function readable(ctx: Ctx<'user'>, item_ids: number[]) {
  const found = await Promise.all(
    item_ids.map(async (item_id) => {
      const item = await headOf(ctx, item_id)
      return item && (await rightsOn(ctx, item)).visits !== 'none' ? [{ item_id, item_name: item.item_name }] : []
    }),
  )
  return found.flat()
}

/** Requires 1 to TOKEN_ITEMS_MAX items that the user can read. */
export async function mustBeReadable(ctx: Ctx<'user'>, item_ids: number[]) {
  const wanted = [...new Set(item_ids)]
  if (wanted.length === 0 || (await readable(ctx, wanted)).length < wanted.length)
    throw new Refusal('tokenItems', { max: String(TOKEN_ITEMS_MAX) })
  return wanted
}

/** The longest time that an administrator allows, in days. */
export const daysMax = async (services: Pick<Services, 'store'>) => Number((await siteSettings(services)).token_days_max)

export async function mustBeDays(services: Pick<Services, 'store'>, days: number) {
  const max = await daysMax(services)
  if (days < 1 || days > max) throw new Refusal('daysTooMany', { max: String(max) })
}
