import { FLOW_PAGES_MAX, FLOWS_MAX, Refusal } from '@sheaf/contract'
import { pageOf } from '../access/access.store.ts'
import { covers } from '../access/access.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { mustChange, mustSee } from './runapi.rights.ts'
import {
  countCalls,
  countIn,
  enableOnly,
  envOf,
  envsOf,
  flowOf,
  flowPageOf,
  flowsOf,
  holdItem,
  insertFlow,
  insertFlowPage,
  orderFlow,
  pagesOfFlow,
  removeFlow,
  removeFlowPage,
  updateFlow,
} from './runapi.store.ts'

type Calls = Pick<AllHandlers['flow'], 'addFlowPage' | 'deleteFlowPage' | 'getFlowPageList' | 'saveSort' | 'setFlowPageEnabled'>

const itemOf = async (ctx: Ctx, flow_id: number) => (await flowOf(ctx.db, flow_id))?.item_id

/** The steps of a flow. Each step is the page that documents the call. */
const calls: Calls = {
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

  /** Lists only pages that the caller can read. */
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

type Input = Parameters<AllHandlers['flow']['save']>[0]

/** The columns of the fields that were sent. */
function changesIn({ flow_name, env_id, times, time_interval, error_continue, save_change }: Input) {
  return {
    ...(flow_name?.trim() ? { flow_name: flow_name.trim() } : {}),
    ...(env_id === undefined ? {} : { env_id }),
    ...(times === undefined ? {} : { times }),
    ...(time_interval === undefined ? {} : { time_interval }),
    ...(error_continue === undefined ? {} : { error_continue }),
    ...(save_change === undefined ? {} : { save_change }),
  }
}

/** An environment of this item, or 0 for none. */
async function mustBeEnvOf(db: Db, item_id: number, env_id = 0) {
  if (env_id && (await envOf(db, env_id))?.item_id !== item_id) throw new Refusal('notFound')
}

async function add(input: Input, ctx: Ctx<'user'>) {
  const { item_id } = input
  await mustChange(ctx, item_id)
  const changes = changesIn(input)
  if (!changes.flow_name) throw new Refusal('nameEmpty')
  const { uid, username } = ctx.user
  const defaults = { flow_name: '', times: 1, time_interval: 0, error_continue: 1, save_change: 1, ...changes }
  return ctx.store.write(async (trx) => {
    await holdItem(trx, item_id)
    await mustBeEnvOf(trx, item_id, input.env_id)
    if ((await countIn(trx, 'runapi_flow', item_id)) >= FLOWS_MAX) throw new Refusal('clientFull', { limit: String(FLOWS_MAX) })
    const env_id = input.env_id || ((await envsOf(trx, item_id))[0]?.id ?? 0)
    return insertFlow(trx, { ...defaults, item_id, env_id, uid, username, addtime: ctx.now(), last_update_time: ctx.now() })
  })
}

async function change(input: Input, ctx: Ctx<'user'>) {
  const { item } = await mustChange(ctx, (await flowOf(ctx.db, input.id))?.item_id)
  return ctx.store.write(async (trx) => {
    await holdItem(trx, item.item_id)
    await mustBeEnvOf(trx, item.item_id, input.env_id)
    const flow = await updateFlow(trx, input.id, { ...changesIn(input), last_update_time: ctx.now() })
    if (!flow) throw new Refusal('noVisit')
    return flow
  })
}

export const flow: AllHandlers['flow'] = {
  ...calls,
  save: (input, ctx) => (input.id ? change(input, ctx) : add(input, ctx)),

  async getList({ item_id }, ctx) {
    await mustSee(ctx, item_id)
    return flowsOf(ctx.db, item_id)
  },

  async delete({ id }, ctx) {
    const { item } = await mustChange(ctx, (await flowOf(ctx.db, id))?.item_id)
    return ctx.store.write(async (trx) => {
      await holdItem(trx, item.item_id)
      return removeFlow(trx, id)
    })
  },
}
