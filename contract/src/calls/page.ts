import * as z from 'zod'
import { read, write } from '../call.ts'
import {
  bytes,
  clamped,
  countOrNone,
  date,
  digits,
  digitsOrNull,
  flag,
  id,
  idOr0,
  json,
  keys,
  name,
  nothing,
  order,
  requestId,
  text,
} from '../fields.ts'
import {
  COMMENT_MAX,
  CONTENT_BODY_BYTES_MAX,
  ID_MAX,
  LIST_PAGES_MAX,
  MOVE_PAGES_MAX,
  ROWS_MAX,
  TEMPLATE_CHARS_MAX,
  TEMPLATE_TITLE_MAX,
} from '../limits.ts'

const row = {
  page_id: digits,
  author_uid: digitsOrNull,
  author_username: z.string(),
  item_id: digits,
  cat_id: digits,
  page_title: z.string(),
  page_content: z.string(),
  s_number: digits,
  page_comments: z.string(),
  is_del: digits,
  /** Grows by one with each save; what an editor sends back as base_version. */
  version: digits,
}

export const PageRow = z.object({ ...row, addtime: digits })
export const PageInfo = z.object({ ...row, addtime: date, attachment_count: digits, unique_key: z.string() })
const { item_id: _item, cat_id: _cat, ...shared } = row
const PageByKey = z.object({ ...shared, addtime: date, attachment_count: digits, unique_key: z.string() })

/** A state of the page before a save. */
const revision = {
  page_history_id: digits,
  page_id: digits,
  item_id: digits,
  cat_id: digits,
  page_title: z.string(),
  page_content: z.string(),
}
const revisionInfo = { page_comments: z.string(), s_number: digits, author_uid: digitsOrNull, author_username: z.string() }
const HistoryRow = z.object({ ...revision, ...revisionInfo, addtime: date })
const HistoryPage = z.object({ ...revision, ...revisionInfo, addtime: digits })

const Heading = z.object({ id: z.string(), text: z.string(), level: z.number() })
const SiblingPage = z.object({ page_id: digits, page_title: z.string() })

/** A page as it is read: finished HTML, its headings, what the browser must load to draw the rest, and the pages beside it. */
const PageView = z.object({
  page_id: digits,
  item_id: digits,
  cat_id: digits,
  page_title: z.string(),
  author_username: z.string(),
  addtime: digits,
  /** When the page was made. */
  created: digits,
  version: digits,
  /** Whether whoever asks may delete it: its managers, and who made it. */
  deletable: z.boolean(),
  /** Whether they may edit it, by a single-page link too. */
  editable: z.boolean(),
  attachment_count: digits,
  unique_key: z.string(),
  html: z.string(),
  headings: z.array(Heading),
  needs: z.array(z.string()),
  /** The page was too hard to show: the HTML is its text as it was written. */
  plain: z.boolean(),
  previous: z.union([SiblingPage, z.null()]),
  next: z.union([SiblingPage, z.null()]),
})

export type PageRow = z.output<typeof PageRow>
export type PageInfo = z.output<typeof PageInfo>
export type PageView = z.output<typeof PageView>

export const page = {
  /** The pair opens a page of a private item. */
  info: read('visitor', { page_id: id, ...keys }, PageInfo),
  /** By a single-page link: needs no right but the key, and tells nothing of the item. */
  infoByKey: read('visitor', { page_id: idOr0, unique_key: text() }, PageByKey),
  /**
   * Ours: the page as HTML; with a key instead of an id it is that of the single-page link (item_id and neighbours then empty). A
   * member who reads other catalogs of the item is told its item_id with the refusal.
   */
  view: read('visitor', { page_id: idOr0, unique_key: text(), language: text(2) }, PageView),
  save: write(
    'user',
    {
      page_id: idOr0,
      item_id: idOr0,
      /** Absent: where it is. */
      cat_id: countOrNone,
      page_title: text(1000),
      page_content: text(CONTENT_BODY_BYTES_MAX),
      page_comments: text(COMMENT_MAX),
      is_urlencode: flag,
      s_number: order,
      base_version: countOrNone,
      request_id: requestId,
    },
    PageRow,
    { body: CONTENT_BODY_BYTES_MAX, encoded: { text: 'page_content', flag: 'is_urlencode' } },
  ),
  delete: write('user', { page_id: id }, nothing),
  /** Ours: pages of one item, in the order given, to the end of a catalog of the same or another item; they keep every id. */
  move: write(
    'user',
    { item_id: id, page_ids: json(z.array(id).min(1).max(MOVE_PAGES_MAX)), to_item_id: id, to_cat_id: idOr0, request_id: requestId },
    nothing,
  ),
  /** isCreateSiglePage is spelt as existing clients send it. */
  createSinglePage: write(
    'user',
    { page_id: id, isCreateSiglePage: flag },
    z.union([z.object({ unique_key: z.string(), page_id: z.number() }), nothing]),
  ),
  /** The states before each save, newest first, as many as are kept; `brief` leaves the contents out. */
  history: read('visitor', { page_id: id, brief: flag }, z.array(HistoryRow)),
  updateHistoryComments: write('user', { page_id: id, page_history_id: id, page_comments: text(COMMENT_MAX) }, z.number()),
  diff: read('visitor', { page_id: id, page_history_id: id }, z.object({ page: PageRow, history_page: HistoryPage })),
  /** `lock_to` 1000 gives the lock back; otherwise it lapses five minutes after the last call, by the server's clock. A page that is not made yet, 0, has none. */
  setLock: write('user', { page_id: idOr0, item_id: idOr0, lock_to: countOrNone }, z.object({ id: digits })),
  isLock: read(
    'visitor',
    { page_id: idOr0 },
    z.object({ lock: z.number(), lock_uid: z.string(), lock_username: z.string(), is_cur_user: z.number() }),
  ),
  /** `pages` is page_id → number; all of them in this item, or nothing changes. */
  sort: write(
    'user',
    { item_id: id, pages: json(z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.coerce.number().int().min(0).max(ID_MAX))) },
    nothing,
  ),
  /** Answers `{url, success, message}` without the envelope, as existing editors expect. */
  uploadImg: write('user', { item_id: idOr0, page_id: idOr0, t: text() }, bytes, { files: 'upload' }),
  upload: write('user', { item_id: idOr0, page_id: idOr0 }, bytes, { files: 'upload' }),
  /** Takes a file off a page. One on no other page is gone, if it is the caller's own or of an item the caller manages. */
  deleteUploadFile: write('user', { file_id: id, page_id: id }, nothing),
  uploadList: read(
    'visitor',
    { page_id: id },
    z.array(
      z.object({ file_id: digits, display_name: z.string(), url: z.string(), addtime: date, file_size: digits, file_type: z.string() }),
    ),
  ),
}

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

const templateRow = { id: digits, uid: digits, username: z.string(), template_title: z.string(), template_content: z.string() }

/** Texts a person keeps for new pages; everybody has their own. */
export const template = {
  getList: read('user', {}, z.array(z.object({ ...templateRow, addtime: date }))),
  /** Always makes a new one. */
  save: write(
    'user',
    { template_title: name(TEMPLATE_TITLE_MAX), template_content: text(TEMPLATE_CHARS_MAX), request_id: requestId },
    z.object({ ...templateRow, addtime: digits }),
  ),
  delete: write('user', { id }, z.number()),
}
