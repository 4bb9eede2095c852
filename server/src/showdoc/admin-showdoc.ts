import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import { errorMessage, Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { folderOf, forgetJob, type JobState, jobState, keptReport, requestStop, runJob } from './job/run-job.ts'
import { lastReport } from './showdoc.store.ts'

/** The newest report of a move from the admin screen, otherwise of one from the command line. */
const latestReport = async ({ config, db }: Pick<Ctx, 'config' | 'db'>) => (await keptReport(config.DATA_DIR)) ?? (await lastReport(db))

const MIB = 1024 * 1024
const beginning: JobState['progress'] = { stage: 'copying', table: '', done: 0, total: 0 }

/** Throws while a move is running: only one runs at a time. */
async function mustBeFree({ config }: Ctx): Promise<JobState | undefined> {
  const last = await jobState(config.DATA_DIR)
  if (last?.state === 'running') throw new Refusal('showdocRunning')
  return last
}

const fresh = (job: Pick<JobState, 'folder' | 'place' | 'isUpload' | 'samePeople'>, what: JobState['what'] = 'move'): JobState => ({
  ...job,
  what,
  state: 'running',
  progress: beginning,
  touched: Date.now(),
})

/** Guard for the upload: runs before the first byte of an archive is stored. */
export const mayMove = async ({ password }: { password: string }, ctx: Ctx<'user' | 'admin'>) => {
  await mustBeOwnPassword(ctx, password)
  await mustBeFree(ctx)
}

async function begin(ctx: Ctx<'admin'>, job: JobState, archive?: string) {
  await writeAudit(ctx.db, ctx, 'showdocBegun', { subject: job.place })
  await runJob(ctx, job, archive)
  return []
}

/** The last move, which the caller wants to resume or to verify. */
async function mustHaveLast(ctx: Ctx<'admin'>): Promise<JobState> {
  const last = await mustBeFree(ctx)
  if (!last) throw new Refusal('showdocNone')
  return last
}

export const adminShowdoc: AllHandlers['adminShowdoc'] = {
  async progress(_, ctx) {
    const { config, language } = ctx
    const job = await jobState(config.DATA_DIR)
    const { error, fill } = job?.refusal ?? {}
    return {
      state: job?.state ?? 'none',
      what: job?.what ?? 'move',
      place: job?.place ?? '',
      is_upload: job?.isUpload ? 1 : 0,
      ...(job?.progress ?? { stage: '', table: '', done: 0, total: 0 }),
      problem: error ? errorMessage(error, language, fill) : '',
      report: await latestReport(ctx),
      largest: config.IMPORT_MAX_MB * MIB,
    }
  },

  async begin({ folder, same_people, password }, ctx) {
    await mustBeOwnPassword(ctx, password)
    await mustBeFree(ctx)
    const place = normalize(folder.trim())
    if (!isAbsolute(place)) throw new Refusal('showdocPath')
    return begin(ctx, fresh({ folder: place, place, isUpload: false, samePeople: same_people }))
  },

  async upload({ same_people, password }, ctx) {
    await mayMove({ password }, ctx)
    const [file] = Object.values(ctx.uploads)
    if (!file) throw new Refusal('fileMissing')
    const place = file.name.replace(/^.*[/\\]/, '').slice(0, 200)
    // The unpacked archive of the previous upload is no longer needed; moved rows stay.
    await forgetJob(ctx.config.DATA_DIR)
    const kept = folderOf(ctx.config.DATA_DIR)
    await mkdir(kept, { recursive: true, mode: 0o700 })
    const archive = join(kept, `archive-${randomHex(8)}`)
    await rename(file.path, archive)
    // Every upload gets its own folder: an interrupted move must resume with its own data.
    const job = fresh({ folder: join(kept, `unpacked-${randomHex(8)}`), place, isUpload: true, samePeople: same_people })
    return begin(ctx, { ...job, archive, progress: { ...beginning, stage: 'unpacking' } }, archive)
  },

  async resume({ password }, ctx) {
    await mustBeOwnPassword(ctx, password)
    const last = await mustHaveLast(ctx)
    if (last.isUpload && ![last.folder, last.archive ?? ''].some(existsSync)) throw new Refusal('showdocNone')
    return begin(ctx, { ...fresh(last), ...(last.archive ? { archive: last.archive } : {}) }, last.archive)
  },

  async stop(_, { config }) {
    if ((await jobState(config.DATA_DIR))?.state === 'running') await requestStop(config.DATA_DIR)
    return []
  },

  async verify(_, ctx) {
    const last = await mustHaveLast(ctx)
    if (last.isUpload && !existsSync(last.folder)) throw new Refusal('showdocNone')
    await runJob(ctx, fresh(last, 'verify'))
    return []
  },

  async forget(_, ctx) {
    await mustBeFree(ctx)
    await forgetJob(ctx.config.DATA_DIR)
    return []
  },

  async report(_, ctx) {
    const report = await latestReport(ctx)
    if (!report) throw new Refusal('showdocNone')
    return new RawResponse(Buffer.from(`${JSON.stringify(JSON.parse(report), null, 1)}\n`), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="move-from-showdoc.json"',
      'cache-control': 'no-store',
    })
  },
}
