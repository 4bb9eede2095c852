import type { PartPath } from '../view/paths.ts'

/** Places that are offered for one word. */
const OFFERED_MAX = 100
/** Characters of a name that are compared. */
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
    .replace(/(?:\[\])+$/, '')
const parentOf = (path: string) => path.slice(0, path.length - lastOf(path).length)

/** How much of two names is the same: twice their common pairs of letters, divided by all pairs; 0 to 1. */
function similarity(one: string, other: string): number {
  const pairs = (text: string) =>
    [...text.slice(0, NAME_CHARS_MAX - 1)].map((_, n) => text.slice(n, n + 2)).filter((pair) => pair.length === 2)
  const [mine, theirs] = [pairs(one.toLowerCase()), pairs(other.toLowerCase())]
  const left = [...theirs]
  let common = 0
  for (const pair of mine) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    common++
    left.splice(at, 1)
  }
  return mine.length + theirs.length === 0 ? 0 : (2 * common) / (mine.length + theirs.length)
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
  const isLike = (one: PartPath) => similarity(nameIn(one.path), nameIn(path)) >= SIMILAR_MIN
  const suggested =
    (says && only(near, (one) => one.says === says)) ||
    only(near, (one) => added.has(nameIn(one.path)) && (type === '' || one.type === type)) ||
    only(near, isLike)
  const isNear = new Set(near)
  const rest = [...near, ...free.filter((one) => !isNear.has(one))].map((one) => one.path)
  return { suggested, places: rest.slice(0, OFFERED_MAX) }
}
