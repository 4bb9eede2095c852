/** Deeper JSON would be mostly indentation; it is shown unchanged. */
const INDENT_DEPTH_MAX = 64

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charAt(at - 1 - slashes) === '\\') slashes++
  return slashes % 2 === 1
}

const blank = /\s*/y
const word = /[^\s[\]{},:"]+/y

/** Offset after the token that starts here: string, number, word or punctuation. */
function tokenEnd(text: string, start: number): number {
  if (text.charAt(start) === '"') {
    let end = text.indexOf('"', start + 1)
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
    return end + 1
  }
  word.lastIndex = start
  return word.test(text) ? word.lastIndex : start + 1
}

function afterBlanks(text: string, start: number): number {
  blank.lastIndex = start
  blank.test(text)
  return blank.lastIndex
}

/**
 * Indented JSON with all numbers and strings as written: JSON.parse would round long numbers. Undefined when it is nested too
 * deeply.
 */
function indented(text: string): string | undefined {
  let out = ''
  let depth = 0
  let previous = ''
  for (let at = afterBlanks(text, 0); at < text.length; at = afterBlanks(text, at)) {
    const char = text.charAt(at)
    const closes = char === ']' || char === '}'
    const opened = previous === '[' || previous === '{'
    if (closes) depth--
    if (closes ? !opened : opened || previous === ',') out += `\n${'  '.repeat(depth)}`
    const end = tokenEnd(text, at)
    out += char === ':' ? ': ' : text.slice(at, end)
    if ((char === '[' || char === '{') && ++depth > INDENT_DEPTH_MAX) return undefined
    previous = char
    at = end
  }
  return out
}

/** A formatted example and its language for highlighting. */
export function beautify(example: string): { text: string; language: string } {
  const text = example.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (/^\s*[[{]/.test(text)) return { text: (isJson(text) && indented(text)) || text, language: 'json' }
  return { text, language: /^\s*<[?!a-z]/i.test(text) ? 'xml' : '' }
}
