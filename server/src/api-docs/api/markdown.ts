import { codeSpans } from '@sheaf/markdown/code-spans'

/** Elements that descriptions are written with; any other `<` is a word in angle brackets, and stays one. */
const tag =
  /^<(?:\/?(?:p|div|span|br|hr|h[1-6]|a|img|b|strong|i|em|u|s|del|ins|sub|sup|mark|small|kbd|code|pre|blockquote|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|details|summary)(?:\s[^<>]*)?\/?>|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)/i

/** Nothing but its end ends a `<pre>`. */
const isTag = (text: string, preEnds: boolean) => tag.test(text) && (preEnds || !/^<pre/i.test(text))

/** Markdown of a description that cannot swallow what follows it and keeps each of its words; code stays untouched. */
function tame(text: string): string {
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

/** Lines of a text, each with whether it stands in a fence: 'mark' for the fence's own two lines. */
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

/** A description as blocks of the page: fences end, containers of ours do not begin, words in angle brackets stay. */
export function blocks(text: string): string {
  const parts: string[] = []
  let words: string[] = []
  const flush = () => {
    if (words.length > 0) parts.push(tame(words.join('\n')))
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

/** A value exactly as it is, in one line of code; `\|` because it may stand in a cell. */
export function code(value: string): string {
  const text = /^\s|\s$|[\r\n\t\f\v\0]|^$/.test(value) ? JSON.stringify(value) : value
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  let marks = '`'
  while (runs.includes(marks.length)) marks += '`'
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${marks}${pad}${text}${pad}${marks}`.replaceAll('|', '\\|')
}

const oneLine = (text: string) => text.replace(/[\s\0]+/g, ' ').trim()

/** Letters, digits and the signs of a path of names mean nothing in Markdown; every other name is code. */
export function nameCell(path: string): string {
  if (/^[\p{L}\d](?:[\p{L}\d_.[\]-]*[\p{L}\d\]])?$/u.test(path)) return path
  const name = oneLine(path) || path
  // A table of fields reads dashes and dots in front of a name as its depth.
  return code(/^[-–—─└├│┗┣|>.·]/.test(name) ? JSON.stringify(name) : name)
}

/** A type as it is. Links to pages may be in it, already written. */
export const typeCell = (type: string): string =>
  oneLine(type)
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('<', '&lt;')

const beginsBlock = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\|)/

/** A description in the one line that a cell has: paragraphs and list items on lines of their own, code blocks as lines of code. */
export function textCell(markdown: string): string {
  const lines: string[] = []
  let joins = false
  for (const [line, kind] of fencedLines(markdown.trim())) {
    const text = line.trim()
    if (kind === 'code' && text) lines.push(code(text))
    else if (kind === 'text' && text) {
      if (joins && !beginsBlock.test(line)) lines[lines.length - 1] += ` ${text}`
      else lines.push(text)
    }
    joins = kind === 'text' && text !== '' && !/(?: {2}|\\)$|<br\s*\/?>\s*$/i.test(line) && !/^\s*(?:#{1,6}\s|\|)/.test(line)
  }
  return lines.map((line) => pipes(tame(line.replace(/\\$/, '').replace(/^#{1,6}\s+(.*?)\s*#*$/, '**$1**')))).join('<br>')
}

/** A bar would end the cell; one that is escaped already would not. */
const pipes = (line: string) => line.replace(/\\?\|/g, '\\|')
