import { codeSpans } from '../code-spans.ts'
import type { Language } from '../types.ts'
import { beautify } from './beautify.ts'
import type { ApiPage, Example, Field, Part } from './types.ts'
import { apiWords } from './words.ts'

/** Marks that would mean something in a line of Markdown or in a table's cell; underscores inside of a word mean nothing. */
const marks = /[`*[\]\\<>|$]|~(?=~)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g
const named: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const entity = (mark: string) => named[mark] ?? `&#${mark.charCodeAt(0)};`

/** One line that reads exactly as the text does. */
const escapeLine = (text: string): string => escapeInside(text).trim()

const escapeInside = (text: string) => text.replace(/\s+/g, ' ').replace(marks, entity)

/** The same as a paragraph: no list, heading or container begins. */
const escapeParagraph = (text: string): string => escapeLine(text).replace(/^[^\p{L}&]/u, (sign) => `&#${sign.codePointAt(0)};`)

/** The same in a cell of a table, where lines may break. */
const escapeCell = (text: string, line = escapeLine): string =>
  text
    .split(/<br\s*\/?>|\r?\n/i)
    .map((one) => line(one))
    .join('<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')

/** The same of a description, where code between back-ticks is code. */
const escapeRemark = (text: string): string => escapeCell(text, withCode)

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
const escapeName = (name: string): string => {
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
function ownMarkdown(text: string): string {
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

/** A code block that its text cannot end. */
export function fence(info: string, text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text}\n${marks}`
}

function example({ name, text }: Example): string {
  const shown = beautify(text)
  const label = name
    .replace(/[[\]`\s]+/g, ' ')
    .trim()
    .slice(0, 100)
  return fence(label ? `${shown.language} [${label}]` : shown.language, shown.text)
}

/** A table the renderer knows as one of fields; a column nobody filled is left out. */
function table(fields: Field[], language: Language): string {
  const t = apiWords(language)
  const columns: [head: string, cell: (field: Field) => string][] = [
    [t.name, ({ name }) => escapeName(name)],
    [t.type, ({ type }) => escapeLine(type)],
  ]
  if (fields.some(({ required }) => required !== undefined)) columns.push([t.required, ({ required }) => (required ? t.yes : t.no)])
  if (fields.some(({ value }) => value.trim() !== '')) columns.push([t.value, ({ value }) => escapeCell(value)])
  columns.push([t.description, ({ remark }) => escapeRemark(remark)])
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const lines = fields.map((field) => row(columns.map(([, cell]) => cell(field))))
  return [row(columns.map(([head]) => head)), row(columns.map(() => '---')), ...lines].join('\n')
}

/** A media type is code, what a scheme is called is not. */
function terms({ kind, terms: all }: Part): string {
  const text = all.join(', ')
  return kind === 'body' && !text.includes('`') ? `\`${text}\`` : escapeParagraph(text)
}

function section(part: Part, isRepeated: boolean, language: Language): string[] {
  const blocks = isRepeated ? [] : [`## ${apiWords(language).parts[part.kind]}`]
  if (part.terms.length > 0) blocks.push(terms(part))
  if (part.fields.length > 0) blocks.push(table(part.fields, language))
  return [...blocks, ...part.examples.map(example)]
}

/** The page as the Markdown somebody would have written by hand. */
export function writeMarkdown({ method, url, state, description, parts, remark }: ApiPage, language: Language): string {
  const blocks: string[] = []
  if (description.trim()) blocks.push(ownMarkdown(description))
  if (method || url) blocks.push(fence(state ? `endpoint ${state}` : 'endpoint', `${method} ${url}`.trim()))
  for (const [index, part] of parts.entries()) blocks.push(...section(part, parts[index - 1]?.kind === part.kind, language))
  if (remark.trim()) blocks.push(`## ${apiWords(language).notes}`, ownMarkdown(remark))
  return `${blocks.join('\n\n')}\n`
}
