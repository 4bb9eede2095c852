import { Refusal } from '@sheaf/contract'
import { mustEditPage } from '../access/access.ts'
import { siteSettings } from '../common/settings.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { pageFiles } from './attachment.page.ts'
import { mayVisitFile, mustNotBeArchived } from './attachment.rights.service.ts'
import { removeFile, upload, uploadImg } from './attachment.service.ts'
import { byId, type Filter, fileAddress, flowOf, linkFiles, listFiles, monthOf, sumFiles } from './attachment.store.ts'
import { visitFile } from './attachment.visit.ts'

const FILES_PER_PAGE_MAX = 1000
const MIB = 1024 * 1024

/** Bytes in MiB, rounded as in the lists. */
const inM = (bytes: number) => Math.round((bytes / MIB) * 1000) / 1000

type Input = Parameters<AllHandlers['attachment']['getMyList']>[0]

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

const lists: Pick<AllHandlers['attachment'], 'getMyList' | 'getAllList'> = {
  async getMyList(input, ctx) {
    const found = await list(input, { uid: ctx.user.uid, username: '' }, ctx)
    return { ...found, used_flow_m: inM(await flowOf(ctx.db, ctx.user.uid, monthOf(ctx.now(), ctx.config.SITE_TZ))) }
  },

  getAllList: (input, ctx) => list(input, { username: input.username }, ctx),
}

export const attachment: AllHandlers['attachment'] = {
  visitFile,
  attachmentUpload: upload,
  uploadImg,
  pageAttachmentUploadList: pageFiles.uploadList,
  deletePageUploadFile: pageFiles.deleteUploadFile,
  ...lists,

  async deleteMyAttachment({ file_id }, ctx) {
    const file = await byId(ctx, file_id)
    if (!file || file.uid !== ctx.user.uid) throw new Refusal('notFound')
    await mustNotBeArchived(ctx, file)
    await removeFile(ctx, file)
    return []
  },

  /** Links a file of the user, or a file of the page's item that the user can read. */
  async bindingPage({ file_id, page_id }, ctx) {
    const { page, permission } = await mustEditPage(ctx, page_id)
    const file = await byId(ctx, file_id)
    const isOwn = file?.uid === ctx.user.uid
    if (!file || !(isOwn || (file.item_id === page.item_id && (await mayVisitFile(ctx, file))))) throw new Refusal('notFound')
    await linkFiles(ctx.db, permission, [{ file_id, page_id, addtime: ctx.now() }])
    return []
  },

  /** Deletes a file of any item; does nothing if it does not exist. */
  async deleteAttachment({ file_id }, ctx) {
    const file = await byId(ctx, file_id)
    if (file) await removeFile(ctx, file)
    return []
  },
}
