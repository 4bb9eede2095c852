import type { Token } from '../lexer/tokens.ts'

/** A declaration in a file: its tokens from `start` to before `end`. */
export interface Declaration {
  name: string
  /** The classes, modules and functions that it is in. */
  path: string[]
  start: number
  end: number
  /** Inside of a function; found only if there is no other declaration of that name. */
  isLocal: boolean
  /** One of several that make one symbol: the signature of an overload, a getter. */
  isPart: boolean
  /** A function, where a field can have the same name. */
  isFunction?: boolean
}

/** What is nested deeper has no names. */
export const DEPTH_MAX = 100

const openings = /[([{]$|^\{\$$/

/** For each opening bracket, the index of the token that closes it; the number of tokens if none does. */
export function closingsOf(tokens: readonly Token[]): Int32Array {
  const closings = new Int32Array(tokens.length).fill(-1)
  const open: number[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue
    if (openings.test(text)) {
      open.push(at)
      closings[at] = tokens.length
    } else if (text === ')' || text === ']' || text === '}') {
      const partner = text === ')' ? '(' : text === ']' ? '[' : '{'
      // A bracket that does not fit is left out; so is one opening before the one that fits.
      for (let back = 0; back < 2; back++) {
        const last = open.at(-1 - back)
        if (last === undefined || !tokens[last]?.text.includes(partner)) continue
        open.length -= back + 1
        closings[last] = at
        break
      }
    }
  }
  return closings
}
