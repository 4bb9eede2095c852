import type { Token } from '../lexer/tokens.ts'
import { DEPTH_MAX, type Declaration } from './declaration.ts'

/** An enclosing declaration that is still open. */
interface Open {
  declaration: Declaration
  column: number
  isFunction: boolean
}

const pathOf = (open: readonly Open[]) => open.flatMap(({ declaration: { name } }) => (name === '' ? [] : [name]))

/** Whether a token is the first one of its line. */
const startsLine = (tokens: readonly Token[], at: number) => /^(?:line|indent|dedent)$/.test(tokens[at - 1]?.kind ?? 'line')

const partsOfPython = /^(?:overload|setter|getter|deleter|register)$/

/** The declarations of Python: functions, classes, and names that get a value in a module or a class. */
export function pythonDeclarations(tokens: readonly Token[]): Declaration[] {
  const found: Declaration[] = []
  const open: Open[] = []
  let depth = 0
  /** The first decorator of the declaration that follows, and whether it is a part of another one. */
  let decorated: { at: number; isPart: boolean } | undefined
  const ended = (at: number) => {
    while (open.length > 0 && (open.at(-1)?.column ?? 0) >= depth) {
      const last = open.pop()
      if (last) last.declaration.end = at
    }
  }
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? { kind: 'line', text: '' }
    if (kind === 'indent') depth++
    if (kind === 'dedent') depth--
    if (/^(?:line|indent|dedent)$/.test(kind) || !startsLine(tokens, at)) continue
    ended(backOver(tokens, at))
    const end = lineOf(tokens, at)
    if (text === '@') {
      const isPart = tokens.slice(at, end).some((token) => partsOfPython.test(token.text))
      decorated = { at: decorated?.at ?? at, isPart: isPart || decorated?.isPart === true }
      continue
    }
    const start = decorated?.at ?? at
    const isPart = decorated?.isPart === true
    decorated = undefined
    const keyword = text === 'async' ? at + 1 : at
    const word = tokens[keyword]?.text
    const isLocal = open.some(({ isFunction }) => isFunction)
    const path = pathOf(open)
    if ((word === 'def' || word === 'class') && tokens[keyword + 1]?.kind === 'word') {
      const declaration = { name: tokens[keyword + 1]?.text ?? '', path, start, end: tokens.length, isLocal, isPart }
      found.push(declaration)
      if (tokens[end]?.kind === 'indent' && open.length < DEPTH_MAX) open.push({ declaration, column: depth, isFunction: word === 'def' })
      else declaration.end = end
      continue
    }
    const names = text === 'type' && tokens[at + 1]?.kind === 'word' ? [tokens[at + 1]?.text ?? ''] : targets(tokens, at, end)
    for (const name of names) found.push({ name, path, start, end, isLocal, isPart: false })
  }
  return found
}

/** After the end of the line of a token. */
function lineOf(tokens: readonly Token[], from: number): number {
  let at = from
  while (at < tokens.length && tokens[at]?.kind !== 'line') at++
  return Math.min(at + 1, tokens.length)
}

/** Before the changes of indentation at the start of a line. */
function backOver(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at - 1]?.kind === 'indent') at--
  return at
}

/** The names that a line of Python gives a value: `total = …`, `total: int`, `a, b = …`. */
function targets(tokens: readonly Token[], from: number, end: number): string[] {
  const names: string[] = []
  for (let at = from; at < end; at += 2) {
    const [name, sign] = [tokens[at], tokens[at + 1]]
    if (name?.kind !== 'word') return []
    names.push(name.text)
    if (sign?.text === '=' || (sign?.text === ':' && names.length === 1 && tokens[at + 2]?.kind !== 'line'))
      return /^(?:else|try|finally|lambda)$/.test(name.text) ? [] : names
    if (sign?.text !== ',') return []
  }
  return []
}

/** Tokens that are looked at to find the ends of the statements of a file. */
const STEPS_MAX = 5_000_000

/** The declarations of Ruby: methods, classes, modules and constants. They end with the `end` below their first word. */
export function rubyDeclarations(tokens: readonly Token[]): Declaration[] {
  const found: Declaration[] = []
  let steps = STEPS_MAX
  const open: Open[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind !== 'word') continue
    const isFirst = startsLine(tokens, at) || tokens[at - 1]?.line !== token.line
    if (token.text === 'end' && isFirst) {
      while (open.length > 0 && (open.at(-1)?.column ?? 0) > token.indent) closeAt(at)
      if (open.at(-1)?.column === token.indent) closeAt(at + 1)
      continue
    }
    const path = pathOf(open)
    const isLocal = open.some(({ isFunction }) => isFunction)
    if (isFirst && tokens[at + 1]?.text === '=' && /^[A-Z]/.test(token.text)) {
      found.push({ name: token.text, path, start: at, end: statementEnd(at), isLocal, isPart: false })
      continue
    }
    if (!/^(?:def|class|module)$/.test(token.text) || /^(?:\.|:|&\.)$/.test(tokens[at - 1]?.text ?? '')) continue
    const start = firstOfLine(at)
    const names = namesAfter(at)
    const declaration = { name: names.pop() ?? '', path: [...path, ...names], start, end: tokens.length, isLocal, isPart: false }
    if (declaration.name !== '') found.push(declaration)
    const end = statementEnd(at)
    const last = tokens[end - 1]?.kind === 'line' ? end - 2 : end - 1
    const isEndless = token.text === 'def' && assigns(at, end)
    if (isEndless || (tokens[last]?.text === 'end' && tokens[last]?.line === token.line)) declaration.end = end
    else if (open.length < DEPTH_MAX) open.push({ declaration, column: tokens[start]?.indent ?? 0, isFunction: token.text === 'def' })
  }
  return found

  function closeAt(end: number) {
    const last = open.pop()
    if (last) last.declaration.end = end
  }

  function firstOfLine(from: number): number {
    let at = from
    while (at > 0 && tokens[at - 1]?.line === tokens[from]?.line && tokens[at - 1]?.kind !== 'line') at--
    return at
  }

  /** `Shop::Order` is Order of Shop; `self.find` is find; `class << self` has no name. */
  function namesAfter(keyword: number): string[] {
    const names: string[] = []
    for (let at = keyword + 1; tokens[at]?.kind === 'word'; at += 2) {
      const isSetter = tokens[at + 1]?.text === '=' && tokens[at + 2]?.text === '(' && tokens[keyword]?.text === 'def'
      names.push(`${tokens[at]?.text}${isSetter ? '=' : ''}`)
      if (tokens[at + 1]?.text !== '::' && tokens[at + 1]?.text !== '.') break
    }
    return names.filter((name) => name !== 'self')
  }

  /** The end of a statement, which can have several lines in brackets and blocks. */
  function statementEnd(from: number): number {
    let depth = 0
    for (let at = from; at < tokens.length && steps-- > 0; at++) {
      const { kind, text, line } = tokens[at] ?? { kind: 'line', text: '', line: 0 }
      if (kind === 'sign' && /[([{]$/.test(text)) depth++
      else if (kind === 'sign' && /^[)\]}]$/.test(text)) depth--
      else if (text === 'do' && line === tokens[from]?.line) depth++
      else if (text === 'end' && depth > 0 && line !== tokens[from]?.line) depth--
      else if (kind === 'line' && depth <= 0) return at + 1
    }
    return tokens.length
  }

  /** def total(lines) = lines.sum */
  function assigns(keyword: number, end: number): boolean {
    let at = keyword + 2
    while (tokens[at]?.text === '.') at += 2
    if (tokens[at]?.text === '(') {
      let depth = 0
      do {
        if (tokens[at]?.text === '(') depth++
        if (tokens[at]?.text === ')') depth--
        at++
      } while (depth > 0 && at < end && steps-- > 0)
    }
    return tokens[at]?.text === '=' && tokens[at + 1]?.text !== '('
  }
}

/** The keys of YAML, with what is below them. */
export function yamlDeclarations(tokens: readonly Token[]): Declaration[] {
  const found: Declaration[] = []
  const open: Open[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || /^(?:line|indent|dedent)$/.test(token.kind) || (!startsLine(tokens, at) && !isAfterDash(tokens, at))) continue
    const isDash = token.text === '-'
    // Lists can be at the column of their key.
    while (open.length > 0 && ((open.at(-1)?.column ?? 0) > token.column || (open.at(-1)?.column === token.column && !isDash))) {
      const last = open.pop()
      if (last) last.declaration.end = backOver(tokens, at)
    }
    if (tokens[at + 1]?.text !== ':' || tokens[at + 1]?.kind !== 'sign') continue
    const name = token.kind === 'string' ? token.text.slice(1, -1) : token.text
    const declaration = { name, path: pathOf(open), start: at, end: tokens.length, isLocal: false, isPart: false }
    found.push(declaration)
    if (open.length < DEPTH_MAX) open.push({ declaration, column: token.column, isFunction: false })
  }
  return found
}

const isAfterDash = (tokens: readonly Token[], at: number) =>
  tokens[at - 1]?.text === '-' && (startsLine(tokens, at - 1) || tokens[at - 2]?.text === '-')
