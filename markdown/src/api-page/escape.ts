import { codeSpans } from '../code-spans.ts'

/** Marks that would mean something in a line of Markdown or in a table's cell; underscores inside of a word mean nothing. */
const marks = /[`*[\]\\<>|$]|~(?=~)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g
const named: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const entity = (mark: string) => named[mark] ?? `&#${mark.charCodeAt(0)};`

/** One line that reads exactly as the text does. */
export const escapeLine = (text: string): string => escapeInside(text).trim()

const escapeInside = (text: string) => text.replace(/\s+/g, ' ').replace(marks, entity)

/** The same as a paragraph: no list, heading or container begins. */
export const escapeParagraph = (text: string): string => escapeLine(text).replace(/^[^\p{L}&]/u, (sign) => `&#${sign.codePointAt(0)};`)

/** The same in a cell of a table, where lines may break. */
export const escapeCell = (text: string, line = escapeLine): string =>
  text
    .split(/<br\s*\/?>|\r?\n/i)
    .map((one) => line(one))
    .join('<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')

/** The same of a description, where code between back-ticks is code. */
export const escapeRemark = (text: string): string => escapeCell(text, withCode)

function withCode(line: string): string {
  const spans = codeSpans(line, 0, line.length)
  let result = ''
  let from = 0
  for (const [start, end] of spans) {
    result += `${escapeInside(line.slice(from, start))}${line.slice(start, end).replaceAll('|', '\\|')}`
    from = end
  }
  return (result + escapeInside(line.slice(from))).trim()
}

/** A name whose leading blanks say how deep it is. */
export const escapeName = (name: string): string => {
  const blanks = /^[\s\u00a0\u3000]*/.exec(name)![0].length
  return '&nbsp;'.repeat(Math.min(blanks, 12)) + escapeLine(name)
}

/** A line of an author's Markdown without its HTML, so that it cannot swallow what follows; breaks stay. */
function withoutHtml(line: string): string {
  const spans = codeSpans(line, 0, line.length)
  let result = ''
  for (let at = 0; at < line.length; at++) {
    const end = spans.get(at)
    if (end !== undefined) {
      result += line.slice(at, end)
      at = end - 1
    } else if (line.charAt(at) === '<') result += /^<br\s*\/?>/i.exec(line.slice(at, at + 20)) ? '<' : '&lt;'
    else result += line.charAt(at)
  }
  return result.replace(/^(\s*):(?=::)/, '$1&#58;')
}

/** Markdown of an author that ends where it ends: fences are closed, HTML and containers are text. */
export function ownMarkdown(text: string): string {
  const money = (text.match(/\$\$/g)?.length ?? 0) % 2 === 1
  let fence = ''
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
    .map((line) => {
      const run = /^\s*(`{3,}(?!.*`)|~{3,})(.*)$/.exec(line)
      if (fence) {
        if (run && run[1]!.startsWith(fence) && run[2]!.trim() === '') fence = ''
        return line
      }
      if (run) fence = run[1]!
      return run ? line : withoutHtml(money ? line.replaceAll('$$', '&#36;&#36;') : line)
    })
  if (fence) lines.push(fence)
  return lines.join('\n')
}
