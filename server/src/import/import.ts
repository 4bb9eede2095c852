import { API_ITEM, Refusal } from '@sheaf/contract'
import { randomHex } from '../auth/secrets.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Upload } from '../http/body/body.ts'
import type { Plan } from '../import-plan/plan.ts'
import { Job, type JobKey, jobOf } from '../runtime/job.ts'
import { workerStream } from '../runtime/worker-stream.ts'
import { countEntries } from './import.match.rules.ts'
import { matchPlan, mustImport, saveInto, savePlan } from './import.save.ts'
import type { FollowFile, RestoreSources } from './import.stage.service.ts'
import type planTask from './plan.worker.ts'

type Auto = AllHandlers['import']['auto']
type Input = Parameters<Auto>[0]

/** The uploaded file: the field `file`, or else any other file field. Refuses with fileMissing. */
function fileOf({ uploads }: Ctx): Upload {
  const file = uploads['file'] ?? Object.values(uploads)[0]
  if (!file) throw new Refusal('fileMissing')
  return file
}

interface PlanOptions {
  client: boolean
  signal: AbortSignal | undefined
  onProgress: (done: number, total: number) => void
}

/** Plans the import of an uploaded file in a worker thread. */
async function planOf(file: Upload, { client, signal, onProgress }: PlanOptions, ctx: Ctx<'user'>): Promise<Plan> {
  const { path, name: fileName } = file
  const task = { path, fileName, language: ctx.language, client, uploadMaxBytes: Math.ceil(ctx.config.UPLOAD_MAX_MB * 1024 * 1024) }
  const stream = workerStream<typeof planTask>(import.meta.url, 'plan', task, { signal, calls: { progress: onProgress }, ahead: 1 })
  const texts: string[][] = []
  for (;;) {
    const next = await stream.next()
    if (next.done) return (await import('./plan/plan.ts')).putTexts(next.value, texts)
    texts.push(next.value)
  }
}

/** Existing clients upload API descriptions without a password and expect a private item, so a random password is set. */
const passwordFor = (isPrivate: boolean | undefined, password: string | undefined) => password ?? (isPrivate ? randomHex(8) : '')

/** A token that is limited to items creates no others. */
function mustCreateItems({ grant }: Ctx) {
  if (grant?.items) throw new Refusal('itemsOnly')
}

type OnProgress = PlanOptions['onProgress']

interface Saving {
  onProgress: OnProgress
  restore: RestoreSources
}

/** The parts of an import that belong to sources. */
interface SourceParts {
  restore: RestoreSources
  follow: FollowFile
}

async function save(plan: Plan, path: string, { item_id, cat_id, password }: Input, { onProgress, restore }: Saving, ctx: Ctx<'user'>) {
  if (item_id === 0) {
    mustCreateItems(ctx)
    const saved = await savePlan(plan, path, { onProgress, restore, password: passwordFor(plan.isPrivate, password) }, ctx)
    return { ...saved, item_name: plan.item_name }
  }
  const { item } = await mustImport({ item_id, cat_id }, ctx)
  return { item_id, item_name: item.item_name, report: await saveInto(plan, path, { item_id, cat_id, onProgress }, ctx) }
}

const autoWith =
  ({ restore, follow }: SourceParts): Auto =>
  async (input, ctx) => {
    const file = fileOf(ctx)
    // An item that exists takes a source with source/add.
    if (input.source && input.item_id) throw new Refusal('badInput', { field: 'source' })
    const target = input.item_id ? (await mustImport(input, ctx)).item : undefined
    const client = target ? target.item_type === API_ITEM : input.from === 'runapi'
    const job = new Job(ctx, jobKey(ctx, input), { stage: 'reading', gone: ctx.gone })
    const { signal, progress } = job
    try {
      const jobCtx = { ...ctx, gone: signal }
      const onProgress = (pages: number, total: number) => progress('saving', pages, total)
      const read = () => planOf(file, { client, signal, onProgress: (done, total) => progress('reading', done, total) }, ctx)
      const done = input.source
        ? await createFollowing(file, input, { follow, onProgress }, jobCtx)
        : await save(await read(), file.path, input, { onProgress, restore }, jobCtx)
      const { pages, updated, unchanged } = done.report
      const all = pages + updated + unchanged
      progress('done', all, all)
      await job.finish('done')
      return done
    } catch (error) {
      await job.finish(signal.aborted ? 'cancelled' : 'failed')
      throw error
    }
  }

async function createFollowing(
  file: Upload,
  { source: name, label, password }: Input,
  { follow, onProgress }: Pick<SourceParts, 'follow'> & { onProgress: OnProgress },
  ctx: Ctx<'user'>,
) {
  mustCreateItems(ctx)
  return follow(file, { name, label, password: passwordFor(true, password), onProgress }, ctx)
}

const jobKey = ({ user }: Ctx<'user'>, { request_id }: Pick<Input, 'request_id'>): JobKey => ({ kind: 'import', uid: user.uid, request_id })

const legacyWith =
  (auto: Auto): AllHandlers['import']['markdown'] =>
  async (input, ctx) => {
    const done = await auto({ ...input, source: '', label: '' }, ctx)
    return 'item_id' in done ? { item_id: done.item_id } : done
  }

const calls: Omit<AllHandlers['import'], 'auto' | 'markdown'> = {
  async preview(target, ctx) {
    const file = fileOf(ctx)
    const { item } = await mustImport(target, ctx)
    const plan = await planOf(file, { client: item.item_type === API_ITEM, signal: ctx.gone, onProgress: () => {} }, ctx)
    const { place } = await matchPlan(plan, target, ctx)
    return { item_name: item.item_name, ...countEntries(place), skipped: plan.skipped }
  },

  /** `none` for an import that has not counted its pages yet, has failed or has lost its process. */
  async progress(request, ctx) {
    const job = await jobOf(ctx.db, jobKey(ctx, request), ctx.now())
    if (job?.state === 'done') return { stage: job.state, done: job.done, total: job.total }
    if (job?.state !== 'running' || job.total === 0) return { stage: 'none', done: 0, total: 0 }
    return { stage: job.stage === 'saving' ? 'saving' : 'reading', done: job.done, total: job.total }
  },
}

/** The calls of imports, with what sources do for new items. */
export function importsWith(sources: SourceParts) {
  const auto = autoWith(sources)
  const legacy = { import: legacyWith(auto) }
  const all: Pick<AllHandlers, 'import' | 'importSwagger' | 'importPostman'> = {
    import: { ...calls, auto, markdown: legacy.import },
    importSwagger: legacy,
    importPostman: legacy,
  }
  return all
}
