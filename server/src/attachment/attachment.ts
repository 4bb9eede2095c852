import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { rightsOn } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import type { Ctx, Rooms } from '../lib/context.ts'
import { Sent } from '../lib/encode.ts'
import { inert } from '../lib/headers.ts'
import { bySign, noteVisit, placesOf, type Stored } from './attachment.store.ts'
import { pictures } from './file-kinds.ts'

const isPicture = (file: Stored) => Object.values(pictures).includes(file.file_type)

/** The stretch a Range header asks for; undefined for none or one we do not serve. */
function rangeOf(header: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}

async function serve(ctx: Ctx, file: Stored) {
  if ((await ctx.files.size(file.path).catch(() => -1)) !== file.file_size) throw new Refusal('notFound')
  const range = rangeOf(ctx.headers.range, file.file_size)
  const name = encodeURIComponent(file.display_name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return new Sent(
    await ctx.files.read(file.path, range),
    {
      'content-type': isPicture(file) ? file.file_type : 'application/octet-stream',
      'content-length': String(range ? range.end - range.start + 1 : file.file_size),
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

/** Whoever may visit the item; members with a scope not what is on pages outside it alone. */
async function mayVisit(ctx: Ctx, { item_id, file_id }: Stored) {
  if (!item_id) return true
  const item = await headOf(ctx, item_id)
  const visits = item ? (await rightsOn(ctx, item)).visits : 'none'
  if (visits === 'all' || visits === 'none') return visits === 'all'
  const places = await placesOf(ctx, file_id)
  return places.length === 0 || places.some(({ cat_id }) => covers(visits, cat_id))
}

export const attachment: Rooms['attachment'] = {
  async visitFile({ sign }, ctx) {
    const file = /^[0-9a-f]{32}$/.test(sign) ? await bySign(ctx, sign) : undefined
    if (!file || !(await mayVisit(ctx, file))) throw new Refusal('notFound')
    await noteVisit(ctx.db, file.file_id, ctx.now())
    return serve(ctx, file)
  },
}
