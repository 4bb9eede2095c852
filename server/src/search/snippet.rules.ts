/** A text with the ranges of it to mark, [from, to). */
export interface Marked {
  text: string
  marks: [number, number][]
}

/** The same length as the text, so that a place in one is a place in the other. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  const whole = /[\uff01-\uff5e]/.test(lower) ? lower.replace(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC').toLowerCase()) : lower
  return whole.length === text.length ? whole : [...text].map((sign) => sameLength(sign)).join('')
}

const sameLength = (sign: string) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)

const isPartOfWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign) && !/\p{Script=Han}/u.test(sign)

const LOOKS = 200

/** Where a word begins in a folded text, at the start of a word rather than inside one; -1 for nowhere. */
function placeOf(text: string, word: string): number {
  const first = text.indexOf(word)
  let looks = 0
  for (let at = first; at >= 0 && looks < LOOKS; at = text.indexOf(word, at + 1), looks++)
    if (!(isPartOfWord(text[at - 1]) && isPartOfWord(word[0]))) return at
  return first
}

const wordsIn = (keyword: string) => [...new Set(fold(keyword).split(/\s+/).filter(Boolean))]

/** Every place of every word of the keyword; those that touch or overlap are one. */
export function marksIn(text: string, keyword: string): [number, number][] {
  const folded = fold(text)
  const found: [number, number][] = []
  for (const word of wordsIn(keyword))
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) found.push([at, at + word.length])
  const marks: [number, number][] = []
  for (const [from, to] of found.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

export const marked = (text: string, keyword: string): Marked => ({ text, marks: marksIn(text, keyword) })

/** Without the signs of Markdown that only say how the text looks: bars and rules of tables, marks of headings, code and emphasis. */
const plainLine = (text: string) =>
  text
    .replace(/\|?\s*:?-{2,}:?\s*(?=\||$)/gm, ' ')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+])\s/gm, ' ')
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/```\w*|\*\*|\||`/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()

interface Size {
  before?: number
  length?: number
  dots?: string
}

/** A stretch of a text around the best place of the keyword, from the start when it stands nowhere. */
export function snippetAround(text: string, keyword: string, { before = 40, length = 190, dots = '…' }: Size = {}): Marked {
  const folded = fold(text)
  const places = [fold(keyword.trim()), ...wordsIn(keyword)].filter(Boolean).map((word) => placeOf(folded, word))
  const from = startOf(text, Math.max(0, (places.find((at) => at >= 0) ?? 0) - before))
  const line = plainLine(text.slice(from, from + length))
  return marked(`${from > 0 ? dots : ''}${line}${from + length < text.length ? dots : ''}`, keyword)
}

const NEAR = 16

/** With a whole word, and from the start when that is near. */
function startOf(text: string, wish: number): number {
  if (wish <= NEAR) return 0
  const blank = text.slice(wish - 1, wish + NEAR).search(/\s/)
  return blank < 0 ? wish : wish + blank
}
