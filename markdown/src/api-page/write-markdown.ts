import { codeSpans } from '../code-spans.ts'
import type { Language } from '../types.ts'
import { beautify } from './beautify.ts'
import type { ApiPage, Example, Field, Part } from './types.ts'
import { apiWords } from './words.ts'

/** Characters with a meaning in a line of Markdown or in a table cell. Underscores inside a word have none. */
const marks = /[`*[\]\\<>|$]|~(?=~)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g
const named: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const entity = (mark: string) => named[mark] ?? `&#${mark.charCodeAt(0)};`

/** One line that renders exactly as the text. */
const escapeLine = (text: string): string => escapeInside(text).trim()

const escapeInside = (text: string) => text.replace(/\s+/g, ' ').replace(marks, entity)

/** The same for a paragraph: it cannot start a list, heading or container. */
export const escapeParagraph = (text: string): string => escapeLine(text).replace(/^[^\p{L}&]/u, (char) => `&#${char.codePointAt(0)};`)

/** The same for a table cell, which can contain line breaks. */
const escapeCell = (text: string, line = escapeLine): string =>
  text
    .split(/<br\s*\/?>|\r?\n/i)
    .map((one) => line(one))
    .join('<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')

/** The same for a description, which can contain code spans. */
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

/** A name; its leading spaces show the nesting depth. */
const escapeName = (name: string): string => {
  const blanks = /^[\s\u00a0\u3000]*/.exec(name)![0].length
  return '&nbsp;'.repeat(Math.min(blanks, 12)) + escapeLine(name)
}

/** A line of the author's Markdown without HTML, so that it cannot absorb the following text; line breaks stay. */
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

/** The author's Markdown, contained: open fences are closed, HTML and containers become text. */
export function ownMarkdown(text: string): string {
  const money = (text.match(/\$\$/g)?.length ?? 0) % 2 === 1
  let fence = ''
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+/, '')
    .trimEnd()
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

/** A code fence that is longer than any fence in the text. */
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

/** A table that the renderer recognizes as a field table. Empty columns are left out. */
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

/** A media type is formatted as code, the name of a scheme is not. */
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

/** The page as Markdown in the form of a manually written page. */
export function writeMarkdown({ method, url, state, description, parts, remark }: ApiPage, language: Language): string {
  const blocks: string[] = []
  if (description.trim()) blocks.push(ownMarkdown(description))
  if (method || url) blocks.push(fence(state ? `endpoint ${state}` : 'endpoint', `${method} ${url}`.trim()))
  for (const [index, part] of parts.entries()) blocks.push(...section(part, parts[index - 1]?.kind === part.kind, language))
  if (remark.trim()) blocks.push(`## ${apiWords(language).notes}`, ownMarkdown(remark))
  return `${blocks.join('\n\n')}\n`
}
