import type { Language } from '../types.ts'
import { beautify } from './beautify.ts'
import { escapeCell, escapeLine, escapeName, escapeParagraph, escapeRemark, ownMarkdown } from './escape.ts'
import { fence } from './fence.ts'
import type { ApiPage, Example, Field, Part } from './types.ts'
import { apiWords } from './words.ts'

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
