import { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract'
import { mustBeEditor } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { Sent } from '../http/encode.ts'
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

/** Exports made at a time in this process, and those that may wait for their turn (S78). */
const CONCURRENT_EXPORTS_MAX = 2
const EXPORT_QUEUE_MAX = 20

const waiting: (() => void)[] = []
let running = 0

/** Waits for a turn; what comes back gives it to the next. Refuses when too many wait, and ends with the signal. */
export async function waitForSlot(signal: AbortSignal): Promise<() => void> {
  if (running < CONCURRENT_EXPORTS_MAX) running++
  else {
    if (waiting.length >= EXPORT_QUEUE_MAX) throw new Refusal('exportBusy')
    await new Promise<void>((go, end) => {
      const leave = () => {
        const at = waiting.indexOf(go)
        if (at >= 0) waiting.splice(at, 1)
        end(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(go)
    })
  }
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Rights first, then a turn, then the bytes as they are made. Whoever goes away ends it, in the queue and in the middle of the work. */
export async function runExport(kind: ExportFormat | ArchiveName, wanted: ExportRequest, ctx: Ctx<'user'>): Promise<Sent> {
  const { item } = await mustBeEditor(ctx, wanted.item_id)
  const watched = new ExportProgress(ctx, wanted.request_id)
  const { signal, onProgress } = watched
  let over = () => {}
  try {
    over = await waitForSlot(signal)
    const options = { site: siteOf(item, ctx), now: item.last_update_time, dataDir: ctx.config.DATA_DIR, signal, onProgress }
    const isArchive = typeof kind === 'string'
    const { name, bytes } = isArchive ? await inThread(kind, wanted, options, ctx) : await runInProcess(kind, wanted, options, ctx)
    const stream = await startStream(bytes[Symbol.asyncIterator](), signal)
    let problem: Error | undefined
    stream.once('error', (error) => {
      problem = error
      if (!isAborted(error, signal)) ctx.log.error({ err: error }, 'export failed')
    })
    stream.once('close', () => {
      over()
      void watched.finish(stream.readableEnded ? 'done' : problem && !isAborted(problem, signal) ? 'failed' : 'ended')
    })
    const { ending, type } = isArchive ? { ending: 'zip', type: 'application/zip' } : kind
    return new Sent(stream, { 'content-type': type, 'content-disposition': disposition(name, ending), 'cache-control': 'no-store' })
  } catch (error) {
    over()
    void watched.finish(signal.aborted ? 'ended' : 'failed')
    throw error
  }
}

async function runInProcess({ make }: ExportFormat, { item_id, ...part }: ExportRequest, options: ExportOptions, ctx: Ctx<'user'>) {
  const source = await exportSource(ctx, item_id, part)
  options.onProgress(0, pageCount(source))
  return { name: nameOf(source, part), bytes: make(source, options) }
}

/** Not an error of ours: whoever asked has gone, or has ended it. */
const isAborted = (error: Error, signal: AbortSignal) => signal.aborted || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/** The first bytes are made before the answer begins, so that what goes wrong until then is still told in words. */
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
