import type { Answer } from '@sheaf/contract/client'
import type { Version } from './versions.ts'

/* Test data: an item, a page in it and its history. */
export const item: Answer<'item', 'info'> = {
  item_id: '7',
  item_domain: '',
  is_archived: '0',
  item_name: 'Orders API',
  default_page_id: '0',
  default_cat_id2: '0',
  default_cat_id3: '0',
  default_cat_id4: '0',
  unread_count: '0',
  item_type: '1',
  is_login: true,
  item_edit: true,
  item_manage: false,
  ItemPermn: true,
  ItemCreator: false,
  current_page_id: '0',
  global_param: [],
  is_private: 0,
  edit_cats: null,
  owner_name: '',
  can_suggest: false,
  menu: { pages: [], catalogs: [] },
}

const saved: Answer<'page', 'save'> = {
  page_id: '12',
  author_uid: '2',
  author_username: 'emma',
  item_id: '7',
  cat_id: '3',
  page_title: 'Create an order',
  page_content: 'The text of now',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  version: '4',
  addtime: '1795000000',
}

export const row = { ...saved, author_name: 'emma', suggested_by_name: '' }

const { version: _version, is_del: _is_del, ...kept } = row

/** A stored version as listed; its id is also the last digit of the hour in `addtime`. */
export const versionRow = (page_history_id: string, more: Partial<Version> = {}): Version => ({
  ...kept,
  page_history_id,
  page_content: '',
  addtime: `2026-11-18 1${page_history_id}:00:00`,
  ...more,
})
