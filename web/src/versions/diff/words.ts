import { sameRuns } from './sequence.ts'

/** A piece of a line; `changed` where the other line has something else. */
export interface Piece {
  text: string
  changed: boolean
}

/** Words; the parts of names_like_this and namesLikeThis; single Chinese characters, which are as much as a word; single signs. */
const WORD = /\p{Script=Han}|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}|\s+|\p{RI}{2}|./gsu

export const wordsOf = (line: string) => line.match(WORD) ?? []

/** Longer lines are marked as a whole: nobody looks for a word in them. */
const LINE_MAX_CHARS = 20_000
/** Below this share of common characters the two lines are different lines, and marks would be confetti. */
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

/** A single blank or sign between two changes is part of them. */
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

/** Two lines that took each other's place, cut where they differ; undefined when they have next to nothing in common. */
export function wordDiff(before: string, after: string): [Piece[], Piece[]] | undefined {
  if (before.length > LINE_MAX_CHARS || after.length > LINE_MAX_CHARS) return undefined
  const [old, young] = [wordsOf(before), wordsOf(after)]
  const keptOld = new Set<number>()
  const keptYoung = new Set<number>()
  let alike = 0
  for (const { a, b, length } of sameRuns(old, young))
    for (let at = 0; at < length; at++) {
      keptOld.add(a + at)
      keptYoung.add(b + at)
      alike += old[a + at]!.trim().length
    }
  const longer = Math.max(before.replace(/\s/g, '').length, after.replace(/\s/g, '').length)
  if (longer > 0 && alike / longer < WORD_SIMILARITY_MIN) return undefined
  return [joined(pieces(old, (at) => keptOld.has(at))), joined(pieces(young, (at) => keptYoung.has(at)))]
}
