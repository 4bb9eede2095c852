import { covers, mustBeEditor } from '../access/access.ts'
import { forReaderAll } from '../content/page-text.store.ts'
import type { AllHandlers } from '../context.ts'
import { rendered } from '../page/view/page.render.service.ts'
import { cancelJob, type JobState, jobOf } from '../runtime/job.ts'
import { jobKey, runExport } from './export.run.ts'
import { exportSource } from './export.source.ts'
import { pagesToRender } from './export.store.ts'
import { wordKind } from './word/word.ts'

/** The states that a client knows. An export whose process has died counts as failed. */
const stages = { cancelling: 'ended', cancelled: 'ended', failed: 'failed', lost: 'failed', done: 'done' } as const
const stageOf = ({ state, stage }: JobState) => (state !== 'running' ? stages[state] : stage === 'waiting' ? 'waiting' : 'working')

export const exports: AllHandlers['export'] = {
  word: (request, ctx) => runExport(wordKind, request, ctx),
  markdown: (request, ctx) => runExport('markdown', request, ctx),
  html: (request, ctx) => runExport('html', request, ctx),

  async outline({ item_id, ...part }, ctx) {
    const { item, nodes } = await exportSource(ctx, item_id, part)
    return { item_name: item.item_name, item_type: item.item_type, nodes }
  },

  async pages({ item_id, page_ids }, ctx) {
    const { edits, visits } = await mustBeEditor(ctx, item_id)
    const found = new Map((await pagesToRender(ctx.db, item_id, page_ids)).map((page) => [page.page_id, page]))
    const readable = page_ids.flatMap((page_id) => found.get(page_id) ?? []).filter((page) => covers(edits, page.cat_id))
    const pages = await forReaderAll(ctx.db, readable, visits)
    return {
      pages: await Promise.all(pages.map(async (page) => ({ page_id: page.page_id, ...(await rendered(ctx, page, ctx.language)) }))),
    }
  },

  async progress(request, ctx) {
    const job = await jobOf(ctx.db, jobKey(ctx, request), ctx.now())
    return job ? { stage: stageOf(job), done: job.done, total: job.total } : { stage: 'none', done: 0, total: 0 }
  },

  async cancel(request, ctx) {
    await cancelJob(ctx.db, jobKey(ctx, request))
    return []
  },
}
