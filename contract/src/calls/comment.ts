import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, digits, flag, flagOrNone, id, idOr0, jsonOrNone, nothing, requestId, text } from '../fields.ts'
import { COMMENT_CHARS_MAX, OFFSET_MAX, QUOTE_CHARS_MAX } from '../limits.ts'

const kinds = z.enum(['page', 'heading', 'passage', 'block'])

/**
 * The words that a thread is about, as the reader selected them. Offsets count UTF-16 units of the page's reading text in `version`. The
 * server looks the words up in that version and completes the rest (W41).
 */
const AnchorIn = z.object({
  kind: kinds,
  version: z.coerce.number().int().min(1).max(OFFSET_MAX),
  heading: z.string().max(QUOTE_CHARS_MAX).optional(),
  quote: z.string().max(QUOTE_CHARS_MAX).optional(),
  /** Length of the words, when the quote has only their beginning and their end. */
  length: z.coerce.number().int().min(0).max(OFFSET_MAX).optional(),
  before: z.string().max(QUOTE_CHARS_MAX).optional(),
  after: z.string().max(QUOTE_CHARS_MAX).optional(),
  at: z.coerce.number().int().min(0).max(OFFSET_MAX).optional(),
})

const Comment = z.object({
  comment_id: digits,
  uid: digits,
  /** The display name of today, for a person without one the user name; for visitors the initials, if the item says so. */
  name: z.string(),
  /** For members. */
  username: z.string(),
  /** The program that wrote it for the person, or "". */
  via: z.string(),
  /** The text as it was written, "" when deleted. A mention is `@[name](user:17)` or `@[name](team:4)`. */
  content: z.string(),
  /** The text as safe HTML. */
  html: z.string(),
  /** Unix seconds; 0 for never. */
  addtime: digits,
  edited_time: digits,
  /** 0; 1: deleted by its author, 2: by a manager. Only the first comment of a thread stays as a line. */
  is_deleted: digits,
  is_own: z.boolean(),
  may_delete: z.boolean(),
})
export type Comment = z.output<typeof Comment>

const thread = {
  thread_id: digits,
  page_id: digits,
  kind: kinds,
  /** The heading above the words. */
  heading: z.string(),
  /** The words at the time of the comment; of long ones the first and the last 200 characters. */
  quote: z.string(),
  quote_length: digits,
  /** The version of the page that the thread was begun on. */
  version: digits,
  /** Where the words are in `place_version`: the same words, changed words, not found, or not yet looked up. */
  place: z.enum(['fixed', 'moved', 'lost', 'pending']),
  /** Offset and length in the reading text of `place_version`; both 0 when lost. */
  place_at: digits,
  place_length: digits,
  place_version: digits,
  state: z.enum(['open', 'resolved']),
  resolved_name: z.string(),
  resolved_time: digits,
  resolved_version: digits,
  addtime: digits,
  /** The last comment, change, resolution or deletion. */
  last_time: digits,
  may_resolve: z.boolean(),
  /** The revision of the page with `version`, for users who can read the history; 0 without one, and for the current version. */
  history_id: digits,
}
const Thread = z.object({ ...thread, comments: z.array(Comment) })
export type Thread = z.output<typeof Thread>

const Written = z.object({
  thread: Thread,
  /** Names of mentioned people and teams that cannot read the page, or do not exist: they stay plain text and get no notice. */
  not_told: z.array(z.string()),
})

const Settings = z.object({
  /** Who can comment: 0 no one, 1 members, 2 every signed-in reader. */
  comment_from: digits,
  /** Who sees comments: 1 members, 2 every signed-in reader, 3 everyone who can read the item. */
  comment_see: digits,
  /** 1: visitors see names, otherwise initials. */
  comment_names: digits,
  /** Threads of the item that more people see when comment_see grows. */
  threads: digits,
})

const content = text(COMMENT_CHARS_MAX)

/** Sheaf only: comments at the words of a page. */
export const comment = {
  /**
   * The threads of a page in the order of their places. `state`: open, resolved or "" for all. `since`: only threads that changed at or
   * after this time in Unix seconds.
   */
  getList: read(
    'visitor',
    { page_id: id, state: text(20), since: countOrNone },
    z.object({
      threads: z.array(Thread),
      /** The current version of the page. */
      version: digits,
      /** What the caller can do here, and whether comments can have a place in the text or only concern the whole page. */
      may: z.object({ see: z.boolean(), write: z.boolean(), manage: z.boolean(), places: z.boolean() }),
      /** Why the caller cannot write: "" when they can. */
      refused: z.enum(['', 'off', 'login', 'archived', 'full']),
      /** Who sees comments here, as in the settings. */
      comment_see: digits,
      figures: z.object({ open: digits, resolved: digits, lost: digits }),
      /** Pass it as `since` to ask for news. */
      now: digits,
    }),
  ),
  /** Open threads and those whose words are lost, by page of an item. Pages without any are left out. */
  counts: read('user', { item_id: id }, z.array(z.object({ page_id: digits, open: digits, lost: digits }))),
  /**
   * Threads across items, latest first. `state`: `me` where the caller is mentioned or answered, `begun` by the caller, `open` or "" for
   * all that the caller took part in. `before` is `next` of the last response.
   */
  mine: read(
    'user',
    { state: text(20), before: idOr0, count: clamped(100) },
    z.object({
      list: z.array(
        z.object({
          ...thread,
          item_id: digits,
          item_name: z.string(),
          page_title: z.string(),
          replies: digits,
          /** The last comment: its author and its first characters. */
          last_name: z.string(),
          last_text: z.string(),
        }),
      ),
      next: digits,
    }),
  ),
  /** thread_id 0 begins a thread; without an anchor it concerns the whole page. `reopen`: the reply opens a resolved thread again. */
  add: write(
    'user',
    { page_id: id, thread_id: idOr0, anchor: jsonOrNone(AnchorIn), content, reopen: flag, request_id: requestId },
    Written,
  ),
  /** Own comments only. */
  save: write('user', { comment_id: id, content }, Written),
  /** Own comments; managers any. */
  delete: write('user', { comment_id: id }, nothing),
  resolve: write('user', { thread_id: id }, Thread),
  reopen: write('user', { thread_id: id }, Thread),
  /** Gives a thread a new place: its beginner and editors. */
  attach: write('user', { thread_id: id, anchor: jsonOrNone(AnchorIn) }, Thread),
  /** Who can be mentioned on this page, by the beginning of a name; at most ten. */
  people: read(
    'user',
    { page_id: id, text: text(100) },
    z.object({
      people: z.array(z.object({ uid: digits, username: z.string(), name: z.string() })),
      teams: z.array(z.object({ team_id: digits, team_name: z.string(), members: digits })),
    }),
  ),
  settings: read('user', { item_id: id }, Settings),
  /** Absent fields keep their value. comment_see is never less than comment_from. */
  saveSettings: write('user', { item_id: id, comment_from: countOrNone, comment_see: countOrNone, comment_names: flagOrNone }, Settings),
}

const number = z.number()

const PageComment = z.object({
  comment_id: number,
  parent_id: number,
  uid: number,
  username: z.string(),
  content: z.string(),
  addtime: number,
  /** `YYYY-MM-DD HH:MM` */
  addtime_text: z.string(),
  is_owner: z.boolean(),
  can_delete: z.boolean(),
})

/** Comments as ShowDoc 3.9 has them: first comments, each with its replies (W40). Also at `page_comment/…`. */
export const pageComment = {
  /** First comments, newest first, in parts of `count`. Empty where the caller sees no comments. */
  getList: read(
    'visitor',
    { page_id: id, page: clamped(100_000), count: clamped(100) },
    z.object({ total: number, page: number, comments: z.array(PageComment.extend({ replies: z.array(PageComment) })) }),
  ),
  /** The answer to a reply goes to its thread. */
  add: write(
    'user',
    { page_id: id, content, parent_id: idOr0, request_id: requestId },
    z.object({ comment_id: number, message: z.string() }),
  ),
  delete: write('user', { comment_id: id }, z.object({ message: z.string() })),
}
