import { FLOW_PAGES_MAX, Refusal } from '@sheaf/contract'
import { pageOf } from '../access/access.store.ts'
import { covers } from '../access/scope.ts'
import type { Ctx, Rooms } from '../context.ts'
import { countCalls, enableOnly, flowOf, flowPageOf, insertFlowPage, orderFlow, pagesOfFlow, removeFlowPage } from './flow.store.ts'
import { mustChange, mustSee } from './runapi.rights.ts'
import { holdItem } from './runapi.store.ts'

type Calls = Pick<Rooms['flow'], 'addFlowPage' | 'deleteFlowPage' | 'getFlowPageList' | 'saveSort' | 'setFlowPageEnabled'>

const itemOf = async (ctx: Ctx, flow_id: number) => (await flowOf(ctx.db, flow_id))?.item_id

/** The calls that a flow makes, each by the page that documents it. */
export const calls: Calls = {
  async addFlowPage({ flow_id, page_id }, ctx) {
    const { item } = await mustChange(ctx, await itemOf(ctx, flow_id))
    if ((await pageOf(ctx, page_id))?.item_id !== item.item_id) throw new Refusal('noVisit')
    return ctx.store.write(async (trx) => {
      await holdItem(trx, item.item_id)
      if (!(await flowOf(trx, flow_id))) throw new Refusal('noVisit')
      const { count, last } = await countCalls(trx, flow_id)
      if (count >= FLOW_PAGES_MAX) throw new Refusal('clientFull', { limit: String(FLOW_PAGES_MAX) })
      return insertFlowPage(trx, flow_id, page_id, last + 1, ctx.now())
    })
  },

  async deleteFlowPage({ id }, ctx) {
    const call = await flowPageOf(ctx.db, id)
    await mustChange(ctx, call && (await itemOf(ctx, call.flow_id)))
    return removeFlowPage(ctx.db, id)
  },

  /** Of pages that the caller may see. */
  async getFlowPageList({ flow_id }, ctx) {
    const { visits } = await mustSee(ctx, await itemOf(ctx, flow_id))
    return (await pagesOfFlow(ctx.db, flow_id)).filter((call) => covers(visits, call.cat_id))
  },

  async saveSort({ flow_id, orders }, ctx) {
    const { item } = await mustChange(ctx, await itemOf(ctx, flow_id))
    await ctx.store.write(async (trx) => {
      await holdItem(trx, item.item_id)
      await orderFlow(trx, flow_id, orders)
    })
    return []
  },

  async setFlowPageEnabled({ flow_id, ids }, ctx) {
    const { item } = await mustChange(ctx, await itemOf(ctx, flow_id))
    await ctx.store.write(async (trx) => {
      await holdItem(trx, item.item_id)
      await enableOnly(trx, flow_id, ids)
    })
    return []
  },
}
