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

export const pagesIn = (nodes: Node[]) => nodes.filter((node) => node.kind === 'page').length
