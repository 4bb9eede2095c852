import { randomUUID } from 'node:crypto'
import type { Ctx, Services } from '../context.ts'

/* Long jobs are rows that every server process reads: decision 63. */

type Db = Ctx['db']

/** uid 0 is a job of the whole site. An empty request_id is a job that no request can query, so it has no row. */
export interface JobKey {
  kind: 'export' | 'import' | 'showdoc'
  uid: number
  request_id: string
}

/** `cancelling` until the process of the job has noticed the request to cancel. */
type StoredState = 'running' | 'cancelling' | 'cancelled' | 'failed' | 'done'

export interface JobState {
  /** `lost` when the process of the job has died. */
  state: StoredState | 'lost'
  /** The current step, and its object where a stage has several. */
  stage: string
  part: string
  done: number
  total: number
  /** The input, the reason of a failure, and the result of the last completed run, as JSON; '' without. */
  detail: string
  problem: string
  result: string
}

const isActive = ['running', 'cancelling'] as const

/** Seconds without a heartbeat after which the process of a job counts as dead. */
const JOB_STALE_SECONDS = 30
/** Time between two heartbeats, which also notice a cancellation. */
const HEARTBEAT_MS = 2000
/** Minimum time between two updates of the counters within a stage. */
const PROGRESS_INTERVAL_MS = 300

/** The state of a job in any server process; undefined if there is none with this key. */
export async function jobOf(db: Db, { kind, uid, request_id }: JobKey, now: number): Promise<JobState | undefined> {
  const found = await db
    .selectFrom('job')
    .select(['state', 'stage', 'part', 'done', 'total', 'detail', 'problem', 'result', 'addtime'])
    .where('uid', '=', uid)
    .where('request_id', '=', request_id)
    // Rows of earlier versions have no kind.
    .where('kind', 'in', [kind, ''])
    .executeTakeFirst()
  if (!found) return undefined
  const { addtime, ...job } = found
  const isLost = isActive.some((state) => state === job.state) && addtime < now - JOB_STALE_SECONDS
  return { ...job, state: isLost ? 'lost' : job.state }
}

/** Requests the cancellation of a running job. Its process notices this with its next update. */
export const cancelJob = (db: Db, { kind, uid, request_id }: JobKey) =>
  db
    .updateTable('job')
    .set({ state: 'cancelling' })
    .where('uid', '=', uid)
    .where('request_id', '=', request_id)
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .execute()

export const removeJob = (db: Db, { uid, request_id }: JobKey) =>
  db.deleteFrom('job').where('uid', '=', uid).where('request_id', '=', request_id).execute()

interface JobStart {
  stage: string
  /** The input as JSON, to resume the job later. */
  detail?: string
  /** Ends the job when it aborts: its client has disconnected. */
  gone?: AbortSignal | undefined
  /** Does not start while another process runs this job. */
  isExclusive?: boolean
}

type Current = Pick<JobState, 'stage' | 'part' | 'done' | 'total'>
type Change = { state?: StoredState } & Partial<Pick<JobState, 'problem' | 'result'>>

/** A running job: its row, its heartbeat, and the signal that cancels it. */
export class Job {
  /** Aborts when a user cancels the job in any process, or when its client disconnects. */
  readonly signal: AbortSignal
  /** False if another process runs this exclusive job; then this one must not begin its work. */
  readonly isStarted: Promise<boolean>
  private readonly services: Pick<Services, 'store' | 'now' | 'log'>
  private readonly key: JobKey
  private readonly isExclusive: boolean
  /** A later run with the same key takes the row over; this run then leaves it unchanged. */
  private readonly run = randomUUID()
  private readonly cancelled = new AbortController()
  private readonly heartbeat: NodeJS.Timeout
  private current: Current
  private lastUpdate = 0
  private updates: Promise<void>

  constructor(services: Pick<Services, 'store' | 'now' | 'log'>, key: JobKey, { stage, detail = '', gone, isExclusive = false }: JobStart) {
    this.services = services
    this.key = key
    this.isExclusive = isExclusive
    this.current = { stage, part: '', done: 0, total: 0 }
    this.signal = gone ? AbortSignal.any([gone, this.cancelled.signal]) : this.cancelled.signal
    this.isStarted = key.request_id ? this.insert(detail) : Promise.resolve(true)
    this.updates = this.isStarted.then(() => {}, this.logFailure)
    this.heartbeat = setInterval(() => void this.update({}), HEARTBEAT_MS).unref()
    void this.isStarted.then((isStarted) => isStarted || clearInterval(this.heartbeat)).catch(() => clearInterval(this.heartbeat))
  }

  /** Stores a new stage immediately, and counters a few times per second. Can be passed as a callback. */
  progress = (stage: string, done: number, total: number, part = '') => {
    const isNewStage = stage !== this.current.stage
    this.current = { stage, part, done, total }
    if (!isNewStage && Date.now() - this.lastUpdate < PROGRESS_INTERVAL_MS) return
    this.lastUpdate = Date.now()
    void this.update({})
  }

  /** Stores the end. Without a new result, that of the previous run stays. */
  finish(state: 'cancelled' | 'failed' | 'done', { problem = '', result }: { problem?: string; result?: string } = {}) {
    clearInterval(this.heartbeat)
    return this.update({ state, problem, ...(result === undefined ? {} : { result }) })
  }

  private async insert(detail: string): Promise<boolean> {
    const { store, now } = this.services
    const row = { kind: this.key.kind, run: this.run, state: 'running', ...this.current, detail, problem: '', addtime: now() } as const
    const stored = await store.db
      .insertInto('job')
      .values({ ...this.key, ...row, result: '' })
      .onConflict((conflict) => {
        const taken = conflict.columns(['uid', 'request_id']).doUpdateSet(row)
        if (!this.isExclusive) return taken
        return taken.where((job) => job.or([job('job.state', 'not in', isActive), job('job.addtime', '<', now() - JOB_STALE_SECONDS)]))
      })
      .returning('uid')
      .executeTakeFirst()
    return stored !== undefined
  }

  /** Updates run one after another, so that the last one is stored last. A failure is logged and does not end the job. */
  private update(change: Change): Promise<void> {
    const row = { ...this.current, ...change }
    this.updates = this.updates.then(() => this.store(row)).catch(this.logFailure)
    return this.updates
  }

  private logFailure = (error: unknown) => this.services.log.error({ err: error }, `progress of ${this.key.kind}`)

  private async store(row: Current & Change) {
    if (!this.key.request_id) return
    const { store, now } = this.services
    const stored = await store.db
      .updateTable('job')
      .set({ ...row, addtime: now() })
      .where('uid', '=', this.key.uid)
      .where('request_id', '=', this.key.request_id)
      .where('run', '=', this.run)
      .where('state', 'in', isActive)
      .returning('state')
      .executeTakeFirst()
    if (stored ? stored.state === 'cancelling' : this.isExclusive) this.cancelled.abort(new Error(`the ${this.key.kind} was cancelled`))
  }
}
