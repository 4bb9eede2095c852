import { API_ITEM, oneLine, Refusal, SINGLE_PAGE, type SourceReport, SPREADSHEET_ITEM } from '@sheaf/contract'
import type { Granted } from '../access/access.ts'
import { hasCatalog } from '../content/catalog.store.ts'
import { touchItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import type { Upload } from '../http/body/body.ts'
import { Job, jobOf } from '../runtime/job.ts'
import type { Incoming } from './source.publish.service.ts'
import { SOURCES_MAX, sourceName } from './source.rules.ts'
import { countSources, insertSource, removeSource, type Source, unreadSource } from './source.store.ts'

/** The uploaded file: the field `file`, or else any other file field. Refuses with fileMissing. */
function uploadOf({ uploads }: Pick<Ctx, 'uploads'>): Upload {
  const file = uploads['file'] ?? Object.values(uploads)[0]
  if (!file) throw new Refusal('fileMissing')
  return file
}

interface Given {
  label: string
  commit: string
  branch: string
  commit_time: number | undefined
  force: boolean
}

/** The uploaded version of a source. */
export function incomingOf(ctx: Pick<Ctx, 'uploads'>, given: Given, isCheck = false): Incoming {
  const { path, name: fileName } = uploadOf(ctx)
  const { label, commit, branch, commit_time = 0, force } = given
  const line = (text: string, max: number) => (text.trim() ? oneLine(text, max) : '')
  return { path, fileName, label: line(label, 200), commit: line(commit, 100), branch: line(branch, 200), commit_time, force, isCheck }
}

/** Seconds after which a source without a version and without a job is abandoned: longer than a first version takes. */
const ABANDONED_SECONDS = 15 * 60

type Wanted = Pick<Source, 'cat_id' | 'name' | 'title' | 'language' | 'on_gone' | 'views' | 'uid' | 'request_id'>

/**
 * Creates a source of an item, without a version. A repeated request gets the source that the first one made. A source that has no
 * version, because the server ended while it read the first one, gives its name to the next one.
 */
export async function addSource(
  { item, permission }: Pick<Granted<'edit'>, 'permission'> & { item: Pick<Granted<'edit'>['item'], 'item_type'> },
  wanted: Wanted,
  ctx: Ctx,
) {
  if ([SINGLE_PAGE, SPREADSHEET_ITEM, API_ITEM].includes(item.item_type)) throw new Refusal('sourceItem')
  const name = sourceName(wanted.name)
  const { item_id } = permission
  return ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now())
    if (wanted.cat_id !== 0 && !(await hasCatalog(trx, item_id, wanted.cat_id))) throw new Refusal('notFound')
    const times = { addtime: ctx.now(), check_time: ctx.now() }
    if ((await countSources(trx, item_id)) >= SOURCES_MAX) throw new Refusal('sourceLimit', { max: String(SOURCES_MAX) })
    const row = { ...wanted, name, kind: 'openapi' as const, ...times }
    const unread = await unreadSource(trx, permission, name)
    if (unread && (await isAbandoned(trx, unread, ctx.now()))) await removeSource(trx, permission, unread.source_id, ctx.now())
    const made = await insertSource(trx, permission, row)
    if (made) return { source: made, isNew: true }
    const known = await trx.selectFrom('source').selectAll().where('item_id', '=', item_id).where('name', '=', name).executeTakeFirst()
    if (known && known.request_id !== '' && known.request_id === wanted.request_id) return { source: known, isNew: false }
    throw new Refusal('sourceName', { name })
  })
}

/** Whether no process reads the first version of this source any more. */
async function isAbandoned(db: Db, { uid, request_id, addtime }: Pick<Source, 'uid' | 'request_id' | 'addtime'>, now: number) {
  const job = request_id && uid ? await jobOf(db, { kind: 'import', uid, request_id }, now) : undefined
  return job ? job.state !== 'running' && job.state !== 'cancelling' : addtime < now - ABANDONED_SECONDS
}

/** Runs a sync as a job, whose progress `import/progress` returns. */
export async function withProgress(
  ctx: Ctx<'user'>,
  request_id: string,
  work: (ctx: Ctx<'user'>, onProgress: (done: number, total: number) => void) => Promise<SourceReport>,
) {
  const job = new Job(ctx, { kind: 'import', uid: ctx.user.uid, request_id }, { stage: 'reading', gone: ctx.gone })
  try {
    const report = await work({ ...ctx, gone: job.signal }, (done, total) => job.progress('saving', done, total))
    job.progress('done', report.parts, report.parts)
    await job.finish('done')
    return report
  } catch (error) {
    await job.finish(job.signal.aborted ? 'cancelled' : 'failed')
    throw error
  }
}

/** Creates a source and reads its first version; a failure leaves no source. */
export async function withNewSource(
  ctx: Ctx<'user'>,
  granted: Granted<'edit' | 'manage'>,
  wanted: Wanted,
  sync: (made: Source, onProgress: (done: number, total: number) => void, jobCtx: Ctx<'user'>) => Promise<SourceReport>,
) {
  const { source: made, isNew } = await addSource(granted, wanted, ctx)
  try {
    const report = await withProgress(ctx, wanted.request_id, (jobCtx, onProgress) => sync(made, onProgress, jobCtx))
    return { source_id: made.source_id, report }
  } catch (error) {
    if (isNew) await ctx.store.write((trx) => removeSource(trx, granted.permission, made.source_id, ctx.now()))
    throw error
  }
}
