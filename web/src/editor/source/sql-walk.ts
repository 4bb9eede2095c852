import type { Token } from './sql-tokens.ts'

/** Goes over tokens from the left. */
export class Walk {
  at = 0
  private readonly tokens: Token[]
  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  get now() {
    return this.tokens[this.at]
  }

  get last() {
    return this.tokens[this.at - 1]
  }

  get done() {
    return this.at >= this.tokens.length
  }

  is(...words: string[]) {
    return words.every((word, index) => {
      const token = this.tokens[this.at + index]
      return token !== undefined && (token.kind === 'word' || token.kind === 'sign') && token.text.toUpperCase() === word
    })
  }

  /** Steps over these words, if they stand here. */
  take(...words: string[]) {
    if (!this.is(...words)) return false
    this.at += words.length
    return true
  }

  next() {
    return this.tokens[this.at++]
  }

  /** A name, its last part where it has several: `db`.`orders`. */
  name(): string | undefined {
    let found: string | undefined
    do {
      const token = this.now
      if (!token || (token.kind !== 'word' && token.kind !== 'name' && token.text !== '#')) return found
      this.at++
      found = token.text === '#' ? `#${this.next()?.text ?? ''}` : token.text
    } while (this.take('.'))
    return found
  }

  /** What stands between brackets, from the opening one on; up to the end where nothing closes it. */
  group(): Token[] {
    if (!this.take('(')) return []
    const from = this.at
    for (let depth = 1; !this.done; this.at++) {
      if (this.is('(')) depth++
      else if (this.is(')') && --depth === 0) break
    }
    const inside = this.tokens.slice(from, this.at)
    this.at++
    return inside
  }

  /** Whether a quoted text stands here, in either quotes; it is stepped over. */
  text(): string | undefined {
    if (this.now?.kind !== 'text' && this.now?.kind !== 'name') return undefined
    return this.next()?.text
  }
}

/** The parts between the commas of one level. */
export function parts(tokens: Token[]): Token[][] {
  const all: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === '(') depth++
    if (token.kind === 'sign' && token.text === ')') depth--
    if (depth === 0 && token.kind === 'sign' && token.text === ',') all.push([])
    else all.at(-1)?.push(token)
  }
  return all.filter((part) => part.length)
}
