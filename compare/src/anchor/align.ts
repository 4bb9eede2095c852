import { type Budget, type Same, sameRuns } from '../sequence.ts'
import { wordsOf } from '../words.ts'

/** Characters of a text that is compared by words; a longer one is compared by lines first. */
const WORDS_MAX_CHARS = 20_000

/** What is counted for a character whose word is read, in steps of the sequence comparison. */
const STEPS_PER_CHAR = 3

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Common runs of units as runs of characters. */
function runsOf(a: readonly string[], b: readonly string[], budget: Budget): Same[] {
  const starts = (units: readonly string[]) => {
    const at = new Int32Array(units.length + 1)
    units.forEach((unit, index) => {
      at[index + 1] = at[index]! + unit.length
    })
    return at
  }
  const [x, y] = [starts(a), starts(b)]
  budget.left -= STEPS_PER_CHAR * (x.at(-1)! + y.at(-1)!)
  return sameRuns(a, b, budget).map((run) => ({ a: x[run.a]!, b: y[run.b]!, length: x[run.a + run.length]! - x[run.a]! }))
}

const moved = (runs: Same[], a: number, b: number): Same[] => runs.map((run) => ({ a: run.a + a, b: run.b + b, length: run.length }))

function middleRuns(a: string, b: string, budget: Budget): Same[] {
  if (a === '' || b === '') return []
  if (a.length <= WORDS_MAX_CHARS && b.length <= WORDS_MAX_CHARS) return runsOf(wordsOf(a), wordsOf(b), budget)
  const lines = runsOf(linesOf(a), linesOf(b), budget)
  const all: Same[] = []
  let [i, j] = [0, 0]
  for (const run of [...lines, { a: a.length, b: b.length, length: 0 }]) {
    const [left, right] = [a.slice(i, run.a), b.slice(j, run.b)]
    if (left !== '' && right !== '' && left.length <= WORDS_MAX_CHARS && right.length <= WORDS_MAX_CHARS)
      all.push(...moved(runsOf(wordsOf(left), wordsOf(right), budget), i, j))
    if (run.length > 0) all.push(run)
    ;[i, j] = [run.a + run.length, run.b + run.length]
  }
  return all
}

/** The characters that two texts have in common, in order: by words, and of long texts by lines and then by words. */
export function alignTexts(a: string, b: string, budget: Budget): Same[] {
  let head = 0
  const most = Math.min(a.length, b.length)
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head++
  let tail = 0
  while (tail < most - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail++
  budget.left -= head + tail + 1
  // At the beginning of a word, so that the rest is compared by whole words.
  while (head > 0 && head < most && /[\p{L}\p{N}]/u.test(a.charAt(head - 1)) && !/\p{Script=Han}/u.test(a.charAt(head - 1))) head--
  while (tail > 0 && tail < most - head && /[\p{L}\p{N}]/u.test(a.charAt(a.length - tail)) && !/\p{Script=Han}/u.test(a.charAt(a.length - tail)))
    tail--
  const middle = middleRuns(a.slice(head, a.length - tail), b.slice(head, b.length - tail), budget)
  return [
    ...(head > 0 ? [{ a: 0, b: 0, length: head }] : []),
    ...moved(middle, head, head),
    ...(tail > 0 ? [{ a: a.length - tail, b: b.length - tail, length: tail }] : []),
  ]
}
