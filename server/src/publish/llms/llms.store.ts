import type { Services } from '../../context.ts'

/** Characters of a page in which its first sentence is looked for. */
const START_CHARS = 600
const PAGES_PER_QUERY = 100

/** The beginnings of these pages. */
export async function startsOf({ store }: Pick<Services, 'store'>, item_id: number, page_ids: number[]): Promise<Map<number, string>> {
  const starts = new Map<number, string>()
  for (let at = 0; at < page_ids.length; at += PAGES_PER_QUERY) {
    const some = page_ids.slice(at, at + PAGES_PER_QUERY)
    const rows = await store.hot<{ page_id: number; start: string }>(
      `select page_id, substr(page_content, 1, ${START_CHARS}) as start from page
       where page_id in (${some.map(() => '?').join(', ')}) and item_id = ? and is_del = 0`,
      [...some, item_id],
    )
    for (const { page_id, start } of rows) starts.set(page_id, start)
    await new Promise(setImmediate)
  }
  return starts
}

/** These pages with their texts, without those that were deleted or moved meanwhile. */
export const textsOf = ({ store }: Pick<Services, 'store'>, item_id: number, page_ids: number[]) =>
  store.db
    .selectFrom('page')
    .select(['page_id', 'item_id', 'cat_id', 'page_title', 'page_content', 'version', 'is_composed'])
    .where('page_id', 'in', page_ids)
    .where('item_id', '=', item_id)
    .where('is_del', '=', 0)
    .execute()
