import type { Scope } from '../access/scope.ts'
import type { Services } from '../context.ts'
import type { Reach } from '../db/search/candidates.ts'
import { findPages } from '../search/find.service.ts'
import { reachIn } from '../search/reach.store.ts'
import { snippetAround } from '../search/snippet.rules.ts'

const CANDIDATES = 500
/** As existing clients know it. */
const SNIPPET = { before: 60, length: 240, dots: '...' }

export interface Hit {
  page_id: number
  author_uid: number | null
  author_username: string
  item_id: number
  cat_id: number
  page_title: string
  s_number: number
  page_comments: string
  addtime: number
  search_content: string
}

/** The best `limit` pages of an item that hold the keyword, within a scope, each with a stretch of its text. */
export async function searchItem(
  house: Pick<Services, 'store' | 'now'>,
  item_id: number,
  scope: Scope,
  keyword: string,
  limit: number,
): Promise<Hit[]> {
  return searchReach(house, reachIn(item_id, scope), keyword, limit)
}

/** The best `limit` pages within a reach, whatever number of items it covers, by the same few questions to the index. */
export async function searchReach(house: Pick<Services, 'store' | 'now'>, reach: Reach, keyword: string, limit: number): Promise<Hit[]> {
  const found = await findPages(house, reach, keyword, { limit, most: CANDIDATES, from: 1 })
  return found.map(({ page_id, item_id, author_uid, author_username, cat_id, page_title, s_number, page_comments, addtime, text }) => ({
    page_id,
    author_uid,
    author_username,
    item_id,
    cat_id,
    page_title,
    s_number,
    page_comments,
    addtime,
    search_content: snippetAround(text, keyword, SNIPPET).text,
  }))
}
