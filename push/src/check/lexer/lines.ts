import { lineEnd, matchAt, type Token, Tokens } from './tokens.ts'

/** Whether a word of YAML at the end of its line opens a block of text. */
const opensBlock = (word: string, after: string) => /^[|>][-+0-9]{0,2}$/.test(word) && /^\s*(?:#|$)/.test(after)

/** The lines of a text of an unknown language, without spaces at their ends. Empty lines at the end do not count. */
export function lineTokens(text: string): Token[] {
  const tokens = new Tokens(text)
  const last = text.trimEnd().length
  for (let at = 0; at < last; ) {
    const end = lineEnd(text, at)
    tokens.add('line', at, end, text.slice(at, end).trimEnd())
    at = end + 1
  }
  return tokens.list
}

/**
 * The tokens of YAML: the words of each line after its indentation. Comments and the width of an indentation are left out. A text after
 * `|` or `>` is one token, without its indentation.
 */
export function yamlTokens(text: string): Token[] {
  const tokens = new Tokens(text)
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const spaces = matchAt(/ */y, text, at).length
    if (/^\s*(?:#|$)/.test(text.slice(at, end))) {
      at = end + 1
      continue
    }
    if (depth === 0) tokens.indentTo(spaces, at + spaces)
    at = line(at + spaces, at)
  }
  tokens.indentTo(0, text.length)
  return tokens.list

  /** Reads the tokens of a line and returns the start of the next one. */
  function line(from: number, start: number): number {
    let at = from
    while (at < text.length && text[at] !== '\n') {
      const char = text[at] ?? ''
      if (/\s/.test(char)) at++
      else if (char === '#' && (at === from || /\s/.test(text[at - 1] ?? ''))) at = lineEnd(text, at)
      else if ((char === '"' || char === "'") && startsValue()) at = quoted(at, char)
      else if (/[[{]/.test(char) && (depth > 0 || startsValue())) at = bracket(at, 1)
      else if (/[\]}]/.test(char) && depth > 0) at = bracket(at, -1)
      else if (char === ',' && depth > 0) at = bracket(at, 0)
      else {
        const word = matchAt(depth > 0 ? /[^\s,[\]{}:]+|:/y : /[^\s:]+(?::(?=\S)[^\s:]*)*|:+/y, text, at)
        tokens.add(word === ':' ? 'sign' : 'word', at, at + word.length)
        at += word.length
        if (depth === 0 && opensBlock(word, text.slice(at, lineEnd(text, at))))
          return block(at, from - start + dashes(from, at - word.length))
      }
    }
    if (depth === 0) tokens.add('line', at, at, '\n')
    return at + 1
  }

  /** The width of the dashes before a key, as in `- - key: |`. Without a key, the last dash is where the block belongs. */
  function dashes(from: number, end: number): number {
    const all = matchAt(/(?:- +)*/y, text, from)
    return from + all.length < end ? all.length : Math.max(all.lastIndexOf('-'), 0)
  }

  /** Whether a value starts after the last token: a quote or a bracket in the middle of words is a character. */
  function startsValue(): boolean {
    const { last } = tokens
    return last?.kind !== 'word' || last.text === '-' || last.text === '?' || /^[!&]/.test(last.text) || depth > 0
  }

  function bracket(at: number, change: number): number {
    depth += change
    tokens.add('sign', at, at + 1)
    return at + 1
  }

  function quoted(at: number, quote: string): number {
    let end = at + 1
    while (end < text.length && text[end] !== quote) end += quote === '"' && text[end] === '\\' ? 2 : 1
    end = Math.min(end + 1, text.length)
    tokens.add('string', at, end)
    return end
  }

  /** The lines of a block, which are deeper than the line that opens it. */
  function block(from: number, indent: number): number {
    const start = lineEnd(text, from) + 1
    const lines: string[] = []
    let at = start
    while (at < text.length) {
      const end = lineEnd(text, at)
      const spaces = matchAt(/ */y, text, at).length
      if (at + spaces < end && spaces <= indent) break
      lines.push(text.slice(at, end))
      at = end + 1
    }
    const width = lines.reduce((least, one) => (one.trim() === '' ? least : Math.min(least, one.length - one.trimStart().length)), Infinity)
    const content = lines.map((one) => one.slice(width).trimEnd()).join('\n')
    if (at > start) tokens.add('string', start, Math.min(at, text.length), content.replace(/\n+$/, ''))
    tokens.add('line', Math.min(at, text.length), Math.min(at, text.length), '\n')
    return at
  }
}
