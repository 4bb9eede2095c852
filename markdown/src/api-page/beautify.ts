/** Deeper than this, lines would be mostly blanks; such a text is shown as it came. */
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

/** Offset after the text, number, word or sign that begins here. */
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

/** JSON on lines of its own, every number and text as it was written: parsing would round long numbers. Undefined when it is too deep. */
function indented(text: string): string | undefined {
  let out = ''
  let depth = 0
  let before = ''
  for (let at = afterBlanks(text, 0); at < text.length; at = afterBlanks(text, at)) {
    const sign = text.charAt(at)
    const closes = sign === ']' || sign === '}'
    const opened = before === '[' || before === '{'
    if (closes) depth--
    if (closes ? !opened : opened || before === ',') out += `\n${'  '.repeat(depth)}`
    const end = tokenEnd(text, at)
    out += sign === ':' ? ': ' : text.slice(at, end)
    if ((sign === '[' || sign === '{') && ++depth > INDENT_DEPTH_MAX) return undefined
    before = sign
    at = end
  }
  return out
}

/** An example as a reader wants it, and its language. */
export function beautify(example: string): { text: string; language: string } {
  const text = example.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
  if (/^\s*[[{]/.test(text)) return { text: (isJson(text) && indented(text)) || text, language: 'json' }
  return { text, language: /^\s*<[?!a-z]/i.test(text) ? 'xml' : '' }
}
