import { CATALOG_LEVELS, Refusal } from '@sheaf/contract'

interface Node {
  cat_id: number
  parent_cat_id: number
  level: number
  cat_name: string
}

/** On the wire the top level is 2, the deepest 4. */
const TOP = 2
const DEEPEST = TOP + CATALOG_LEVELS - 1

/** A catalog and everything below it. */
export function withChildren<T extends Node>(all: T[], cat_id: number): number[] {
  return [cat_id, ...all.filter((one) => one.parent_cat_id === cat_id).flatMap((child) => withChildren(all, child.cat_id))]
}

/** How many levels a catalog and what is below it take. */
const heightOf = (all: Node[], cat_id: number): number =>
  1 + Math.max(0, ...all.filter((one) => one.parent_cat_id === cat_id).map((child) => heightOf(all, child.cat_id)))

/** The level of a catalog put below this parent (0: the top); refuses foreign parents, cycles and a fourth level. */
export function levelBelow(all: Node[], parent_cat_id: number, cat_id = 0): number {
  const parent = all.find((one) => one.cat_id === parent_cat_id)
  if (parent_cat_id !== 0 && !parent) throw new Refusal('notFound')
  if (cat_id !== 0 && parent_cat_id !== 0 && withChildren(all, cat_id).includes(parent_cat_id)) throw new Refusal('catalogCycle')
  const level = parent ? parent.level + 1 : TOP
  if (level + (cat_id === 0 ? 0 : heightOf(all, cat_id) - 1) > DEEPEST) throw new Refusal('catalogTooDeep')
  return level
}

export interface Branch<T> {
  node: T
  below: Branch<T>[]
}

/** The list as a tree; what has no parent in the list stands at the top. */
export function branches<T extends Node>(all: T[]): Branch<T>[] {
  const known = new Map(all.map((node) => [node.cat_id, { node, below: [] as Branch<T>[] }]))
  const top: Branch<T>[] = []
  for (const node of all) (known.get(node.parent_cat_id)?.below ?? top).push(known.get(node.cat_id) as Branch<T>)
  return top
}

/** Depth first, each with the names above it joined by "/". */
export const withPaths = <T extends Node>(tree: Branch<T>[], above = ''): T[] =>
  tree.flatMap(({ node, below }) => [{ ...node, cat_name: above + node.cat_name }, ...withPaths(below, `${above}${node.cat_name}/`)])
