import type { ItemHead } from '../access/access.store.ts'
import type { StoredRequest } from '../content/example/example.store.ts'
import { lockStates, refreshStates } from '../content/proof/page-state.store.ts'
import type { Ctx } from '../context.ts'
import { isRequestOf } from './truth.documented.rules.ts'
import { documentedFor } from './truth.documented.service.ts'
import { examplesToRun, type RunFilter, reportedExamples, writeRun } from './truth.example.store.ts'
import { type FailedPage, notifyFailed } from './truth.notice.service.ts'

/** The examples that a build runs, with what it needs to send them and to compare their answers. */
export async function examplesOf(ctx: Ctx, item_id: number, filter: RunFilter & { offset: number; count: number }) {
  const { list, total } = await examplesToRun(ctx.db, item_id, filter)
  const site = ctx.config.PUBLIC_URL ?? ctx.config.BASE_PATH
  const requests = list.map(({ page_id, request }) => ({ page_id, ...(JSON.parse(request) as StoredRequest) }))
  const documented = await documentedFor(ctx.db, item_id, requests)
  const isDocumented = ({ page_id, ...request }: (typeof requests)[number]) =>
    documented.some((one) => one.page_id === page_id && isRequestOf(request, one))
  return {
    total,
    list: list.map(({ page_id, page_title, name, env, seal }, at) => {
      const { isUnsafe, response = '', ...rest } = requests[at]!
      const known = { page_id, page_title, url: `${site}/${item_id}/${page_id}`, name, env, seal }
      return { ...rest, ...known, response, is_unsafe: isUnsafe ? 1 : 0, is_documented: isDocumented(requests[at]!) ? 1 : 0 }
    }),
    documented,
  }
}

interface Result {
  page_id: number
  name: string
  env: string
  seal: string
  state: 'passing' | 'failing'
  status: number
  ms: number
  paths?: { path: string; problem: string }[] | undefined
}

const DETAIL_BYTES_MAX = 4096
/** Results after which other requests get a turn. */
const YIELD_EVERY = 25

/** As many paths as there is room for, as JSON. */
function detailOf({ paths = [] }: Result): string {
  const kept = [...paths]
  while (Buffer.byteLength(JSON.stringify({ paths: kept })) > DETAIL_BYTES_MAX) kept.pop()
  return kept.length > 0 ? JSON.stringify({ paths: kept }) : ''
}

const keyOf = ({ page_id, name, env }: Pick<Result, 'page_id' | 'name' | 'env'>) => JSON.stringify([page_id, name, env])

/**
 * Writes what a build found. Results for examples of other items or environments are refused, and so are those of a text that has changed
 * meanwhile. A page with an example that fails is stale until it passes.
 */
export async function reportExamples(ctx: Ctx, item: ItemHead, { env, ref, results }: { env: string; ref: string; results: Result[] }) {
  const at = ctx.now()
  const failed: FailedPage[] = []
  const answer = await ctx.store.db.transaction().execute(async (trx) => {
    await lockStates(trx, item.item_id)
    const page_ids = [...new Set(results.map(({ page_id }) => page_id))]
    const known = new Map((await reportedExamples(trx, item.item_id, page_ids)).map((row) => [keyOf(row), row]))
    const counts = { passing: 0, failing: 0, refused: 0 }
    const pages = new Set<number>()
    const shown = []
    for (const [n, result] of results.entries()) {
      if (n % YIELD_EVERY === YIELD_EVERY - 1) await new Promise(setImmediate)
      const { page_id, name, env: written, seal, state, status, ms } = result
      const row = known.get(keyOf(result))
      if (!row || row.seal !== seal || (written !== '' && written !== env)) {
        counts.refused++
        shown.push({ page_id, name, env: written, state: 'refused' })
        continue
      }
      await writeRun(trx, row, { state, status, ms, detail: detailOf(result), ref, addtime: at })
      if (row.state !== state && (row.state === 'failing' || state === 'failing')) pages.add(page_id)
      if (row.state === 'passing' && state === 'failing' && !failed.some((page) => page.page_id === page_id)) failed.push({ page_id, name })
      known.set(keyOf(result), { ...row, state })
      counts[state]++
      shown.push({ page_id, name, env: written, state })
    }
    await refreshStates(trx, [...pages], at)
    return { ...counts, results: shown }
  })
  if (failed.length > 0) await notifyFailed(ctx, item, failed, at)
  return answer
}
