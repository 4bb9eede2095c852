import { isCjk, type Phrase, tokens } from '../db/search/lexemes.ts'

/** Whether the tokens contain the parts of a phrase in sequence. */
function containsPhrase(all: string[], { tokens: parts, prefix }: Phrase) {
  const last = parts.length - 1
  const fits = (at: number) =>
    parts.every((part, n) => (prefix && n === last ? all[at + n]?.startsWith(part) === true : all[at + n] === part))
  return all.some((_, at) => fits(at))
}

/** The index has single words and pairs with a Chinese character; longer sequences must be compared with the text. */
const needsText = ({ tokens: parts }: Phrase) => parts.length > 2 || (parts.length === 2 && !parts.some(isCjk))

/** Full width counts as half width, as in the index. To fold the width takes longer, and few texts need it. */
function hasLiterals(text: string, literals: string[]) {
  const lower = text.toLowerCase()
  const missing = literals.filter((literal) => !lower.includes(literal)).map(fold)
  if (missing.length === 0) return true
  const folded = fold(text)
  return missing.every((literal) => folded.includes(literal))
}

/** Whether a candidate page contains every phrase as it was typed. */
export function containsAll(title: string, text: string, wanted: Phrase[]): boolean {
  const literals = wanted.flatMap((phrase) => phrase.literal ?? [])
  if (literals.length && !hasLiterals(`${title}\n${text}`, literals)) return false
  const doubtful = wanted.filter(needsText)
  if (doubtful.length === 0) return true
  const [inTitle, inText] = [tokens(title), tokens(text)]
  return doubtful.every((phrase) => containsPhrase(inTitle, phrase) || containsPhrase(inText, phrase))
}

/** The share of the phrases that one line contains, 0 to 1. */
export function shareIn(line: string, wanted: Phrase[]): number {
  const all = tokens(line)
  const matching = wanted.filter(
    (phrase) =>
      (phrase.tokens.length === 0 || containsPhrase(all, phrase)) && (phrase.literal === null || hasLiterals(line, [phrase.literal])),
  )
  return wanted.length ? matching.length / wanted.length : 0
}

/** A text with the ranges to highlight, [from, to). */
interface Marked {
  text: string
  marks: [number, number][]
}

/** Folds case and width without changing the length, so that positions in both texts match. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  const whole = /[\uff01-\uff5e]/.test(lower) ? lower.replace(/[\uff01-\uff5e]/g, (char) => char.normalize('NFKC').toLowerCase()) : lower
  return whole.length === text.length ? whole : [...text].map((char) => sameLength(char)).join('')
}

const sameLength = (char: string) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)

const isPartOfWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char) && !/\p{Script=Han}/u.test(char)

const ATTEMPTS_MAX = 200

/** The position of a word in a folded text, preferably at the start of a word; -1 when it does not occur. */
function placeOf(text: string, word: string): number {
  const first = text.indexOf(word)
  let attempts = 0
  for (let at = first; at >= 0 && attempts < ATTEMPTS_MAX; at = text.indexOf(word, at + 1), attempts++)
    if (!(isPartOfWord(text[at - 1]) && isPartOfWord(word[0]))) return at
  return first
}

const wordsIn = (keyword: string) => [...new Set(fold(keyword).split(/\s+/).filter(Boolean))]

/** The ranges of all words of the keyword; adjacent and overlapping ranges are merged. */
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

/** Removes Markdown syntax for presentation: bars and rules of tables, and markers of headings, code and emphasis. */
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

/** An excerpt around the best occurrence of the keyword; the beginning of the text when there is none. */
export function snippetAround(text: string, keyword: string, { before = 40, length = 190, dots = '…' }: Size = {}): Marked {
  const folded = fold(text)
  const places = [fold(keyword.trim()), ...wordsIn(keyword)].filter(Boolean).map((word) => placeOf(folded, word))
  const from = startOf(text, Math.max(0, (places.find((at) => at >= 0) ?? 0) - before))
  const line = plainLine(text.slice(from, from + length))
  return marked(`${from > 0 ? dots : ''}${line}${from + length < text.length ? dots : ''}`, keyword)
}

const NEAR = 16

/** Moves the start to the next word, or to 0 when it is near the beginning. */
function startOf(text: string, position: number): number {
  if (position <= NEAR) return 0
  const blank = text.slice(position - 1, position + NEAR).search(/\s/)
  return blank < 0 ? position : position + blank
}

const flat = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Base scores by the place of a match; additional scores below 100 order the results within a class. */
export const classes = { exact: 1000, begins: 850, contains: 700, title: 600, heading: 400, partly: 200, text: 100 } as const

/** The score of a name for the keyword; 0 without a match. */
export function nameScore(name: string, keyword: string, wanted: Phrase[]): number {
  const [line, sought] = [flat(name), flat(keyword)]
  if (line === sought) return classes.exact
  if (line.startsWith(sought)) return classes.begins
  if (line.includes(sought)) return classes.contains
  const share = shareIn(name, wanted)
  if (share === 1) return classes.title
  return share > 0 ? classes.partly + 99 * share : 0
}

const DAY = 86_400
const RECENCY_MAX = 40

/** Recently changed pages rank a little higher. */
export const recencyScore = (addtime: number, now: number) => RECENCY_MAX * 0.5 ** (Math.max(0, now - addtime) / (60 * DAY))

const COUNT_MAX = 20

/** 0 to 40: pages with many occurrences rank higher. */
export function frequencyScore(text: string, word: string): number {
  if (word === '') return 0
  const lower = text.toLowerCase()
  let count = 0
  for (let at = lower.indexOf(word); at >= 0 && count < COUNT_MAX; at = lower.indexOf(word, at + word.length)) count++
  return (40 * Math.log(1 + count)) / Math.log(1 + COUNT_MAX)
}
