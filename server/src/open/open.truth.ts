import { EXAMPLE_ROWS_MAX, Refusal } from '@sheaf/contract'
import { isEnvironment } from '@sheaf/markdown/examples'
import { isRepoName } from '@sheaf/markdown/proofs'
import { mustHoldKeys, mustWriteByKeys } from '../access/keys.ts'
import { momentNow } from '../content/proof/page-state.store.ts'
import type { AllHandlers } from '../context.ts'
import { examplesOf, reportExamples } from '../truth/truth.example.service.ts'
import { rowsOf, scopeBelow } from '../truth/truth.list.service.ts'
import { countStates, listStates } from '../truth/truth.list.store.ts'
import { proofsOfRepo, report } from '../truth/truth.report.service.ts'
import { namesIn, placeOf } from './open.page.ts'

const STALE_MAX = 1000

function mustBeEnvironment(env: string) {
  if (!isEnvironment(env)) throw new Refusal('badInput', { field: 'env' })
}

/** What builds ask and report. They act as the item: they see all of it, and they accept nothing. */
export const truths: Pick<AllHandlers['open'], 'getProofs' | 'reportProofs' | 'getExamples' | 'reportExamples' | 'getTruth'> = {
  async getProofs({ repo, page, count, ...keys }, ctx) {
    const { item_id } = await mustHoldKeys(keys, ctx)
    if (repo !== '' && !isRepoName(repo)) throw new Refusal('repoName')
    const rows = count || STALE_MAX
    return proofsOfRepo(ctx, item_id, repo, { offset: Math.max(0, (page || 1) - 1) * rows, count: rows })
  },

  async reportProofs({ repo, ref, results, ...keys }, ctx) {
    const { item } = await mustWriteByKeys(keys, ctx)
    if (repo !== '' && !isRepoName(repo)) throw new Refusal('repoName')
    return report(ctx, item.item_id, { repo, ref: ref.trim(), results })
  },

  async getExamples({ env, cat_name, page, count, ...keys }, ctx) {
    const { item_id } = await mustHoldKeys(keys, ctx)
    mustBeEnvironment(env)
    const cat_id = await placeOf(ctx, item_id, namesIn({ cat_name }))
    if (cat_id === undefined) throw new Refusal('notFound')
    const rows = count || EXAMPLE_ROWS_MAX
    const below = await scopeBelow(ctx, item_id, cat_id)
    return examplesOf(ctx, item_id, { env, below, offset: Math.max(0, (page || 1) - 1) * rows, count: rows })
  },

  async reportExamples({ env, ref, results, ...keys }, ctx) {
    const { item } = await mustWriteByKeys(keys, ctx)
    mustBeEnvironment(env)
    return reportExamples(ctx, item, { env, ref: ref.trim(), results })
  },

  async getTruth({ cat_name, ...keys }, ctx) {
    const { item_id } = await mustHoldKeys(keys, ctx)
    const cat_id = await placeOf(ctx, item_id, namesIn({ cat_name }))
    if (cat_id === undefined) throw new Refusal('notFound')
    const filter = { item_id, scope: 'all', below: await scopeBelow(ctx, item_id, cat_id) } as const
    const now = await momentNow(ctx)
    const rows = await rowsOf(ctx, item_id, await listStates(ctx.db, filter, { state: '', count: STALE_MAX }, now))
    const site = ctx.config.PUBLIC_URL ?? ctx.config.BASE_PATH
    const stale = rows.map(({ page_id, page_title, state, reasons }) => ({
      page_id,
      page_title,
      state,
      reasons,
      url: `${site}/${item_id}/${page_id}`,
    }))
    return { counts: await countStates(ctx.db, filter, now), stale }
  },
}
