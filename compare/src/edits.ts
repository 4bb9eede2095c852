export interface Edit {
  old_text: string
  new_text: string
}

/** Why edits cannot be applied; `edit` counts from 1. */
export type EditProblem =
  | { kind: 'missing'; edit: number }
  | { kind: 'ambiguous'; edit: number; count: number; lines: number[] }
  | { kind: 'overlap'; edit: number }

/** Occurrences that a problem lists. */
const LISTED_MAX = 10

/** For each beginning of a text, the length of the longest shorter beginning that it ends with. */
function bordersOf(part: string) {
  const borders = new Int32Array(part.length)
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = borders[length - 1]!
    if (part.charCodeAt(at) === part.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}

/**
 * The positions of a text, overlapping ones included; at most LISTED_MAX. The method of Knuth, Morris and Pratt: its time is linear for
 * all texts, whereas that of `indexOf` grows with the product of both lengths for hostile ones.
 */
function positionsOf(text: string, part: string) {
  const found: number[] = []
  const borders = bordersOf(part)
  for (let at = 0, length = 0; at < text.length && found.length < LISTED_MAX; at++) {
    while (length > 0 && text.charCodeAt(at) !== part.charCodeAt(length)) length = borders[length - 1]!
    if (text.charCodeAt(at) === part.charCodeAt(length)) length++
    if (length < part.length) continue
    found.push(at + 1 - length)
    length = borders[length - 1]!
  }
  return found
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length

/** Applies edits whose old text occurs exactly once in the given text. All of them or none. */
export function applyEdits(text: string, edits: readonly Edit[]): { text: string } | EditProblem {
  const places: { from: number; to: number; insert: string; edit: number }[] = []
  for (const [index, { old_text, new_text }] of edits.entries()) {
    const edit = index + 1
    const found = old_text === '' ? [] : positionsOf(text, old_text)
    if (found.length === 0) return { kind: 'missing', edit }
    if (found.length > 1) return { kind: 'ambiguous', edit, count: found.length, lines: found.map((at) => lineAt(text, at)) }
    places.push({ from: found[0]!, to: found[0]! + old_text.length, insert: new_text, edit })
  }
  places.sort((a, b) => a.from - b.from)
  let result = ''
  let at = 0
  for (const { from, to, insert, edit } of places) {
    if (from < at) return { kind: 'overlap', edit }
    result += text.slice(at, from) + insert
    at = to
  }
  return { text: result + text.slice(at) }
}
