import { Refusal, VARIABLES_MAX } from '@sheaf/contract'
import type { Rooms } from '../context.ts'
import { hasVariable, putVariable, removeNamed, removeVariable, variablesOf } from './item-variable.store.ts'
import { mustChange, mustSee } from './runapi.rights.ts'
import { countIn, envOf, holdItem } from './runapi.store.ts'

const orMissing = (deleted: number) => {
  if (deleted === 0) throw new Refusal('notFound')
  return deleted
}

export const itemVariable: Rooms['itemVariable'] = {
  async getList({ item_id, env_id }, ctx) {
    await mustSee(ctx, item_id)
    return variablesOf(ctx.db, item_id, env_id)
  },

  async save(variable, ctx) {
    const { item_id, env_id } = variable
    await mustChange(ctx, item_id)
    return ctx.store.write(async (trx) => {
      await holdItem(trx, item_id)
      if (env_id && (await envOf(trx, env_id))?.item_id !== item_id) throw new Refusal('notFound')
      if (!(await hasVariable(trx, variable)) && (await countIn(trx, 'item_variable', item_id)) >= VARIABLES_MAX)
        throw new Refusal('clientFull', { limit: String(VARIABLES_MAX) })
      return putVariable(trx, { ...variable, uid: ctx.user.uid }, ctx.now())
    })
  },

  async delete({ item_id, id }, ctx) {
    await mustChange(ctx, item_id)
    return orMissing(await removeVariable(ctx.db, item_id, id))
  },

  async deleteByName(name, ctx) {
    await mustChange(ctx, name.item_id)
    return orMissing(await removeNamed(ctx.db, name))
  },
}
