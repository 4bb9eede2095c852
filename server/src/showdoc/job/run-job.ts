import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ErrorName, Language, MoveProgress, MoveReport } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import type { Ctx } from '../../context.ts'
import type { Config } from '../../runtime/config.ts'
import { workerFile } from '../../runtime/worker-file.ts'
import { processMark } from '../../storage/temp.ts'

/** The state of the last move from the admin screen; every process that shares the data folder reads it. */
export interface JobState {
  state: 'running' | 'stopped' | 'failed' | 'done'
  what: 'move' | 'verify'
  /** The source folder; for an upload, the folder into which the archive is unpacked. */
  folder: string
  /** The folder or file name that the administrator entered or uploaded. */
  place: string
  isUpload: boolean
  /** The uploaded archive, until it is unpacked. */
  archive?: string
  samePeople: boolean
  progress: Pick<MoveProgress, 'table' | 'done' | 'total'> & { stage: MoveProgress['stage'] | 'unpacking' }
  refusal?: { error: ErrorName; fill: Record<string, string> }
  /** The last sign of life of the running process, in milliseconds since 1970. */
  touched: number
}

/** A running move without a sign of life for this long has lost its process. */
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

/** Writes atomically: another process can read the file at any time. */
async function keepJob(dataDir: string, job: JobState): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  const part = `${fileOf(dataDir)}.${processMark}`
  await writeFile(part, JSON.stringify({ ...job, touched: Date.now() }), { mode: 0o600 })
  await rename(part, fileOf(dataDir))
}

export const forgetJob = (dataDir: string) => rm(folderOf(dataDir), { recursive: true, force: true })

/** The JSON report of the last move or verification. */
export const keptReport = (dataDir: string) => readFile(reportOf(dataDir), 'utf8').catch(() => undefined)
const keepReport = (dataDir: string, report: MoveReport) => writeFile(reportOf(dataDir), JSON.stringify(report), { mode: 0o600 })

/** Requests a stop through a file, because the move can run in another process than the one that handles the request. */
export const requestStop = (dataDir: string) => writeFile(stopOf(dataDir), '')
const isStopRequested = (dataDir: string) =>
  readFile(stopOf(dataDir)).then(
    () => true,
    () => false,
  )
const clearStop = (dataDir: string) => rm(stopOf(dataDir), { force: true })

/** The input of the worker thread. */
export interface JobTask {
  config: Config
  what: JobState['what']
  folder: string
  /** Unpacked into `folder` first. */
  archive?: string
  samePeople: boolean
  language: Language
}

/** The messages of the worker thread. */
export type JobMessage =
  | { is: 'progress'; progress: JobState['progress'] }
  | { is: 'refused'; error: ErrorName; fill: Record<string, string> }
  | { is: 'stopped' }
  | { is: 'done'; report: MoveReport }

/** How often the state file is updated and the stop file is checked. */
const PROGRESS_INTERVAL_MS = 1000
/** Memory limits of the thread in megabytes; it is terminated when it exceeds them. */
const MEMORY = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 16 }

const file = workerFile(import.meta.url, 'job')

/** Runs the move in a worker thread with its own database connection, so that requests do not wait for it. Resolves after the start. */
export async function runJob(ctx: Ctx<'admin'>, job: JobState, archive?: string): Promise<void> {
  const { config, language } = ctx
  const dataDir = config.DATA_DIR
  await clearStop(dataDir)
  await keepJob(dataDir, job)
  const { what, folder, samePeople } = job
  const task: JobTask = { config, what, folder, samePeople, language, ...(archive ? { archive } : {}) }
  const thread = new Worker(file, { workerData: task, env: {}, resourceLimits: MEMORY })
  // The thread does not keep a stopping server alive; an administrator can resume the move after the next start.
  thread.unref()
  let isOver = false
  // Writes in sequence, so that an older state never overwrites a newer one.
  let last = Promise.resolve()
  const saveState = () => {
    last = last.catch(() => {}).then(() => keepJob(dataDir, job))
    return last
  }
  const timer = setInterval(() => {
    void saveState().catch(() => {})
    void isStopRequested(dataDir).then((requested) => requested && thread.postMessage('stop'))
  }, PROGRESS_INTERVAL_MS).unref()
  // The exit event can arrive before the last message is processed: only the first end counts.
  const end = async (change: Partial<JobState>, report?: MoveReport) => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    if (report) await keepReport(dataDir, report)
    Object.assign(job, change)
    if (what === 'move' && report) await writeAudit(ctx.db, ctx, 'showdocMoved', { subject: job.place, detail: summaryOf(report) })
    await saveState()
    await thread.terminate()
  }
  const fail = (error: unknown) => {
    ctx.log.error({ err: error }, 'move from ShowDoc failed')
    return end({ state: 'failed', refusal: { error: 'showdocEnded', fill: {} } })
  }
  const logged = (work: Promise<void>) => void work.catch((error: unknown) => ctx.log.error({ err: error }, 'move from ShowDoc'))
  thread.on('message', (message: JobMessage) => {
    if (message.is === 'progress') job.progress = message.progress
    else if (message.is === 'done') logged(end({ state: 'done' }, message.report))
    else if (message.is === 'stopped') logged(end({ state: 'stopped' }))
    else logged(end({ state: 'failed', refusal: { error: message.error, fill: message.fill } }))
  })
  thread.on('error', (error) => logged(fail(error)))
  thread.on('exit', () => logged(end({ state: 'stopped' })))
}

const summaryOf = ({ tables, pages }: MoveReport) =>
  `${tables.reduce((sum, table) => sum + table.written, 0)} rows, ${pages.same}/${pages.compared} pages`
