import { CATALOG_LEVELS_MAX, inOneLine, NAME_MAX, Refusal } from '@sheaf/contract'

interface Node {
  cat_id: number
  parent_cat_id: number
  level: number
  cat_name: string
}

/** In the API the top level is 2, and the deepest is 4. */
export const TOP = 2
const DEEPEST = TOP + CATALOG_LEVELS_MAX - 1
/** A longer chain of parents must be a cycle; trees from before the limit can be a few levels deeper than it. */
const PARENTS_MAX = 100

/** Normalizes a name like the fields of other calls; throws nameEmpty. */
export function nameOf(sent: string): string {
  const name = inOneLine(sent)
  if (name.length === 0 || name.length > NAME_MAX) throw new Refusal('nameEmpty')
  return name
}

/** A catalog and its descendants, level by level; each catalog of a cycle once. */
const layers = (all: Pick<Node, 'cat_id' | 'parent_cat_id'>[], cat_id: number): number[][] => {
  const below = new Map<number, number[]>()
  for (const node of all) {
    const siblings = below.get(node.parent_cat_id)
    if (siblings) siblings.push(node.cat_id)
    else below.set(node.parent_cat_id, [node.cat_id])
  }
  const seen = new Set([cat_id])
  const found = [[cat_id]]
  for (let layer = found[0]; layer?.length; layer = found.at(-1)) {
    const next = layer.flatMap((id) => below.get(id) ?? []).filter((id) => !seen.has(id))
    for (const id of next) seen.add(id)
    if (next.length === 0) break
    found.push(next)
  }
  return found
}

/** A catalog and all its descendants, ancestors first. */
export const withChildren = (all: Pick<Node, 'cat_id' | 'parent_cat_id'>[], cat_id: number): number[] => layers(all, cat_id).flat()

/** The number of levels of a catalog with its descendants. */
export const heightOf = (all: Pick<Node, 'cat_id' | 'parent_cat_id'>[], cat_id: number): number => layers(all, cat_id).length

/** The level for a subtree of this height below a parent (0: the root); refuses a missing parent and a fourth level. */
export function placeBelow(all: Node[], parent_cat_id: number, height: number): number {
  const parent = all.find((node) => node.cat_id === parent_cat_id)
  if (parent_cat_id !== 0 && !parent) throw new Refusal('notFound')
  const level = parent ? parent.level + 1 : TOP
  if (level + height - 1 > DEEPEST) throw new Refusal('catalogTooDeep')
  return level
}

/** The level directly below a catalog (0: the root), and the number of levels from there. */
export function roomBelow(all: Node[], cat_id: number): { level: number; levels: number } {
  const parent = all.find((node) => node.cat_id === cat_id)
  if (cat_id !== 0 && !parent) throw new Refusal('notFound')
  const level = parent ? parent.level + 1 : TOP
  return { level, levels: Math.max(0, DEEPEST - level + 1) }
}

/** The level of an existing or new catalog below a parent; refuses a place below itself. */
export function levelBelow(all: Node[], parent_cat_id: number, cat_id = 0): number {
  if (cat_id !== 0 && parent_cat_id !== 0 && withChildren(all, cat_id).includes(parent_cat_id)) throw new Refusal('catalogCycle')
  return placeBelow(all, parent_cat_id, cat_id === 0 ? 1 : heightOf(all, cat_id))
}

/** The level of every catalog according to its parents; refuses a cycle. A catalog without a parent in the list is at the top. */
export function levelsOf(all: Pick<Node, 'cat_id' | 'parent_cat_id'>[]): Map<number, number> {
  const parents = new Map(all.map((node) => [node.cat_id, node.parent_cat_id]))
  const levels = new Map<number, number>()
  const levelOf = (cat_id: number, steps: number): number => {
    const known = levels.get(cat_id)
    if (known !== undefined) return known
    if (steps > PARENTS_MAX) throw new Refusal('catalogCycle')
    const parent = parents.get(cat_id) ?? 0
    const level = parents.has(parent) ? levelOf(parent, steps + 1) + 1 : TOP
    levels.set(cat_id, level)
    return level
  }
  for (const { cat_id } of all) levelOf(cat_id, 0)
  return levels
}

/** Levels for a whole new tree: refuses a cycle, and a catalog that would be below the third level and deeper than before. */
export function levelled<T extends Node>(all: T[], previousLevels: ReadonlyMap<number, number>): T[] {
  const levels = levelsOf(all)
  return all.map((node) => {
    const level = levels.get(node.cat_id) as number
    if (level > DEEPEST && level > (previousLevels.get(node.cat_id) ?? 0)) throw new Refusal('catalogTooDeep')
    return { ...node, level }
  })
}

/** The rows that change when a catalog moves: its descendants move along, and its new siblings are numbered from 1. */
export function moved<T extends Node & { s_number: number }>(
  all: T[],
  cat_id: number,
  place: { parent_cat_id: number; level: number },
  order: number[],
): T[] {
  const deeper = place.level - (all.find((node) => node.cat_id === cat_id)?.level ?? place.level)
  const inside = new Set(withChildren(all, cat_id))
  const numbers = new Map(order.map((id, n) => [id, n + 1]))
  return all.flatMap((node) => {
    const next = {
      ...node,
      ...(node.cat_id === cat_id ? { parent_cat_id: place.parent_cat_id } : {}),
      level: inside.has(node.cat_id) ? node.level + deeper : node.level,
      s_number: numbers.get(node.cat_id) ?? node.s_number,
    }
    return differs(node, next) ? [next] : []
  })
}

type Row = Node & { s_number: number }
export const differs = (one: Row, other: Row) =>
  one.parent_cat_id !== other.parent_cat_id ||
  one.level !== other.level ||
  one.s_number !== other.s_number ||
  one.cat_name !== other.cat_name

/** Moves an id before another one (0: to the end); undefined when the other one is not in the list. */
export function putBefore(ids: number[], id: number, before_id: number): number[] | undefined {
  const others = ids.filter((other) => other !== id)
  const at = before_id === 0 ? others.length : others.indexOf(before_id)
  return at < 0 ? undefined : [...others.slice(0, at), id, ...others.slice(at)]
}

/** The id after this one in the list; 0 when it is the last. */
export const nextOf = (ids: number[], id: number) => ids[ids.indexOf(id) + 1] ?? 0

export interface Branch<T> {
  node: T
  below: Branch<T>[]
}

/** The list as a tree; nodes without a parent in the list are at the top. */
export function branches<T extends Node>(all: T[]): Branch<T>[] {
  const known = new Map(all.map((node) => [node.cat_id, { node, below: [] as Branch<T>[] }]))
  const top: Branch<T>[] = []
  for (const node of all) (known.get(node.parent_cat_id)?.below ?? top).push(known.get(node.cat_id) as Branch<T>)
  return top
}

/** Depth first, each with the names of its ancestors joined by "/". */
export const withPaths = <T extends Node>(tree: Branch<T>[], above = ''): T[] =>
  tree.flatMap(({ node, below }) => [{ ...node, cat_name: above + node.cat_name }, ...withPaths(below, `${above}${node.cat_name}/`)])
