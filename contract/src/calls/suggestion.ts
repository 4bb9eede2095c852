import * as z from 'zod'
import { read, write } from '../call.ts'
import { clamped, countOrNone, digits, flag, id, idOr0, jsonOrNone, nothing, requestId, text, textOrNone } from '../fields.ts'
import { CONTENT_BODY_BYTES_MAX, EDITS_MAX, NOTE_MAX } from '../limits.ts'

const states = z.enum(['open', 'accepted', 'declined', 'withdrawn', 'overtaken'])

/** A suggestion without its texts. Titles and reason are empty for a proposer who can no longer read the place. */
const row = {
  suggestion_id: digits,
  item_id: digits,
  item_name: z.string(),
  /** 0 for a suggested new page that has not been accepted. */
  page_id: digits,
  /** The catalog of a new page. */
  cat_id: digits,
  /** The title of the page now, or the suggested one of a new page. */
  title: z.string(),
  page_title: z.string(),
  reason: z.string(),
  uid: digits,
  username: z.string(),
  /** Names are display names, for a person without one the user name. */
  name: z.string(),
  /** The program that made it, "" for a person in a session. */
  via: z.string(),
  state: states,
  /** 1: accepted with changes. */
  is_partial: digits,
  /** Increases by one when its proposer changes it. */
  revision: digits,
  base_version: digits,
  added: digits,
  removed: digits,
  decided_username: z.string(),
  decided_name: z.string(),
  decided_note: z.string(),
  /** Times in Unix seconds; 0 for never. */
  decided_time: digits,
  /** The version of the page that the acceptance made. */
  result_version: digits,
  addtime: digits,
  last_update_time: digits,
  /** Whether the caller can decide about it. */
  decidable: z.boolean(),
  /** Whether the caller can read its place. */
  readable: z.boolean(),
}
const Suggestion = z.object(row)

const Current = z.object({
  version: digits,
  page_title: z.string(),
  page_content: z.string(),
  author_username: z.string(),
  author_name: z.string(),
  addtime: digits,
  /** 1: the page is in the recycle bin. */
  is_del: digits,
  /** Another user who is editing it now, or "". */
  lock_username: z.string(),
  lock_name: z.string(),
  /** The versions since the base of an open suggestion, newest first, at most 5; for those who can decide about it. */
  meanwhile: z.array(z.object({ version: digits, author_username: z.string(), author_name: z.string(), addtime: digits })),
  /** The base in the history, to compare it with the page now; 0 when it is the page now, or no longer stored. */
  base_history_id: digits,
})

const Other = z.object({ suggestion_id: digits, username: z.string(), name: z.string(), via: z.string(), added: digits, removed: digits })

const SuggestionInfo = z.object({
  ...row,
  base_title: z.string(),
  base_content: z.string(),
  page_content: z.string(),
  /** The page now; null for a new page. */
  current: z.union([Current, z.null()]),
  /** Places that the proposer and later versions changed differently. */
  conflicts: digits,
  /** Invisible characters and comments that the suggestion adds. */
  hidden: digits,
  /** Other open suggestions for the same page, for those who can decide about them. */
  others: z.array(Other),
  is_own: z.boolean(),
  /** Why the caller cannot accept it now: "" when they can. */
  refused: z.enum(['', 'closed', 'reader', 'own', 'archived', 'deleted']),
})

const Preview = z.object({
  /** The version of the page now, 0 for a new page. */
  version: digits,
  base_version: digits,
  /** From the base to the suggestion, as `diff -u` writes it; at most 100,000 characters. */
  diff: z.string(),
  /** 1: the difference is longer. */
  is_cut: digits,
  added: digits,
  removed: digits,
  hidden: digits,
  conflicts: digits,
  /** 1: it can be accepted without settling a conflict. */
  clean: digits,
})

const proposal = {
  /** 0 for a new page, which then needs item_id. */
  page_id: idOr0,
  item_id: idOr0,
  /** The catalog of a new page. Absent: that of the replaced suggestion, or the top level. */
  cat_id: countOrNone,
  /** The version of the page that was read. */
  base_version: countOrNone,
  /** Absent: unchanged. */
  page_title: textOrNone(1000),
  page_content: text(CONTENT_BODY_BYTES_MAX),
  /** Instead of page_content: each old_text occurs exactly once in the base. */
  edits: jsonOrNone(z.array(z.object({ old_text: z.string().min(1), new_text: z.string() })).max(EDITS_MAX)),
}

/** Sheaf only: proposed edits, which an editor accepts or declines. */
export const suggestion = {
  /** The difference, without saving anything. */
  preview: read('user', proposal, Preview, { body: CONTENT_BODY_BYTES_MAX }),
  /** With suggestion_id it replaces an own open suggestion. */
  save: write('user', { ...proposal, suggestion_id: idOr0, reason: text(NOTE_MAX), request_id: requestId }, Suggestion, {
    body: CONTENT_BODY_BYTES_MAX,
  }),
  /**
   * Newest first. `mine`: own ones, otherwise those that the caller can decide about. `state`: open, decided or "" for all.
   * Without item_id: of all items that the caller edits as their owner or member. `before` is `next` of the last response.
   */
  getList: read(
    'user',
    { item_id: idOr0, page_id: idOr0, state: text(20), mine: flag, before: idOr0, count: clamped(100) },
    z.object({
      list: z.array(Suggestion),
      /** 0 when there are no more. */
      next: digits,
    }),
  ),
  info: read('user', { suggestion_id: id }, SuggestionInfo),
  /**
   * Saves the suggestion. `revision` and `base_version` are those that the reviewer saw: the version of the page, 0 for a new one.
   * page_title and page_content replace the merged ones, for settled conflicts, parts left out and other edits.
   */
  accept: write(
    'user',
    {
      suggestion_id: id,
      revision: id,
      base_version: idOr0,
      page_title: textOrNone(1000),
      page_content: textOrNone(CONTENT_BODY_BYTES_MAX),
      note: text(NOTE_MAX),
    },
    z.object({ state: states, page_id: digits, version: digits }),
    { body: CONTENT_BODY_BYTES_MAX },
  ),
  decline: write('user', { suggestion_id: id, revision: id, note: text(NOTE_MAX) }, nothing),
  withdraw: write('user', { suggestion_id: id }, nothing),
}
