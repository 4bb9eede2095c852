import { hunksBetween, linesOf } from './lines.ts'
import type { Budget } from './sequence.ts'

/**
 * What a reader of rendered Markdown does not see: characters without width, of text direction and of invisible tags, control
 * characters, and the start of an HTML comment.
 */
const ranges = [
  // Control characters except tab and line endings, and the soft hyphen.
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad',
  // Joiners, fillers and marks without a shape.
  '\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0',
  // Without width, of direction, separators, the byte order mark and specials.
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb',
  // Tags and variation selectors that no font shows.
  '\\u{e0000}-\\u{e0fff}',
]
const HIDDEN = new RegExp(`[${ranges.join('')}]|<!--`, 'gu')

interface HiddenPart {
  text: string
  /** The name of a hidden character, such as U+200B; "" for visible text. */
  name: string
}

const nameOf = (found: string) =>
  found === '<!--' ? found : `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Splits a text at its hidden characters. */
export function hiddenParts(text: string): HiddenPart[] {
  const parts: HiddenPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (index > at) parts.push({ text: text.slice(at, index), name: '' })
    parts.push({ text: found, name: nameOf(found) })
    at = index + found.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), name: '' })
  return parts
}

const countIn = (lines: readonly string[]) => {
  let count = 0
  for (const line of lines) count += line.match(HIDDEN)?.length ?? 0
  return count
}

/** The number of hidden characters that the changed lines of the new text have more than those of the old text. */
export function hiddenAdded(oldText: string, newText: string, budget?: Budget) {
  const [left, right] = [linesOf(oldText), linesOf(newText)]
  let count = 0
  for (const [l0, l1, r0, r1] of hunksBetween(left, right, budget))
    count += Math.max(0, countIn(right.slice(r0, r1)) - countIn(left.slice(l0, l1)))
  return count
}
