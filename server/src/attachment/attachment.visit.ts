import { Readable } from 'node:stream'
import { Refusal } from '@sheaf/contract'
import type { Ctx, Rooms } from '../lib/context.ts'
import { Sent } from '../lib/encode.ts'
import { inert } from '../lib/headers.ts'
import { monthOf, noteVisit } from './attachment.flow.store.ts'
import { isOnPageOf, mayVisitFile } from './attachment.rights.ts'
import { bySign, type Stored } from './attachment.store.ts'
import { isPlayable, pictures } from './file-kinds.ts'

const isPicture = (file: Stored) => Object.values(pictures).includes(file.file_type)

/** The stretch a Range header asks for; undefined for none or one we do not serve. */
function rangeOf(header: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

/** The file as something that can do nothing where it is opened (S63), whatever is in it. */
async function serve(ctx: Ctx, file: Stored) {
  if ((await ctx.files.size(file.path).catch(() => -1)) !== file.file_size) throw new Refusal('notFound')
  const range = rangeOf(ctx.headers.range, file.file_size)
  const bytes = range ? range.end - range.start + 1 : file.file_size
  const name = encodeURIComponent(file.display_name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  if (ctx.method !== 'HEAD') await count(ctx, file, bytes)
  const body = ctx.method === 'HEAD' ? Readable.from([]) : await ctx.files.read(file.path, range)
  return new Sent(
    body,
    {
      'content-type': isPicture(file) || isPlayable(file.file_type) ? file.file_type : 'application/octet-stream',
      'content-length': String(bytes),
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.file_size}` } : {}),
      'content-disposition': `${isPicture(file) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'accept-ranges': 'bytes',
      'content-security-policy': inert,
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'private, max-age=300',
    },
    range ? 206 : 200,
  )
}

const count = ({ store, now, config }: Ctx, { file_id, uid }: Stored, bytes: number) =>
  store.write((trx) => noteVisit(trx, { file_id, uid, bytes, month: monthOf(now(), config.SITE_TZ), at: now() }))

export const visitFile: Rooms['attachment']['visitFile'] = async ({ sign, key }, ctx) => {
  const file = /^[0-9a-f]{32}$/.test(sign) ? await bySign(ctx, sign) : undefined
  if (!file || !((await mayVisitFile(ctx, file)) || (await isOnPageOf(ctx, file, key)))) throw new Refusal('notFound')
  return serve(ctx, file)
}
