import type { ApiCall } from '../call/call.ts'
import { type PartWords, withWords } from '../fence/words.ts'
import { isObject, type Json, own } from '../json.ts'

/**
 * Words of people about an operation that have no place of their own in its description, as an export writes them:
 * `{"body.quantity": "in place of the description", "body.quantity+": "below it"}`.
 */
export const OWN_WORDS = 'x-sheaf-words'

const WORDS_MAX = 1000
const PATH_CHARS_MAX = 500
const WORD_CHARS_MAX = 64 * 1024

/** The words that an operation has in this form; what is none is left out. */
export function ownWords(spec: Json): PartWords[] {
  const all = own(spec, OWN_WORDS)
  if (!isObject(all)) return []
  return Object.entries(all)
    .slice(0, WORDS_MAX)
    .flatMap(([name, words]): PartWords[] => {
      const isAdded = name.endsWith('+')
      const path = isAdded ? name.slice(0, -1) : name
      if (path.length > PATH_CHARS_MAX || typeof words !== 'string' || words.length > WORD_CHARS_MAX) return []
      return [{ path, mode: isAdded ? 'add' : 'replace', words }]
    })
}

/** The call with these words in place. Words about its title come before its description. */
export function withOwnWords(call: ApiCall, words: PartWords[]): ApiCall {
  if (words.length === 0) return call
  const { call: worded, summary } = withWords(call, words)
  if (summary) worded.description = [summary, worded.description].filter(Boolean).join('\n\n')
  return worded
}
