import { type Budget, budgetOf, sameRuns } from './sequence.ts'

/** A piece of a line; `changed` if the other line differs there. */
export interface Piece {
  text: string
  changed: boolean
}

/** A word, a part of names_like_this or namesLikeThis, a single Chinese character or a single symbol. */
const WORD = /\p{Script=Han}|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}|\s+|\p{RI}{2}|./gsu

export const wordsOf = (line: string) => line.match(WORD) ?? []

/** Longer lines are marked as a whole, because comparing their words would take too long. */
const LINE_MAX_CHARS = 20_000
/** Steps of a budget that it takes to compare the words of a character. */
const STEPS_PER_CHAR = 100
/** Below this share of common characters, two lines count as different lines: word marks would only add noise. */
const WORD_SIMILARITY_MIN = 0.3

const pieces = (words: readonly string[], same: (at: number) => boolean): Piece[] => {
  const all: Piece[] = []
  words.forEach((text, at) => {
    const changed = !same(at)
    const last = all.at(-1)
    if (last?.changed === changed) last.text += text
    else all.push({ text, changed })
  })
  return all
}

/** Joins changes that are separated by a single space or punctuation mark. */
const joined = (all: Piece[]): Piece[] => {
  const list: Piece[] = []
  all.forEach((piece, at) => {
    const small = !piece.changed && at > 0 && at < all.length - 1 && /^[\s\p{P}]$/u.test(piece.text)
    const changed = piece.changed || small
    const last = list.at(-1)
    if (last?.changed === changed) last.text += piece.text
    else list.push({ text: piece.text, changed })
  })
  return list
}

/** Compares an old and a new line by words; undefined if they are too different, or longer than the budget allows. */
export function wordDiff(oldLine: string, newLine: string, budget: Budget = budgetOf()): [Piece[], Piece[]] | undefined {
  const steps = (oldLine.length + newLine.length) * STEPS_PER_CHAR
  if (oldLine.length > LINE_MAX_CHARS || newLine.length > LINE_MAX_CHARS || steps > budget.left) return undefined
  budget.left -= steps
  const [old, newer] = [wordsOf(oldLine), wordsOf(newLine)]
  const keptOld = new Set<number>()
  const keptNewer = new Set<number>()
  let common = 0
  for (const { a, b, length } of sameRuns(old, newer, budget))
    for (let at = 0; at < length; at++) {
      keptOld.add(a + at)
      keptNewer.add(b + at)
      common += old[a + at]!.trim().length
    }
  const longer = Math.max(oldLine.replace(/\s/g, '').length, newLine.replace(/\s/g, '').length)
  if (longer > 0 && common / longer < WORD_SIMILARITY_MIN) return undefined
  return [joined(pieces(old, (at) => keptOld.has(at))), joined(pieces(newer, (at) => keptNewer.has(at)))]
}

export function countWords(line: string) {
  const words = new Map<string, number>()
  let all = 0
  for (const word of wordsOf(line)) {
    if (!word.trim()) continue
    words.set(word, (words.get(word) ?? 0) + 1)
    all++
  }
  return { words, all }
}

type WordCounts = ReturnType<typeof countWords>

/** Dice coefficient of the words, from 0 to 1. */
export function similarity(a: WordCounts, b: WordCounts) {
  let common = 0
  for (const [word, times] of a.words) common += Math.min(times, b.words.get(word) ?? 0)
  return a.all + b.all === 0 ? 0 : (2 * common) / (a.all + b.all)
}
