import * as z from 'zod'
import { read } from '../call.ts'
import { digits, id, json, text } from '../fields.ts'

/** Text with the stretches of it that were searched for, each [from, to) in UTF-16 units: what is marked is never HTML. */
const Marked = z.object({ text: z.string(), marks: z.array(z.array(z.number())) })

const ItemHit = z.object({
  item_id: digits,
  item_name: Marked,
  item_domain: z.string(),
  item_type: digits,
  is_private: z.number(),
})

/** Where a page is: enough to name it and to lead there. */
const place = {
  page_id: digits,
  item_id: digits,
  item_name: z.string(),
  item_domain: z.string(),
  /** The catalogs it lies in, from the top, as far as the reader sees them. */
  path: z.array(z.string()),
  /** GET, POST and so on of a page that documents one call; "" of others. */
  method: z.string(),
}

const PageHit = z.object({ ...place, page_title: Marked, snippet: Marked })
const HeadingHit = z.object({ ...place, page_title: z.string(), heading: Marked, anchor: z.string() })
const PagePlace = z.object({ ...place, page_title: z.string() })

const Hits = z.object({ items: z.array(ItemHit), pages: z.array(PageHit), headings: z.array(HeadingHit) })

export type SearchHits = z.output<typeof Hits>
export type SearchMarked = z.output<typeof Marked>

export const search = {
  /** Over every item that is the caller's own or shared with them; for administrators over all. Ranked, at most 30 hits. */
  all: read('user', { keyword: text() }, Hits),
  /** Inside one item that the caller may visit. */
  item: read('visitor', { item_id: text(), keyword: text() }, Hits),
  /** Those of at most 20 pages that the caller may still read, in the order given. */
  pages: read('visitor', { page_ids: json(z.array(id).max(20)) }, z.array(PagePlace)),
}
