import { Refusal } from '@sheaf/contract'
import { mustManageOpen } from '../../access/access.ts'
import type { AllHandlers } from '../../context.ts'
import { sourceById } from '../source.store.ts'
import { removeInstance } from './source.instance.store.ts'

export const instances: Pick<AllHandlers['source'], 'removeInstance'> = {
  async removeInstance({ source_id, instance }, ctx) {
    const source = await sourceById(ctx, source_id)
    if (!source) throw new Refusal('noVisit')
    const { permission } = await mustManageOpen(ctx, source.item_id)
    await ctx.store.write((trx) => removeInstance(trx, permission, source_id, instance))
    return []
  },
}
