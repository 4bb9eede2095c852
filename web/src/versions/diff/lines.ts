import { type Same, sameRuns } from './sequence.ts'

/** A piece of a line; `changed` if the other line differs there. */
export interface Piece {
  text: string
  changed: boolean
}

/** A word, a part of names_like_this or namesLikeThis, a single Chinese character or a single symbol. */
const WORD = /\p{Script=Han}|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}|\s+|\p{RI}{2}|./gsu

const wordsOf = (line: string) => line.match(WORD) ?? []

/** Longer lines are marked as a whole, because comparing their words would take too long. */
const LINE_MAX_CHARS = 20_000
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

/** Compares an old and a new line by words; undefined if they are too different. */
export function wordDiff(oldLine: string, newLine: string): [Piece[], Piece[]] | undefined {
  if (oldLine.length > LINE_MAX_CHARS || newLine.length > LINE_MAX_CHARS) return undefined
  const [old, young] = [wordsOf(oldLine), wordsOf(newLine)]
  const keptOld = new Set<number>()
  const keptYoung = new Set<number>()
  let common = 0
  for (const { a, b, length } of sameRuns(old, young))
    for (let at = 0; at < length; at++) {
      keptOld.add(a + at)
      keptYoung.add(b + at)
      common += old[a + at]!.trim().length
    }
  const longer = Math.max(oldLine.replace(/\s/g, '').length, newLine.replace(/\s/g, '').length)
  if (longer > 0 && common / longer < WORD_SIMILARITY_MIN) return undefined
  return [joined(pieces(old, (at) => keptOld.has(at))), joined(pieces(young, (at) => keptYoung.has(at)))]
}

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

export function hunksOf(runs: Same[], left: number, right: number): Hunk[] {
  const hunks: Hunk[] = []
  let [i, j] = [0, 0]
  for (const { a, b, length } of [...runs, { a: left, b: right, length: 0 }]) {
    if (a > i || b > j) hunks.push([i, a, j, b])
    ;[i, j] = [a + length, b + length]
  }
  return hunks
}

/** Above this number of possible pairs, lines are paired by their order. */
const PAIRS_MAX = 40_000
/** From this share of common words on, two lines count as one changed line. */
const LINE_SIMILARITY_MIN = 0.45

function countWords(line: string) {
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
function similarity(a: WordCounts, b: WordCounts) {
  let common = 0
  for (const [word, times] of a.words) common += Math.min(times, b.words.get(word) ?? 0)
  return a.all + b.all === 0 ? 0 : (2 * common) / (a.all + b.all)
}

/** Pairs removed lines with added lines, in order, so that the total similarity is highest. */
function pairs(old: readonly string[], young: readonly string[]): [number, number][] {
  if (old.length === young.length && old.length === 1) return [[0, 0]]
  if (old.length * young.length > PAIRS_MAX) return Array.from({ length: Math.min(old.length, young.length) }, (_, at) => [at, at])
  const [a, b] = [old.map(countWords), young.map(countWords)]
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
export function rowsOf([l0, l1, r0, r1]: Hunk, left: readonly string[], right: readonly string[]): Row[] {
  const rows: Row[] = []
  let [i, j] = [l0, r0]
  const upTo = (a: number, b: number) => {
    while (i < a) rows.push({ kind: 'removed', left: i++ })
    while (j < b) rows.push({ kind: 'added', right: j++ })
  }
  for (const [a, b] of pairs(left.slice(l0, l1), right.slice(r0, r1))) {
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

export function diffLines(oldText: string, newText: string): LineDiff {
  const [left, right] = [linesOf(oldText), linesOf(newText)]
  const hunks = hunksOf(sameRuns(left, right), left.length, right.length)
  const rows: Row[] = []
  let [i, j] = [0, 0]
  const same = (to: number) => {
    while (i < to) rows.push({ kind: 'same', left: i++, right: j++ })
  }
  for (const hunk of hunks) {
    same(hunk[0])
    for (const row of rowsOf(hunk, left, right)) rows.push(row)
    ;[i, j] = [hunk[1], hunk[3]]
  }
  same(left.length)
  const [removed, added] = hunks.reduce(([minus, plus], [l0, l1, r0, r1]) => [minus + l1 - l0, plus + r1 - r0], [0, 0])
  return { left, right, rows, added: added ?? 0, removed: removed ?? 0 }
}
