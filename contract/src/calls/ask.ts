import * as z from 'zod'
import { read, write } from '../call.ts'
import { digits, flag, flagOrNone, id, idOr0, nothing, requestId, text } from '../fields.ts'
import { ASK_NOTE_MAX, NAME_MAX } from '../limits.ts'

const wants = z.enum(['read', 'edit'])

/** What a person wants to open: an item by its number or domain, or with item_id 0 the item of a page. */
const place = { item_id: text(NAME_MAX), page_id: idOr0 }

const Ask = z.object({
  ask_id: digits,
  uid: digits,
  username: z.string(),
  name: z.string(),
  wants,
  note: z.string(),
  /** The page that the person wanted to open; 0 and "" for the item. */
  page_id: digits,
  page_title: z.string(),
  addtime: digits,
  until: digits,
  /** The role and the catalog of a person who is a member already: 0 read only, 1 edit; "" for others. */
  member_group_id: z.string(),
  cat_id: digits,
})

const Settings = z.object({
  /** 1: people ask for access. */
  ask_access: digits,
  /** 0: an administrator has switched requests off for the whole site. */
  is_on: digits,
})

/** Sheaf only: a person asks for access to an item. Whether the item exists or takes requests is in no answer. */
export const ask = {
  /** The caller's own request for this place; `paused` until `until` after it was declined. */
  own: read(
    'user',
    place,
    z.object({
      /** 0: the whole site takes no requests. */
      is_on: digits,
      state: z.enum(['none', 'open', 'paused']),
      /** 0 without a request. */
      ask_id: digits,
      wants,
      addtime: digits,
      until: digits,
    }),
  ),
  /** wants `read` or `edit`. The answer is the same for every place. */
  send: write('user', { ...place, wants: text(10), note: text(ASK_NOTE_MAX), request_id: requestId }, nothing),
  withdraw: write('user', { ask_id: id }, nothing),
  /** Open requests, oldest first; one for each person. */
  getList: read('user', { item_id: id }, z.array(Ask)),
  /** With `yes`, the person becomes a member with this role and catalog, or a member of a team of the item that the caller owns. */
  decide: write(
    'user',
    { ask_id: id, yes: flag, member_group_id: idOr0, cat_id: idOr0, team_id: idOr0, answer: text(ASK_NOTE_MAX) },
    nothing,
  ),
  settings: read('user', { item_id: id }, Settings),
  /** Absent fields keep their value. */
  saveSettings: write('user', { item_id: id, ask_access: flagOrNone }, Settings),
}
