import type { SchemaWords } from '@sheaf/description/schema-words'
import { methodOf } from '@sheaf/markdown/method'
import { compose, storeWords } from '../content/page-text.store.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { indexPage } from '../db/search/search.ts'
import { type ShownPage, updatePage } from './source.page.store.ts'
import { updatePart } from './source.part.store.ts'

/** The title that a source gave to a page before and gives now. */
export interface NewTitle {
  part_id: number
  base: string
  title: string
}

/** A page on which words of this person wait for a person. */
export interface Moved {
  uid: number
  page_id: number
  cat_id: number
  page_title: string
}

/** Pages after which other requests get a turn. */
export const YIELD_EVERY = 20

/**
 * Composes pages again whose parts have changed; titles that people did not change follow the source. Returns the number of pages that
 * differ now, and whose words wait.
 */
export async function renewPages(
  trx: Db,
  item_id: number,
  pages: AsyncIterable<ShownPage>,
  titles: Map<number, NewTitle>,
  ctx: Pick<Services, 'store' | 'now'>,
  known = new Map<number, SchemaWords>(),
): Promise<{ changed: number; moved: Moved[] }> {
  const moved: Moved[] = []
  let changed = 0
  let count = 0
  for await (const page of pages) {
    const { page_id, cat_id, is_del } = page
    const composed = await compose(trx, { item_id, page_id }, page.page_text, 'none', { known })
    const page_content = composed?.page_content ?? page.page_content
    const renamed = titles.get(page_id)
    const follows = renamed && renamed.base === page.page_title && renamed.title !== page.page_title
    const page_title = follows ? renamed.title : page.page_title
    const writers = composed ? await storeWords(trx, page_id, composed.words, null) : []
    if (is_del === 0) moved.push(...writers.map((uid) => ({ uid, page_id, cat_id, page_title })))
    if (renamed && renamed.title !== renamed.base) await updatePart(trx, renamed.part_id, { title_base: renamed.title })
    if (count++ % YIELD_EVERY === 0) await new Promise(setImmediate)
    if (page_content === page.page_content && page_title === page.page_title) continue
    changed++
    await updatePage(trx, item_id, page_id, { page_content, page_title, method: methodOf(page_content), addtime: ctx.now() })
    if (is_del === 0) await indexPage(ctx.store, trx, { page_id, item_id, page_title, page_content })
  }
  return { changed, moved }
}
