import { escapeCell, escapeLine } from '../lib/escape.ts'
import type { Column, Table } from './schema.ts'
import type { DictionaryWords } from './words.ts'

type ColumnLink = (schema: string, table: string) => string

/** What a column is for the keys of its table: parts of a key over several columns count, too. */
function keysOf({ name }: Column, { indexes, foreignKeys }: Table, words: DictionaryWords, link: ColumnLink): string {
  const inIndexes = indexes.filter(({ columns }) => columns.some((column) => column.replace(/(?:\(\d+\))?(?: DESC)?$/, '') === name))
  const alone = inIndexes.find(({ unique, primary, columns }) => unique && !primary && columns.length === 1)
  const own = inIndexes.some(({ primary }) => primary) ? words.primary : alone ? words.unique : inIndexes.length > 0 ? words.index : ''
  const leads = foreignKeys
    .filter(({ columns }) => columns.includes(name))
    .map(({ schema, table, columns, references }) => {
      const target = references[columns.indexOf(name)]
      return `${words.foreign} → ${link(schema, table)}${target ? `.${escapeLine(target)}` : ''}`
    })
  return [own, ...leads].filter(Boolean).join(', ')
}

function defaultOf({ default: value, counted, computed }: Column, words: DictionaryWords): string {
  if (computed !== undefined) return [words.computed, escapeLine(computed)].filter(Boolean).join(': ')
  return [counted && words.counted, value && escapeLine(value)].filter(Boolean).join(' ')
}

/** One row per column, under the heads that a field table of ours has. */
export const columnRows = (table: Table, words: DictionaryWords, link: ColumnLink): string[][] =>
  table.columns.map((column) => [
    escapeLine(column.name),
    escapeLine(column.type),
    column.nullable ? words.yes : '',
    keysOf(column, table, words, link),
    defaultOf(column, words),
    escapeCell(column.comment),
  ])

export const columnHeads = (words: DictionaryWords) => [
  words.column,
  words.type,
  words.nullable,
  words.key,
  words.default,
  words.description,
]
