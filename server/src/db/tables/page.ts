import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Pages with their revisions, changes, links and what is derived from them. */

export interface Page {
  page_id: Id
  item_id: number
  cat_id: number
  page_title: string
  page_content: string
  page_comments: string
  s_number: number
  /** The user who saved the page last. */
  author_uid: number | null
  author_username: string
  /** The user who created the page: a member may delete their own pages. */
  creator_uid: number | null
  addtime: number
  created: number
  version: Generated<number>
  is_del: Generated<number>
  /** GET, POST and so on for a page that documents one call, "" for others; null until it is determined (page/page.store.ts). */
  method: Generated<string | null>
  /** The program that saved this version for its author; "" for a person in a session (W29). */
  via: Generated<string>
  /** The accepted suggestion that this version comes from, and the user who made it; 0 and "" for a save. */
  suggestion_id: Generated<number>
  suggested_by: Generated<string>
  /** 1: page_content is composed of the stored text in `page_text` and of parts of sources. */
  is_composed: Generated<number>
}

/** The stored text of a page that shows parts of sources: what people wrote, with a block for each part (docs/decisions/0082). */
export interface PageText {
  page_id: number
  item_id: number
  page_text: string
}

/** A proposed edit of a page, or a proposed new page. */
export interface Suggestion {
  suggestion_id: Id
  item_id: number
  /** 0 for a new page. */
  page_id: number
  /** The catalog of a new page. */
  cat_id: number
  base_version: number
  base_title: string
  /** Compressed like a revision without a base. */
  base_content: Buffer
  page_title: string
  page_content: Buffer
  reason: string
  uid: number
  username: string
  /** 0 for a person in a session. */
  grant_id: Generated<number>
  via: Generated<string>
  state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn' | 'overtaken'>
  /** 1: accepted with parts left out, or edited. */
  is_partial: Generated<number>
  revision: Generated<number>
  added: number
  removed: number
  decided_uid: Generated<number | null>
  decided_name: Generated<string>
  decided_note: Generated<string>
  decided_time: Generated<number>
  result_version: Generated<number>
  addtime: number
  last_update_time: number
}

/** A version of a page from before a save; ordered by id, never by time. */
export interface PageHistory {
  page_history_id: Id
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
  /** See page.history.pack.ts. */
  page_content: Buffer
  base_id: number | null
  page_comments: string
  s_number: number
  author_uid: number | null
  author_username: string
  addtime: number
  via: Generated<string>
  suggestion_id: Generated<number>
  suggested_by: Generated<string>
}

/** A change of the content of an item (content/change.store.ts). */
export interface Change {
  change_id: Id
  /** Numbers the changes in the order in which they are announced; null until the meaning is found, and again after a further save. */
  seq: Generated<number | null>
  item_id: number
  /** 0 for a change of a catalog or of the item. */
  page_id: Generated<number>
  /** The catalog that changed, or the place of the page after the change. */
  cat_id: Generated<number>
  type: string
  uid: number | null
  username: string
  /** The name of the program that acted for the person; "" for none. */
  via: Generated<string>
  suggestion_id: Generated<number>
  /** The title of the page, or the name of the catalog, after the change. */
  title: Generated<string>
  /** The move or deletion of many pages that it is a part of, or 0. */
  batch_id: Generated<number>
  /** The revision from before the first of the saves; 0 for none. */
  from_history_id: Generated<number>
  version_from: Generated<number>
  version_to: Generated<number>
  /** What the change means, as JSON; null until it is found. */
  detail: Generated<string | null>
  addtime: number
  /** The time of the last save. */
  until_time: number
  /** 1: only small changes, which are no news (W45). */
  is_minor: Generated<number>
}

/** A single row: the number of the last announced change. It never goes back, even if changes are deleted. */
export interface ChangeCursor {
  last: number
}

export interface PageLink {
  page_id: number
  unique_key: string
  addtime: number
  /** The expiry; 0 for never. */
  until: Generated<number>
}

export interface PageLock {
  page_id: number
  uid: number
  until: number
}

export interface Recycle {
  id: Id
  item_id: number
  page_id: number
  page_title: string
  del_by_uid: number
  del_by_username: string
  del_time: number
  /** The value of `retention.counted` when the row was first noticed; null until then. */
  counted_from: Generated<number | null>
  /** The deletion of many pages that it is a part of, or 0. */
  batch_id: Generated<number>
}

/** A move, copy or deletion of selected pages and catalogs. */
export interface TreeBatch {
  batch_id: Id
  uid: number
  kind: 'move' | 'copy' | 'delete'
  item_id: number
  /** The target of a move or copy, otherwise 0. */
  to_item_id: number
  to_cat_id: number
  /** The places before it, as JSON (tree/batch.store.ts). */
  places: string
  addtime: number
}

export interface Template {
  id: Id
  uid: number
  template_title: string
  template_content: string
  addtime: number
}

export interface Mock {
  id: Id
  /** The user who saved it last. */
  uid: number
  page_id: number
  item_id: number
  unique_key: string
  path: string
  template: string
  view_times: Generated<number>
  addtime: number
  last_update_time: number
}

/** The index of search.ts; its columns are only accessed through SQL. */
export interface PageWords {
  rowid: number
}

/** Pages that still have to be added to the search index. */
export interface SearchBacklog {
  page_id: number
}
