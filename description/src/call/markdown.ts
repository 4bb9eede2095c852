import { codeSpans } from '@sheaf/markdown/code-spans'

/** HTML elements and autolinks that are allowed in descriptions. Any other `<` is literal text, such as a placeholder in angle brackets. */
const tag =
  /^<(?:\/?(?:p|div|span|br|hr|h[1-6]|a|img|b|strong|i|em|u|s|del|ins|sub|sup|mark|small|kbd|code|pre|blockquote|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|details|summary)(?:\s[^<>]*)?\/?>|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)/i

/** Whether `text` begins with an allowed tag. A `<pre>` without an end tag would swallow the rest, so it does not count. */
const isTag = (text: string, preEnds: boolean) => tag.test(text) && (preEnds || !/^<pre/i.test(text))

/** Escapes a description so that it cannot affect the following content and loses no word; code does not change. */
function escapeMarkup(text: string): string {
  const spans = codeSpans(text, 0, text.length)
  const lastPre = text.toLowerCase().lastIndexOf('</pre')
  let result = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    const end = spans.get(at)
    if (end !== undefined) {
      result += text.slice(at, end)
      at = end - 1
    } else if (sign === '\\') result += sign + text.charAt(++at)
    else if (sign === '<') result += isTag(text.slice(at, at + 2000), at < lastPre) ? sign : '&lt;'
    else if (sign === '$') result += '\\$'
    else result += sign
  }
  return result
}

const fenceMark = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/

/** Lines of a text with their kind: outside a code fence, inside it, or the fence line itself ('mark'). An open fence is closed. */
function* fencedLines(text: string): Generator<[line: string, kind: 'text' | 'mark' | 'code']> {
  let open = ''
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const run = fenceMark.exec(line)
    if (open) {
      const ends = run?.[1]?.startsWith(open) === true && run[2]?.trim() === ''
      if (ends) open = ''
      yield [line, ends ? 'mark' : 'code']
    } else if (run) {
      open = run[1]!
      yield [line, 'mark']
    } else yield [line, 'text']
  }
  if (open) yield [open, 'mark']
}

/** A description as blocks of the page. Fences are closed, containers and [TOC] are escaped, words in angle brackets are kept. */
export function blocks(text: string): string {
  const parts: string[] = []
  let words: string[] = []
  const flush = () => {
    if (words.length > 0) parts.push(escapeMarkup(words.join('\n')))
    words = []
  }
  for (const [line, kind] of fencedLines(text.trim())) {
    if (kind === 'text')
      words.push(line.replace(/^(\s*):(?=::)/, '$1&#58;').replace(/^\s*\[tocm?\]\s*$/i, (toc) => toc.replace('[', '\\[')))
    else {
      flush()
      parts.push(line)
    }
  }
  flush()
  return parts.join('\n')
}

/** A literal value as inline code; `|` is escaped, because the code can be in a table cell. */
export function code(value: string): string {
  const text = /^\s|\s$|[\r\n\t\f\v\0]|^$/.test(value) ? JSON.stringify(value) : value
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  let marks = '`'
  while (runs.includes(marks.length)) marks += '`'
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${marks}${pad}${text}${pad}${marks}`.replaceAll('|', '\\|')
}

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** A field path for a table cell. Letters, digits and path characters are literal in Markdown; any other name becomes code. */
export function nameCell(path: string): string {
  if (/^[\p{L}\d](?:[\p{L}\d_.[\]-]*[\p{L}\d\]])?$/u.test(path)) return path
  const name = oneLine(path) || path
  // The renderer reads leading dashes and dots in a field table as nesting depth.
  return code(/^[-–—─└├│┗┣|>.·]/.test(name) ? JSON.stringify(name) : name)
}

/** A type for a table cell. It can contain finished Markdown links to pages. */
export const typeCell = (type: string): string =>
  oneLine(type)
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('<', '&lt;')

const beginsBlock = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\|)/

/** A description on one line for a table cell. Paragraphs and list items are separated by `<br>`, and code blocks become inline code. */
export function textCell(markdown: string): string {
  const lines: string[] = []
  let continues = false
  for (const [line, kind] of fencedLines(markdown.trim())) {
    const text = line.trim()
    if (kind === 'code' && text) lines.push(code(text))
    else if (kind === 'text' && text) {
      if (continues && !beginsBlock.test(line)) lines[lines.length - 1] += ` ${text}`
      else lines.push(text)
    }
    continues = kind === 'text' && text !== '' && !/(?: {2}|\\)$|<br\s*\/?>\s*$/i.test(line) && !/^\s*(?:#{1,6}\s|\|)/.test(line)
  }
  return lines.map((line) => escapePipes(escapeMarkup(line.replace(/\\$/, '').replace(/^#{1,6}\s+(.*?)\s*#*$/, '**$1**')))).join('<br>')
}

/** Escapes bars, which would end the cell, unless they are already escaped. */
const escapePipes = (line: string) => line.replace(/\\?\|/g, '\\|')
