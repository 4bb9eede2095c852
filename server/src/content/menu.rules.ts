import { contract, type MenuPage } from '@sheaf/contract'
import { covers, type Scope } from '../access/access.ts'
import { encoderOf } from '../http/encode.ts'
import { type Branch, branches } from './catalog.rules.ts'
import type { CatalogFound } from './catalog.store.ts'
import { ADDED } from './item.store.ts'

/** A page in the menu, with its order number and its JSON text. Encoders write only declared fields, so neither is sent. */
export interface MenuRow extends MenuPage {
  s_number: number
  text: string
}

/** A catalog with its JSON text up to its pages. */
export type CatalogRow = CatalogFound & { text: string }

type RowCatalog = CatalogRow & RowMenu
/** A menu of rows. */
export interface RowMenu {
  pages: MenuRow[]
  catalogs: RowCatalog[]
}

const MenuShape = contract.item.info.output.shape.menu
const encodePage = encoderOf(MenuShape.shape.pages.element, 'UTC')
const encodeCatalog = encoderOf(MenuShape.shape.catalogs.element, 'UTC')

const EMPTY = '"pages":[],"catalogs":[]}'

export const catalogRow = (node: CatalogFound): CatalogRow => ({
  ...node,
  text: encodeCatalog({ ...node, pages: [], catalogs: [] }).slice(0, -EMPTY.length),
})

export const menuRow = (page: Omit<MenuRow, 'text'>): MenuRow => ({ ...page, text: encodePage(page) })

/** Changes that one page explains: pages by id, and `added` for new pages, whose ids are higher than all others of the item. */
export interface MenuChanges {
  page_ids: number[]
  added: boolean
}

/**
 * The changes between two versions of a tree, from the log of its item: ` 17:5031 18:+`. Undefined when a version has no entry, because
 * it changed more than one page, its entry has been dropped, or another release wrote it.
 */
export function changesBetween(log: string, from: number, to: number): MenuChanges | undefined {
  // The first part is empty, or the rest of an entry that was cut.
  const entries = new Map(
    log
      .split(' ')
      .slice(1)
      .map((entry) => [Number(entry.split(':')[0]), entry.split(':')[1]]),
  )
  const page_ids = new Set<number>()
  let added = false
  for (let version = from + 1; version <= to; version++) {
    const changed = entries.get(version)
    if (!changed) return undefined
    if (changed === ADDED) added = true
    else page_ids.add(Number(changed))
  }
  return { page_ids: [...page_ids], added }
}

/** The pages of a menu, after those of these ids were read again. */
export function withChanges(rows: MenuRow[], page_ids: number[], current: MenuRow[]): MenuRow[] {
  const changed = new Set([...page_ids, ...current.map((row) => row.page_id)])
  const kept = rows.filter((row) => !changed.has(row.page_id))
  return [...kept, ...current].sort((a, b) => a.s_number - b.s_number || a.page_id - b.page_id)
}

/** The menu for a scope, and its pages in reading order. */
export function arranged(rows: MenuRow[], all: CatalogRow[], scope: Scope): { menu: RowMenu; order: MenuRow[] } {
  const inside = new Map<number, MenuRow[]>()
  for (const page of rows) {
    const siblings = inside.get(page.cat_id)
    if (siblings) siblings.push(page)
    else inside.set(page.cat_id, [page])
  }
  const order: MenuRow[] = []
  const pagesOf = (cat_id: number) => {
    const own = covers(scope, cat_id) ? (inside.get(cat_id) ?? []) : []
    order.push(...own)
    return own
  }
  const catalog = ({ node, below }: Branch<CatalogRow>): RowCatalog => ({
    ...node,
    pages: pagesOf(node.cat_id),
    catalogs: below.map(catalog),
  })
  const root = pagesOf(0)
  return { menu: { pages: root, catalogs: branches(all.filter((node) => covers(scope, node.cat_id))).map(catalog) }, order }
}

/** A page whose id is a multiple of this number ends a segment. */
const PAGES_PER_SEGMENT = 256

/**
 * The JSON text of a menu in pieces, in segments. A segment ends behind a page whose id is a multiple of a number, so a change of one
 * page changes one segment or two, and the compressed form of all others can be used again.
 */
export function segmentsOf(menu: RowMenu): string[][] {
  const segments: string[][] = []
  let pieces = ['{']
  function write({ pages, catalogs }: RowMenu) {
    pieces.push('"pages":[')
    for (const [n, page] of pages.entries()) {
      if (n) pieces.push(',')
      pieces.push(page.text)
      if (page.page_id % PAGES_PER_SEGMENT > 0) continue
      segments.push(pieces)
      pieces = []
    }
    pieces.push('],"catalogs":[')
    for (const [n, catalog] of catalogs.entries()) {
      if (n) pieces.push(',')
      pieces.push(catalog.text)
      write(catalog)
    }
    pieces.push(']}')
  }
  write(menu)
  return [...segments, pieces]
}
