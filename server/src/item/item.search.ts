import { covers, type Scope } from '../access/scope.ts'
import { searchPages } from '../db/search.ts'
import type { House } from '../lib/context.ts'
import { holds, snippetAround } from './snippet.ts'

const CANDIDATES = 500
const BATCH = 50

export interface Hit {
  page_id: number
  author_uid: number | null
  author_username: string
  item_id: number
  cat_id: number
  page_title: string
  s_number: number
  addtime: number
  search_content: string
}

interface Row extends Omit<Hit, 'search_content'> {
  page_content: string
}

/** The best `limit` pages of an item that hold the keyword, within a scope, each with a stretch of its text. */
export async function searchItem(
  { store }: Pick<House, 'store'>,
  item_id: number,
  scope: Scope,
  keyword: string,
  limit: number,
): Promise<Hit[]> {
  const checksTexts = /[^\p{L}\p{N}\s]/u.test(keyword)
  const { ids, literals } = await searchPages(store, item_id, keyword, scope === 'all' && !checksTexts ? limit : CANDIDATES)
  const hits: Hit[] = []
  for (let at = 0; at < ids.length && hits.length < limit; at += BATCH) {
    // Reading on through many texts lets others have their turn.
    if (at >= CANDIDATES) await new Promise(setImmediate)
    for (const { page_content, ...page } of await rowsOf(store, ids.slice(at, at + BATCH))) {
      if (hits.length === limit) break
      if (!covers(scope, page.cat_id) || !holds(`${page.page_title}\n${page_content}`, literals)) continue
      hits.push({ ...page, search_content: snippetAround(page_content, keyword) })
    }
  }
  return titlesFirst(hits, keyword)
}

/** The weights of the index put titles first as a rule; here it becomes one: a page named after the keyword stands before all others. */
function titlesFirst(hits: Hit[], keyword: string): Hit[] {
  const wanted = keyword.normalize('NFKC').trim().toLowerCase()
  const isNamed = (hit: Hit) => hit.page_title.normalize('NFKC').toLowerCase().includes(wanted)
  return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))]
}

const COLUMNS = 'page_id, author_uid, author_username, item_id, cat_id, page_title, s_number, addtime, page_content'

/** In the order of the ids, which is that of their rank. */
async function rowsOf(store: House['store'], ids: number[]): Promise<Row[]> {
  const padded = Array.from({ length: BATCH }, (_, n) => ids[n] ?? 0)
  const rows = await store.hot<Row>(
    `select ${COLUMNS} from page where page_id in (${padded.map(() => '?').join(',')}) and is_del = 0`,
    padded,
  )
  const byId = new Map(rows.map((row) => [row.page_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
