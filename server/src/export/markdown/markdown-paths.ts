import { safeName } from '../../zip/safe-name.ts'
import type { ExportNode } from '../export.nodes.ts'

export interface Paths {
  /** The folder around everything a person reads. */
  folder: string
  /** Where the file of a page is. Made when asked: the names of twenty thousand pages take megabytes. */
  of: (page_id: number) => string | undefined
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
  const placeOf = ({ kind, title, parent }: ExportNode, n: number) => {
    const count = counts.get(parent) ?? 0
    const number = count > 1 ? `${String(n).padStart(String(count).length, '0')} ` : ''
    return `${folders.get(parent) ?? folder}/${number}${safeName(title, kind, kind === 'page' ? 90 : 60)}`
  }
  const pages = new Map<number, number>()
  const places = new Uint32Array(nodes.length)
  const empty: string[] = []
  for (const [at, node] of nodes.entries()) {
    const n = (used.get(node.parent) ?? 0) + 1
    used.set(node.parent, n)
    places[at] = n
    if (node.kind === 'page') {
      pages.set(node.id, at)
      continue
    }
    const place = placeOf(node, n)
    folders.set(node.id, place)
    if (!counts.has(node.id)) empty.push(`${place}/`)
  }
  const of = (page_id: number) => {
    const at = pages.get(page_id) ?? -1
    const node = nodes[at]
    return node && `${placeOf(node, places[at] ?? 1)}.md`
  }
  return { folder, of, empty }
}
