import type { Ctx } from '../context.ts'
import { isStale } from '../runtime/job.ts'

export type Stage = 'none' | 'waiting' | 'working' | 'done' | 'ended' | 'failed'

/** Minimum time between two progress updates of an export. */
const PROGRESS_INTERVAL_MS = 300
/** Time between updates while an export waits or reports no progress, so that a cancellation is noticed. */
const HEARTBEAT_MS = 2000

/** Stores the progress of an export. Returns false when any server process has cancelled the export. */
async function storeProgress(
  { db, user, now }: Ctx<'user'>,
  request_id: string,
  stage: Stage,
  [done, total]: [number, number],
): Promise<boolean> {
  const row = { stage, done, total, addtime: now() }
  const stored = await db
    .insertInto('job')
    .values({ uid: user.uid, request_id, ...row })
    .onConflict((conflict) => conflict.columns(['uid', 'request_id']).doUpdateSet(row).where('job.stage', '<>', 'ended'))
    .returning('uid')
    .executeTakeFirst()
  return stored !== undefined
}

/** Deletes the previous state, so that a request_id can be used again. */
const forget = ({ db, user }: Ctx<'user'>, request_id: string) =>
  db.deleteFrom('job').where('uid', '=', user.uid).where('request_id', '=', request_id).execute()

/** The progress of an export in any server process. An export whose process has died counts as failed. */
export async function stageOf({ db, user, now }: Ctx<'user'>, request_id: string): Promise<{ stage: Stage; done: number; total: number }> {
  const jobs = db.selectFrom('job').select(['stage', 'done', 'total', 'addtime'])
  const job = await jobs.where('uid', '=', user.uid).where('request_id', '=', request_id).executeTakeFirst()
  if (!job) return { stage: 'none', done: 0, total: 0 }
  const { addtime, stage, ...counted } = job
  const isDead = (stage === 'waiting' || stage === 'working') && isStale(addtime, now())
  return { stage: isDead ? 'failed' : (stage as Stage), ...counted }
}

/** Cancels an export. It stops at its next progress update; a finished export stays finished. */
export const cancelJob = ({ db, user }: Ctx<'user'>, request_id: string) =>
  db
    .updateTable('job')
    .set({ stage: 'ended' })
    .where('uid', '=', user.uid)
    .where('request_id', '=', request_id)
    .where('stage', 'in', ['waiting', 'working'])
    .execute()

/** The stored progress of a running export, and the signal that cancels it. */
export class ExportProgress {
  private readonly ctx: Ctx<'user'>
  private readonly request_id: string
  private readonly end = new AbortController()
  /** Aborts when the client disconnects or the user cancels the export. */
  readonly signal: AbortSignal
  private last = 0
  private counted: [number, number] = [0, 0]
  private writing: Promise<unknown>
  private stage: Stage = 'waiting'
  private readonly beat: NodeJS.Timeout

  constructor(ctx: Ctx<'user'>, request_id: string) {
    this.ctx = ctx
    this.request_id = request_id
    this.writing = request_id ? forget(ctx, request_id) : Promise.resolve()
    this.put('waiting')
    this.beat = setInterval(() => this.put(this.stage), HEARTBEAT_MS).unref()
    this.signal = ctx.gone ? AbortSignal.any([ctx.gone, this.end.signal]) : this.end.signal
  }

  private put(stage: Stage) {
    this.stage = stage
    if (!this.request_id) return
    const { counted } = this
    // Updates run one after another, so that the last update is stored last.
    this.writing = this.writing
      .then(() => storeProgress(this.ctx, this.request_id, stage, counted))
      .then((isActive) => isActive || this.end.abort())
      .catch((error: Error) => this.ctx.log.error({ err: error }, 'export progress'))
  }

  /** An arrow function, so that it can be passed as a callback. */
  onProgress = (done: number, total: number) => {
    this.counted = [done, total]
    if (Date.now() - this.last < PROGRESS_INTERVAL_MS) return
    this.last = Date.now()
    this.put('working')
  }

  finish(stage: 'done' | 'failed' | 'ended') {
    clearInterval(this.beat)
    this.put(stage)
    return this.writing
  }
}
