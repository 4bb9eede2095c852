import { countLines, type Hunk, hunksBetween } from './lines.ts'
import { type Budget, budgetOf } from './sequence.ts'

/** Unchanged lines around a change. */
const CONTEXT_LINES = 3
/** Longer results are cut, because they are read by people and models. */
const UNIFIED_CHARS_MAX = 100_000

export interface Unified {
  /** The form of `diff -u`, without the two lines that name files; empty if the texts are equal. */
  text: string
  added: number
  removed: number
  /** The text ends before the last difference. */
  isCut: boolean
  /** The budget was enough. Otherwise equal lines can be among the changed ones. */
  isExact: boolean
}

const NO_LINE_END = '\\ No newline at end of file'

/** Lines without their ends. An empty text has no line. A text that ends without a line end is marked. */
function partsOf(text: string) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const isEnded = lines.at(-1) === ''
  if (isEnded) lines.pop()
  return { lines, isEnded: isEnded || lines.length === 0 }
}

/** Joins changes whose contexts touch. */
function grouped(hunks: readonly Hunk[], context: number): Hunk[][] {
  const groups: Hunk[][] = []
  for (const hunk of hunks) {
    const last = groups.at(-1)
    const end = last?.at(-1)?.[1]
    if (last && end !== undefined && hunk[0] - end <= 2 * context) last.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

/** A range as `diff -u` writes it: an empty one names the line before it. */
const range = (from: number, to: number) => `${to > from ? from + 1 : from},${to - from}`

/** The differences of two texts in the form of `diff -u`. Time is bounded by the budget, the result by `charsMax`. */
export function unifiedDiff(
  oldText: string,
  newText: string,
  {
    context = CONTEXT_LINES,
    charsMax = UNIFIED_CHARS_MAX,
    budget = budgetOf(),
  }: { context?: number; charsMax?: number; budget?: Budget } = {},
): Unified {
  const [old, newer] = [partsOf(oldText), partsOf(newText)]
  // The mark of a missing line end is part of the last line, so that it counts as a difference.
  const marked = ({ lines, isEnded }: ReturnType<typeof partsOf>) => (isEnded ? lines : lines.with(-1, `${lines.at(-1)}\n${NO_LINE_END}`))
  const [left, right] = [marked(old), marked(newer)]
  const hunks = hunksBetween(left, right, budget)
  let text = ''
  let isCut = false
  const write = (line: string) => {
    if (isCut) return
    isCut = text.length + line.length + 1 > charsMax
    if (!isCut) text += `${line}\n`
  }
  for (const group of grouped(hunks, context)) {
    if (isCut) break
    const [first, last] = [group[0]!, group.at(-1)!]
    const before = Math.min(first[0], context)
    const after = Math.min(left.length - last[1], context)
    write(`@@ -${range(first[0] - before, last[1] + after)} +${range(first[2] - before, last[3] + after)} @@`)
    let at = first[0] - before
    for (const [l0, l1, r0, r1] of group) {
      while (at < l0) write(` ${left[at++]}`)
      for (; at < l1; at++) write(`-${left[at]}`)
      for (let line = r0; line < r1; line++) write(`+${right[line]}`)
    }
    for (let end = last[1] + after; at < end; at++) write(` ${left[at]}`)
  }
  return { text, ...countLines(hunks), isCut, isExact: budget.left > 0 }
}
