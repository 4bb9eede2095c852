import type { Ctx } from '../lib/context.ts'

export type Stage = 'none' | 'waiting' | 'working' | 'done' | 'ended' | 'failed'

/** Milliseconds between two notes of one export. */
const OFTEN = 300

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

export async function stageOf({ db, user }: Ctx<'user'>, request_id: string) {
  const job = db.selectFrom('job').select(['stage', 'done', 'total']).where('uid', '=', user.uid).where('request_id', '=', request_id)
  return ((await job.executeTakeFirst()) ?? { stage: 'none', done: 0, total: 0 }) as { stage: Stage; done: number; total: number }
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
export class Watched {
  private readonly ctx: Ctx<'user'>
  private readonly request_id: string
  private readonly end = new AbortController()
  /** Ends with the connection, or when it is told to. */
  readonly signal: AbortSignal
  private last = 0
  private counted: [number, number] = [0, 0]
  private writing: Promise<unknown>

  constructor(ctx: Ctx<'user'>, request_id: string) {
    this.ctx = ctx
    this.request_id = request_id
    this.writing = request_id ? forget(ctx, request_id) : Promise.resolve()
    this.put('waiting')
    this.signal = ctx.gone ? AbortSignal.any([ctx.gone, this.end.signal]) : this.end.signal
  }

  private put(stage: Stage) {
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
    if (Date.now() - this.last < OFTEN) return
    this.last = Date.now()
    this.put('working')
  }

  finish(stage: 'done' | 'failed' | 'ended') {
    this.put(stage)
    return this.writing
  }
}
