import { estimateTokens } from '@sheaf/markdown/tokens'

/** Characters per token that a line can have at most. A longer line is cut, so that the time depends on the budget alone. */
const CHARS_PER_TOKEN_MAX = 20

/** What a text costs as part of a JSON text, where line endings and quotes are escaped. */
export const jsonTokens = (text: string): number => estimateTokens(JSON.stringify(text).slice(1, -1))

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/
/** A text is cut at the end of a block if this share of the budget is used by then; otherwise at the end of a line. */
const BLOCK_SHARE = 0.5

/** Where to end a text that starts at `from`, so that it costs at most `budget` tokens: at a block's border if possible. */
export function endWithin(text: string, from: number, budget: number, costOf = jsonTokens): number {
  let [spent, line, block, spentAtBlock, isFenced] = [0, from, from, 0, false]
  while (line < text.length) {
    const found = text.indexOf('\n', line)
    const end = found < 0 ? text.length : found + 1
    if (end - line > budget * CHARS_PER_TOKEN_MAX) break
    const words = text.slice(line, end)
    const cost = costOf(words)
    if (spent + cost > budget) break
    spent += cost
    if (FENCE.test(words)) isFenced = !isFenced
    line = end
    if (words.trim() === '' && !isFenced) [block, spentAtBlock] = [line, spent]
  }
  if (line >= text.length) return text.length
  if (spentAtBlock >= budget * BLOCK_SHARE) return block
  return line > from ? line : partOfLine(text, from, budget, costOf)
}

/** The part of a line that fits, without half a character. It is never empty, so that reading on reaches the end. */
function partOfLine(text: string, from: number, budget: number, costOf: (text: string) => number): number {
  let [fits, exceeds] = [1, Math.min(text.length - from, budget * CHARS_PER_TOKEN_MAX)]
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1
    if (costOf(text.slice(from, from + middle)) > budget) exceeds = middle
    else fits = middle
  }
  const isHalf = (text.charCodeAt(from + fits - 1) & 0xfc00) === 0xd800
  return from + fits + (isHalf ? 1 : 0)
}

/** As many of the first entries as the budget allows, at least one, and how many there are beyond them. */
export function firstWithin<T>(entries: readonly T[], budget: number, costOf: (entry: T) => number): { kept: T[]; left: number } {
  let [spent, count] = [0, 0]
  for (const entry of entries) {
    spent += costOf(entry)
    if (spent > budget && count > 0) break
    count++
  }
  return { kept: entries.slice(0, count), left: entries.length - count }
}

/** Characters that are counted before other work gets a turn. */
const TURN_CHARS = 100_000

/** Tokens of a text of any length; a long one is counted in turns, so that other requests do not wait for it. */
export async function countTokens(text: string): Promise<number> {
  if (text.length <= TURN_CHARS) return estimateTokens(text)
  let sum = 0
  for (let at = 0; at < text.length; at += TURN_CHARS) {
    sum += estimateTokens(text.slice(at, at + TURN_CHARS))
    await new Promise(setImmediate)
  }
  return sum
}
