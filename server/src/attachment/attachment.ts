import { Refusal } from '@sheaf/contract'
import { mustEditPage } from '../access/access.ts'
import type { Rooms } from '../context.ts'
import { lists } from './attachment.list.ts'
import { pageFiles } from './attachment.page.ts'
import { removeFile } from './attachment.remove.service.ts'
import { mayVisitFile, mustNotBeArchived } from './attachment.rights.service.ts'
import { byId, linkFiles } from './attachment.store.ts'
import { upload, uploadImg } from './attachment.upload.service.ts'
import { visitFile } from './attachment.visit.ts'

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
