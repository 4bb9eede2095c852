import { Refusal } from '@sheaf/contract'
import { mustEditPage, mustVisitPageUniform } from '../access/access.ts'
import { writeAudit } from '../auth/audit.ts'
import type { AllHandlers } from '../context.ts'
import { removeBytes, removeRow, upload, uploadImg } from './attachment.service.ts'
import { byId, fileAddress, ofPage, unlinkFile } from './attachment.store.ts'

type PageFiles = Pick<AllHandlers['page'], 'upload' | 'uploadImg' | 'uploadList' | 'deleteUploadFile'>

/** The calls for the files of a page. */
export const pageFiles: PageFiles = {
  upload,
  uploadImg,

  async uploadList({ page_id }, ctx) {
    // A page that is not saved yet has no files; the user must save it first.
    if (page_id === 0) throw new Refusal('noPermission')
    await mustVisitPageUniform(ctx, page_id)
    return (await ofPage(ctx.db, page_id)).map((file) => ({ ...file, url: fileAddress(ctx, file.sign) }))
  },

  async deleteUploadFile({ file_id, page_id }, ctx) {
    const { page, manage, permission } = await mustEditPage(ctx, page_id)
    const file = await byId(ctx, file_id)
    if (!file) throw new Refusal('notFound')
    // A file of another user or another item is only unlinked from this page.
    const mayDelete = file.uid === ctx.user.uid ? [0, page.item_id].includes(file.item_id) : manage && file.item_id === page.item_id
    const isDeleted = await ctx.store.write(async (trx) => {
      const left = await unlinkFile(trx, permission, file_id)
      if (left === undefined) throw new Refusal('notFound')
      if (left > 0 || !mayDelete) return false
      await removeRow(trx, file, ctx.now())
      await writeAudit(trx, ctx, 'fileDeleted', { subject: file.display_name, detail: page.page_title })
      return true
    })
    if (isDeleted) await removeBytes(ctx, file.path)
    return []
  },
}
