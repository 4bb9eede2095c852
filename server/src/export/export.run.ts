import { Readable } from 'node:stream'
import { mustBeEditor } from '../access/access.ts'
import type { Ctx } from '../lib/context.ts'
import { Sent } from '../lib/encode.ts'
import { type Site, siteOf } from '../lib/item-links.ts'
import { Watched } from './export.job.ts'
import { type ExportSource, exportSource, pageCount } from './export.source.ts'
import { turn } from './export.turns.ts'
import { safeName } from './zip/safe-name.ts'

export interface Wanted {
  item_id: number
  cat_id: number
  page_id: number
  request_id: string
}

export interface ExportOptions {
  site: Site
  /** Unix seconds. */
  now: number
  /** The server's own folder, for what has to wait. */
  dataDir: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** A kind of file that an item can leave as. */
export interface Kind {
  ending: string
  type: string
  make: (source: ExportSource, options: ExportOptions) => AsyncIterable<Uint8Array>
}

/** Rights first, then a turn, then the bytes as they are made. Whoever goes away ends it, in the queue and in the middle of the work. */
export async function runExport(kind: Kind, { item_id, cat_id, page_id, request_id }: Wanted, ctx: Ctx<'user'>): Promise<Sent> {
  const { item } = await mustBeEditor(ctx, item_id)
  const watched = new Watched(ctx, request_id)
  const { signal, onProgress } = watched
  let over = () => {}
  try {
    over = await turn(signal)
    const source = await exportSource(ctx, item_id, { cat_id, page_id })
    onProgress(0, pageCount(source))
    const name = nameOf(source, cat_id || page_id)
    const bytes = kind.make(source, { site: siteOf(item, ctx), now: ctx.now(), dataDir: ctx.config.DATA_DIR, signal, onProgress })
    const stream = await begun(bytes[Symbol.asyncIterator](), signal)
    let problem: Error | undefined
    stream.once('error', (error) => {
      problem = error
      if (!isLeft(error, signal)) ctx.log.error({ err: error }, 'export failed')
    })
    stream.once('close', () => {
      over()
      void watched.finish(stream.readableEnded ? 'done' : problem && !isLeft(problem, signal) ? 'failed' : 'ended')
    })
    return new Sent(stream, {
      'content-type': kind.type,
      'content-disposition': disposition(name, kind.ending),
      'cache-control': 'no-store',
    })
  } catch (error) {
    over()
    void watched.finish(signal.aborted ? 'ended' : 'failed')
    throw error
  }
}

/** Not an error of ours: whoever asked has gone, or has ended it. */
const isLeft = (error: Error, signal: AbortSignal) => signal.aborted || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/** The first bytes are made before the answer begins, so that what goes wrong until then is still told in words. */
async function begun(bytes: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<Readable> {
  const first = await bytes.next()
  async function* all() {
    try {
      for (let piece = first; !piece.done; piece = await bytes.next()) yield piece.value
    } finally {
      await bytes.return?.()
    }
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 256 * 1024, signal })
}

const nameOf = ({ item, nodes }: ExportSource, isPart: number) =>
  safeName(isPart ? `${item.item_name} - ${nodes[0]?.title ?? ''}` : item.item_name, 'export')

function disposition(name: string, ending: string) {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="export.${ending}"; filename*=UTF-8''${encoded}.${ending}`
}
