import { createHash } from 'node:crypto'
import { type Language, SPREADSHEET_ITEM } from '@sheaf/contract'
import { headOf } from '../../access/access.store.ts'
import { sharedOf } from '../../content/item.store.ts'
import type { Services } from '../../context.ts'
import { Lru } from '../../runtime/lru.ts'
import type { Bounds } from '../../runtime/workers.ts'
import { type Finished, renderInBounds } from './page.bounds.service.ts'

const finished = new Lru<Promise<Finished>>(32 * 1024 * 1024)

/** Milliseconds after which a page that ran out of time is tried again: the machine may have been at work with something else. */
const RETRY_DELAY_MS = 10 * 60_000

type Where = Pick<Services, 'store' | 'config'>

interface Text {
  page_id: number
  item_id: number
  version: number
  page_content: string
}

/** A page's text as HTML; made once per version and language, and per what the item says of all pages of API clients. */
export async function rendered(house: Where, page: Text, language: Language, tries?: Bounds[]): Promise<Finished> {
  // Only what an API client wrote begins so; other pages cost no look at their item.
  const shared = /^\s*\{/.test(page.page_content) ? await sharedOf(house, page.item_id) : ''
  const key = `${page.page_id} ${page.version} ${language}${shared && createHash('sha1').update(shared).digest('base64url')}`
  const known = finished.get(key)
  if (known) return known
  const made = make(house, page, { base: house.config.BASE_PATH, language, shared }, tries)
  finished.set(key, made, page.page_content.length * 8 + 1000)
  const forget = () => finished.get(key) === made && finished.delete(key)
  made.then(({ html, ended }) => {
    if (finished.get(key) === made) finished.set(key, made, html.length * 2 + 1000)
    if (ended) setTimeout(forget, RETRY_DELAY_MS).unref()
  }, forget)
  return made
}

async function make({ store }: Where, page: Text, options: { base: string; language: Language; shared: string }, tries?: Bounds[]) {
  const head = await headOf({ store }, page.item_id)
  const isSheet = head?.item_type === SPREADSHEET_ITEM && /^\s*(?:[[{]|$)/.test(page.page_content)
  return renderInBounds({ text: page.page_content, options, isSheet }, String(head?.uid), tries)
}
