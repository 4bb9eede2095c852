import type { CompleteResult } from '@modelcontextprotocol/server'
import { findPages } from '../../search/find.service.ts'
import { itemsWithin } from '../../search/search.store.ts'
import { reachFor } from '../access.ts'
import { plain } from '../text/plain.ts'
import type { Asker } from '../tool.ts'

/** The protocol allows a hundred values. */
const VALUES_MAX = 100
const PAGES_MAX = 20
const CANDIDATES_MAX = 60
const CHARS_MAX = 100

/** The values for an argument that names an item or a page, by the part of the name that was typed. */
export async function complete(asker: Asker, { name, value }: { name: string; value: string }): Promise<CompleteResult> {
  const typed = value.slice(0, CHARS_MAX)
  const found = name === 'item' ? await itemNames(asker, typed) : name === 'page' || name === 'id' ? await pages(asker, typed) : []
  const values = found.slice(0, VALUES_MAX)
  return { completion: { values, total: found.length, hasMore: found.length > values.length } }
}

async function itemNames(asker: Asker, typed: string): Promise<string[]> {
  const items = await itemsWithin(asker.ctx, await reachFor(asker))
  const wanted = typed.trim().toLowerCase()
  return items
    .map(({ item_name }) => plain(item_name))
    .filter((name) => name.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.toLowerCase().startsWith(wanted)) - Number(a.toLowerCase().startsWith(wanted)) || a.localeCompare(b))
}

/** `345 Create an order`: the number is read, and the title is for the person who chooses. */
async function pages(asker: Asker, typed: string): Promise<string[]> {
  const found = await findPages(asker.ctx, await reachFor(asker), typed, { limit: PAGES_MAX, most: CANDIDATES_MAX, from: 3 })
  return found.filter(({ inTitle }) => inTitle).map(({ page_id, page_title }) => `${page_id} ${plain(page_title)}`)
}
