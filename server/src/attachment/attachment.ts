import { Refusal } from '@sheaf/contract'
import { headOf } from '../access/access.store.ts'
import { mustEditPage } from '../access/access.ts'
import type { Ctx, Rooms } from '../lib/context.ts'
import { lists } from './attachment.list.ts'
import { pageFiles } from './attachment.page.ts'
import { removeFile } from './attachment.remove.ts'
import { mayVisitFile } from './attachment.rights.ts'
import { byId, linkFiles, placesOf, type Stored } from './attachment.store.ts'
import { upload, uploadImg } from './attachment.upload.ts'
import { visitFile } from './attachment.visit.ts'

/** What is in an archived item stays as it is, for whoever put it there too. */
export async function mustNotBeArchived(ctx: Ctx, file: Stored) {
  const places = (await placesOf(ctx, file.file_id)).filter((place) => !place.is_del)
  for (const item_id of new Set([file.item_id, ...places.map((place) => place.item_id)]))
    if (item_id && (await headOf(ctx, item_id))?.is_archived) throw new Refusal('archived')
}

export const attachment: Rooms['attachment'] = {
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

  /** A file of one's own, or one of the page's item that its editor may see. */
  async bindingPage({ file_id, page_id }, ctx) {
    const { page } = await mustEditPage(ctx, page_id)
    const file = await byId(ctx, file_id)
    const isOwn = file?.uid === ctx.user.uid
    if (!file || !(isOwn || (file.item_id === page.item_id && (await mayVisitFile(ctx, file))))) throw new Refusal('notFound')
    await linkFiles(ctx.db, [{ file_id, page_id, addtime: ctx.now() }])
    return []
  },

  /** Of any item; twice is as good as once. */
  async deleteAttachment({ file_id }, ctx) {
    const file = await byId(ctx, file_id)
    if (file) await removeFile(ctx, file)
    return []
  },
}
