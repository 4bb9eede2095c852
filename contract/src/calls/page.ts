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
  jsonOrNone,
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
  PROOFS_MAX,
  ROWS_MAX,
  TEMPLATE_CHARS_MAX,
  TEMPLATE_TITLE_MAX,
} from '../limits.ts'
import { Steward } from './review.ts'

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
  /** Increases by one with each save. An editor sends it back as base_version. */
  version: digits,
}

/** The program that saved this version (W29), the accepted suggestion that it comes from, and its proposer; "" and 0 without. */
const origin = { via: z.string(), suggestion_id: digits, suggested_by: z.string() }

/** The display names of both persons, for a person without one the user name. */
const names = { author_name: z.string(), suggested_by_name: z.string() }

export const PageRow = z.object({ ...row, ...origin, addtime: digits })
/** Whether what the page was written from has changed: `gone`, `stale`, `due`, `unchecked`, `fresh`, or "" if nothing is known or shown. */
const truth_state = z.string()

/** The verified mark of the page as the caller sees it; review/info has more. */
const ShownReview = z.object({
  /** `verified`, `changed` (since it was verified) or `due`; "" for a page that only has no one responsible. */
  state: z.enum(['', 'verified', 'changed', 'due']),
  due: digits,
  verified_until: digits,
  verified_version: digits,
  /** For editors, of a page that has changed since: the kept state of the verified version, for a comparison; 0 when it is not kept. */
  verified_history_id: digits,
  /** For editors: the page has a period, and no one is responsible. */
  is_unowned: z.boolean(),
  /** For signed-in readers: who is responsible; absent when no one is. */
  steward: Steward.optional(),
})

const shownPage = { addtime: date, attachment_count: digits, unique_key: z.string(), truth_state }
export const PageInfo = z.object({ ...row, ...origin, ...names, ...shownPage })
const { item_id: _item, cat_id: _cat, ...shared } = row
const PageByKey = z.object({ ...shared, ...shownPage })

/** A revision: the state of the page before a save. */
const revision = {
  page_history_id: digits,
  page_id: digits,
  item_id: digits,
  cat_id: digits,
  page_title: z.string(),
  page_content: z.string(),
}
const revisionInfo = {
  page_comments: z.string(),
  s_number: digits,
  author_uid: digitsOrNull,
  author_username: z.string(),
  ...origin,
  ...names,
}
const HistoryRow = z.object({ ...revision, ...revisionInfo, addtime: date })
const HistoryPage = z.object({ ...revision, ...revisionInfo, addtime: digits })

export const Heading = z.object({ id: z.string(), text: z.string(), level: z.number() })
const ShownSource = z.object({
  source_id: digits,
  name: z.string(),
  title: z.string(),
  label: z.string(),
  seq: digits,
  /** The named schema whose own page this is: words on it are shown everywhere it is used; '' for other pages. */
  schema: z.string(),
})
const SiblingPage = z.object({ page_id: digits, page_title: z.string() })

/** A rendered page: HTML, headings, the modules that the browser must load to draw the rest, and the previous and next page. */
const PageView = z.object({
  page_id: digits,
  item_id: digits,
  cat_id: digits,
  page_title: z.string(),
  author_username: z.string(),
  /** The display name, otherwise the user name; for a single-page link always the user name. */
  author_name: z.string(),
  addtime: digits,
  /** Time of creation. */
  created: digits,
  version: digits,
  /** Whether the caller can delete it: managers of the item and the page's creator. */
  deletable: z.boolean(),
  /** Whether the caller can edit it; also set for a single-page link. */
  editable: z.boolean(),
  /** Whether the caller can suggest an edit of it. */
  suggestable: z.boolean(),
  /** Open suggestions, for editors; 0 for others. */
  suggestions: digits,
  /** The sources whose parts the page shows, with their present version; none for a single-page link. */
  sources: z.array(ShownSource),
  /** The page shows an operation of a source, and the item has an environment that readers can send it to. Never by a single-page link. */
  has_console: z.boolean(),
  attachment_count: digits,
  unique_key: z.string(),
  truth_state,
  /** Absent when there is nothing to show. */
  review: ShownReview.optional(),
  html: z.string(),
  headings: z.array(Heading),
  needs: z.array(z.string()),
  /** Rendering exceeded its limits: the HTML shows the source text. */
  plain: z.boolean(),
  previous: z.union([SiblingPage, z.null()]),
  next: z.union([SiblingPage, z.null()]),
})

export type PageRow = z.output<typeof PageRow>
export type PageInfo = z.output<typeof PageInfo>
export type PageView = z.output<typeof PageView>

/** Where an uploaded file goes. */
const uploadTarget = { item_id: idOr0, page_id: idOr0, request_id: requestId }

export const page = {
  /**
   * API key and token open a page of a private item. With `raw` the text is that which people wrote, with a block for each part of a
   * source; otherwise the parts are in place.
   */
  info: read('visitor', { page_id: id, raw: flag, ...keys }, PageInfo),
  /** A page by its single-page link: needs only the key, and discloses nothing about the item. */
  infoByKey: read('visitor', { page_id: idOr0, unique_key: text() }, PageByKey),
  /**
   * Sheaf only: the page as HTML. With a key instead of an id it is the page of the single-page link (without item_id, previous and
   * next). For a member with access to other catalogs of the item, the refusal contains its item_id.
   */
  view: read('visitor', { page_id: idOr0, unique_key: text(), language: text(2) }, PageView),
  save: write(
    'user',
    {
      page_id: idOr0,
      item_id: idOr0,
      /** Absent: unchanged. */
      cat_id: countOrNone,
      page_title: text(1000),
      page_content: text(CONTENT_BODY_BYTES_MAX),
      page_comments: text(COMMENT_MAX),
      is_urlencode: flag,
      s_number: order,
      base_version: countOrNone,
      /** The proofs of the page that this text agrees with: a list of ids, or `all`. For persons only. */
      accepts: z.union([z.literal('all'), jsonOrNone(z.array(id).max(PROOFS_MAX))]).optional(),
      /** 1: a small change. It is recorded, and those who watch the page are not informed (W45). */
      is_minor: flag,
      /** 1: the person has checked the whole page, which is a review of the saved version. Without effect on a page without a period. */
      is_checked: flag,
      request_id: requestId,
    },
    PageRow,
    { body: CONTENT_BODY_BYTES_MAX, encoded: { text: 'page_content', flag: 'is_urlencode' } },
  ),
  delete: write('user', { page_id: id }, nothing),
  /** Sheaf only: moves pages of one item, in this order, to the end of a catalog of the same or another item. All ids are kept. */
  move: write(
    'user',
    { item_id: id, page_ids: json(z.array(id).min(1).max(MOVE_PAGES_MAX)), to_item_id: id, to_cat_id: idOr0, request_id: requestId },
    nothing,
  ),
  /** The spelling isCreateSiglePage is that of existing clients. */
  createSinglePage: write(
    'user',
    { page_id: id, isCreateSiglePage: flag },
    z.union([z.object({ unique_key: z.string(), page_id: z.number() }), nothing]),
  ),
  /** The stored revisions, newest first. `brief` omits the contents. */
  history: read('visitor', { page_id: id, brief: flag }, z.array(HistoryRow)),
  updateHistoryComments: write('user', { page_id: id, page_history_id: id, page_comments: text(COMMENT_MAX) }, z.number()),
  diff: read('visitor', { page_id: id, page_history_id: id }, z.object({ page: PageRow.extend(names), history_page: HistoryPage })),
  /** `lock_to` 1000 releases the lock; otherwise it expires five minutes after the last call. An unsaved page (0) has no lock. */
  setLock: write('user', { page_id: idOr0, item_id: idOr0, lock_to: countOrNone }, z.object({ id: digits })),
  isLock: read(
    'visitor',
    { page_id: idOr0 },
    z.object({ lock: z.number(), lock_uid: z.string(), lock_username: z.string(), lock_name: z.string(), is_cur_user: z.number() }),
  ),
  /** `pages` maps page_id to position. If one page is not in this item, nothing changes. */
  sort: write(
    'user',
    { item_id: id, pages: json(z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.coerce.number().int().min(0).max(ID_MAX))) },
    nothing,
  ),
  /** Returns `{url, success, message}` without the envelope, as existing editors expect. */
  uploadImg: write('user', { ...uploadTarget, t: text() }, bytes, { files: 'upload' }),
  upload: write('user', uploadTarget, bytes, { files: 'upload' }),
  /** Detaches a file from a page. If no other page uses it, it is deleted when the caller owns it or manages its item. */
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
  /** In bytes, and in megabytes. */
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

/** used is the size in bytes of all matching files. */
const sums = { total: digits, used: digits, used_m: z.number() }

export const attachment = {
  /** The file with this `sign` or ShowDoc path, for users who can read its item or a page that uses it. Supports Range and HEAD. */
  visitFile: read('visitor', { sign: text(), key: text(), uploaded: text(300) }, bytes),
  /** The same as page/upload. */
  attachmentUpload: page.upload,
  /** The same as page/uploadImg, page/uploadList and page/deleteUploadFile. */
  uploadImg: page.uploadImg,
  pageAttachmentUploadList: page.uploadList,
  deletePageUploadFile: page.deleteUploadFile,
  /** The caller's own files, newest first. used_flow_m: downloads of all of them in this calendar month. */
  getMyList: read('user', fileFilter, z.object({ list: z.array(z.object(fileRow)), ...sums, used_flow_m: z.number() })),
  deleteMyAttachment: write('user', { file_id: id }, nothing),
  /** Attaches a file to a page: the caller's own file, or a file of the page's item. */
  bindingPage: write('user', { file_id: id, page_id: id }, nothing),
  /** The files of all users; username must match exactly. */
  getAllList: read('admin', fileFilter, z.object({ list: z.array(z.object({ ...fileRow, username: z.string() })), ...sums })),
  deleteAttachment: write('admin', { file_id: id }, nothing),
}

const templateRow = { id: digits, uid: digits, username: z.string(), template_title: z.string(), template_content: z.string() }

/** Templates for new pages. Each user has their own. */
export const template = {
  getList: read('user', {}, z.array(z.object({ ...templateRow, addtime: date }))),
  /** Always creates a new template. */
  save: write(
    'user',
    { template_title: name(TEMPLATE_TITLE_MAX), template_content: text(TEMPLATE_CHARS_MAX), request_id: requestId },
    z.object({ ...templateRow, addtime: digits }),
  ),
  delete: write('user', { id }, z.number()),
}
