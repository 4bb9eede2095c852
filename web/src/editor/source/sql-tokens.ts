/** A cursor over tokens, from left to right. */
export class TokenCursor {
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

  /** Consumes these words if they are next; returns whether they were. */
  take(...words: string[]) {
    if (!this.is(...words)) return false
    this.at += words.length
    return true
  }

  next() {
    return this.tokens[this.at++]
  }

  /** Consumes a name and returns its last part: `orders` for `db`.`orders`. */
  name(): string | undefined {
    let name: string | undefined
    do {
      const token = this.now
      if (!token || (token.kind !== 'word' && token.kind !== 'name' && token.text !== '#')) return name
      this.at++
      name = token.text === '#' ? `#${this.next()?.text ?? ''}` : token.text
    } while (this.take('.'))
    return name
  }

  /** Consumes a group in parentheses and returns its content; without a closing one, everything up to the end. */
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

  /** Consumes a quoted text, in either kind of quotes, and returns it. */
  text(): string | undefined {
    if (this.now?.kind !== 'text' && this.now?.kind !== 'name') return undefined
    return this.next()?.text
  }
}

/** Splits tokens at the commas outside parentheses. */
export function splitAtCommas(tokens: Token[]): Token[][] {
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

/**
 * `word` is bare (a keyword or a name), `name` quoted by back-ticks, double quotes or brackets, `text` quoted by apostrophes.
 * `text` is the content of the quotes.
 */
export interface Token {
  kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  text: string
  from: number
  to: number
}

export interface Sql {
  source: string
  tokens: Token[]
  /** Comments that run to the end of their line, in order. */
  notes: { from: number; text: string }[]
}

const BLANKS = /\s+/y
const NOTE = /(?:--|#)[^\n]*/y
const WORD = /[\p{L}_@][\p{L}\p{N}_$#@]*/uy
const NUMBER = /\d[\w.]*/y
const SIZE = /\[\d*\]/y
const CAST = /::|:=|<=|>=|<>|!=/y
const DOLLAR = /\$[\p{L}\p{N}_]*\$/uy

const CLOSERS: Record<string, string> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/** Offset of the closing quote; a doubled quote or one after a backslash does not close. */
function closing(source: string, from: number, closer: string) {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\' && closer === "'") at++
    else if (source[at] === closer) {
      if (source[at + 1] !== closer) return at
      at++
    }
  }
  return source.length
}

const unquoted = (inside: string, closer: string) => {
  const single = inside.replaceAll(closer + closer, closer)
  return closer === "'" ? single.replace(/\\([\s\S])/g, (_, sign: string) => ({ n: '\n', t: '\t', r: '' })[sign] ?? sign) : single
}

/** Tokenises SQL of any dialect in one pass without backtracking. */
export function readSql(source: string): Sql {
  const tokens: Token[] = []
  const notes: Sql['notes'] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const push = (kind: Token['kind'], text: string, to: number) => {
    tokens.push({ kind, text, from: at, to })
    at = to
  }
  while (at < source.length) {
    const blanks = take(BLANKS)
    if (blanks) {
      at += blanks.length
      continue
    }
    const last = tokens.at(-1)
    const temporary = source[at] === '#' && last?.kind === 'word' && /^table$/i.test(last.text)
    const note = temporary ? undefined : take(NOTE)
    if (note) {
      notes.push({ from: at, text: note.replace(/^(?:--|#)[-#\s]*/, '').trim() })
      at += note.length
      continue
    }
    if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2)
      at = end < 0 ? source.length : end + 2
      continue
    }
    const dollar = take(DOLLAR)
    if (dollar) {
      const end = source.indexOf(dollar, at + dollar.length)
      const to = end < 0 ? source.length : end
      push('text', source.slice(at + dollar.length, to), Math.min(source.length, to + dollar.length))
      continue
    }
    const size = take(SIZE)
    if (size) {
      push('sign', size, at + size.length)
      continue
    }
    const sign = source[at] as string
    const closer = CLOSERS[sign]
    if (closer) {
      const end = closing(source, at + 1, closer)
      const inside = unquoted(source.slice(at + 1, end), closer)
      // N'…' and E'…': the prefix letter is part of the literal.
      if (closer === "'" && last?.to === at && /^[neb]$/i.test(last.text)) tokens.pop()
      push(closer === "'" ? 'text' : 'name', inside, Math.min(source.length, end + 1))
      continue
    }
    const word = take(WORD)
    const number = word ? undefined : take(NUMBER)
    const text = word ?? number ?? take(CAST) ?? sign
    push(word ? 'word' : number ? 'number' : 'sign', text, at + text.length)
  }
  return { source, tokens, notes }
}
