import { API_ITEM, Refusal } from '@sheaf/contract'
import { randomHex } from '../auth/secrets.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Upload } from '../http/body/body.ts'
import { startHeartbeat } from '../runtime/job.ts'
import { inWorker } from '../runtime/workers.ts'
import { countEntries } from './import.match.ts'
import { matchPlan, mustImport, saveInto, savePlan } from './import.save.ts'
import { type Job, jobOf, noteJob } from './import.store.ts'
import { type Plan, putTexts } from './plan/plan.ts'
import type { PlanMessage, PlanResult } from './plan.worker.ts'

type Auto = AllHandlers['import']['auto']
type Input = Parameters<Auto>[0]

/** The uploaded file: the field `file`, or else any other file field. Refuses with fileMissing. */
function fileOf({ uploads }: Ctx): Upload {
  const file = uploads['file'] ?? Object.values(uploads)[0]
  if (!file) throw new Refusal('fileMissing')
  return file
}

/** Plans the import of an uploaded file in a worker thread. */
async function planOf(file: Upload, { request_id, client }: { request_id: string; client: boolean }, ctx: Ctx<'user'>): Promise<Plan> {
  const { path, name: fileName } = file
  const task = { path, fileName, language: ctx.language, client, uploadMaxBytes: Math.ceil(ctx.config.UPLOAD_MAX_MB * 1024 * 1024) }
  let lastReported = 0
  const texts: string[][] = []
  const onMessage = (message: PlanMessage, acknowledge: (taken: true) => void) => {
    if ('texts' in message) {
      texts.push(message.texts)
      return acknowledge(true)
    }
    const { done, total } = message
    if (done - lastReported < 200 && done < total) return
    lastReported = done
    void noteJob(ctx.db, ctx.user.uid, request_id, { stage: 'reading', done, total }, ctx.now())
  }
  const planned = await inWorker<object, PlanResult>(import.meta.url, 'plan', task, {
    onMessage,
    ...(ctx.gone ? { signal: ctx.gone } : {}),
  })
  if ('refused' in planned) throw new Refusal(planned.refused, planned.fill)
  return putTexts(planned.plan, texts)
}

/** Existing clients upload API descriptions without a password and expect a private item, so a random password is set. */
const passwordFor = (plan: Plan, password: string | undefined) => password ?? (plan.isPrivate ? randomHex(8) : '')

async function save(plan: Plan, path: string, { item_id, cat_id, request_id, password }: Input, ctx: Ctx<'user'>) {
  if (item_id === 0) {
    const saved = await savePlan(plan, path, { request_id, password: passwordFor(plan, password) }, ctx)
    return { ...saved, item_name: plan.item_name }
  }
  const { item } = await mustImport({ item_id, cat_id }, ctx)
  return { item_id, item_name: item.item_name, report: await saveInto(plan, path, { item_id, cat_id, request_id }, ctx) }
}

const auto: Auto = async (input, ctx) => {
  const file = fileOf(ctx)
  const target = input.item_id ? (await mustImport(input, ctx)).item : undefined
  const client = target ? target.item_type === API_ITEM : input.from === 'runapi'
  const note = (stage: Job['stage'], pages: number) =>
    noteJob(ctx.db, ctx.user.uid, input.request_id, { stage, done: pages, total: pages }, ctx.now())
  const stopHeartbeat = startHeartbeat(ctx, ctx.user.uid, input.request_id)
  try {
    const plan = await planOf(file, { request_id: input.request_id, client }, ctx)
    const done = await save(plan, file.path, input, ctx)
    const { pages, updated, unchanged } = done.report
    await note('done', pages + updated + unchanged)
    return done
  } catch (error) {
    await note('none', 0)
    throw error
  } finally {
    stopHeartbeat()
  }
}

const legacyImport: AllHandlers['import']['markdown'] = async (input, ctx) => {
  const done = await auto(input, ctx)
  return 'item_id' in done ? { item_id: done.item_id } : done
}

export const imports: AllHandlers['import'] = {
  auto,
  markdown: legacyImport,

  async preview(target, ctx) {
    const file = fileOf(ctx)
    const { item } = await mustImport(target, ctx)
    const plan = await planOf(file, { request_id: '', client: item.item_type === API_ITEM }, ctx)
    const { place } = await matchPlan(plan, target, ctx)
    return { item_name: item.item_name, ...countEntries(place), skipped: plan.skipped }
  },

  progress: ({ request_id }, ctx) => jobOf(ctx.db, ctx.user.uid, request_id, ctx.now()),
}

export const importSwagger: AllHandlers['importSwagger'] = { import: legacyImport }
export const importPostman: AllHandlers['importPostman'] = { import: legacyImport }
