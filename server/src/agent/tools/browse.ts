import { Refusal } from '@sheaf/contract'
import { estimateTokens } from '@sheaf/markdown/tokens'
import * as z from 'zod'
import { covers, type Rights } from '../../access/access.ts'
import { itemOfCatalog } from '../../content/catalog.store.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import type { RowMenu } from '../../content/menu.rules.ts'
import type { Ctx } from '../../context.ts'
import { itemAddress } from '../../publish/address.ts'
import { itemsWithin } from '../../search/search.store.ts'
import { openItem, reachFor } from '../access.ts'
import { firstWithin } from '../text/budget.ts'
import { tokensOfPages, utc } from '../text/pages.ts'
import { plain } from '../text/plain.ts'
import { type Answer, type Asker, amount, number, text, tool } from '../tool.ts'
import { wordsIn } from './words.ts'

const DESCRIPTION_CHARS = 160
/** Lines whose tokens are read at once; a larger list needs a second call. */
const LINES_MAX = 500
/** The tokens of a page are a few digits; they are not known yet when lines are counted. */
const COUNT_TOKENS = 8

/** A line of a list, with the key that a cursor names. */
interface Line {
  key: string
  page_id?: number
  /** Only the lines that fit the budget are written. */
  write: () => string
}

export const browse = tool({
  name: 'browse',
  level: 1,
  kind: 'read',
  about: 'List items, or the catalogs and pages of one in order.',
  input: z.object({
    item: text(300, 'number, address or name').optional(),
    cat_id: number('one catalog').optional(),
    budget: amount(4000, 20_000),
    cursor: text(40).optional(),
  }),
  async run({ item, cat_id, budget, cursor }, asker) {
    const wanted = item ?? (cat_id ? String((await itemOfCatalog(asker.ctx, cat_id)) ?? '') : undefined)
    const [head, lines] = wanted === undefined ? await itemLines(asker) : await treeLines(asker, await openItem(asker, wanted), cat_id)
    return written(asker.ctx, head, after(lines, cursor), budget)
  },
})

/** The lines from the one that a cursor names. */
function after(lines: Line[], cursor: string | undefined) {
  if (!cursor) return lines
  const from = lines.findIndex(({ key }) => key === cursor)
  if (from < 0) throw new Refusal('cursorUnknown')
  return lines.slice(from)
}

async function written(ctx: Ctx, head: string, lines: Line[], budget: number): Promise<Answer> {
  const t = wordsIn(ctx.language)
  const texts: string[] = []
  const { kept } = firstWithin(lines.slice(0, LINES_MAX), budget - estimateTokens(head), ({ write, page_id }) => {
    const text = write()
    texts.push(text)
    return estimateTokens(`${text}\n`) + (page_id ? COUNT_TOKENS : 0)
  })
  const tokens = await tokensOfPages(
    ctx,
    kept.flatMap(({ page_id }) => page_id ?? []),
  )
  const shown = kept.map(({ page_id }, n) => (page_id ? `${texts[n]} · ${t.tokens(tokens.get(page_id) ?? 0)}` : (texts[n] as string)))
  const next = lines[kept.length]
  const rest = next ? [t.more(lines.length - kept.length, next.key)] : []
  return { text: [head, ...shown, ...rest].join('\n') }
}

async function itemLines(asker: Asker): Promise<[string, Line[]]> {
  const { ctx } = asker
  const t = wordsIn(ctx.language)
  const items = (await itemsWithin(ctx, await reachFor(asker))).toSorted(
    (a, b) => b.last_update_time - a.last_update_time || b.item_id - a.item_id,
  )
  if (items.length === 0) return [t.noItems, []]
  const lines = items.map((item) => {
    const about = plain(item.item_description).slice(0, DESCRIPTION_CHARS).toWellFormed()
    const parts = [
      `${item.item_id} ${plain(item.item_name)}`,
      itemAddress(ctx.config, item),
      t.updated(utc(item.last_update_time).slice(0, 10)),
    ]
    return { key: `i${item.item_id}`, write: () => [...parts, ...(about ? [about] : [])].join(' · ') }
  })
  return [t.items(items.length), lines]
}

async function treeLines({ ctx }: Asker, { item, visits }: Rights, cat_id: number | undefined): Promise<[string, Line[]]> {
  const t = wordsIn(ctx.language)
  const { menu } = await treeOf(ctx, item, visits)
  const lines: Line[] = []
  const add = ({ pages, catalogs }: RowMenu, depth: number) => {
    const indent = '  '.repeat(depth)
    for (const { page_id, page_title, addtime } of pages)
      lines.push({
        key: `p${page_id}`,
        page_id,
        write: () => `${indent}${t.page} ${page_id} ${plain(page_title)} · ${utc(addtime).slice(0, 10)}`,
      })
    for (const catalog of catalogs) {
      lines.push({ key: `c${catalog.cat_id}`, write: () => `${indent}${t.catalog} ${catalog.cat_id} ${plain(catalog.cat_name)}` })
      add(catalog, depth + 1)
    }
  }
  const start = cat_id ? inside(menu as RowMenu, cat_id) : (menu as RowMenu)
  if (!start || (cat_id && !covers(visits, cat_id))) throw new Refusal('notFound')
  add(start, 0)
  const head = `${plain(item.item_name)} (${item.item_id}) ${itemAddress(ctx.config, item)}`
  return [lines.length ? head : `${head}\n${t.empty}`, lines]
}

function inside({ catalogs }: RowMenu, cat_id: number): RowMenu | undefined {
  for (const catalog of catalogs) {
    const found = catalog.cat_id === cat_id ? catalog : inside(catalog, cat_id)
    if (found) return found
  }
  return undefined
}
