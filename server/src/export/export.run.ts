import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract'
import { mustBeEditor } from '../access/access.ts'
import { asOfNow } from '../access/as-of-now.ts'
import { writeAudit } from '../auth/audit.ts'
import type { Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { fairQueue, QueueFull } from '../runtime/fair-queue.ts'
import { siteOf } from '../runtime/item-links.ts'
import { Job, type JobKey } from '../runtime/job.ts'
import { workerStream } from '../runtime/worker-stream.ts'
import type archiveTask from './archive.worker.ts'
import {
  type ArchiveName,
  type ExportFormat,
  type ExportOptions,
  type ExportRequest,
  exportSource,
  nameOf,
  pageCount,
} from './export.source.ts'

/** Limits of concurrent and of queued exports in this process (S78). */
const CONCURRENT_EXPORTS_MAX = 2
const EXPORT_QUEUE_MAX = 20

const turns = fairQueue(CONCURRENT_EXPORTS_MAX, EXPORT_QUEUE_MAX)

/**
 * Waits for a free slot and returns the function that releases it. Refuses with exportBusy when the queue is full, and rejects when the
 * signal aborts.
 */
export const waitForSlot = (owner: string, signal: AbortSignal) =>
  turns(owner, signal).catch((error: unknown) => {
    throw error instanceof QueueFull ? new Refusal('exportBusy') : error
  })

export const jobKey = ({ user }: Ctx<'user'>, { request_id }: Pick<ExportRequest, 'request_id'>): JobKey => ({
  kind: 'export',
  uid: user.uid,
  request_id,
})

/**
 * Checks the rights, waits for a slot and streams the file while it is made. A disconnect of the client stops the export, queued or
 * running.
 */
export async function runExport(kind: ExportFormat | ArchiveName, request: ExportRequest, ctx: Ctx<'user'>): Promise<RawResponse> {
  const { item } = await mustBeEditor(ctx, request.item_id)
  const job = new Job(ctx, jobKey(ctx, request), { stage: 'waiting', gone: ctx.gone })
  const { signal } = job
  const onProgress = (done: number, total: number) => job.progress('working', done, total)
  let release = () => {}
  try {
    release = await waitForSlot(String(ctx.user.uid), signal)
    const caller = await asOfNow(ctx)
    const options = { site: siteOf(item, ctx), now: item.last_update_time, dataDir: ctx.config.DATA_DIR, signal, onProgress }
    const isArchive = typeof kind === 'string'
    const { name, bytes } = isArchive ? runInThread(kind, request, options, caller) : await runInProcess(kind, request, options, caller)
    const detail = isArchive ? kind : kind.ending
    // People export their texts when the disk is full or the database takes no writes.
    const record = () =>
      writeAudit(ctx.db, ctx, 'itemExported', { subject: item.item_name, detail }).catch((error: Error) =>
        ctx.log.warn({ err: error }, 'an export was not recorded'),
      )
    const stream = await startStream(bytes, signal, record)
    let problem: Error | undefined
    stream.once('error', (error) => {
      problem = error
      if (!isAborted(error, signal)) ctx.log.error({ err: error }, 'export failed')
    })
    stream.once('close', () => {
      release()
      void job.finish(stream.readableEnded ? 'done' : problem && !isAborted(problem, signal) ? 'failed' : 'cancelled')
    })
    const { ending, type } = isArchive ? { ending: 'zip', type: 'application/zip' } : kind
    return new RawResponse(stream, {
      'content-type': type,
      'content-disposition': disposition(name(), ending),
      'cache-control': 'no-store',
    })
  } catch (error) {
    release()
    void job.finish(signal.aborted ? 'cancelled' : 'failed')
    throw error
  }
}

interface RunningExport {
  /** The name of the file, known when the first bytes are there. */
  name: () => string
  bytes: AsyncIterator<Uint8Array>
}

async function runInProcess(
  { make }: ExportFormat,
  { item_id, ...part }: ExportRequest,
  options: ExportOptions,
  ctx: Ctx<'user'>,
): Promise<RunningExport> {
  const source = await exportSource(ctx, item_id, part)
  options.onProgress(0, pageCount(source))
  return { name: () => nameOf(source, part), bytes: make(source, options)[Symbol.asyncIterator]() }
}

/** The thread ends above these limits. A small young generation keeps its footprint small. */
const ARCHIVE_MEMORY = { megabytes: 512, youngMegabytes: 6 }

/** Makes an archive in a thread with its own database connection, so that it delays no other request. */
function runInThread(
  name: ArchiveName,
  request: ExportRequest,
  { signal, onProgress, ...options }: ExportOptions,
  { config, user, session_id, grant, language }: Ctx<'user'>,
): RunningExport {
  const { DATA_DIR, BASE_PATH, SECRET_KEY } = config
  const database = config.DATABASE_URL ?? join(DATA_DIR, 'sheaf.db')
  const task = {
    name,
    request,
    options,
    database,
    config: { DATA_DIR, BASE_PATH, SECRET_KEY },
    caller: { user, session_id, grant, language },
  }
  let fileName = ''
  const calls = {
    begin: (name: string) => {
      fileName = name
    },
    progress: onProgress,
  }
  const bytes = workerStream<typeof archiveTask>(import.meta.url, 'archive', task, { signal, calls, memory: ARCHIVE_MEMORY })
  return { name: () => fileName, bytes }
}

/** True when the client disconnected or the user cancelled the export, which is not a failure. */
const isAborted = (error: Error, signal: AbortSignal) => signal.aborted || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/**
 * Makes the first bytes before the response starts, so that an early failure still returns an error response. Only an export that
 * starts is recorded: the thread can refuse it.
 */
async function startStream(bytes: AsyncIterator<Uint8Array>, signal: AbortSignal, record: () => Promise<void>): Promise<Readable> {
  const first = await bytes.next()
  async function* all() {
    try {
      await record()
      for (let piece = first; !piece.done; piece = await bytes.next()) yield piece.value
    } finally {
      await bytes.return?.()
    }
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 128 * 1024, signal })
}

function disposition(name: string, ending: string) {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="export.${ending}"; filename*=UTF-8''${encoded}.${ending}`
}
