import { createHash } from 'node:crypto'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Of no such script, and most of what is asked. */
const FIRST_CJK = 0x1100
/** Of a token: it is one such character, or none is in it. */
export const isCjk = (token: string) => token.charCodeAt(0) >= FIRST_CJK && CJK.test(token)
/** A CJK character by itself, or a run of other letters and digits; bounded, for a run of millions would end in a stack overflow. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]{1,1000}/gv

const TOKEN_MAX = 100

/** One token per CJK character, one per run of other letters and digits: so one and two characters are found, and Latin prefixes. */
export const tokens = (text: string): string[] =>
  (text.normalize('NFKC').toLowerCase().match(TOKEN) ?? []).map((token) => token.slice(0, TOKEN_MAX))

/** What somebody typed: each word between blanks is a phrase; a phrase that ends in Latin letters also finds longer words. */
export interface Phrase {
  /** As it was typed. */
  word: string
  tokens: string[]
  prefix: boolean
  /** What must stand in the text literally, because tokens drop signs: `100%`, `/api/user`, `user_id`. Lower case. */
  literal: string | null
}

const WORDS_MAX = 8
/** What comes after so many tokens of a word is looked for in the text alone. */
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
 * What a page is found by: a set, without places. Beside its tokens it holds pairs of neighbours, so that two Chinese characters or
 * `user_id` are one look-up and what comes back need seldom be compared with the text; each sign that stands in it; and the parts of
 * getUserById. In a title and in headings the same once more with a mark in front,
 * which no word begins with.
 */
export const TITLE = ':'
export const HEADING = '::'
type Place = '' | typeof TITLE | typeof HEADING

/** Longer runs of signs between two words are decoration. */
const GAP_MAX = 8

/** The name of two tokens beside one another, or undefined where only a blank or a rule lies between two words. */
function pair(before: string, gap: string, token: string): string | undefined {
  if (isCjk(before) || isCjk(token)) return before + token
  return gap !== '' && gap.length <= GAP_MAX && !/\s/.test(gap) ? `${before}_${token}` : undefined
}

const signs = (gap: string) => [...gap].filter((sign) => !/\s/.test(sign)).map((sign) => `!${sign.codePointAt(0)?.toString(16)}`)

interface Cut {
  tokens: string[]
  /** One less than tokens. */
  pairs: (string | undefined)[]
  signs: Set<string>
}

function cut(text: string): Cut {
  const lower = text.normalize('NFKC').toLowerCase()
  const made: Cut = { tokens: [], pairs: [], signs: new Set() }
  const gaps = new Set<string>()
  let end = 0
  let before: string | undefined
  for (const { 0: match, index } of lower.matchAll(TOKEN)) {
    const gap = lower.slice(end, index)
    gaps.add(gap)
    const token = match.slice(0, TOKEN_MAX)
    if (before !== undefined) made.pairs.push(pair(before, gap, token))
    made.tokens.push(token)
    before = token
    end = index + match.length
  }
  gaps.add(lower.slice(end))
  for (const gap of gaps) for (const sign of signs(gap)) made.signs.add(sign)
  return made
}

/** The words of a name written like getUserById. */
function parts(text: string): string[] {
  if (!/\p{Ll}\p{Lu}/u.test(text)) return []
  return (text.normalize('NFKC').match(/[\p{L}\p{N}]{1,1000}/gu) ?? [])
    .filter((run) => run.length <= TOKEN_MAX && /\p{Ll}\p{Lu}/u.test(run))
    .flatMap((run) => tokens(run.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')))
}

function lexemesOf(text: string): Set<string> {
  const { tokens: all, pairs, signs: marks } = cut(text)
  const found = new Set(all)
  for (const name of pairs) if (name) found.add(name)
  for (const mark of marks) found.add(mark)
  for (const part of parts(text)) found.add(part)
  return found
}

/** A whole title, however long, as one lexeme. */
export const titleKey = (title: string) =>
  `=${createHash('sha1').update(title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)}`

export const itemKey = (item_id: number) => `#${item_id}`

/** Pages made one after another share a bucket. */
export const BUCKET = 512
export const bucketKey = (page_id: number) => `@${Math.floor(page_id / BUCKET)}`

interface Page {
  page_title: string
  /** Its headings, one a line. */
  headings: string
  text: string
}

export function lexemesOfPage({ page_title, headings, text }: Page): string[] {
  const title = lexemesOf(page_title)
  const all = lexemesOf(text)
  for (const one of title) all.add(one)
  for (const one of title) all.add(TITLE + one)
  for (const one of lexemesOf(headings)) all.add(HEADING + one)
  return [titleKey(page_title), ...all]
}

/** A lexeme that must be there, or one that begins like it. */
export interface Need {
  lexeme: string
  prefix: boolean
}

/**
 * What a page must hold at a place to come into question for all these phrases; only beginnings of `from` letters and more stand for
 * longer words too.
 */
export function needsOf(wanted: Phrase[], place: Place, from = 1): Need[] {
  return wanted.flatMap((phrase) =>
    needsOfPhrase(phrase).map(({ lexeme, prefix }) => ({ lexeme: place + lexeme, prefix: prefix && lexeme.length >= from })),
  )
}

function needsOfPhrase({ word, tokens: all, prefix, literal }: Phrase): Need[] {
  const { pairs, signs: marks } = cut(word)
  /** Without signs in the word, two words may stand apart in the text. */
  const pairAt = (n: number) => (literal !== null || isCjk(all[n] ?? '') || isCjk(all[n + 1] ?? '') ? pairs[n] : undefined)
  const needs: Need[] = []
  for (const [n, token] of all.entries()) {
    const isLast = n === all.length - 1
    const [before, after] = [n > 0 ? pairAt(n - 1) : undefined, isLast ? undefined : pairAt(n)]
    if (before ?? !after) needs.push({ lexeme: before ?? token, prefix: isLast && prefix })
  }
  return literal === null ? needs : [...needs, ...[...marks].map((lexeme) => ({ lexeme, prefix: false }))]
}
