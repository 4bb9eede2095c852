import { type Budget, budgetOf, type Same, sameRuns } from './sequence.ts'
import { countWords, similarity } from './words.ts'

/** `left` and `right` are line indexes from 0 in the older and the newer text. */
export type Row =
  | { kind: 'same'; left: number; right: number }
  /** In one column a changed line becomes two rows, each one `half`. */
  | { kind: 'changed'; left: number; right: number; half?: 'left' | 'right' }
  | { kind: 'removed'; left: number }
  | { kind: 'added'; right: number }

export const linesOf = (text: string) => text.replace(/\r\n?/g, '\n').split('\n')

/** A range between equal runs: [left from, left to, right from, right to]. */
export type Hunk = [number, number, number, number]

function hunksOf(runs: Same[], left: number, right: number): Hunk[] {
  const hunks: Hunk[] = []
  let [i, j] = [0, 0]
  for (const { a, b, length } of [...runs, { a: left, b: right, length: 0 }]) {
    if (a > i || b > j) hunks.push([i, a, j, b])
    ;[i, j] = [a + length, b + length]
  }
  return hunks
}

export function countLines(hunks: readonly Hunk[]) {
  let [added, removed] = [0, 0]
  for (const [l0, l1, r0, r1] of hunks) {
    removed += l1 - l0
    added += r1 - r0
  }
  return { added, removed }
}

/** Above this number of possible pairs, lines are paired by their order. */
const PAIRS_MAX = 40_000
/** Steps of a budget that it takes to cut a character of a line into words, and to look up a word in another line. */
const STEPS_PER_CHAR = 10
const STEPS_PER_WORD = 5
/** From this share of common words on, two lines count as one changed line. */
const LINE_SIMILARITY_MIN = 0.45

/** Takes the steps from the budget; false if it has too few. */
function spend(budget: Budget, steps: number): boolean {
  if (steps > budget.left) return false
  budget.left -= steps
  return true
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** The words of each line; undefined if comparing each old line with each new one takes longer than the budget. */
function wordsOfAll(old: readonly string[], newer: readonly string[], budget: Budget) {
  if (old.length * newer.length > PAIRS_MAX) return undefined
  if (!spend(budget, sum([...old, ...newer].map((line) => line.length)) * STEPS_PER_CHAR)) return undefined
  const [a, b] = [old.map(countWords), newer.map(countWords)]
  return spend(budget, sum(a.map(({ words }) => words.size)) * b.length * STEPS_PER_WORD) ? { a, b } : undefined
}

/**
 * Pairs removed lines with added lines, in order, so that the total similarity is highest. Lines that are too many or too long for that
 * are paired by their order.
 */
function pairs(old: readonly string[], newer: readonly string[], budget: Budget): [number, number][] {
  if (old.length === newer.length && old.length === 1) return [[0, 0]]
  const words = wordsOfAll(old, newer, budget)
  if (!words) return Array.from({ length: Math.min(old.length, newer.length) }, (_, at) => [at, at])
  const { a, b } = words
  const width = b.length + 1
  const best = new Float64Array((a.length + 1) * width)
  const score = (i: number, j: number) => {
    const value = similarity(a[i]!, b[j]!)
    return value >= LINE_SIMILARITY_MIN ? value : 0
  }
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const apart = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!)
      const value = score(i, j)
      best[i * width + j] = value > 0 ? Math.max(apart, value + best[(i + 1) * width + j + 1]!) : apart
    }
  const result: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const here = best[i * width + j]!
    if (here === best[(i + 1) * width + j]) i++
    else if (here === best[i * width + j + 1]) j++
    else result.push([i++, j++])
  }
  return result
}

/** Converts a hunk to rows: changed lines are paired; between them removed lines come before added lines. */
export function rowsOf([l0, l1, r0, r1]: Hunk, left: readonly string[], right: readonly string[], budget: Budget = budgetOf()): Row[] {
  const rows: Row[] = []
  let [i, j] = [l0, r0]
  const upTo = (a: number, b: number) => {
    while (i < a) rows.push({ kind: 'removed', left: i++ })
    while (j < b) rows.push({ kind: 'added', right: j++ })
  }
  for (const [a, b] of pairs(left.slice(l0, l1), right.slice(r0, r1), budget)) {
    upTo(l0 + a, r0 + b)
    rows.push({ kind: 'changed', left: i++, right: j++ })
  }
  upTo(l1, r1)
  return rows
}

export interface LineDiff {
  left: string[]
  right: string[]
  rows: Row[]
  added: number
  removed: number
}

/** The differences of two lists of lines. */
export const hunksBetween = (left: readonly string[], right: readonly string[], budget?: Budget) =>
  hunksOf(sameRuns(left, right, budget), left.length, right.length)

export function diffLines(oldText: string, newText: string, budget: Budget = budgetOf()): LineDiff {
  const [left, right] = [linesOf(oldText), linesOf(newText)]
  const hunks = hunksBetween(left, right, budget)
  const rows: Row[] = []
  let [i, j] = [0, 0]
  const same = (to: number) => {
    while (i < to) rows.push({ kind: 'same', left: i++, right: j++ })
  }
  for (const hunk of hunks) {
    same(hunk[0])
    for (const row of rowsOf(hunk, left, right, budget)) rows.push(row)
    ;[i, j] = [hunk[1], hunk[3]]
  }
  same(left.length)
  return { left, right, rows, ...countLines(hunks) }
}
