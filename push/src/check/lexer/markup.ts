import type { Quote } from './styles.ts'
import { matchAt, type Tokens } from './tokens.ts'

/** What is open: a bracket, the expression in a string, a tag, or the text between tags. */
export type Mode =
  | { kind: 'bracket'; close: string /** After the head of a statement, or of a block. */; isHead: boolean }
  | { kind: 'hole'; close: string; quote: Quote | undefined }
  | { kind: 'tag'; isClosing: boolean; angles: number }
  | { kind: 'children' }

const NAME = /[A-Za-z_$][\w$.:-]*/y

/** Whether an element starts at this `<`, and not the parameters of a generic function. */
export function isElement(text: string, at: number, tokens: Tokens): boolean {
  if (text[at + 1] === '>') return true
  const name = matchAt(NAME, text, at + 1)
  if (name === '' || name === 'const') return false
  const next = matchAt(/\s*(?:extends\s|[\s\S])/y, text, at + 1 + name.length)
  if (/^\s*(?:,|=|extends\s)$/.test(next)) return false
  // <T>(x: T) => x is a function, unless the element is closed.
  if (next !== '>' || !matchAt(/\s*\(/y, text, at + name.length + 2)) return true
  const close = text.indexOf(`</${name}`, at)
  return tokens.mayLook((close < 0 ? text.length : close) - at) && close >= 0
}

/** Text of an element as it is shown: spaces at the ends of lines and empty lines are spacing. */
function shown(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, n) => (n > 0 ? line.trimStart() : line))
    .map((line, n) => (n < lines.length - 1 ? line.trimEnd() : line))
    .filter((line) => line !== '')
    .join(' ')
}

/** Reads tags and the texts between them, inside of JavaScript. */
export class Markup {
  private readonly tokens: Tokens
  private readonly modes: Mode[]

  constructor(tokens: Tokens, modes: Mode[]) {
    this.tokens = tokens
    this.modes = modes
  }

  /** Reads a piece of a tag and returns its end. */
  tag(at: number, mode: Mode & { kind: 'tag' }): number {
    const { tokens, modes } = this
    const { text } = tokens
    const sign = (length: number) => {
      tokens.add('sign', at, at + length)
      return at + length
    }
    const char = text[at] ?? ''
    if (text.startsWith('/>', at)) {
      modes.pop()
      return sign(2)
    }
    if (char === '>') {
      if (mode.angles > 0) mode.angles--
      else {
        modes.pop()
        if (!mode.isClosing) modes.push({ kind: 'children' })
        else if (modes.at(-1)?.kind === 'children') modes.pop()
      }
      return sign(1)
    }
    if (char === '<') {
      if (tokens.last?.text === '=') modes.push({ kind: 'tag', isClosing: false, angles: 0 })
      else mode.angles++
      return sign(1)
    }
    if (char === '{') {
      modes.push({ kind: 'hole', close: '}', quote: undefined })
      return sign(1)
    }
    if (char === '"' || char === "'") {
      const close = text.indexOf(char, at + 1)
      const end = close < 0 ? text.length : close + 1
      tokens.add('string', at, end)
      return end
    }
    const word = matchAt(NAME, text, at)
    if (word === '') return sign(1)
    tokens.add('word', at, at + word.length)
    return at + word.length
  }

  /** Reads text between tags, or the opening of a tag or of an expression, and returns its end. */
  children(at: number): number {
    const { tokens, modes } = this
    const { text } = tokens
    const end = at + matchAt(/[^<{]*/y, text, at).length
    const words = shown(text.slice(at, end))
    if (words !== '') tokens.add('string', at, end, words)
    if (end === text.length) return end
    const opening = text.startsWith('</', end) ? '</' : (text[end] ?? '')
    tokens.add('sign', end, end + opening.length)
    modes.push(opening === '{' ? { kind: 'hole', close: '}', quote: undefined } : { kind: 'tag', isClosing: opening === '</', angles: 0 })
    return end + opening.length
  }

  /** An expression in markup was closed. One with nothing but a comment in it is a comment. */
  closed(): void {
    const { list } = this.tokens
    if (this.modes.at(-1)?.kind === 'children' && list.at(-2)?.text === '{') list.length -= 2
  }
}
