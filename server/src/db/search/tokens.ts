const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Of no such script, and most of what is asked. */
const FIRST_CJK = 0x1100
/** Of a token: it is one such character, or none is in it. */
export const isCjk = (token: string) => token.charCodeAt(0) >= FIRST_CJK && CJK.test(token)
/** A CJK character by itself, or a run of other letters and digits; bounded, for a run of millions would end in a stack overflow. */
export const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]{1,1000}/gv

export const TOKEN_MAX = 100

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
