import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import type { ItemHead, PageFound } from '../../access/access.store.ts'
import { covers, type Scope } from '../../access/access.ts'
import type { Tree } from '../../content/item.tree.service.ts'
import type { Ctx } from '../../context.ts'
import { pageMarkdown } from '../../publish/markdown/page-markdown.ts'
import { Lru } from '../../runtime/lru.ts'
import { countTokens } from './budget.ts'
import { plain } from './plain.ts'

/** Tokens by page and version. */
const counted = new Lru<number>(1_000_000)
const ENTRY_BYTES = 100

export async function tokensOf(page_id: number, version: number, text: string): Promise<number> {
  const key = `${page_id} ${version}`
  const known = counted.get(key)
  if (known !== undefined) return known
  const tokens = await countTokens(text)
  counted.set(key, tokens, ENTRY_BYTES)
  return tokens
}

/**
 * The text of a page as an agent reads and edits it: exactly as it is stored, so that parts of it are found again. Only pages of API
 * clients and spreadsheets, which no tool changes, become Markdown.
 */
export async function pageText(ctx: Ctx, item: ItemHead, page: PageFound): Promise<string> {
  const isConverted = item.item_type === SPREADSHEET_ITEM || /^\s*\{/.test(page.page_content)
  return isConverted ? (await pageMarkdown(ctx, { item, page })).text : page.page_content
}

interface Counted {
  page_id: number
  version: number
}
const CONTENTS_PER_QUERY = 20

/** Tokens of pages that a list shows. Texts are read only of pages that were not counted since their last save. */
export async function tokensOfPages({ store }: Ctx, page_ids: number[]): Promise<Map<number, number>> {
  const within = store.kind === 'sqlite' ? 'select value from json_each(?)' : 'select value::int from json_array_elements_text(?::json)'
  const rows = await store.hot<Counted>(`select page_id, version from page where page_id in (${within})`, [JSON.stringify(page_ids)])
  const found = new Map<number, number>()
  const unknown: Counted[] = []
  for (const row of rows) {
    const tokens = counted.get(`${row.page_id} ${row.version}`)
    if (tokens === undefined) unknown.push(row)
    else found.set(row.page_id, tokens)
  }
  for (let at = 0; at < unknown.length; at += CONTENTS_PER_QUERY) {
    const ids = unknown.slice(at, at + CONTENTS_PER_QUERY).map(({ page_id }) => page_id)
    const texts = await store.hot<Counted & { page_content: string }>(
      `select page_id, version, page_content from page where page_id in (${within})`,
      [JSON.stringify(ids)],
    )
    for (const { page_id, version, page_content } of texts) found.set(page_id, await tokensOf(page_id, version, page_content))
  }
  return found
}

/** The names of the catalogs above a page, from the top. Those above the scope of a member are left out. */
export function pathOf({ catalogs }: Tree, visits: Scope, cat_id: number): string[] {
  const path: string[] = []
  for (let at = catalogs.get(cat_id); at && path.length < 10; at = catalogs.get(at.parent_cat_id))
    if (covers(visits, at.cat_id)) path.unshift(plain(at.cat_name))
  return path
}

/** `2026-11-18T16:40:00Z` */
export const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '')
