import { lineEnd, matchAt, type Token, Tokens } from './tokens.ts'

const opening = /(?:[rRbBuUfFtT]{1,2})?(?:"""|'''|"|')/y
const word = /(?:\w|(?!\s)[\u0080-\uFFFF])+/y
const sign = /\*\*=?|\/\/=?|<<=?|->|:=|[<=!]=|[-+*/%&|^@]=|\.\.\.|[\s\S]/y
const TAB = 8

/** The end of a string that starts after its opening; a single-line string that is not closed ends with its line. */
function stringEnd(text: string, from: number, quotes: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(quotes, at)) return at + quotes.length
    else if (text[at] === '\n' && quotes.length === 1) return at
  }
  return text.length
}

/** The end of a string with expressions in braces, which can contain the quotes of the string; -1 if it is not well-formed. */
function formattedEnd(text: string, from: number, quotes: string, level: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\n' && quotes.length === 1 && depth === 0) return -1
    if (depth === 0) {
      if (char === '\\') at++
      else if (text.startsWith(quotes, at)) return at + quotes.length
      else if (char === '{' && text[at + 1] === '{') at++
      else if (char === '{') depth++
    } else if (char === '{' || char === '[' || char === '(') depth++
    else if (char === '}' || char === ']' || char === ')') depth--
    else if (char === '"' || char === "'") {
      const inner = matchAt(/"""|'''|"|'/y, text, at)
      const isFormatted = /[fFtT][rRbB]?$/.test(text.slice(Math.max(0, at - 2), at))
      const start = at + inner.length
      const end = !isFormatted ? stringEnd(text, start, inner) : level > 3 ? -1 : formattedEnd(text, start, inner, level + 1)
      if (end < 0 || !text.startsWith(inner, end - inner.length)) return -1
      at = end - 1
    }
  }
  return -1
}

/** The tokens of Python. Lines and their indentation mean something, except in brackets; the width of an indentation does not. */
export function pythonTokens(text: string): Token[] {
  const tokens = new Tokens(text)
  let depth = 0
  let isStart = true
  for (let at = 0; at < text.length; ) {
    if (isStart) {
      const spaces = matchAt(/[ \t\f]*/y, text, at)
      at += spaces.length
      if (text[at] === '#') at = lineEnd(text, at)
      if (at >= text.length) break
      isStart = text[at] === '\n'
      if (isStart) at++
      else tokens.indentTo(widthOf(spaces), at)
      continue
    }
    const char = text[at] ?? ''
    if (char === '\n') {
      if (depth === 0) tokens.add('line', at, at + 1, '\n')
      isStart = depth === 0
      at++
    } else if (/\s/.test(char)) at++
    else if (char === '\\' && text[at + 1] === '\n') at += 2
    else if (char === '#') at = lineEnd(text, at)
    else at = token(at)
  }
  if (tokens.last && tokens.last.kind !== 'line') tokens.add('line', text.length, text.length, '\n')
  tokens.indentTo(0, text.length)
  return tokens.list

  function token(at: number): number {
    const start = matchAt(opening, text, at)
    if (start !== '') {
      const end = endOf(at + start.length, start)
      tokens.add('string', at, end)
      return end
    }
    const name = matchAt(word, text, at)
    if (name !== '') {
      tokens.add(/^\d/.test(name) ? 'number' : 'word', at, at + name.length)
      return at + name.length
    }
    const operator = matchAt(sign, text, at)
    if ('([{'.includes(operator)) depth++
    else if (')]}'.includes(operator)) depth = Math.max(0, depth - 1)
    tokens.add('sign', at, at + operator.length)
    return at + operator.length
  }

  function endOf(from: number, start: string): number {
    const quotes = start.replace(/^[a-z]+/i, '')
    const plain = stringEnd(text, from, quotes)
    if (!/[ft]/i.test(start) || !tokens.mayLook(plain - from)) return plain
    const end = formattedEnd(text, from, quotes, 0)
    if (end >= 0) return end
    tokens.mayLook(text.length - from)
    return plain
  }
}

const widthOf = (spaces: string) =>
  [...spaces].reduce((width, char) => (char === '\t' ? width - (width % TAB) + TAB : char === '\f' ? 0 : width + 1), 0)
