import { Refusal } from '@sheaf/contract'
import { siteSettings } from '../common/common.store.ts'
import type { Ctx, Rooms } from '../context.ts'
import { flowOf, monthOf } from './attachment.flow.store.ts'
import { type Filter, listFiles, sumFiles } from './attachment.list.store.ts'
import { fileAddress } from './attachment.store.ts'

const FILES_PER_PAGE_MAX = 1000
const MIB = 1024 * 1024

/** Bytes in M, as lists show them. */
const inM = (bytes: number) => Math.round((bytes / MIB) * 1000) / 1000

type Input = Parameters<Rooms['attachment']['getMyList']>[0]

const kindOf: Record<string, Filter['kind']> = { '': 'all', '-1': 'all', '1': 'pictures', '2': 'others' }

async function list({ page, count, attachment_type, display_name }: Input, who: Pick<Filter, 'uid' | 'username'>, ctx: Ctx) {
  const kind = Object.hasOwn(kindOf, attachment_type) ? kindOf[attachment_type] : undefined
  if (!kind) throw new Refusal('badInput', { field: 'attachment_type' })
  const filter = { ...who, kind, name: display_name }
  const size = Math.min(FILES_PER_PAGE_MAX, count || Number((await siteSettings(ctx)).attachment_page_size) || 6)
  const [rows, { total, used }] = await Promise.all([listFiles(ctx.db, filter, size, page || 1), sumFiles(ctx.db, filter)])
  return {
    list: rows.map((row) => ({
      ...row,
      username: row.username ?? '',
      file_size_m: inM(row.file_size),
      url: fileAddress(ctx, row.sign),
    })),
    total,
    used,
    used_m: inM(used),
  }
}

export const lists: Pick<Rooms['attachment'], 'getMyList' | 'getAllList'> = {
  async getMyList(input, ctx) {
    const found = await list(input, { uid: ctx.user.uid, username: '' }, ctx)
    return { ...found, used_flow_m: inM(await flowOf(ctx.db, ctx.user.uid, monthOf(ctx.now(), ctx.config.SITE_TZ))) }
  },

  getAllList: (input, ctx) => list(input, { username: input.username }, ctx),
}
