import * as z from 'zod'
import { read, write } from '../call.ts'
import {
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
  textOrNone,
} from '../fields.ts'
import { CONTENT_BODY_BYTES_MAX, DESCRIPTION_MAX, LIST_PAGES_MAX, NAME_MAX } from '../limits.ts'
import { CatalogRow } from './catalog.ts'
import { PageInfo, PageRow } from './page.ts'
import { Shared } from './runapi.ts'

/** Catalog names from the root, joined by "/". `cat_name_sub` is one more level, sent by older clients. */
export const path = { cat_name: text(4 * NAME_MAX), cat_name_sub: text(4 * NAME_MAX) }

/** Creates or updates the page with this title in this catalog. The same text again changes nothing. */
export const pushPage = write(
  'visitor',
  { ...path, page_title: text(1000), title: text(1000), page_content: text(CONTENT_BODY_BYTES_MAX), s_number: order, ...keys },
  PageRow,
  { body: CONTENT_BODY_BYTES_MAX },
)

/** For clients that store the ids of catalogs and pages. The API key and token determine the item; any other item_id is refused. */
const ofItem = { item_id: idOr0, ...keys }

/** An existing catalog with this name and parent is returned unchanged. */
const insertCatalog = write('visitor', { ...ofItem, cat_name: name(), parent_cat_id: idOr0, s_number: order }, CatalogRow)

/** Without page_id: creates or updates the page with this title in this catalog. Without cat_id: an existing page is not moved. */
const editPage = write(
  'visitor',
  {
    ...ofItem,
    page_id: idOr0,
    cat_id: countOrNone,
    page_title: text(1000),
    page_content: text(CONTENT_BODY_BYTES_MAX),
    s_number: order,
  },
  PageRow,
  { body: CONTENT_BODY_BYTES_MAX },
)

const Group = z.object({
  id: digits,
  uid: digits,
  group_name: z.string(),
  item_ids: z.string(),
  s_number: digits,
  created_at: z.string(),
  updated_at: z.string(),
})

export const itemGroup = {
  getList: read('user', {}, z.array(Group)),
  save: write('user', { id: idOr0, group_name: name(100), item_ids: text(20_000), request_id: requestId }, Group),
  delete: write('user', { id }, z.number()),
  saveSort: write('user', { groups: json(z.array(z.object({ id, s_number: id })).max(1000)) }, nothing),
}

const recycleRow = {
  id: digits,
  item_id: digits,
  page_id: digits,
  page_title: z.string(),
  del_by_uid: digits,
  del_by_username: z.string(),
  del_by_name: z.string(),
  del_time: date,
  /** Days until the server deletes the page. */
  days_left: digits,
  /** Pages that were deleted together have the same number; 0 for a page that was deleted alone. */
  batch_id: digits,
}

/** The recycle bin of an item, for its managers. */
export const recycle = {
  /** All of it, newest first, as existing clients expect. */
  getList: read('user', { item_id: id }, z.array(z.object(recycleRow))),
  /**
   * Sheaf only: the bin in parts of `count`, newest first. Pages that were deleted together are one entry, their newest one; with
   * `batch_id` each of these pages is one. `find` is a part of a title or of the name of who deleted it.
   */
  entries: read(
    'user',
    { item_id: id, batch_id: idOr0, find: text(), page: clamped(LIST_PAGES_MAX), count: clamped(100) },
    z.object({
      /** `pages`: how many pages the entry is. */
      list: z.array(z.object({ ...recycleRow, pages: digits })),
      total: digits,
      /** The pages of all entries. */
      pages: digits,
    }),
  ),
  /** Sheaf only: the content of a deleted page. */
  info: read(
    'user',
    { item_id: id, page_id: id },
    z.object({
      page_id: digits,
      page_title: z.string(),
      page_content: z.string(),
      author_username: z.string(),
      author_name: z.string(),
      addtime: date,
    }),
  ),
  /** Restores the page, unchanged, at the root of the item. */
  recover: write('user', { item_id: id, page_id: id }, nothing),
}

export const ItemRow = z.object({
  item_id: digits,
  item_name: z.string(),
  item_description: z.string(),
  uid: digits,
  username: z.string(),
  /** Never the password: "" for a public item, ******** for a private one (W13). */
  password: z.string(),
  addtime: digits,
  last_update_time: digits,
  item_domain: z.string(),
  item_type: digits,
  is_archived: digits,
  is_del: digits,
})

const ItemTile = z.object({
  item_id: digits,
  uid: digits,
  item_name: z.string(),
  item_domain: z.string(),
  item_type: digits,
  last_update_time: digits,
  item_description: z.string(),
  is_del: digits,
  is_archived: digits,
  creator: z.number(),
  is_private: z.number(),
  /** 1 when the user can manage it, 0 otherwise. */
  manage: z.number(),
  /** 1 when the user can edit any part of it and it is not archived. */
  edit: z.number(),
  password: z.string(),
  /** 1 for pinned items; absent when the user has pinned none. */
  top: z.number().optional(),
  /** Position in the saved order; absent for items without a position. */
  s_number: z.number().optional(),
})

const MenuPage = z.object({
  page_id: digits,
  author_uid: digitsOrNull,
  cat_id: digits,
  page_title: z.string(),
  addtime: digits,
  /** Sheaf only: the HTTP method of a page that documents one call; absent for all other pages. */
  method: z.string().optional(),
})
const MenuCatalog = z.object({
  cat_id: digits,
  cat_name: z.string(),
  item_id: digits,
  s_number: digits,
  addtime: digits,
  parent_cat_id: digits,
  level: digits,
  /** Sheaf only: the first page below a closed catalog, in the menu of the HTML; absent in the responses of calls. */
  first_page_id: digits.optional(),
  pages: z.array(MenuPage),
  get catalogs() {
    return z.array(MenuCatalog)
  },
})
export const Menu = z.object({ pages: z.array(MenuPage), catalogs: z.array(MenuCatalog) })

const ItemInfo = z.object({
  item_id: digits,
  item_domain: z.string(),
  is_archived: digits,
  item_name: z.string(),
  default_page_id: z.string(),
  default_cat_id2: z.string(),
  default_cat_id3: z.string(),
  default_cat_id4: z.string(),
  unread_count: digits,
  item_type: digits,
  is_login: z.boolean(),
  item_edit: z.boolean(),
  item_manage: z.boolean(),
  ItemPermn: z.boolean(),
  ItemCreator: z.boolean(),
  current_page_id: z.string(),
  /** Parameters of all pages of an item made by an API client; an empty list for every other item. */
  global_param: z.union([Shared, nothing]),
  is_private: z.number(),
  /** Sheaf only: the catalogs that the caller can edit, if limited to some; otherwise null. */
  edit_cats: z.union([z.array(digits), z.null()]),
  /** Sheaf only: the owner's name, for members with access to only a part of the item; otherwise "". */
  owner_name: z.string(),
  /** Sheaf only: whether the caller can suggest new pages, in the catalogs that they see. */
  can_suggest: z.boolean(),
  /** 1 when the item asks the caller whether its pages are helpful, or shows the figures; absent otherwise. */
  allow_feedback: digits.optional(),
  /** 1 when more people than members see comments, and the caller is one of them; absent otherwise. */
  allow_comment: digits.optional(),
  menu: Menu,
})

const Hit = z.object({
  page_id: digits,
  author_uid: digitsOrNull,
  author_username: z.string(),
  item_id: digits,
  cat_id: digits,
  page_title: z.string(),
  s_number: digits,
  page_comments: z.string(),
  is_del: digits,
  addtime: date,
  item_name: z.string(),
  /** An excerpt around the first match. */
  search_content: z.string(),
})

const ItemKey = z.object({
  id: digits,
  item_id: digits,
  api_key: z.string(),
  api_token: z.string(),
  addtime: digits,
  last_check_time: digits,
})

export type ItemRow = z.output<typeof ItemRow>
export type Menu = z.output<typeof Menu>
export type MenuCatalog = z.output<typeof MenuCatalog>
export type MenuPage = z.output<typeof MenuPage>

const basics = { item_name: name(), item_description: text(DESCRIPTION_MAX), item_domain: text(100) }

export const item = {
  myList: read('user', { original: flag, item_group_id: idOr0 }, z.array(ItemTile)),
  /**
   * item_id is the id or the personal domain. With keyword the menu is a flat, ranked list of pages. API key and token open a private
   * item.
   */
  info: read('visitor', { item_id: text(), item_domain: text(), keyword: text(), default_page_id: idOr0, ...keys }, ItemInfo),
  detail: read('user', { item_id: id }, ItemRow),
  search: read('user', { item_id: id, keyword: text() }, z.object({ item_id: z.number(), item_name: z.string(), pages: z.array(Hit) })),
  /** Sheaf only: searches all items of myList, or those of a group. At most 200 pages, best first. */
  searchMine: read('user', { keyword: text(), item_group_id: idOr0 }, z.object({ pages: z.array(Hit), has_more: z.boolean() })),
  add: write(
    'user',
    { item_type: countOrNone, ...basics, password: textOrNone(), copy_item_id: idOr0, request_id: requestId },
    z.object({ item_id: digits }),
  ),
  /** An absent password keeps the old one, an empty one makes the item public (W13). */
  update: write('user', { item_id: id, ...basics, password: textOrNone() }, z.number()),
  /** The order of the user's items in a group: item_id to position. */
  sort: write(
    'user',
    { data: json(z.record(z.string().regex(/^\d{1,10}$/), z.coerce.number().int().min(0).max(1_000_000))), item_group_id: idOr0 },
    nothing,
  ),
  /** Pins (top) or unpins (cancel) an item. Pinned items come first unless an order is saved. */
  top: write('user', { item_id: id, action: z.enum(['top', 'cancel']) }, nothing),
  /** Sheaf only: the page of each item of myList that was changed last, as far as the user can read the item. */
  latest: read(
    'user',
    {},
    z.array(
      z.object({
        item_id: digits,
        page_id: digits,
        page_title: z.string(),
        author_username: z.string(),
        author_name: z.string(),
        /** Of the change, in seconds. */
        addtime: digits,
        /** 1 when another user changed the page after the last visit of the user. */
        is_unread: z.number(),
      }),
    ),
  ),
  /** Sheaf only: records that the user has opened the item now. */
  visit: write('user', { item_id: id }, nothing),
  /** The user's own items in the format of item/detail, for older clients. */
  itemList: read('user', {}, z.array(ItemRow)),
  /** A page by its id or title (the first of several). With API key and token item_id is optional. */
  getPage: read('visitor', { item_id: idOr0, page_id: idOr0, page_title: text(), ...keys }, PageInfo),
  exitItem: write('user', { item_id: id }, nothing),
  /** delete, archive and attorn require the caller's own password. */
  delete: write('user', { item_id: id, password: text(1000) }, z.number()),
  archive: write('user', { item_id: id, password: text(1000) }, z.number()),
  /** `unbind` also removes the teams of all users except the new owner: their owners could add themselves again. */
  attorn: write('user', { item_id: id, username: text(), password: text(1000), unbind: flag }, ItemRow),
  getKey: read('user', { item_id: id }, ItemKey),
  resetKey: write('user', { item_id: id }, ItemKey),
  /** The same as open/updateItem. */
  updateByApi: pushPage,
  insertCatalog,
  /** Clients use the path item/page/edit. */
  editPage,
  /** item_id 0 with a page_id unlocks the item of that page. */
  pwd: write(
    'visitor',
    { item_id: text(), page_id: idOr0, password: text(), v_code: text(), refer_url: text(2000) },
    z.object({ refer_url: z.string() }),
  ),
}
