import type { Generated } from 'kysely'
import type { Id } from './id.ts'

/* Comments and feedback. */

/** A discussion of a page: its first comment, the replies, and the words that it is about (docs/decisions/0102). */
export interface Thread {
  thread_id: Id
  item_id: number
  page_id: number
  kind: 'page' | 'heading' | 'passage' | 'block'
  /** The words in `version` of the page; of long ones the first and the last 200 characters. Offsets are those of the reading text. */
  heading: Generated<string>
  quote: Generated<string>
  quote_length: Generated<number>
  text_before: Generated<string>
  text_after: Generated<string>
  start_at: Generated<number>
  version: number
  /** Where the words are in `place_version`. */
  place: 'fixed' | 'moved' | 'lost'
  place_at: Generated<number>
  place_length: Generated<number>
  place_version: number
  state: Generated<'open' | 'resolved'>
  resolved_uid: Generated<number>
  resolved_name: Generated<string>
  resolved_time: Generated<number>
  resolved_version: Generated<number>
  uid: number
  addtime: number
  last_time: number
  last_comment_id: Generated<number>
  replies: Generated<number>
}

export interface PageComment {
  comment_id: Id
  thread_id: number
  page_id: number
  item_id: number
  /** The first comment of the thread; 0 for the first comment itself. */
  parent_id: Generated<number>
  uid: number
  username: string
  via: Generated<string>
  content: string
  html: string
  edited_time: Generated<number>
  /** 1: deleted by its author, 2: by a manager; such a row has no text. */
  is_deleted: Generated<number>
  addtime: number
}

/** A person (team_id 0) or a team (uid 0) that a comment mentions. */
export interface CommentMention {
  comment_id: number
  thread_id: number
  page_id: number
  item_id: number
  uid: number
  team_id: number
  addtime: number
}

/** The feedback of one reader about a page: a vote, and a note if they wrote one (docs/decisions/0103). */
export interface PageFeedback {
  feedback_id: Id
  page_id: number
  item_id: number
  /** The signed-in reader; null for a visitor and for a deleted account. */
  uid: number | null
  /** Of the number in the visitor's browser and the page, so that rows of different pages cannot be connected. */
  client_hash: string | null
  /** 1 helpful, 2 not helpful. */
  feedback_type: number
  /** Names with commas. */
  reasons: Generated<string>
  note: Generated<string>
  note_state: Generated<'' | 'new' | 'answered' | 'aside'>
  note_time: Generated<number>
  /** How often this note came within a day. */
  count: Generated<number>
  /** What an editor answered to the note. */
  answer: Generated<string>
  settled_uid: Generated<number | null>
  settled_username: Generated<string>
  settled_time: Generated<number>
  /** The version of the page that the reader read. */
  version: number
  addtime: number
}
