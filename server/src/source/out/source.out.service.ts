import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import type { OutFormat } from '@sheaf/description/out'
import { covers, type Rights } from '../../access/access.ts'
import type { Ctx } from '../../context.ts'
import { RawResponse } from '../../http/encode.ts'
import { QueueFull } from '../../runtime/fair-queue.ts'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import type { Source } from '../source.store.ts'
import { versionById } from '../source.version.store.ts'
import type { OutTask } from './out.worker.ts'
import { lengthOfTexts, wordedPages, wordedParts } from './source.out.store.ts'

const expand = promisify(zstdDecompress)

/** A description of the maximum size in YAML takes about a gigabyte when it is read. */
const bounds = { threads: 1, megabytes: 2048, milliseconds: 120_000, waiting: 50, waitingPerOwner: 3 } satisfies Bounds
/** Characters of pages with words. */
const TEXTS_MAX = 24_000_000

/** The ending of the name of a description: `.yaml`, `.json.gz`, or ''. */
export const endingOf = (fileName: string): string =>
  /(?:\.(?:json|ya?ml))?(?:\.(?:json|ya?ml|gz))$/i.exec(fileName)?.[0].toLowerCase() ?? ''

/** Bytes that a browser saves and never shows. */
export const asDownload = (bytes: Buffer, name: string) =>
  new RawResponse(bytes, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })

/** The present version as a download, for a reader of all its pages. Refusals: noVisit, notFound, tooMany, tooLarge. */
export async function exportSource(
  source: Source,
  form: 'source' | 'words' | 'overlay',
  format: OutFormat | '',
  { visits }: Pick<Rights, 'visits'>,
  ctx: Ctx,
): Promise<RawResponse> {
  const { name } = source
  if (form !== 'source' && source.kind === 'database') throw new Refusal('badInput', { field: 'form' })
  const parts = form === 'source' ? [] : await wordedParts(ctx.db, source)
  // A page with words can have been moved to a catalog that the reader cannot see.
  if (parts.some(({ cat_id }) => !covers(visits, cat_id))) throw new Refusal('noVisit')
  const version = await versionById(ctx.db, source.source_id, source.version_id)
  if (!version) throw new Refusal('notFound')
  if (form === 'source') return asDownload(await expand(version.bytes), `${name}-${version.seq}${endingOf(version.file_name)}`)
  const length = await lengthOfTexts(
    ctx.db,
    parts.map(({ page_id }) => page_id),
  )
  if (length > TEXTS_MAX) throw new Refusal('tooLarge')
  const task: OutTask = {
    bytes: version.bytes,
    fileName: version.file_name,
    language: isLanguage(source.language) ? source.language : 'en',
    source: name,
    title: source.title || name,
    version: String(version.seq),
    form,
    format,
    pages: await wordedPages(ctx.db, parts),
  }
  const made = await inThread(task, String(source.item_id))
  return asDownload(Buffer.from(made.text), `${name}-${version.seq}-${form}.${made.format}`)
}

async function inThread(task: OutTask, owner: string): Promise<{ text: string; format: OutFormat }> {
  try {
    return await inBounds(import.meta.url, 'out', task, { ...bounds, owner })
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('tooMany')
    const { name, code } = error as Error & { code?: string }
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('tooLarge')
    throw error
  }
}
