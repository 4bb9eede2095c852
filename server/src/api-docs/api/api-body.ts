import type { Language } from '@sheaf/contract/errors'
import type { ApiContent, ApiExample, ApiForm } from './api-call.ts'
import { code, typeCell } from './api-cell.ts'
import { fieldTable } from './api-table.ts'
import { blocks } from './api-text.ts'

/** A code block that its text cannot end. */
export function fence(info: string, text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text}\n${marks}`
}

function languageOf(contentType: string, text: string): string {
  if (/json/i.test(contentType) && /^\s*(?:"|-?\d|true$|false$|null$)/.test(text)) return 'json'
  if (/^\s*[[{]/.test(text)) return 'json'
  if (/^\s*<[?!a-z]/i.test(text)) return 'xml'
  return /ya?ml/i.test(contentType) ? 'yaml' : ''
}

function exampleBlock(example: ApiExample, contentType: string): string {
  const text = example.text.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
  const label = example.name
    .replace(/[[\]`\s]+/g, ' ')
    .trim()
    .slice(0, 100)
  const info = label ? `${languageOf(contentType, text)} [${label}]` : languageOf(contentType, text)
  return [blocks(example.description ?? ''), fence(info, text)].filter(Boolean).join('\n\n')
}

const form = ({ name, type, description, fields }: ApiForm, language: Language) => [
  `**${name.replace(/[*\\<]/g, '\\$&')}**${type ? ` · ${typeCell(type)}` : ''}`,
  blocks(description ?? ''),
  fieldTable(fields, language),
]

/** What a body is made of: its type, its fields, its forms, its examples. */
export function contentBlocks(content: ApiContent, language: Language): string[] {
  const { contentType, type, description, notes = [], fields, forms = [], examples } = content
  const head = [contentType && code(contentType), typeCell(type), ...notes.map((note) => note.trim())].filter(Boolean).join(' · ')
  const all = [
    head,
    blocks(description ?? ''),
    fieldTable(fields, language),
    ...forms.flatMap((one) => form(one, language)),
    ...examples.map((one) => exampleBlock(one, contentType)),
  ]
  return all.filter(Boolean)
}
