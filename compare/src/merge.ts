import { type Hunk, hunksBetween } from './lines.ts'
import { type Budget, budgetOf } from './sequence.ts'

/**
 * A region of a three-way merge. The concatenated `base`, `mine` and `theirs` of all regions are the three texts, so that no
 * line can be lost. 'agreed': both sides made the same change.
 */
export interface Region {
  kind: 'same' | 'mine' | 'theirs' | 'agreed' | 'conflict'
  base: string[]
  mine: string[]
  theirs: string[]
}

type Lines = readonly string[]

const equal = (a: Lines, b: Lines) => a.length === b.length && a.every((line, at) => line === b[at])

/** Changes overlap if they share a line; an insertion overlaps a change that starts or ends there, as their order is undefined. */
const overlaps = ([from, to]: Hunk, start: number, end: number) => from < end || (from === end && (from === to || start === end))

/** Groups overlapping hunks of both sides into one range of the base. */
function groups(mine: Hunk[], theirs: Hunk[]) {
  const grouped: { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }[] = []
  const all = [...mine.map((hunk) => ({ hunk, side: 'mine' as const })), ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const }))]
  all.sort((a, b) => a.hunk[0] - b.hunk[0] || a.hunk[1] - b.hunk[1])
  for (const { hunk, side } of all) {
    const last = grouped.at(-1)
    if (last && overlaps(hunk, last.from, last.to)) {
      last.to = Math.max(last.to, hunk[1])
      last[side].push(hunk)
    } else grouped.push({ from: hunk[0], to: hunk[1], mine: [], theirs: [], [side]: [hunk] })
  }
  return grouped
}

/** The lines of one side for a range of the base. `ahead` is the line offset of the side from the base. */
const sideOf = (text: Lines, from: number, to: number, hunks: Hunk[], ahead: number) => {
  const last = hunks.at(-1)
  const after = last ? last[3] - last[1] : ahead
  return { lines: text.slice(from + ahead, to + after), ahead: after }
}

/** Cuts common lines at the start and end of a conflict into agreed regions. */
function trimmed(base: string[], mine: string[], theirs: string[]): Region[] {
  let head = 0
  while (head < mine.length && head < theirs.length && mine[head] === theirs[head]) head++
  let tail = 0
  const most = Math.min(mine.length, theirs.length) - head
  while (tail < most && mine.at(-1 - tail) === theirs.at(-1 - tail)) tail++
  const agreed = (lines: string[]): Region[] => (lines.length ? [{ kind: 'agreed', base: [], mine: lines, theirs: lines }] : [])
  const inner = (lines: string[]) => lines.slice(head, lines.length - tail)
  return [
    ...agreed(mine.slice(0, head)),
    { kind: 'conflict', base, mine: inner(mine), theirs: inner(theirs) },
    ...agreed(mine.slice(mine.length - tail)),
  ]
}

function regionsOf(base: string[], mine: string[], theirs: string[]): Region[] {
  if (equal(mine, theirs)) return [{ kind: 'agreed', base, mine, theirs }]
  if (equal(theirs, base)) return [{ kind: 'mine', base, mine, theirs }]
  if (equal(mine, base)) return [{ kind: 'theirs', base, mine, theirs }]
  return trimmed(base, mine, theirs)
}

/** Three-way merge: changes of one side are adopted, overlapping changes of both sides are conflicts. */
export function mergeLines(base: Lines, mine: Lines, theirs: Lines, budget: Budget = budgetOf()): Region[] {
  const regions: Region[] = []
  let at = 0
  let [aheadMine, aheadTheirs] = [0, 0]
  const same = (to: number) => {
    if (to <= at) return
    const lines = base.slice(at, to)
    regions.push({ kind: 'same', base: lines, mine: lines, theirs: lines })
  }
  for (const group of groups(hunksBetween(base, mine, budget), hunksBetween(base, theirs, budget))) {
    same(group.from)
    const my = sideOf(mine, group.from, group.to, group.mine, aheadMine)
    const their = sideOf(theirs, group.from, group.to, group.theirs, aheadTheirs)
    ;[aheadMine, aheadTheirs] = [my.ahead, their.ahead]
    regions.push(...regionsOf(base.slice(group.from, group.to), my.lines, their.lines))
    at = group.to
  }
  same(base.length)
  return regions
}

/** Two-way comparison without a base: every difference is a conflict. */
export function compareLines(mine: Lines, theirs: Lines): Region[] {
  const regions: Region[] = []
  let at = 0
  const same = (to: number) => {
    const lines = mine.slice(at, to)
    if (lines.length) regions.push({ kind: 'same', base: lines, mine: lines, theirs: lines })
  }
  for (const [m0, m1, t0, t1] of hunksBetween(mine, theirs)) {
    same(m0)
    regions.push({ kind: 'conflict', base: [], mine: mine.slice(m0, m1), theirs: theirs.slice(t0, t1) })
    at = m1
  }
  same(mine.length)
  return regions
}

/** Merges a title or catalog: the value to start with, and whether both sides changed it differently. */
export function mergeValue(base: string | undefined, mine: string, theirs: string) {
  if (mine === theirs || theirs === base) return { value: mine, conflict: false }
  if (mine === base) return { value: theirs, conflict: false }
  return { value: mine, conflict: true }
}

export const conflictsIn = (regions: readonly Region[]) => regions.filter(({ kind }) => kind === 'conflict').length

/** The merged lines; undefined if there is a conflict. */
export const mergedLines = (regions: readonly Region[]): string[] | undefined =>
  conflictsIn(regions) > 0 ? undefined : regions.flatMap(({ kind, mine, theirs }) => (kind === 'theirs' ? theirs : mine))
