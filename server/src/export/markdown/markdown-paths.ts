import type { ExportNode } from '../export.nodes.ts'
import { safeName } from '../zip/safe-name.ts'

export interface Paths {
  /** The folder around everything a person reads. */
  folder: string
  /** Where the file of each page is, by page_id. */
  pages: Map<number, string>
  /** Folders that would be missing, because nothing is in them. */
  empty: string[]
}

/**
 * Files and folders named after pages and catalogs. A number in front keeps the order of the tree wherever names are sorted, and one
 * name from another.
 */
export function pathsOf(nodes: ExportNode[], item_name: string): Paths {
  const folder = safeName(item_name, 'item', 60)
  const folders = new Map([[0, folder]])
  const counts = new Map<number, number>()
  for (const { parent } of nodes) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  const used = new Map<number, number>()
  const pages = new Map<number, string>()
  const empty: string[] = []
  for (const { kind, id, title, parent } of nodes) {
    const [count = 0, n = 1] = [counts.get(parent), (used.get(parent) ?? 0) + 1]
    used.set(parent, n)
    const number = count > 1 ? `${String(n).padStart(String(count).length, '0')} ` : ''
    const place = `${folders.get(parent) ?? folder}/${number}${safeName(title, kind, kind === 'page' ? 90 : 60)}`
    if (kind === 'page') pages.set(id, `${place}.md`)
    else {
      folders.set(id, place)
      if (!counts.has(id)) empty.push(`${place}/`)
    }
  }
  return { folder, pages, empty }
}
