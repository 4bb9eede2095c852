import { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract'
import type { AllHandlers, Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import type { ContentHeaders, Files } from '../storage/storage.ts'
import { isOnPageOf, mayVisitFile } from './attachment.rights.service.ts'
import { byOldPath, bySign, monthOf, noteVisit, type Stored } from './attachment.store.ts'
import { isPlayable, pictures } from './content/file-kinds.rules.ts'

/** The content security policy of stored files: their content cannot run scripts. */
const inert = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'"

const isPicture = (file: Stored) => Object.values(pictures).includes(file.file_type)

/** Identifies the bytes of a file: an address never gets other bytes. */
const etagOf = ({ sign }: Stored) => `"${sign}"`

/** If-None-Match (RFC 9110, 13.1.2): a list of tags, weak or strong, or any. */
const isUnchanged = ({ 'if-none-match': tags }: Ctx['headers'], etag: string) =>
  tags !== undefined && (tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

/**
 * The bytes that a Range header requests (RFC 9110, 14.2). Undefined for none, for several ranges, for one outside the file and for another
 * version of the file (If-Range): then the whole file is sent.
 */
function rangeOf({ range, 'if-range': version }: Ctx['headers'], size: number, etag: string) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined || (from === '' && to === '') || (version !== undefined && version !== etag)) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

/** The type and disposition of a file, with which no content can run in the browser (S63). */
function contentHeadersOf(file: Stored): ContentHeaders {
  const name = encodeURIComponent(file.display_name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return {
    type: isPicture(file) || isPlayable(file.file_type) ? file.file_type : 'application/octet-stream',
    disposition: `${isPicture(file) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
  }
}

/** Lost and truncated files are reported as missing, but an unreachable store is not. */
const asNotFound = (error: unknown): never => {
  throw error instanceof Refusal ? error : new Refusal('notFound')
}

async function serve(ctx: Ctx, file: Stored) {
  const files = await ctx.files.of(file.store)
  const shown = contentHeadersOf(file)
  if (files.link && (await mayRedirect(ctx, file))) return redirect(ctx, file, await files.link(file.path, shown))
  const etag = etagOf(file)
  const cache = {
    etag,
    'content-disposition': shown.disposition,
    'cache-control': 'private, max-age=300',
    'cross-origin-resource-policy': 'same-site',
  }
  if (isUnchanged(ctx.headers, etag)) return new RawResponse(undefined, cache, 304)
  const range = rangeOf(ctx.headers, file.file_size, etag)
  const bytes = range ? range.end - range.start + 1 : file.file_size
  const body = ctx.method === 'HEAD' ? await emptyOf(files, file) : await files.read(file.path, range, file.file_size).catch(asNotFound)
  if (ctx.method !== 'HEAD') await count(ctx, file, bytes).catch((error) => Promise.reject(body.destroy() && error))
  return new RawResponse(
    body,
    {
      'content-type': shown.type,
      'content-length': String(bytes),
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.file_size}` } : {}),
      'accept-ranges': 'bytes',
      'content-security-policy': inert,
      ...cache,
    },
    range ? 206 : 200,
  )
}

async function emptyOf(files: Files, file: Stored) {
  if ((await files.size(file.path).catch(asNotFound)) !== file.file_size) throw new Refusal('notFound')
  return Readable.from([])
}

/** Whether the client can be redirected to the store: for public files, except for scripts of our pages, which can only connect to us. */
const mayRedirect = async (ctx: Ctx, file: Stored) =>
  ctx.method === 'GET' &&
  ctx.headers['sec-fetch-dest'] !== 'empty' &&
  (await mayVisitFile({ store: ctx.store, user: null, session_id: null, grant: undefined }, file))

/** Redirects to the store; the cache lifetime is no longer than the address is valid. */
async function redirect(ctx: Ctx, file: Stored, location: string) {
  await count(ctx, file, file.file_size)
  return new RawResponse(Buffer.alloc(0), { location, 'cache-control': 'private, max-age=60' }, 302)
}

const count = ({ store, now, config }: Ctx, { file_id, uid }: Stored, bytes: number) =>
  store.write((trx) => noteVisit(trx, { file_id, uid, bytes, month: monthOf(now(), config.SITE_TZ), at: now() }))

export const visitFile: AllHandlers['attachment']['visitFile'] = async ({ sign, key, uploaded }, ctx) => {
  const file = uploaded ? await byOldPath(ctx, uploaded) : /^[0-9a-f]{32}$/.test(sign) ? await bySign(ctx, sign) : undefined
  if (!file || !((await mayVisitFile(ctx, file)) || (await isOnPageOf(ctx, file, key)))) throw new Refusal('notFound')
  return serve(ctx, file)
}
