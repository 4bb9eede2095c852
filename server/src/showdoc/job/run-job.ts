import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ErrorName, Language, MoveProgress, MoveReport } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import type { Ctx } from '../../context.ts'
import type { Config } from '../../runtime/config.ts'
import { workerFile } from '../../runtime/worker-file.ts'
import { mark } from '../../storage/temp.ts'

/** What is known of the last move on the screen; every process on the data folder reads it. */
export interface JobState {
  state: 'running' | 'stopped' | 'failed' | 'done'
  what: 'move' | 'verify'
  /** What it reads; that of an archive is here when it is unpacked. */
  folder: string
  /** What the administrator named or sent. */
  place: string
  isUpload: boolean
  /** What was sent, until it is unpacked. */
  archive?: string
  samePeople: boolean
  progress: Pick<MoveProgress, 'table' | 'done' | 'total'> & { stage: MoveProgress['stage'] | 'unpacking' }
  refusal?: { error: ErrorName; fill: Record<string, string> }
  /** Milliseconds: when whoever does it was last alive. */
  touched: number
}

/** A move that nobody has touched for so long has lost its process. */
const JOB_STALE_MS = 15_000

export const folderOf = (dataDir: string) => join(dataDir, 'showdoc', 'screen')
const fileOf = (dataDir: string) => join(folderOf(dataDir), 'job.json')
const reportOf = (dataDir: string) => join(folderOf(dataDir), 'report.json')
const stopOf = (dataDir: string) => join(folderOf(dataDir), 'stop')

export async function jobState(dataDir: string): Promise<JobState | undefined> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const job = JSON.parse(text) as JobState
  return job.state === 'running' && Date.now() - job.touched > JOB_STALE_MS ? { ...job, state: 'stopped' } : job
}

/** As a whole or not at all: another process reads it at any time. */
async function keepJob(dataDir: string, job: JobState): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  const part = `${fileOf(dataDir)}.${mark}`
  await writeFile(part, JSON.stringify({ ...job, touched: Date.now() }), { mode: 0o600 })
  await rename(part, fileOf(dataDir))
}

export const forgetJob = (dataDir: string) => rm(folderOf(dataDir), { recursive: true, force: true })

/** What the last one told, a move or a look at it. */
export const keptReport = (dataDir: string) => readFile(reportOf(dataDir), 'utf8').catch(() => undefined)
const keepReport = (dataDir: string, report: MoveReport) => writeFile(reportOf(dataDir), JSON.stringify(report), { mode: 0o600 })

/** Whoever does the work looks for this; it may be another process than the one that was asked. */
export const requestStop = (dataDir: string) => writeFile(stopOf(dataDir), '')
const isStopRequested = (dataDir: string) =>
  readFile(stopOf(dataDir)).then(
    () => true,
    () => false,
  )
const clearStop = (dataDir: string) => rm(stopOf(dataDir), { force: true })

/** What the thread is given. */
export interface JobTask {
  config: Config
  what: JobState['what']
  folder: string
  /** Unpacked first, into that folder. */
  archive?: string
  samePeople: boolean
  language: Language
}

/** What it tells. */
export type JobMessage =
  | { is: 'progress'; progress: JobState['progress'] }
  | { is: 'refused'; error: ErrorName; fill: Record<string, string> }
  | { is: 'stopped' }
  | { is: 'done'; report: MoveReport }

/** How often the file says how far it is, and is looked for a wish to stop. */
const PROGRESS_INTERVAL_MS = 1000
/** Megabytes that the thread may hold before it is ended. */
const MEMORY = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 16 }

const file = workerFile(import.meta.url, 'job')

/** Does it in a thread with a connection of its own: nobody else waits for any of it. Resolves when it has begun. */
export async function runJob(ctx: Ctx<'admin'>, job: JobState, archive?: string): Promise<void> {
  const { config, language } = ctx
  const dataDir = config.DATA_DIR
  await clearStop(dataDir)
  await keepJob(dataDir, job)
  const { what, folder, samePeople } = job
  const task: JobTask = { config, what, folder, samePeople, language, ...(archive ? { archive } : {}) }
  const thread = new Worker(file, { workerData: task, env: {}, resourceLimits: MEMORY })
  // A server that ends does not wait for it; the next start goes on when it is asked to.
  thread.unref()
  let isOver = false
  // One after the other: what was true before never stands over what is.
  let last = Promise.resolve()
  const keep = () => {
    last = last.catch(() => {}).then(() => keepJob(dataDir, job))
    return last
  }
  const beat = setInterval(() => {
    void keep().catch(() => {})
    void isStopRequested(dataDir).then((asked) => asked && thread.postMessage('stop'))
  }, PROGRESS_INTERVAL_MS).unref()
  // The thread may be gone before what it told last is kept: only the first end counts.
  const end = async (change: Partial<JobState>, report?: MoveReport) => {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    if (report) await keepReport(dataDir, report)
    Object.assign(job, change)
    if (what === 'move' && report) await writeAudit(ctx.db, ctx, 'showdocMoved', { subject: job.place, detail: summaryOf(report) })
    await keep()
    await thread.terminate()
  }
  const fail = (error: unknown) => {
    ctx.log.error({ err: error }, 'move from ShowDoc failed')
    return end({ state: 'failed', refusal: { error: 'showdocEnded', fill: {} } })
  }
  const logged = (work: Promise<void>) => void work.catch((error: unknown) => ctx.log.error({ err: error }, 'move from ShowDoc'))
  thread.on('message', (told: JobMessage) => {
    if (told.is === 'progress') job.progress = told.progress
    else if (told.is === 'done') logged(end({ state: 'done' }, told.report))
    else if (told.is === 'stopped') logged(end({ state: 'stopped' }))
    else logged(end({ state: 'failed', refusal: { error: told.error, fill: told.fill } }))
  })
  thread.on('error', (error) => logged(fail(error)))
  thread.on('exit', () => logged(end({ state: 'stopped' })))
}

const summaryOf = ({ tables, pages }: MoveReport) =>
  `${tables.reduce((sum, table) => sum + table.written, 0)} rows, ${pages.same}/${pages.compared} pages`
