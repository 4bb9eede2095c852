import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Items, who is in them, and their catalogs. */

export interface Item {
  item_id: Id
  item_name: string
  item_description: string
  item_domain: string
  domain_key: string | null
  item_type: number
  uid: number
  /** "" for a public item. */
  password_hash: string
  /** Changes with each visit password, which ends older visits. */
  password_stamp: string
  is_archived: number
  is_del: number
  del_time: number
  /** The value of `retention.counted` when the deletion was first noticed; null until then. */
  counted_from: Generated<number | null>
  addtime: number
  last_update_time: number
  /** Grows with every change that the menu shows; rendered menus are cached per version. */
  tree_version: Generated<number>
  /** The newest versions that changed one page, so that a cached menu can be changed instead of rendered again: ` 17:5031 18:+`. */
  tree_log: Generated<string>
  global_param: string
  /** Who can suggest edits: 0 editors, 1 members, 2 every signed-in reader. */
  suggest_from: Generated<number>
  /** 1: an editor can accept a suggestion of their own. */
  accept_own: Generated<number>
  /** 1: readers see whether its pages are still true; editors always do. */
  truth_badge: Generated<number>
  /** Who can comment: 0 no one, 1 members, 2 every signed-in reader. */
  comment_from: Generated<number>
  /** Who sees comments: 1 members, 2 every signed-in reader, 3 everyone who can read the item; never less than comment_from. */
  comment_see: Generated<number>
  /** 1: visitors see names in comments, otherwise initials. */
  comment_names: Generated<number>
  /** Whom the item asks whether a page was helpful: 0 no one, 1 signed-in readers, 2 visitors too. */
  feedback_from: Generated<number>
  /** 1: readers see the figures. */
  feedback_show: Generated<number>
  /** 1: people ask for access. */
  ask_access: Generated<number>
  /** 1: readers see verified marks. */
  review_show: Generated<number>
  /** 1 listed, 0 not listed, null for the default of the site for its kind. Only public items are listed. */
  is_indexed: Generated<number | null>
  /** The note to agents. */
  agent_note: Generated<string>
}

export interface ItemGroup {
  id: Id
  uid: number
  group_name: string
  item_ids: string
  s_number: number
  created_at: number
  updated_at: number
}

/** The order of a user's items in a group, as JSON { item_id: number }. */
export interface ItemSort {
  uid: number
  item_group_id: number
  item_sort_data: string
}

export interface ItemKey {
  id: Id
  item_id: number
  api_key: string
  api_token: string
  addtime: number
  last_check_time: number
}

export interface ItemMember {
  item_member_id: Id
  item_id: number
  uid: number
  member_group_id: number
  cat_id: number
  addtime: number
}

export interface Team {
  id: Id
  uid: number
  team_name: string
  addtime: number
  last_update_time: number
}

export interface TeamMember {
  id: Id
  team_id: number
  member_uid: number
  addtime: number
  /** The rule that made the person a member; 0 for a membership made by hand. */
  rule_id: Generated<number>
}

/** A group of a provider or of the directory whose people become members of a team when they sign in. */
export interface TeamRule {
  rule_id: Id
  /** 0 is the directory. */
  provider_id: number
  /** As the provider says it; the DN of a group of the directory. */
  group_value: string
  team_id: number
  /** The administrator who bound it; the name is that of the day. */
  uid: number | null
  username: string
  addtime: number
}

export interface TeamItem {
  id: Id
  team_id: number
  item_id: number
  addtime: number
}

export interface TeamItemMember {
  id: Id
  team_id: number
  item_id: number
  member_uid: number
  member_group_id: number
  cat_id: number
  addtime: number
}

export interface Catalog {
  cat_id: Id
  item_id: number
  parent_cat_id: number
  /** The depth, starting at 2 for a top-level catalog (as in ShowDoc). */
  level: number
  cat_name: string
  s_number: number
  addtime: number
}

/** Number of page reads of an item on a day. */
export interface ItemRead {
  day: string
  item_id: number
  reads: number
}

/** An item that a user has pinned. */
export interface ItemTop {
  uid: number
  item_id: number
  addtime: number
}

/** When a user opened an item last. */
export interface ItemVisit {
  uid: number
  item_id: number
  addtime: number
}

/** A request for access (docs/decisions/0109). */
export interface AccessAsk {
  ask_id: Id
  uid: number
  /** What was asked for: `p12` a page, `i7` or `iorders` an item. */
  subject: string
  /** The item that takes the request and the page in it; 0 where none does, and while it is new. */
  item_id: Generated<number>
  page_id: Generated<number>
  wants: 'read' | 'edit'
  note: Generated<string>
  state: Generated<'new' | 'open' | 'given' | 'declined' | 'withdrawn' | 'closed'>
  decided_uid: Generated<number | null>
  answer: Generated<string>
  /** The end of an open request, or of the pause after it was declined. */
  until: number
  addtime: number
  decided_time: Generated<number>
}
