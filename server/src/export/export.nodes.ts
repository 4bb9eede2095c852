import { Refusal } from '@sheaf/contract/errors'
import { covers, type Scope } from '../access/access.ts'
import type { CatalogFound } from '../content/catalog.store.ts'

/** A catalog or a page in the reading tree. */
export interface ExportNode {
  kind: 'catalog' | 'page'
  /** cat_id or page_id. */
  id: number
  title: string
  /** Catalogs 1 to 3, a page one more than its catalog; pages at the root 1. */
  level: number
  /** 1.2.3 by its place; pages come before catalogs. Of what is exported, so a part begins at 1. */
  number: string
  /** The catalog it is in, 0 at the root. */
  parent: number
  /** Of a page: how long its text is. */
  bytes: number
}

/** What is wanted of an item: all of it, a catalog with what is below it, or one page. */
export interface Part {
  cat_id: number
  page_id: number
}

export interface PageHead {
  page_id: number
  cat_id: number
  page_title: string
  s_number: number
  bytes: number
}

const pageNode = ({ page_id, page_title, bytes }: PageHead, level: number, number: string, parent: number): ExportNode => ({
  ...{ kind: 'page', id: page_id, title: page_title, level, number, parent, bytes },
})

/** The tree as it is read, in one list; catalogs out of somebody's scope are not there, nor are pages in them. */
export function numbered(catalogs: CatalogFound[], heads: PageHead[], scope: Scope, { cat_id, page_id }: Part): ExportNode[] {
  const mine = heads.filter((head) => covers(scope, head.cat_id))
  if (page_id) {
    const page = mine.find((head) => head.page_id === page_id)
    return page ? [pageNode(page, 1, '', 0)] : []
  }
  const pagesIn = Map.groupBy(mine, (head) => head.cat_id)
  const seen = catalogs.filter((one) => covers(scope, one.cat_id))
  const known = new Set(seen.map((one) => one.cat_id))
  // A catalog whose parent is out of sight stands at the root.
  const catalogsIn = Map.groupBy(seen, (one) => (known.has(one.parent_cat_id) ? one.parent_cat_id : 0))
  const nodes: ExportNode[] = []
  const walk = (parent: number, before: string, level: number) => {
    let n = 0
    const next = () => `${before}${++n}`
    for (const page of pagesIn.get(parent) ?? []) nodes.push(pageNode(page, level, next(), parent))
    for (const one of catalogsIn.get(parent) ?? []) catalog(one, next(), level, parent)
  }
  const catalog = (one: CatalogFound, number: string, level: number, parent: number) => {
    nodes.push({ kind: 'catalog', id: one.cat_id, title: one.cat_name, level, number, parent, bytes: 0 })
    walk(one.cat_id, `${number}.`, level + 1)
  }
  const only = cat_id ? seen.find((one) => one.cat_id === cat_id) : undefined
  if (only) catalog(only, '1', 1, 0)
  else if (!cat_id) walk(0, '', 1)
  return nodes
}

/** A part that is not there, or not for whoever asks, is refused in the same words. */
export function mustBePart(nodes: ExportNode[], { cat_id, page_id }: Part) {
  if ((cat_id || page_id) && nodes.length === 0) throw new Refusal('noPermission')
}
