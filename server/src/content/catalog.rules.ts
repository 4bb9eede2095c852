import { CATALOG_LEVELS_MAX, inOneLine, NAME_MAX, Refusal } from '@sheaf/contract'

interface Node {
  cat_id: number
  parent_cat_id: number
  level: number
  cat_name: string
}

/** On the wire the top level is 2, the deepest 4. */
export const TOP = 2
const DEEPEST = TOP + CATALOG_LEVELS_MAX - 1
/** A way up that is longer than this never ends; trees of before the limit may be a few levels deeper than it. */
const CIRCLE = 100

/** A name as the fields of other calls have it. */
export function nameOf(sent: string): string {
  const name = inOneLine(sent)
  if (name.length === 0 || name.length > NAME_MAX) throw new Refusal('nameEmpty')
  return name
}

/** A catalog and everything below it, level by level; those of a circle once. */
const layers = (all: Pick<Node, 'cat_id' | 'parent_cat_id'>[], cat_id: number): number[][] => {
  const below = new Map<number, number[]>()
  for (const one of all) {
    const beside = below.get(one.parent_cat_id)
    if (beside) beside.push(one.cat_id)
    else below.set(one.parent_cat_id, [one.cat_id])
  }
  const seen = new Set([cat_id])
  const found = [[cat_id]]
  for (let layer = found[0]; layer?.length; layer = found.at(-1)) {
    const next = layer.flatMap((one) => below.get(one) ?? []).filter((one) => !seen.has(one))
    for (const one of next) seen.add(one)
    if (next.length === 0) break
    found.push(next)
  }
  return found
}

/** A catalog and everything below it, those above before those below. */
export const withChildren = (all: Pick<Node, 'cat_id' | 'parent_cat_id'>[], cat_id: number): number[] => layers(all, cat_id).flat()

/** How many levels a catalog and what is below it take. */
export const heightOf = (all: Pick<Node, 'cat_id' | 'parent_cat_id'>[], cat_id: number): number => layers(all, cat_id).length

/** The level of something so many levels high below this parent (0: the top); refuses a parent that is not there and a fourth level. */
export function placeBelow(all: Node[], parent_cat_id: number, height: number): number {
  const parent = all.find((one) => one.cat_id === parent_cat_id)
  if (parent_cat_id !== 0 && !parent) throw new Refusal('notFound')
  const level = parent ? parent.level + 1 : TOP
  if (level + height - 1 > DEEPEST) throw new Refusal('catalogTooDeep')
  return level
}

/** The level of what stands directly below a catalog (0: the root), and how many levels there are from there. */
export function roomBelow(all: Node[], cat_id: number): { level: number; levels: number } {
  const parent = all.find((one) => one.cat_id === cat_id)
  if (cat_id !== 0 && !parent) throw new Refusal('notFound')
  const level = parent ? parent.level + 1 : TOP
  return { level, levels: Math.max(0, DEEPEST - level + 1) }
}

/** The same for a catalog of this tree, or a new one; refuses a place below itself. */
export function levelBelow(all: Node[], parent_cat_id: number, cat_id = 0): number {
  if (cat_id !== 0 && parent_cat_id !== 0 && withChildren(all, cat_id).includes(parent_cat_id)) throw new Refusal('catalogCycle')
  return placeBelow(all, parent_cat_id, cat_id === 0 ? 1 : heightOf(all, cat_id))
}

/** The level of every catalog by its parents; refuses a circle. What has no parent in the list stands at the top. */
export function levelsOf(all: Pick<Node, 'cat_id' | 'parent_cat_id'>[]): Map<number, number> {
  const parents = new Map(all.map((one) => [one.cat_id, one.parent_cat_id]))
  const levels = new Map<number, number>()
  const levelOf = (cat_id: number, steps: number): number => {
    const known = levels.get(cat_id)
    if (known !== undefined) return known
    if (steps > CIRCLE) throw new Refusal('catalogCycle')
    const parent = parents.get(cat_id) ?? 0
    const level = parents.has(parent) ? levelOf(parent, steps + 1) + 1 : TOP
    levels.set(cat_id, level)
    return level
  }
  for (const { cat_id } of all) levelOf(cat_id, 0)
  return levels
}

/** A whole new tree: refuses a circle and whatever would stand deeper than three levels and deeper than it stood before. */
export function levelled<T extends Node>(all: T[], before: ReadonlyMap<number, number>): T[] {
  const levels = levelsOf(all)
  return all.map((one) => {
    const level = levels.get(one.cat_id) as number
    if (level > DEEPEST && level > (before.get(one.cat_id) ?? 0)) throw new Refusal('catalogTooDeep')
    return { ...one, level }
  })
}

/** The rows that differ when a catalog stands in another place, those below it with it, and its new neighbours are numbered from 1. */
export function moved<T extends Node & { s_number: number }>(
  all: T[],
  cat_id: number,
  place: { parent_cat_id: number; level: number },
  order: number[],
): T[] {
  const deeper = place.level - (all.find((one) => one.cat_id === cat_id)?.level ?? place.level)
  const inside = new Set(withChildren(all, cat_id))
  const numbers = new Map(order.map((id, n) => [id, n + 1]))
  return all.flatMap((one) => {
    const next = {
      ...one,
      ...(one.cat_id === cat_id ? { parent_cat_id: place.parent_cat_id } : {}),
      level: inside.has(one.cat_id) ? one.level + deeper : one.level,
      s_number: numbers.get(one.cat_id) ?? one.s_number,
    }
    return differs(one, next) ? [next] : []
  })
}

type Row = Node & { s_number: number }
export const differs = (one: Row, other: Row) =>
  one.parent_cat_id !== other.parent_cat_id ||
  one.level !== other.level ||
  one.s_number !== other.s_number ||
  one.cat_name !== other.cat_name

/** These ids with one put before another (0: as the last); undefined when that other is not among them. */
export function putBefore(ids: number[], id: number, before_id: number): number[] | undefined {
  const others = ids.filter((one) => one !== id)
  const at = before_id === 0 ? others.length : others.indexOf(before_id)
  return at < 0 ? undefined : [...others.slice(0, at), id, ...others.slice(at)]
}

/** Where one of these ids stands: before which of them, 0 when it is the last. */
export const nextOf = (ids: number[], id: number) => ids[ids.indexOf(id) + 1] ?? 0

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
