import * as z from 'zod'
import { read } from '../call.ts'
import { digits, id, json, text } from '../fields.ts'

/** Text with its matches as ranges [from, to) in UTF-16 units. Neither is HTML. */
const Marked = z.object({ text: z.string(), marks: z.array(z.array(z.number())) })

const ItemHit = z.object({
  item_id: digits,
  item_name: Marked,
  item_domain: z.string(),
  item_type: digits,
  is_private: z.number(),
})

/** The location of a page, for display and for the link. */
const place = {
  page_id: digits,
  item_id: digits,
  item_name: z.string(),
  item_domain: z.string(),
  /** Names of its catalogs from the root, limited to those that the reader can see. */
  path: z.array(z.string()),
  /** The HTTP method of a page that documents one call; "" for other pages. */
  method: z.string(),
}

const PageHit = z.object({ ...place, page_title: Marked, snippet: Marked })
const HeadingHit = z.object({ ...place, page_title: z.string(), heading: Marked, anchor: z.string() })
const PagePlace = z.object({ ...place, page_title: z.string() })

const Hits = z.object({
  items: z.array(ItemHit),
  pages: z.array(PageHit),
  headings: z.array(HeadingHit),
  /** If nothing has the keyword: the keyword of these hits, with other forms of its English words. Otherwise "". */
  instead: z.string(),
})

export type SearchHits = z.output<typeof Hits>

export const search = {
  /** Searches all items that the caller owns or is a member of; for administrators all items. Ranked, at most 30 hits. */
  all: read('user', { keyword: text() }, Hits),
  /** Searches one item that the caller can read. */
  item: read('visitor', { item_id: text(), keyword: text() }, Hits),
  /** Locations of at most 20 pages in the given order, without pages that the caller can no longer read. */
  pages: read('visitor', { page_ids: json(z.array(id).max(20)) }, z.array(PagePlace)),
}
