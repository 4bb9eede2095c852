import type { AllHandlers } from '../../context.ts'
import { mustManageSource } from '../source.rights.service.ts'
import { removeInstance } from './source.instance.store.ts'

export const instances: Pick<AllHandlers['source'], 'removeInstance'> = {
  async removeInstance({ source_id, instance }, ctx) {
    const { permission } = (await mustManageSource(ctx, source_id)).granted
    await ctx.store.write((trx) => removeInstance(trx, permission, source_id, instance))
    return []
  },
}
