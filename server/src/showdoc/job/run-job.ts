import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorName, type MoveReport, Refusal } from '@sheaf/contract'
import { writeAudit } from '../../auth/audit.ts'
import type { Ctx } from '../../context.ts'
import { cancelJob, Job, type JobKey, type JobState, jobOf, removeJob } from '../../runtime/job.ts'
import { workerStream } from '../../runtime/worker-stream.ts'
import { insertJobRow } from '../showdoc.store.ts'
import type { MoveProgress, default as moveTask } from './job.worker.ts'

/** The input of a move from the admin screen. It is stored with the job, so that the move can be resumed. */
export interface MoveInput {
  what: 'move' | 'verify'
  /** The source folder; for an upload, the folder into which the archive is unpacked. */
  folder: string
  /** The folder or file name that the administrator entered or uploaded. */
  place: string
  isUpload: boolean
  /** The uploaded archive, until it is unpacked. */
  archive?: string | undefined
  samePeople: boolean
}

export interface MoveState extends Pick<JobState, 'stage' | 'part' | 'done' | 'total'> {
  state: 'running' | 'stopped' | 'failed' | 'done'
  input: MoveInput
  refusal: { error: ErrorName; fill: Record<string, string> } | undefined
  /** The JSON report of the last completed move or verification; '' without one. */
  report: string
}

/** The site has one move, so its job has a fixed name. */
const KEY: JobKey = { kind: 'showdoc', uid: 0, request_id: 'showdoc' }
/** A stopped move, and one whose process has died, can be resumed. */
const states = { running: 'running', cancelling: 'running', cancelled: 'stopped', lost: 'stopped', failed: 'failed', done: 'done' } as const

/** The folder of uploaded archives. */
export const folderOf = (dataDir: string) => join(dataDir, 'showdoc', 'screen')

type Place = Pick<Ctx, 'db' | 'now' | 'config'>

/** The last move, in any server process. */
export async function moveState(place: Place): Promise<MoveState | undefined> {
  const job = (await jobOf(place.db, KEY, place.now())) ?? (await adoptStateFile(place))
  if (!job) return undefined
  const { state, detail, problem, result: report, ...progress } = job
  const refusal = problem ? (JSON.parse(problem) as MoveState['refusal']) : undefined
  return { ...progress, state: states[state], input: JSON.parse(detail) as MoveInput, refusal, report }
}

/** Earlier versions stored the move in files. An update ends its process, so it is stopped like a move whose process has died. */
async function adoptStateFile({ db, now, config }: Place): Promise<JobState | undefined> {
  const [file, reportFile] = ['job.json', 'report.json'].map((name) => join(folderOf(config.DATA_DIR), name)) as [string, string]
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  type Stored = MoveInput & Pick<MoveState, 'state' | 'refusal'> & { progress: MoveProgress; touched: number }
  const { state, refusal, progress, touched, ...input } = JSON.parse(text) as Stored
  const { table: part, ...counted } = progress
  await insertJobRow(db, {
    ...KEY,
    ...counted,
    part,
    state: state === 'stopped' ? 'cancelled' : state,
    detail: JSON.stringify(input),
    problem: refusal ? JSON.stringify(refusal) : '',
    result: await readFile(reportFile, 'utf8').catch(() => ''),
    addtime: Math.floor(touched / 1000),
  })
  for (const name of [file, reportFile]) await rm(name, { force: true })
  return jobOf(db, KEY, now())
}

export const stopMove = ({ db }: Place) => cancelJob(db, KEY)

/** Deletes the state of the last move and its unpacked archive. Migrated rows stay. */
export async function forgetMove({ db, config }: Place) {
  await removeJob(db, KEY)
  await rm(folderOf(config.DATA_DIR), { recursive: true, force: true })
}

/** The thread ends above these limits. */
const MEMORY = { megabytes: 400, youngMegabytes: 16 }

/** Starts the move in a worker thread. Refuses with showdocRunning while any process runs one. */
export async function startMove(ctx: Ctx<'admin'>, input: MoveInput): Promise<void> {
  const stage = input.archive && !existsSync(input.folder) ? 'unpacking' : 'copying'
  const job = new Job(ctx, KEY, { stage, detail: JSON.stringify(input), isExclusive: true })
  if (!(await job.isStarted)) throw new Refusal('showdocRunning')
  void run(ctx, job, input).catch((error: unknown) => ctx.log.error({ err: error }, 'move from ShowDoc'))
}

async function run(ctx: Ctx<'admin'>, job: Job, { what, folder, archive, samePeople, place }: MoveInput): Promise<void> {
  const { config, language } = ctx
  const { signal } = job
  const fail = (error: ErrorName, fill: Record<string, string> = {}) => job.finish('failed', { problem: JSON.stringify({ error, fill }) })
  const task = { config, what, folder, archive, samePeople, language }
  const calls = { progress: ({ stage, table, done, total }: MoveProgress) => job.progress(stage, done, total, table) }
  try {
    const options = { signal, waitForStop: true, calls, memory: MEMORY }
    const { value: report } = await workerStream<typeof moveTask>(import.meta.url, 'job', task, options).next()
    if (what === 'move') await writeAudit(ctx.db, ctx, 'showdocMoved', { subject: place, detail: summaryOf(report) })
    await job.finish('done', { result: JSON.stringify(report) })
  } catch (error) {
    if (signal.aborted) return job.finish('cancelled')
    if (error instanceof Refusal) return fail(error.error, error.fill)
    ctx.log.error({ err: error }, 'move from ShowDoc failed')
    return fail('showdocEnded')
  }
}

const summaryOf = ({ tables, pages }: MoveReport) =>
  `${tables.reduce((sum, table) => sum + table.written, 0)} rows, ${pages.same}/${pages.compared} pages`
