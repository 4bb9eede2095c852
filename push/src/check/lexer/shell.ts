import { lineEnd, matchAt, type Token, Tokens } from './tokens.ts'

const operator = /\d+(?:>>|[<>]&?)|&&|\|\||;;&?|;&|<<<|>>|[<>]&|>\||\|&|[;&|<>()]/y
const heredoc = /<<-?[ \t]*(\\?[\w.-]+|'[^'\n]*'|"[^"\n]*")/y
const DEPTH_MAX = 50

/** The end of a word, with what is quoted or nested in it. */
function wordEnd(text: string, from: number): number {
  const closes: string[] = []
  let at = from
  while (at < text.length) {
    const close = closes.at(-1)
    const char = text[at] ?? ''
    if (char === close) {
      closes.pop()
      at++
    } else if (close === "'") at++
    else if (char === '\\') at += 2
    else if (closes.length < DEPTH_MAX && /^\$[({]/.test(text.slice(at, at + 2))) {
      closes.push(text[at + 1] === '(' ? ')' : '}')
      at += 2
    } else if (char === '"' || char === '`') {
      closes.push(char)
      at++
    } else if (char === "'" && close !== '"') {
      closes.push("'")
      at++
    } else if (char === '(' && close === ')') {
      closes.push(')')
      at++
    } else if (close === undefined && /[\s;&|<>()]/.test(char)) break
    else at++
  }
  return Math.min(at, text.length)
}

/** The tokens of a shell: words with what is quoted in them, operators and ends of commands. */
export function shellTokens(text: string): Token[] {
  const tokens = new Tokens(text)
  const bodies: { name: string; isIndented: boolean }[] = []
  for (let at = /^#! ?\//.test(text) ? lineEnd(text, 0) : 0; at < text.length; ) {
    const char = text[at] ?? ''
    if (char === '\n') {
      const last = tokens.last
      // An empty line, and one after an operator, ends no command.
      if (last && last.kind !== 'line' && !/^(?:&&|\|\|?|;;?|\(|\{|do|then|else)$/.test(last.text)) tokens.add('line', at, at + 1, '\n')
      at++
      for (const { name, isIndented } of bodies.splice(0)) at = body(at, name, isIndented)
    } else if (/\s/.test(char)) at++
    else if (char === '\\' && text[at + 1] === '\n') at += 2
    else if (char === '#') at = lineEnd(text, at)
    else at = token(at)
  }
  if (tokens.last && tokens.last.kind !== 'line') tokens.add('line', text.length, text.length, '\n')
  return tokens.list

  function token(at: number): number {
    const opening = text.startsWith('<<<', at) ? '' : matchAt(heredoc, text, at)
    if (opening !== '') bodies.push({ name: opening.replace(/^<<-?[ \t]*|["'\\]/g, ''), isIndented: opening.startsWith('<<-') })
    const sign = opening || matchAt(operator, text, at)
    const end = sign === '' ? wordEnd(text, at) : at + sign.length
    tokens.add(sign === '' ? 'word' : 'sign', at, end)
    return end
  }

  /** Reads the text of a here-document and returns its end. */
  function body(start: number, name: string, isIndented: boolean): number {
    if (!tokens.mayLook(0)) return start
    for (let from = start; from < text.length; ) {
      const end = lineEnd(text, from)
      const line = text.slice(from, end)
      if ((isIndented ? line.replace(/^\t+/, '') : line) === name) {
        tokens.add('string', start, from)
        return end
      }
      from = end + 1
    }
    tokens.mayLook(text.length - start)
    return start
  }
}
