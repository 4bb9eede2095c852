import type { SelectedLine } from '@sheaf/contract'
import { Refusal } from '@sheaf/contract/errors'
import { covers, type Scope } from '../access/access.ts'
import type { CatalogFound } from '../content/catalog.store.ts'

/** A catalog or a page in the reading tree. */
export interface ExportNode {
  kind: 'catalog' | 'page'
  /** cat_id or page_id. */
  id: number
  title: string
  /** Catalogs have level 1 to 3. A page has the level of its catalog plus 1, or 1 at the root. */
  level: number
  /** Section number such as 1.2.3; pages come before catalogs. Numbering covers the exported part only, so it begins at 1. */
  number: string
  /** cat_id of the parent catalog, 0 at the root. */
  parent: number
  /** Size of the page's text in bytes; 0 for a catalog. */
  bytes: number
}

/** The part of an item to export: a page, a catalog with its descendants, what is selected, or the whole item. */
export interface Part {
  cat_id: number
  page_id: number
  lines?: SelectedLine[] | undefined
}

export interface PageHead {
  page_id: number
  cat_id: number
  page_title: string
  s_number: number
  bytes: number
}

const pageNode = ({ page_id, page_title, bytes }: PageHead, level: number, number: string, parent: number): ExportNode => ({
  kind: 'page',
  id: page_id,
  title: page_title,
  level,
  number,
  parent,
  bytes,
})

/** The reading tree as a flat list. It leaves out catalogs that are not in the scope, and their pages. */
export function exportNodes(catalogs: CatalogFound[], heads: PageHead[], scope: Scope, { cat_id, page_id, lines }: Part): ExportNode[] {
  const visibleHeads = heads.filter((head) => covers(scope, head.cat_id))
  if (page_id) {
    const page = visibleHeads.find((head) => head.page_id === page_id)
    return page ? [pageNode(page, 1, '', 0)] : []
  }
  const pagesIn = Map.groupBy(visibleHeads, (head) => head.cat_id)
  const visibleCatalogs = catalogs.filter((entry) => covers(scope, entry.cat_id))
  const visibleIds = new Set(visibleCatalogs.map((entry) => entry.cat_id))
  // A catalog whose parent is out of scope moves to the root.
  const catalogsIn = Map.groupBy(visibleCatalogs, (entry) => (visibleIds.has(entry.parent_cat_id) ? entry.parent_cat_id : 0))
  const nodes: ExportNode[] = []
  const walk = (parent: number, prefix: string, level: number) => {
    let n = 0
    const nextNumber = () => `${prefix}${++n}`
    for (const page of pagesIn.get(parent) ?? []) nodes.push(pageNode(page, level, nextNumber(), parent))
    for (const entry of catalogsIn.get(parent) ?? []) catalog(entry, nextNumber(), level, parent)
  }
  const catalog = (entry: CatalogFound, number: string, level: number, parent: number) => {
    nodes.push({ kind: 'catalog', id: entry.cat_id, title: entry.cat_name, level, number, parent, bytes: 0 })
    walk(entry.cat_id, `${number}.`, level + 1)
  }
  if (lines) {
    const [chosenPages, chosenCatalogs] = [new Set(lines.map((line) => line.page_id)), new Set(lines.map((line) => line.cat_id))]
    let n = 0
    // What is selected begins the export; the catalogs around it are not part of it.
    const pick = (parent: number) => {
      for (const page of pagesIn.get(parent) ?? []) if (chosenPages.has(page.page_id)) nodes.push(pageNode(page, 1, `${++n}`, 0))
      for (const entry of catalogsIn.get(parent) ?? []) {
        if (chosenCatalogs.has(entry.cat_id)) catalog(entry, `${++n}`, 1, 0)
        else pick(entry.cat_id)
      }
    }
    pick(0)
    return nodes
  }
  const only = cat_id ? visibleCatalogs.find((entry) => entry.cat_id === cat_id) : undefined
  if (only) catalog(only, '1', 1, 0)
  else if (!cat_id) walk(0, '', 1)
  return nodes
}

/** Refuses a part that does not exist with the same error as a part that the caller must not export. */
export function mustBePart(nodes: ExportNode[], { cat_id, page_id, lines }: Part) {
  const there = new Set(nodes.map(({ kind, id }) => `${kind} ${id}`))
  const isMissing = lines?.some((line) => !there.has(line.page_id ? `page ${line.page_id}` : `catalog ${line.cat_id}`))
  if (isMissing || ((cat_id || page_id) && nodes.length === 0)) throw new Refusal('noPermission')
}
