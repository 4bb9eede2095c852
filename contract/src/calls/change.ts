import * as z from 'zod'
import { read } from '../call.ts'
import { clamped, digits, idOr0, jsonOrNone, text } from '../fields.ts'

/** A part of what a change means; `text` describes it in the language of the reader. */
const Meaning = z.object({
  /** `field.required`, `section.added`, `text` … */
  kind: z.string(),
  /** The heading above it, "" for none. */
  section: z.string(),
  /** The name of the field; "" for other kinds. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
})

const Change = z.object({
  change_id: digits,
  item_id: digits,
  item_name: z.string(),
  item_domain: z.string(),
  /** 0 for a change of a catalog or of the item. */
  page_id: digits,
  cat_id: digits,
  /** `page.changed`, `catalog.moved`, `item.imported` … */
  type: z.string(),
  /** The title of the page or the name of the catalog; "" where the reader cannot see it, as for a deleted page. */
  title: z.string(),
  /** 1 when the title is left out. */
  is_hidden: z.number(),
  /** 1 while the page can be opened. */
  is_there: z.number(),
  /** The names of the catalogs from the root, limited to those that the reader can see. */
  path: z.array(z.string()),
  username: z.string(),
  /** The display name of the person. */
  name: z.string(),
  /** The name of the token or the program that acted for the person; "" for none. */
  via: z.string(),
  /** 0 for none. */
  suggestion_id: digits,
  /** Changes that were made together have the same number; 0 for a change of its own. */
  batch_id: digits,
  /** The revision from before the change, for editors; 0 for none. */
  from_history_id: digits,
  version_from: digits,
  version_to: digits,
  /** 1 until the meaning is found. */
  is_pending: z.number(),
  meaning: z.array(Meaning),
  /** Of the first and of the last save, in Unix seconds. */
  addtime: digits,
  until_time: digits,
})

const Item = z.object({
  item_id: digits,
  item_name: z.string(),
  item_domain: z.string(),
  is_private: z.number(),
  /** 1 when the caller can change the settings of the item. */
  can_manage: z.number(),
})

/** Sheaf only: what changed. */
export const change = {
  /**
   * The changes of an item, or without item_id those of all items of the user. Newest first; `before` is `next` of the last response. With
   * `after`, those announced after this cursor, oldest first, from which `next` goes on. `since` is a time in Unix seconds.
   */
  getList: read(
    'visitor',
    {
      item_id: idOr0,
      page_id: idOr0,
      types: jsonOrNone(z.array(z.string().max(40)).max(20)),
      username: text(),
      before: idOr0,
      after: idOr0,
      since: idOr0,
      count: clamped(100),
      language: text(2),
    },
    z.object({
      /** Null across items. */
      item: z.union([Item, z.null()]),
      list: z.array(Change),
      /** 0 when there are no more. */
      next: digits,
      /** The cursor of the newest announced change. */
      cursor: digits,
      /** The persons who changed this item lately, for a filter; empty in later parts of the list and across items. */
      people: z.array(z.object({ username: z.string(), name: z.string() })),
    }),
  ),
}
