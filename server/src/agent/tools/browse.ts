import { Refusal } from '@sheaf/contract'
import { estimateTokens } from '@sheaf/markdown/tokens'
import * as z from 'zod'
import { covers, type Rights } from '../../access/access.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import type { RowMenu } from '../../content/menu.rules.ts'
import type { Ctx } from '../../context.ts'
import { itemAddress } from '../../publish/address.ts'
import { itemsWithin } from '../../search/search.store.ts'
import { openItem, openItemOfCatalog, reachFor } from '../access.ts'
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

/** A list that is read in parts; only the entries of a part become lines. */
interface List<E> {
  head: string
  entries: readonly E[]
  /** What a cursor names. */
  keyOf: (entry: E) => string
  lineOf: (entry: E) => Line
}

interface Line {
  text: string
  page_id?: number
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
    if (item === undefined && !cat_id) return partOf(asker.ctx, await itemList(asker), cursor, budget)
    const rights = item === undefined ? await openItemOfCatalog(asker, cat_id ?? 0) : await openItem(asker, item)
    return partOf(asker.ctx, await treeList(asker, rights, cat_id), cursor, budget)
  },
})

/** The lines from the entry that a cursor names, as many as the budget allows. */
async function partOf<E>(ctx: Ctx, list: List<E>, cursor: string | undefined, budget: number): Promise<Answer> {
  const { head, entries, keyOf } = list
  const from = cursor ? entries.findIndex((entry) => keyOf(entry) === cursor) : 0
  if (from < 0) throw new Refusal('cursorUnknown')
  const t = wordsIn(ctx.language)
  const lines: Line[] = []
  const { kept } = firstWithin(entries.slice(from, from + LINES_MAX), budget - estimateTokens(head), (entry) => {
    const line = list.lineOf(entry)
    lines.push(line)
    return estimateTokens(`${line.text}\n`) + (line.page_id ? COUNT_TOKENS : 0)
  })
  const shown = lines.slice(0, kept.length)
  const tokens = await tokensOfPages(
    ctx,
    shown.flatMap(({ page_id }) => page_id ?? []),
  )
  const written = shown.map(({ text, page_id }) => (page_id ? `${text} · ${t.tokens(tokens.get(page_id) ?? 0)}` : text))
  const next = entries[from + kept.length]
  const rest = next ? [t.more(entries.length - from - kept.length, keyOf(next))] : []
  return { text: [head, ...written, ...rest].join('\n') }
}

async function itemList(asker: Asker) {
  const { ctx } = asker
  const t = wordsIn(ctx.language)
  const items = (await itemsWithin(ctx, await reachFor(asker))).toSorted(
    (a, b) => b.last_update_time - a.last_update_time || b.item_id - a.item_id,
  )
  const lineOf = (item: (typeof items)[number]): Line => {
    const about = plain(item.item_description).slice(0, DESCRIPTION_CHARS).toWellFormed()
    const parts = [
      `${item.item_id} ${plain(item.item_name)}`,
      itemAddress(ctx.config, item),
      t.updated(utc(item.last_update_time).slice(0, 10)),
    ]
    return { text: [...parts, ...(about ? [about] : [])].join(' · ') }
  }
  return {
    head: items.length ? t.items(items.length) : t.noItems,
    entries: items,
    keyOf: ({ item_id }) => `i${item_id}`,
    lineOf,
  } satisfies List<(typeof items)[number]>
}

/** A catalog or a page in reading order. */
type Entry = { depth: number; page: RowMenu['pages'][number] } | { depth: number; catalog: RowMenu['catalogs'][number] }

/** The entries of each menu. A menu is kept until it changes, and an agent reads a large item in many parts. */
const entries = new WeakMap<RowMenu, Entry[]>()

function entriesOf(menu: RowMenu): Entry[] {
  const known = entries.get(menu)
  if (known) return known
  const all: Entry[] = []
  const add = ({ pages, catalogs }: RowMenu, depth: number) => {
    for (const page of pages) all.push({ depth, page })
    for (const catalog of catalogs) {
      all.push({ depth, catalog })
      add(catalog, depth + 1)
    }
  }
  add(menu, 0)
  entries.set(menu, all)
  return all
}

async function treeList({ ctx }: Asker, { item, visits }: Rights, cat_id: number | undefined): Promise<List<Entry>> {
  const t = wordsIn(ctx.language)
  const menu = (await treeOf(ctx, item, visits)).menu as RowMenu
  const start = cat_id ? inside(menu, cat_id) : menu
  if (!start || (cat_id && !covers(visits, cat_id))) throw new Refusal('notFound')
  const all = entriesOf(start)
  const head = `${plain(item.item_name)} (${item.item_id}) ${itemAddress(ctx.config, item)}`
  return {
    head: all.length ? head : `${head}\n${t.empty}`,
    entries: all,
    keyOf: (entry) => ('page' in entry ? `p${entry.page.page_id}` : `c${entry.catalog.cat_id}`),
    lineOf: (entry) => {
      const indent = '  '.repeat(entry.depth)
      if ('catalog' in entry) return { text: `${indent}${t.catalog} ${entry.catalog.cat_id} ${plain(entry.catalog.cat_name)}` }
      const { page_id, page_title, addtime } = entry.page
      return { page_id, text: `${indent}${t.page} ${page_id} ${plain(page_title)} · ${utc(addtime).slice(0, 10)}` }
    },
  }
}

function inside({ catalogs }: RowMenu, cat_id: number): RowMenu | undefined {
  for (const catalog of catalogs) {
    const found = catalog.cat_id === cat_id ? catalog : inside(catalog, cat_id)
    if (found) return found
  }
  return undefined
}
