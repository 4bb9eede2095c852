import { Refusal } from '@sheaf/contract'
import type { Ctx, Rooms } from '../lib/context.ts'
import { inWorker } from '../lib/workers.ts'
import { savePlan } from './import.save.ts'
import { type Job, jobOf, noteJob } from './import.store.ts'
import type { Plan } from './plan.ts'
import type { Planned } from './plan.worker.ts'

/** The plan of an uploaded zip, read in a thread. */
async function planOf(zip: { path: string; name: string }, request_id: string, ctx: Ctx<'user'>): Promise<Plan> {
  const task = { zipPath: zip.path, fileName: zip.name, uploadMaxBytes: ctx.config.UPLOAD_MAX_MB * 1024 * 1024 - 1 }
  let noted = 0
  const onMessage = ([done, total]: [number, number]) => {
    if (done - noted < 200 && done < total) return
    noted = done
    void noteJob(ctx.db, ctx.user.uid, request_id, { stage: 'reading', done, total }, ctx.now())
  }
  const planned = await inWorker<object, Planned>(import.meta.url, 'plan', task, { onMessage, ...(ctx.gone ? { signal: ctx.gone } : {}) })
  if ('refused' in planned) throw new Refusal(planned.refused, planned.fill)
  return planned.plan
}

export const imports: Rooms['import'] = {
  async auto({ request_id, password }, ctx) {
    const zip = ctx.uploads['file']
    if (!zip) throw new Refusal('fileMissing')
    const note = (stage: Job['stage'], pages: number) =>
      noteJob(ctx.db, ctx.user.uid, request_id, { stage, done: pages, total: pages }, ctx.now())
    try {
      const plan = await planOf(zip, request_id, ctx)
      const { item_id, report } = await savePlan(plan, zip.path, { request_id, password }, ctx)
      await note('done', report.pages)
      return { item_id, item_name: plan.item_name, report }
    } catch (error) {
      await note('none', 0)
      throw error
    }
  },

  async progress({ request_id }, ctx) {
    return (await jobOf(ctx.db, ctx.user.uid, request_id)) ?? { stage: 'none' as const, done: 0, total: 0 }
  },
}
