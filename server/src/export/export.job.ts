import type { Ctx } from '../context.ts'
import { isSilent } from '../runtime/job.ts'

export type Stage = 'none' | 'waiting' | 'working' | 'done' | 'ended' | 'failed'

/** Milliseconds between two notes of one export. */
const PROGRESS_INTERVAL_MS = 300
/** Milliseconds between two notes of one that waits, or works without counting: whoever ended it is heard. */
const HEARTBEAT_MS = 2000

/** Notes how far an export is, if whoever asked wants to watch it; false when it was ended meanwhile, from whichever process. */
async function note({ db, user, now }: Ctx<'user'>, request_id: string, stage: Stage, [done, total]: [number, number]): Promise<boolean> {
  const row = { stage, done, total, addtime: now() }
  const noted = await db
    .insertInto('job')
    .values({ uid: user.uid, request_id, ...row })
    .onConflict((conflict) => conflict.columns(['uid', 'request_id']).doUpdateSet(row).where('job.stage', '<>', 'ended'))
    .returning('uid')
    .executeTakeFirst()
  return noted !== undefined
}

/** An id that was used before begins anew. */
const forget = ({ db, user }: Ctx<'user'>, request_id: string) =>
  db.deleteFrom('job').where('uid', '=', user.uid).where('request_id', '=', request_id).execute()

/** How far it is, whichever process makes it; it has failed when that one has died. */
export async function stageOf({ db, user, now }: Ctx<'user'>, request_id: string): Promise<{ stage: Stage; done: number; total: number }> {
  const noted = db.selectFrom('job').select(['stage', 'done', 'total', 'addtime'])
  const job = await noted.where('uid', '=', user.uid).where('request_id', '=', request_id).executeTakeFirst()
  if (!job) return { stage: 'none', done: 0, total: 0 }
  const { addtime, stage, ...counted } = job
  const isDead = (stage === 'waiting' || stage === 'working') && isSilent(addtime, now())
  return { stage: isDead ? 'failed' : (stage as Stage), ...counted }
}

/** The next note of the export finds out; one that is finished stays so. */
export const endJob = ({ db, user }: Ctx<'user'>, request_id: string) =>
  db
    .updateTable('job')
    .set({ stage: 'ended' })
    .where('uid', '=', user.uid)
    .where('request_id', '=', request_id)
    .where('stage', 'in', ['waiting', 'working'])
    .execute()

/** One export as its owner sees it from outside. */
export class ExportProgress {
  private readonly ctx: Ctx<'user'>
  private readonly request_id: string
  private readonly end = new AbortController()
  /** Ends with the connection, or when it is told to. */
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
    // One after another, so that the last word is the last.
    this.writing = this.writing
      .then(() => note(this.ctx, this.request_id, stage, counted))
      .then((goesOn) => goesOn || this.end.abort())
      .catch((error: Error) => this.ctx.log.error({ err: error }, 'export progress'))
  }

  /** As a property, so that it can be handed on. */
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
