import { createHash } from 'node:crypto'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** A fast check that excludes most characters of typical searches. */
const FIRST_CJK = 0x1100
/** Whether a token is one CJK character; other tokens contain none. */
export const isCjk = (token: string) => token.charCodeAt(0) >= FIRST_CJK && CJK.test(token)
/**
 * A CJK character, or a run of other letters and digits; the length is bounded, because a run of millions would overflow the stack. The
 * first alternative only makes the most frequent case fast.
 */
const TOKEN =
  /[a-z0-9]{1,1000}(?![a-z0-9]|\P{ASCII})|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]{1,1000}/gv

const TOKEN_MAX = 100

/** One token per CJK character and per run of other letters and digits: this finds one or two characters, and Latin prefixes. */
export const tokens = (text: string): string[] =>
  (text.normalize('NFKC').toLowerCase().match(TOKEN) ?? []).map((token) => token.slice(0, TOKEN_MAX))

/** A search word: the keyword is split at blanks, and a phrase that ends in Latin letters also finds longer words. */
export interface Phrase {
  /** The original spelling. */
  word: string
  tokens: string[]
  prefix: boolean
  /** Text that must occur literally, because tokens drop symbols: `100%`, `/api/user`, `user_id`. Lower case. */
  literal: string | null
}

const WORDS_MAX = 8
/** Tokens of a word beyond this number are only compared with the text. */
const TOKENS_MAX = 100

export function phrases(keyword: string): Phrase[] {
  return keyword
    .trim()
    .split(/\s+/)
    .slice(0, WORDS_MAX)
    .map((word) => {
      const found = tokens(word)
      const whole = found.length <= TOKENS_MAX
      const plain = whole && /^[\p{L}\p{N}]+$/u.test(word)
      const prefix = whole && found.length > 0 && !isCjk(found.at(-1) as string)
      return { word, tokens: found.slice(0, TOKENS_MAX), prefix, literal: plain ? null : word.toLowerCase() }
    })
    .filter((phrase) => phrase.tokens.length > 0 || phrase.literal)
}

/*
 * The lexemes of a page are a set without positions. The set contains the tokens and all pairs of adjacent tokens. With the pairs, two
 * Chinese characters or `user_id` are one lookup, and its results seldom need a comparison with the text. It also contains each symbol,
 * and the parts of names such as getUserById. Lexemes of the title and headings are repeated with a prefix that no word begins with.
 */
export const TITLE = ':'
export const HEADING = '::'
type Place = '' | typeof TITLE | typeof HEADING

/** Longer runs of symbols between two words are decoration. */
const GAP_MAX = 8

/** The lexeme of two adjacent tokens; undefined when only a blank or a line of symbols separates them. */
function pair(previous: string, gap: string, token: string): string | undefined {
  if (isCjk(previous) || isCjk(token)) return previous + token
  return gap !== ' ' && gap !== '' && gap.length <= GAP_MAX && !/\s/.test(gap) ? `${previous}_${token}` : undefined
}

const symbolLexemes = (gap: string) => [...gap].filter((sign) => !/\s/.test(sign)).map((sign) => `!${sign.codePointAt(0)?.toString(16)}`)

/**
 * Distinct lexemes of a page; search does not find what a page has beyond them. A book has some ten thousand, and only megabytes of random
 * words have more. SQLite takes about three microseconds for each, on the event loop.
 */
export const LEXEMES_MAX = 150_000

interface Cut {
  tokens: string[]
  /** One element less than tokens. */
  pairs: (string | undefined)[]
  signs: Set<string>
  distinct: Set<string>
}

/** Ends early in a text with more distinct tokens than a page can have lexemes. */
function cut(text: string): Cut {
  const lower = text.normalize('NFKC').toLowerCase()
  const made: Cut = { tokens: [], pairs: [], signs: new Set(), distinct: new Set() }
  const gaps = new Set<string>()
  let end = 0
  let previous: string | undefined
  for (const { 0: match, index } of lower.matchAll(TOKEN)) {
    const gap = lower.slice(end, index)
    gaps.add(gap)
    const token = match.slice(0, TOKEN_MAX)
    if (previous !== undefined) made.pairs.push(pair(previous, gap, token))
    made.tokens.push(token)
    made.distinct.add(token)
    previous = token
    end = index + match.length
    if (made.distinct.size >= LEXEMES_MAX) break
  }
  if (made.distinct.size < LEXEMES_MAX) gaps.add(lower.slice(end))
  for (const gap of gaps) for (const sign of symbolLexemes(gap)) made.signs.add(sign)
  return made
}

/** Capitals are rare, so a search for them is fast. */
const HUMP = /\p{Lu}(?<=\p{Ll}\p{Lu})/u

/** The words of camel-case names such as getUserById. */
function parts(text: string): string[] {
  if (!HUMP.test(text)) return []
  return (text.normalize('NFKC').match(/[\p{L}\p{N}]{1,1000}/gu) ?? [])
    .filter((run) => run.length <= TOKEN_MAX && HUMP.test(run))
    .flatMap((run) => tokens(run.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')))
}

function lexemesOf(text: string): Set<string> {
  const { distinct: found, pairs, signs: marks } = cut(text)
  for (const name of pairs) if (name) found.add(name)
  for (const mark of marks) found.add(mark)
  for (const part of parts(text)) found.add(part)
  return found
}

/** A lexeme for a whole title of any length. */
export const titleKey = (title: string) =>
  `=${createHash('sha1').update(title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)}`

export const itemKey = (item_id: number) => `#${item_id}`

/** Consecutive page ids share a bucket. */
export const BUCKET = 512
export const bucketKey = (page_id: number) => `@${Math.floor(page_id / BUCKET)}`

interface Page {
  page_title: string
  /** Its headings, one a line. */
  headings: string
  text: string
}

export function lexemesOfPage({ page_title, headings, text }: Page): string[] {
  const all = new Set([titleKey(page_title)])
  const add = (lexemes: Iterable<string>, prefix: Place, max: number) => {
    for (const lexeme of lexemes) {
      if (all.size >= max) return
      all.add(prefix + lexeme)
    }
  }
  const title = lexemesOf(page_title)
  add(title, '', LEXEMES_MAX)
  add(title, TITLE, LEXEMES_MAX)
  add(lexemesOf(headings), HEADING, LEXEMES_MAX / 2)
  add(lexemesOf(text), '', LEXEMES_MAX)
  return [...all]
}

/** A required lexeme; with `prefix`, a longer one that begins with it is enough. */
export interface Need {
  lexeme: string
  prefix: boolean
}

/**
 * The lexemes that a page must contain to be a candidate for all phrases. A prefix with fewer than `from` characters only matches
 * whole words.
 */
export function needsOf(wanted: Phrase[], place: Place, from = 1): Need[] {
  return wanted.flatMap((phrase) =>
    needsOfPhrase(phrase).map(({ lexeme, prefix }) => ({ lexeme: place + lexeme, prefix: prefix && lexeme.length >= from })),
  )
}

function needsOfPhrase({ word, tokens: all, prefix, literal }: Phrase): Need[] {
  const { pairs, signs: marks } = cut(word)
  /** Without symbols in the search word, two words need not be adjacent in the text. */
  const pairAt = (n: number) => (literal !== null || isCjk(all[n] ?? '') || isCjk(all[n + 1] ?? '') ? pairs[n] : undefined)
  const needs: Need[] = []
  for (const [n, token] of all.entries()) {
    const isLast = n === all.length - 1
    const [before, after] = [n > 0 ? pairAt(n - 1) : undefined, isLast ? undefined : pairAt(n)]
    if (before ?? !after) needs.push({ lexeme: before ?? token, prefix: isLast && prefix })
  }
  return literal === null ? needs : [...needs, ...[...marks].map((lexeme) => ({ lexeme, prefix: false }))]
}
