import * as z from 'zod'
import { read, write } from '../call.ts'
import { countOrNone, digits, flagOrNone, id, textOrNone } from '../fields.ts'
import { AGENT_NOTE_MAX } from '../limits.ts'

const Publishing = z.object({
  /** 1: search engines and directories for agents list it. */
  listed: digits,
  /** What decides it: `site`, `address` (no PUBLIC_URL), `password`, `chosen`, `kind` or `default`. */
  why: z.string(),
  /** 1: an item of this kind is listed without a choice of its own. */
  by_kind: digits,
  /** "" by kind, 1 list, 0 do not list. */
  is_indexed: z.string(),
  agent_note: z.string(),
  /** Who can suggest edits: 0 editors, 1 members, 2 every signed-in reader. */
  suggest_from: digits,
  /** 1: an editor can accept a suggestion of their own. */
  accept_own: digits,
  /** 1: readers see whether pages are still true. */
  truth_badge: digits,
  /** Addresses of the item and of its files for programs. */
  address: z.string(),
  llms: z.string(),
  /** "" while it is not listed. */
  sitemap: z.string(),
})

/** A token or a connected program that used an item. */
const ItemToken = z.object({
  grant_id: digits,
  kind: z.enum(['personal', 'showdoc', 'oauth']),
  name: z.string(),
  username: z.string(),
  level: digits,
  /** Calls that succeeded, and the time of the last one in Unix seconds. */
  calls: digits,
  last_time: digits,
  /** 1: it can no longer be used. */
  is_ended: digits,
})

/** Sheaf only: how an item is seen by search engines and agents. */
export const publish = {
  info: read('user', { item_id: id }, Publishing),
  /** Absent fields keep their value. */
  save: write(
    'user',
    {
      item_id: id,
      is_indexed: textOrNone(1),
      agent_note: textOrNone(AGENT_NOTE_MAX),
      suggest_from: countOrNone,
      accept_own: flagOrNone,
      truth_badge: flagOrNone,
    },
    Publishing,
  ),
  /** The tokens that used the item most recently, of `total`. `since`: calls are counted from this time, 30 days ago or later. */
  tokens: read('user', { item_id: id }, z.object({ list: z.array(ItemToken), total: digits, since: digits })),
}
