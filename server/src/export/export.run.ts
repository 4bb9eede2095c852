import { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract'
import { mustBeEditor } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { siteOf } from '../runtime/item-links.ts'
import { ExportProgress } from './export.job.ts'
import {
  type ArchiveName,
  type ExportFormat,
  type ExportOptions,
  type ExportRequest,
  exportSource,
  nameOf,
  pageCount,
} from './export.source.ts'
import { inThread } from './export.thread.ts'

/** Limits of concurrent and of queued exports in this process (S78). */
const CONCURRENT_EXPORTS_MAX = 2
const EXPORT_QUEUE_MAX = 20

const waiting: (() => void)[] = []
let running = 0

/**
 * Waits for a free slot and returns the function that releases it. Refuses with exportBusy when the queue is full, and rejects when the
 * signal aborts.
 */
export async function waitForSlot(signal: AbortSignal): Promise<() => void> {
  if (running < CONCURRENT_EXPORTS_MAX) running++
  else {
    if (waiting.length >= EXPORT_QUEUE_MAX) throw new Refusal('exportBusy')
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        const at = waiting.indexOf(resolve)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(resolve)
    })
  }
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/**
 * Checks the rights, waits for a slot and streams the file while it is made. A disconnect of the client stops the export, queued or
 * running.
 */
export async function runExport(kind: ExportFormat | ArchiveName, request: ExportRequest, ctx: Ctx<'user'>): Promise<RawResponse> {
  const { item } = await mustBeEditor(ctx, request.item_id)
  const progress = new ExportProgress(ctx, request.request_id)
  const { signal, onProgress } = progress
  let release = () => {}
  try {
    release = await waitForSlot(signal)
    const options = { site: siteOf(item, ctx), now: item.last_update_time, dataDir: ctx.config.DATA_DIR, signal, onProgress }
    const isArchive = typeof kind === 'string'
    const { name, bytes } = isArchive ? await inThread(kind, request, options, ctx) : await runInProcess(kind, request, options, ctx)
    const stream = await startStream(bytes[Symbol.asyncIterator](), signal)
    let problem: Error | undefined
    stream.once('error', (error) => {
      problem = error
      if (!isAborted(error, signal)) ctx.log.error({ err: error }, 'export failed')
    })
    stream.once('close', () => {
      release()
      void progress.finish(stream.readableEnded ? 'done' : problem && !isAborted(problem, signal) ? 'failed' : 'ended')
    })
    const { ending, type } = isArchive ? { ending: 'zip', type: 'application/zip' } : kind
    return new RawResponse(stream, { 'content-type': type, 'content-disposition': disposition(name, ending), 'cache-control': 'no-store' })
  } catch (error) {
    release()
    void progress.finish(signal.aborted ? 'ended' : 'failed')
    throw error
  }
}

async function runInProcess({ make }: ExportFormat, { item_id, ...part }: ExportRequest, options: ExportOptions, ctx: Ctx<'user'>) {
  const source = await exportSource(ctx, item_id, part)
  options.onProgress(0, pageCount(source))
  return { name: nameOf(source, part), bytes: make(source, options) }
}

/** True when the client disconnected or the user cancelled the export, which is not a failure. */
const isAborted = (error: Error, signal: AbortSignal) => signal.aborted || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/** Makes the first bytes before the response starts, so that an early failure still returns an error response. */
async function startStream(bytes: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<Readable> {
  const first = await bytes.next()
  async function* all() {
    try {
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
