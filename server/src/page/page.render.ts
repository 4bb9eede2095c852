import { createHash } from 'node:crypto'
import { type Language, TABLE } from '@sheaf/contract'
import type { Rendered } from '@sheaf/markdown'
import { headOf } from '../access/access.store.ts'
import { sharedOf } from '../item/item.store.ts'
import type { House } from '../lib/context.ts'
import { Lru } from '../lib/lru.ts'
import { inWorker } from '../lib/workers.ts'

/** As the page's text says, or as its spreadsheet does. */
type Finished = Omit<Rendered, 'needs'> & { needs: string[] }

const finished = new Lru<Promise<Finished>>(32 * 1024 * 1024)

interface Text {
  page_id: number
  item_id: number
  version: number
  page_content: string
}

/** A page's text as HTML; made once per version and language, and per what the item says of all pages of API clients. */
export async function rendered({ store, config }: Pick<House, 'store' | 'config'>, page: Text, language: Language): Promise<Finished> {
  // Only what an API client wrote begins so; other pages cost no look at their item.
  const shared = /^\s*\{/.test(page.page_content) ? await sharedOf({ store }, page.item_id) : ''
  const key = `${page.page_id} ${page.version} ${language}${shared && createHash('sha1').update(shared).digest('base64url')}`
  const known = finished.get(key)
  if (known) return known
  const options = { base: config.BASE_PATH, language, shared }
  // As little for pages that cannot be spreadsheets.
  const isSheet = /^\s*(?:[[{]|$)/.test(page.page_content) && (await headOf({ store }, page.item_id))?.item_type === TABLE
  const made = inWorker<object, Finished>(import.meta.url, 'render', { text: page.page_content, options, isSheet })
  finished.set(key, made, page.page_content.length * 8 + 1000)
  made.catch(() => finished.delete(key))
  return made
}
