import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Refusal, type SourceReport } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import { SOURCE_BYTES_MAX } from '@sheaf/contract/limits'
import { API, mustWriteAsItem } from '../../access/keys.ts'
import { unseal } from '../../auth/secrets.ts'
import type { Ctx, Services } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { notify, SHEAF } from '../../notice/notice.store.ts'
import { OutboundFailure } from '../../outbound/place.ts'
import { repeatedly } from '../../runtime/loop.ts'
import type { SyncActor } from '../source.publish.service.ts'
import { withFile } from '../source.read.ts'
import { sourceById, updateSource } from '../source.store.ts'
import { syncSource } from '../source.sync.service.ts'
import { claimDue, fetchOf, NEVER, type SourceFetch, settle } from './source.fetch.store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Failures after which an address is tried once a day. */
const FAILURES_BEFORE_DAILY = 2
/** Seconds of a claim: longer than a fetch and its sync take. */
const CLAIM_SECONDS = 15 * 60
const TOTAL_MS = 20_000

/** Why an address gave no description, as a short word that screens describe. */
class FetchProblem extends Error {
  readonly problem: string
  constructor(problem: string) {
    super(`fetch: ${problem}`)
    this.problem = problem
  }
}

/** Refusals of the caller or of the item, which say nothing about the address. */
const NOT_OF_ADDRESS = new Set<string>(['noPermission', 'noVisit', 'loginInvalid', 'archived', 'notFound'])

const problemOf = (error: unknown): string | undefined => {
  if (error instanceof FetchProblem) return error.problem
  if (error instanceof OutboundFailure) return error.fault
  return error instanceof Refusal && !NOT_OF_ADDRESS.has(error.error) ? `refused:${error.error}` : undefined
}

/** The owner of the item learns of the third failure, and of each one after it. A person who fetches sees the failure at once. */
async function notifyFailed(db: Db, { source_id, url }: SourceFetch, since: number, at: number) {
  const source = await db
    .selectFrom('source')
    .innerJoin('item', 'item.item_id', 'source.item_id')
    .select(['source.title', 'source.name', 'item.item_id', 'item.item_name', 'item.uid'])
    .where('source.source_id', '=', source_id)
    .executeTakeFirst()
  if (!source) return
  const about = { item: source.item_name, source: source.title || source.name, source_id, host: new URL(url).host, since }
  await notify(db, SHEAF, { uids: [source.uid], kind: 'sourceFailed', about, item_id: source.item_id }, at)
}

/** When the address is tried next. */
const nextTime = ({ every_hours }: Pick<SourceFetch, 'every_hours'>, now: number, failures: number) => {
  if (every_hours === 0) return NEVER
  const every = every_hours * HOUR
  return now + (failures >= FAILURES_BEFORE_DAILY ? Math.max(every, DAY) : every)
}

/** The bytes at the address; undefined if they are those of the last fetch. */
async function download(row: SourceFetch, services: Pick<Services, 'outbound' | 'config'>) {
  const secret = row.header_sealed && unseal(services, 'source-fetch', row.header_sealed)
  if (secret === undefined) throw new FetchProblem('header')
  const headers = {
    accept: 'application/json, application/yaml, */*',
    'accept-encoding': 'identity',
    ...(row.etag ? { 'if-none-match': row.etag } : {}),
    ...(row.header_name ? { [row.header_name]: secret } : {}),
  }
  const {
    status,
    headers: answered,
    bytes,
    isWhole,
  } = await services.outbound.download(row.url, {
    headers,
    bytesMax: SOURCE_BYTES_MAX,
    totalMs: TOTAL_MS,
  })
  const etag = String(answered.etag ?? '').slice(0, 200)
  if (status === 304) return { etag: row.etag, sha256: row.sha256, bytes: undefined }
  if (status >= 300 && status < 400) throw new FetchProblem('moved')
  if (status !== 200) throw new FetchProblem(`status:${status}`)
  if (!isWhole) throw new FetchProblem('tooBig')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { etag, sha256, bytes: sha256 === row.sha256 ? undefined : bytes }
}

const fileNameOf = (url: string) => basename(new URL(url).pathname).slice(0, 200) || 'description'

/** What a fetch made: a report, none for bytes that were fetched before, or the word of a problem. */
export interface Fetched {
  report: SourceReport | null
  problem: string
}

/**
 * Fetches the description of a source and brings its pages up to date. Bytes that were fetched before change nothing, also if their version
 * is held or was dropped. A failure is stored with its time.
 */
export async function fetchSource(row: SourceFetch, actor: SyncActor, ctx: Ctx): Promise<Fetched> {
  const { source_id } = row
  try {
    const { permission } = await actor.mustEdit()
    const source = await sourceById(ctx, source_id)
    if (!source) throw new Refusal('notFound')
    const { etag, sha256, bytes } = await download(row, ctx)
    const origin = { fileName: fileNameOf(row.url), label: '', commit: '', branch: '', commit_time: 0, force: false, isCheck: false }
    const report = bytes ? await withFile(ctx, bytes, (path) => syncSource(source, { ...origin, path }, actor, ctx)) : null
    const now = ctx.now()
    if (!report) await updateSource(ctx.db, permission, source_id, { check_time: now })
    const good = { etag, sha256, check_time: now, problem: '', problem_since: 0, failures: 0 }
    await ctx.store.write((trx) => settle(trx, row, { ...good, next_time: nextTime(row, now, 0) }))
    return { report, problem: '' }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    const now = ctx.now()
    const failures = row.failures + 1
    const failed = { problem, problem_since: row.problem_since || now, failures, next_time: nextTime(row, now, failures) }
    await ctx.store.write(async (trx) => {
      await settle(trx, row, { ...failed, check_time: now })
      if (actor.uid === null && failures > FAILURES_BEFORE_DAILY) await notifyFailed(trx, row, failed.problem_since, now)
    })
    return { report: null, problem }
  }
}

/** A request that no client sent: the schedule of a source. */
const ctxOf = (services: Services, language: string): Ctx => ({
  ...services,
  db: services.store.db,
  user: null,
  session_id: null,
  grant: undefined,
  language: isLanguage(language) ? language : 'en',
  address: '',
  method: 'GET',
  headers: {},
  uploads: {},
  gone: undefined,
  reply() {},
})

/** Fetches all sources that are due, one after another. */
export async function fetchDue(services: Services, now: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted && services.outbound.isOn) {
    const row = await claimDue(services, await now(), CLAIM_SECONDS)
    if (!row) break
    count++
    const source = await sourceById(services, row.source_id)
    if (!source) continue
    const { uid, username } = API
    const actor = { uid, username, mustEdit: async () => ({ ...(await mustWriteAsItem(services, source.item_id)), roots: [0] }) }
    try {
      await fetchSource(row, actor, ctxOf(services, source.language))
    } catch (error) {
      // The claim expires, and the source is fetched again.
      services.log.error({ err: error, source_id: row.source_id }, 'a source was not fetched')
    }
  }
  return count
}

const POLL_MS = 60_000

/** Fetches sources from now on. The returned function stops it; the claim of a running fetch expires, and the next server fetches again. */
export const keepFetching = (services: Services, now: () => Promise<number>) =>
  repeatedly(
    POLL_MS,
    (signal) => fetchDue(services, now, signal),
    (error) => services.log.error({ err: error }, 'sources are not fetched'),
  )

/** The address of a source as its screen shows it. */
export async function scheduleOf(ctx: Ctx, source_id: number, isManager: boolean) {
  const row = await fetchOf(ctx.db, source_id)
  return {
    url: !row ? '' : isManager ? row.url : '***',
    every_hours: row?.every_hours ?? 0,
    header_name: row?.header_name ?? '',
    next_time: !row || row.next_time === NEVER ? 0 : row.next_time,
    check_time: row?.check_time ?? 0,
    problem: row?.problem ?? '',
    problem_since: row?.problem_since ?? 0,
    is_on: ctx.outbound.isOn ? 1 : 0,
  }
}
