import type { Token } from '../lexer/tokens.ts'
import { closingsOf, type Declaration } from './declaration.ts'

/** The declarations of a shell: functions, and names that get a value at the start of a line. */
export function shellDeclarations(tokens: readonly Token[]): Declaration[] {
  const found: Declaration[] = []
  let depth = 0
  for (let at = 0; at < tokens.length; at++) {
    const text = tokens[at]?.text ?? ''
    const isFirst = at === 0 || /^(?:line|string)$/.test(tokens[at - 1]?.kind ?? '') || tokens[at - 1]?.text === ';'
    if (text === '{') depth++
    if (text === '}') depth--
    if (!isFirst) continue
    const declare = (name: string, end: number) => void found.push({ name, path: [], start: at, end, isLocal: depth > 0, isPart: false })
    const name = text === 'function' ? at + 1 : at
    const open = tokens[name + 1]?.text === '(' && tokens[name + 2]?.text === ')' ? name + 3 : text === 'function' ? name + 1 : -1
    if (open >= 0) declare(tokens[name]?.text ?? '', bodyEnd(open))
    else {
      const words = /^(?:export|readonly|declare|local|typeset)$/.test(text) ? wordsFrom(at + 1) : [at]
      for (const word of words) {
        const value = /^([A-Za-z_]\w*)\+?=/.exec(tokens[word]?.text ?? '')?.[1]
        if (value !== undefined) declare(value, lineEnd(at))
      }
    }
  }
  return found

  function wordsFrom(from: number): number[] {
    const words: number[] = []
    for (let at = from; tokens[at]?.kind === 'word'; at++) words.push(at)
    return words
  }

  function lineEnd(from: number): number {
    let at = from
    let brackets = 0
    for (; at < tokens.length; at++) {
      const { kind, text } = tokens[at] ?? { kind: 'line', text: '' }
      if (text === '(') brackets++
      if (text === ')') brackets--
      if ((kind === 'line' || text === ';') && brackets <= 0) break
    }
    return at
  }

  /** The end of the braces or parentheses that open after a name. */
  function bodyEnd(from: number): number {
    let start = from
    while (tokens[start]?.kind === 'line') start++
    const isGroup = tokens[start]?.text === '('
    let level = 0
    for (let at = start; at < tokens.length; at++) {
      const text = tokens[at]?.text
      if (text === (isGroup ? '(' : '{')) level++
      if (text === (isGroup ? ')' : '}') && --level === 0) return at + 1
    }
    return tokens.length
  }
}

const created =
  /^(?:table|view|function|procedure|trigger|type|domain|sequence|index|schema|database|materialized|policy|role|extension|event)$/i
const isName = (token: Token | undefined) => token?.kind === 'word' || (token?.kind === 'string' && /^["`]/.test(token.text))

/** The declarations of SQL: what `create` makes, and the columns of tables. */
export function sqlDeclarations(tokens: readonly Token[]): Declaration[] {
  const found: Declaration[] = []
  const closings = closingsOf(tokens)
  const text = (at: number) => (tokens[at]?.text ?? '').toLowerCase()
  let delimiter = ';'
  for (let start = 0; start < tokens.length; ) {
    if (text(start) === 'delimiter') {
      const line = tokens[start]?.line
      let at = start + 1
      delimiter = ''
      for (; tokens[at]?.line === line; at++) delimiter += text(at)
      start = at
      continue
    }
    const keyword = text(start) === 'create' ? kindAfter(start + 1) : -1
    const end = statementEnd(start, keyword >= 0 && /^(?:function|procedure|trigger|event)$/.test(text(keyword)))
    if (keyword >= 0) declare(start, keyword, end)
    start = Math.max(end, start + 1)
  }
  return found

  /** The word for what is made, after `or replace`, `temporary` and similar words. */
  function kindAfter(from: number): number {
    for (let at = from; at < from + 8 && tokens[at]?.kind === 'word'; at++)
      if (created.test(text(at)) && text(at) !== 'materialized') return at
    return -1
  }

  function declare(start: number, keyword: number, end: number) {
    let at = keyword + 1
    while (/^(?:if|not|exists|concurrently)$/.test(text(at))) at++
    const names: string[] = []
    for (; isName(tokens[at]) || text(at) === '['; at += 2) {
      if (text(at) === '[') at++
      names.push(nameAt(at))
      if (text(at + 1) === ']') at++
      if (text(at + 1) !== '.') break
    }
    const name = names.pop()
    if (name === undefined) return
    found.push({ name, path: names, start, end, isLocal: false, isPart: false })
    if (text(keyword) === 'table' && text(at + 1) === '(') columns(at + 1, [...names, name])
  }

  function columns(open: number, path: string[]) {
    const end = closings[open] ?? open
    let start = open + 1
    for (let at = start; at <= end; at++) {
      const inner = closings[at] ?? -1
      if (inner > at && at < end) at = inner
      else if (at === end || text(at) === ',') {
        const isKey = /^(?:primary|foreign|unique|check|constraint|key|index|exclude|like|fulltext)$/.test(text(start))
        if (isName(tokens[start]) && !isKey) found.push({ name: nameAt(start), path, start, end: at, isLocal: false, isPart: false })
        start = at + 1
      }
    }
  }

  function nameAt(at: number): string {
    const { kind, text: name } = tokens[at] ?? { kind: 'word', text: '' }
    return kind === 'string' ? name.slice(1, -1) : name
  }

  /** The end of a statement; in a routine, statements between `begin` and `end` belong to it. */
  function statementEnd(from: number, isRoutine: boolean): number {
    let depth = 0
    for (let at = from; at < tokens.length; at++) {
      const word = text(at)
      if (/^\$\w*\$$/.test(word)) at = closingDollar(at)
      else if (isRoutine && tokens[at]?.kind === 'word' && /^(?:begin|case)$/.test(word) && text(at - 1) !== 'end') depth++
      else if (isRoutine && word === 'end' && !/^(?:if|loop|while|repeat|for)$/.test(text(at + 1))) depth--
      else if (delimiter !== ';' ? ends(at) : word === ';' && depth <= 0) return at + (delimiter === ';' ? 1 : delimiter.length > 1 ? 2 : 1)
    }
    return tokens.length
  }

  function ends(at: number): boolean {
    return text(at) === delimiter || (delimiter.length > 1 && text(at) + text(at + 1) === delimiter)
  }

  function closingDollar(open: number): number {
    for (let at = open + 1; at < tokens.length; at++) if (tokens[at]?.text === tokens[open]?.text) return at
    return tokens.length
  }
}
