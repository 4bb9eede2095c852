import type { PartPath } from '../view/paths.ts'

/** Places that are offered for one word. */
const OFFERED_MAX = 100
/** Names that are compared for one word, and characters of each. */
const COMPARED_MAX = 500
const NAME_CHARS_MAX = 40
/** A name with less in common is another name. */
const SIMILAR_MIN = 0.5

/** Fields and columns that came and went lately, by their last step, as the changes of a version name them. */
export interface Lately {
  added: ReadonlySet<string>
  /** Those that are gone, with their type where it is known. */
  gone: ReadonlyMap<string, string>
}

/** Where words without a place can go. `suggested` is the one that they most likely belong to, '' if none is clear. */
export interface Homes {
  suggested: string
  /** Free places in the order of the page, those next to the former one first. */
  places: string[]
}

const lastOf = (path: string) => /(?:^|\.)(`[^`]*`|[^.`]+)$/.exec(path)?.[1] ?? path
export const nameIn = (path: string) =>
  lastOf(path)
    .replace(/^`(.*)`$/, '$1')
    .replace(/(?<!\])(?:\[\])+$/, '')
const parentOf = (path: string) => path.slice(0, path.length - lastOf(path).length)

/** The pairs of letters of a name, each with how often it has them. */
function pairsOf(name: string): Map<string, number> {
  const pairs = new Map<string, number>()
  const text = name.toLowerCase().slice(0, NAME_CHARS_MAX)
  for (let at = 0; at + 2 <= text.length; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

const sizeOf = (pairs: Map<string, number>) => [...pairs.values()].reduce((sum, count) => sum + count, 0)

/** How much of two names is the same: twice their common pairs of letters, divided by all pairs; 0 to 1. */
function similarity(mine: Map<string, number>, theirs: Map<string, number>): number {
  let common = 0
  for (const [pair, count] of mine) common += Math.min(count, theirs.get(pair) ?? 0)
  const all = sizeOf(mine) + sizeOf(theirs)
  return all === 0 ? 0 : (2 * common) / all
}

/** The only one of the places for which the test holds; '' if there are none or several. */
const only = (places: PartPath[], test: (place: PartPath) => boolean) => {
  const found = places.filter(test)
  return found.length === 1 ? (found[0]?.path ?? '') : ''
}

/**
 * Finds a new place for words whose place is gone: a free place next to it that says what the source said there (`base`); the only new one
 * of the same type; or one with a similar name. A person decides.
 */
export function homesFor(
  { path, base }: { path: string; base: string },
  places: PartPath[],
  taken: ReadonlySet<string>,
  { added, gone }: Lately,
): Homes {
  const free = places.filter((one) => !taken.has(one.path))
  const near = free.filter((one) => one.path !== 'summary' && parentOf(one.path) === parentOf(path))
  const type = gone.get(nameIn(path)) ?? ''
  const says = base.trim()
  const own = pairsOf(nameIn(path))
  const isLike = (one: PartPath) => similarity(pairsOf(nameIn(one.path)), own) >= SIMILAR_MIN
  const suggested =
    (says && only(near, (one) => one.says === says)) ||
    only(near, (one) => added.has(nameIn(one.path)) && (type === '' || one.type === type)) ||
    only(near.slice(0, COMPARED_MAX), isLike)
  const isNear = new Set(near)
  const rest = [...near, ...free.filter((one) => !isNear.has(one))].map((one) => one.path)
  return { suggested, places: rest.slice(0, OFFERED_MAX) }
}
