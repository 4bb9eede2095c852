import type { Answer } from '@sheaf/contract/client'

export type Outline = Answer<'export', 'outline'>
export type Node = Outline['nodes'][number]

export const ROOT = '0'

/** The catalogs as options, indented by level. The root comes first if it contains pages. */
export function catalogChoices(nodes: Node[], root: string) {
  const hasRoot = nodes.some((node) => node.kind === 'page' && node.parent === ROOT)
  const catalogs = nodes.filter((node) => node.kind === 'catalog')
  const named = catalogs.map(({ id, title, level }) => ({ value: id, label: `${'\u2003'.repeat(level - 1)}${title}` }))
  return hasRoot ? [{ value: ROOT, label: root }, ...named] : named
}

/** The pages directly in a catalog as options. */
export const pageChoices = (nodes: Node[], cat_id: string) =>
  nodes.filter((node) => node.kind === 'page' && node.parent === cat_id).map(({ id, title }) => ({ value: id, label: title }))

type Line = { page_id: string } | { cat_id: string }

/** The selected catalogs and pages that the outline has, and how many pages and catalogs they are with all that is below them. */
export function selectedNodes(nodes: Node[], lines: Line[]) {
  const keyOf = (line: Line) => ('page_id' in line ? `page ${line.page_id}` : `catalog ${line.cat_id}`)
  const there = new Set(nodes.map(({ kind, id }) => `${kind} ${id}`))
  const known = lines.filter((line) => there.has(keyOf(line)))
  const chosen = new Set(known.map(keyOf))
  const below = new Set<string>()
  const sum = { pages: 0, catalogs: 0 }
  // A catalog comes before all that is below it.
  for (const { kind, id, parent } of nodes) {
    if (!chosen.has(`${kind} ${id}`) && !below.has(parent)) continue
    if (kind === 'catalog') below.add(id)
    sum[kind === 'page' ? 'pages' : 'catalogs'] += 1
  }
  return { lines: known, ...sum }
}

export const pagesIn = (nodes: Node[]) => nodes.filter((node) => node.kind === 'page').length
