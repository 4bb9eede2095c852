import { isCjk, type Phrase, tokens } from '../db/search/lexemes.ts'

/** Whether the parts of a word stand beside one another here. */
function containsPhrase(all: string[], { tokens: parts, prefix }: Phrase) {
  const last = parts.length - 1
  const fits = (at: number) =>
    parts.every((part, n) => (prefix && n === last ? all[at + n]?.startsWith(part) === true : all[at + n] === part))
  return all.some((_, at) => fits(at))
}

/** The index knows single words and pairs with a Chinese character; that longer ones hold together only the text can tell. */
const needsText = ({ tokens: parts }: Phrase) => parts.length > 2 || (parts.length === 2 && !parts.some(isCjk))

/** Whether a page that the index named holds every phrase as it was typed. */
export function containsAll(title: string, text: string, wanted: Phrase[]): boolean {
  const literals = wanted.flatMap((phrase) => phrase.literal ?? [])
  if (literals.length) {
    const lower = `${title}\n${text}`.toLowerCase()
    if (!literals.every((literal) => lower.includes(literal))) return false
  }
  const doubtful = wanted.filter(needsText)
  if (doubtful.length === 0) return true
  const [inTitle, inText] = [tokens(title), tokens(text)]
  return doubtful.every((phrase) => containsPhrase(inTitle, phrase) || containsPhrase(inText, phrase))
}

/** How much of what was typed stands in one line, 0 to 1. */
export function shareIn(line: string, wanted: Phrase[]): number {
  const lower = line.toLowerCase()
  const all = tokens(line)
  const held = wanted.filter(
    (phrase) => (phrase.tokens.length === 0 || containsPhrase(all, phrase)) && (phrase.literal === null || lower.includes(phrase.literal)),
  )
  return wanted.length ? held.length / wanted.length : 0
}

/** A text with the ranges of it to mark, [from, to). */
interface Marked {
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

const flat = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Where it was found decides; what is between the classes (under a hundred) orders within one. */
export const classes = { exact: 1000, begins: 850, contains: 700, title: 600, heading: 400, partly: 200, text: 100 } as const

/** How well a name answers the keyword; 0 when it says nothing of it. */
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
const NUDGE = 40

/** What was changed lately is a little more likely to be meant. */
export const recencyScore = (addtime: number, now: number) => NUDGE * 0.5 ** (Math.max(0, now - addtime) / (60 * DAY))

const OFTEN = 20

/** 0 to 40: a page that speaks of it again and again before one that mentions it. */
export function frequencyScore(text: string, word: string): number {
  if (word === '') return 0
  const lower = text.toLowerCase()
  let count = 0
  for (let at = lower.indexOf(word); at >= 0 && count < OFTEN; at = lower.indexOf(word, at + word.length)) count++
  return (40 * Math.log(1 + count)) / Math.log(1 + OFTEN)
}
