import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import { errorMessage, Refusal } from '@sheaf/contract'
import { writeAudit } from '../auth/audit.ts'
import { randomHex } from '../auth/secrets.ts'
import { mustBeOwnPassword } from '../auth/throttle.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { folderOf, forgetMove, type MoveInput, type MoveState, moveState, startMove, stopMove } from './job/run-job.ts'
import { lastReport } from './showdoc.store.ts'

const MIB = 1024 * 1024

/** Throws while a move is running: only one runs at a time. */
async function mustBeFree(ctx: Ctx): Promise<MoveState | undefined> {
  const last = await moveState(ctx)
  if (last?.state === 'running') throw new Refusal('showdocRunning')
  return last
}

/** Guard for the upload: runs before the first byte of an archive is stored. */
export const mayMove = async ({ password }: { password: string }, ctx: Ctx<'user' | 'admin'>) => {
  await mustBeOwnPassword(ctx, password)
  await mustBeFree(ctx)
}

async function begin(ctx: Ctx<'admin'>, input: MoveInput) {
  await writeAudit(ctx.db, ctx, 'showdocBegun', { subject: input.place })
  await startMove(ctx, input)
  return []
}

/** The last move, which the caller wants to resume or to verify. */
async function mustHaveLast(ctx: Ctx<'admin'>): Promise<MoveInput> {
  const last = await mustBeFree(ctx)
  if (!last) throw new Refusal('showdocNone')
  return last.input
}

export const adminShowdoc: AllHandlers['adminShowdoc'] = {
  async progress(_, ctx) {
    const { config, language } = ctx
    const move = await moveState(ctx)
    const { stage, part: table, done, total } = move ?? { stage: '', part: '', done: 0, total: 0 }
    const { error, fill } = move?.refusal ?? {}
    return {
      state: move?.state ?? 'none',
      what: move?.input.what ?? 'move',
      place: move?.input.place ?? '',
      is_upload: move?.input.isUpload ? 1 : 0,
      stage,
      table,
      done,
      total,
      problem: error ? errorMessage(error, language, fill) : '',
      // The newest report of a move from this screen, otherwise of one from the command line.
      report: move?.report || (await lastReport(ctx.db)),
      largest: config.IMPORT_MAX_MB * MIB,
    }
  },

  async begin({ folder, same_people, password }, ctx) {
    await mustBeOwnPassword(ctx, password)
    await mustBeFree(ctx)
    const place = normalize(folder.trim())
    if (!isAbsolute(place)) throw new Refusal('showdocPath')
    return begin(ctx, { what: 'move', folder: place, place, isUpload: false, samePeople: same_people })
  },

  async upload({ same_people, password }, ctx) {
    await mayMove({ password }, ctx)
    const [file] = Object.values(ctx.uploads)
    if (!file) throw new Refusal('fileMissing')
    const place = file.name.replace(/^.*[/\\]/, '').slice(0, 200)
    // The unpacked archive of the previous upload is no longer needed; moved rows stay.
    await forgetMove(ctx)
    const kept = folderOf(ctx.config.DATA_DIR)
    await mkdir(kept, { recursive: true, mode: 0o700 })
    const archive = join(kept, `archive-${randomHex(8)}`)
    await rename(file.path, archive)
    // Every upload gets its own folder: an interrupted move must resume with its own data.
    const folder = join(kept, `unpacked-${randomHex(8)}`)
    return begin(ctx, { what: 'move', folder, place, isUpload: true, archive, samePeople: same_people })
  },

  async resume({ password }, ctx) {
    await mustBeOwnPassword(ctx, password)
    const last = await mustHaveLast(ctx)
    if (last.isUpload && ![last.folder, last.archive ?? ''].some(existsSync)) throw new Refusal('showdocNone')
    return begin(ctx, { ...last, what: 'move' })
  },

  async stop(_, ctx) {
    await stopMove(ctx)
    return []
  },

  async verify(_, ctx) {
    const { archive: _archive, ...last } = await mustHaveLast(ctx)
    if (last.isUpload && !existsSync(last.folder)) throw new Refusal('showdocNone')
    await startMove(ctx, { ...last, what: 'verify' })
    return []
  },

  async forget(_, ctx) {
    await mustBeFree(ctx)
    await forgetMove(ctx)
    return []
  },

  async report(_, ctx) {
    const report = (await moveState(ctx))?.report || (await lastReport(ctx.db))
    if (!report) throw new Refusal('showdocNone')
    return new RawResponse(Buffer.from(`${JSON.stringify(JSON.parse(report), null, 1)}\n`), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="move-from-showdoc.json"',
      'cache-control': 'no-store',
    })
  },
}
