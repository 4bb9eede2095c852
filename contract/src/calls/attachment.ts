import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, clamped, date, digits, id, idOr0, nothing, text } from '../fields.ts'
import { LIST_PAGES_MAX, ROWS_MAX } from '../limits.ts'
import { page } from './page.ts'

const fileRow = {
  file_id: digits,
  uid: digits,
  display_name: z.string(),
  file_type: z.string(),
  /** Bytes, and the same in M. */
  file_size: digits,
  file_size_m: z.number(),
  visit_times: digits,
  item_id: digits,
  page_id: digits,
  url: z.string(),
  addtime: date,
  last_visit_time: date,
}

/** attachment_type: -1 all, 1 pictures, 2 other files; count 0 means the usual page size. */
const fileFilter = {
  page: clamped(LIST_PAGES_MAX),
  count: clamped(ROWS_MAX),
  attachment_type: text(4),
  display_name: text(),
  username: text(),
}

/** used counts the bytes of what the filter finds. */
const sums = { total: digits, used: digits, used_m: z.number() }

export const attachment = {
  /** The file behind a `sign`, or where ShowDoc kept it, for whoever may visit its item or a page it is on; with Range and HEAD. */
  visitFile: read('visitor', { sign: text(), key: text(), uploaded: text(300) }, bytes),
  /** The same as page/upload. */
  attachmentUpload: write('user', { item_id: idOr0, page_id: idOr0 }, bytes, { files: 'upload' }),
  /** The same as page/uploadImg, page/uploadList and page/deleteUploadFile. */
  uploadImg: page.uploadImg,
  pageAttachmentUploadList: page.uploadList,
  deletePageUploadFile: page.deleteUploadFile,
  /** The caller's own files, newest first; used_flow_m is what was fetched of all of them this calendar month. */
  getMyList: read('user', fileFilter, z.object({ list: z.array(z.object(fileRow)), ...sums, used_flow_m: z.number() })),
  deleteMyAttachment: write('user', { file_id: id }, nothing),
  /** Puts a file on a page: one of the caller's own, or one of the page's item. */
  bindingPage: write('user', { file_id: id, page_id: id }, nothing),
  /** Everybody's files; username is exact. */
  getAllList: read('admin', fileFilter, z.object({ list: z.array(z.object({ ...fileRow, username: z.string() })), ...sums })),
  deleteAttachment: write('admin', { file_id: id }, nothing),
}
