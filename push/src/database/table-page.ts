import { escapeCell, escapeLine, escapeParagraph, fenced, table as markdownTable, parts } from '../lib/markdown.ts'
import { type Column, type ForeignKey, type Index, isSameTable, type Schema, type Table } from './schema.ts'
import type { DictionaryWords } from './words.ts'

type ColumnLink = (schema: string, table: string) => string

/** The role of a column in the keys of its table, including parts of composite keys. */
function keysOf({ name }: Column, { indexes, foreignKeys }: Table, words: DictionaryWords, link: ColumnLink): string {
  const inIndexes = indexes.filter(({ columns }) => columns.some((column) => column.replace(/(?:\(\d+\))?(?: DESC)?$/, '') === name))
  const uniqueIndex = inIndexes.find(({ unique, primary, columns }) => unique && !primary && columns.length === 1)
  const own = inIndexes.some(({ primary }) => primary)
    ? words.primary
    : uniqueIndex
      ? words.unique
      : inIndexes.length > 0
        ? words.index
        : ''
  const foreign = foreignKeys
    .filter(({ columns }) => columns.includes(name))
    .map(({ schema, table, columns, references }) => {
      const target = references[columns.indexOf(name)]
      return `${words.foreign} → ${link(schema, table)}${target ? `.${escapeLine(target)}` : ''}`
    })
  return [own, ...foreign].filter(Boolean).join(', ')
}

function defaultOf({ default: value, counted, computed }: Column, words: DictionaryWords): string {
  if (computed !== undefined) return [words.computed, escapeLine(computed)].filter(Boolean).join(': ')
  return [counted && words.counted, value && escapeLine(value)].filter(Boolean).join(' ')
}

/** One row per column, with the headers of Sheaf's field tables. */
const columnRows = (table: Table, words: DictionaryWords, link: ColumnLink): string[][] =>
  table.columns.map((column) => [
    escapeLine(column.name),
    escapeLine(column.type),
    column.nullable ? words.yes : '',
    keysOf(column, table, words, link),
    defaultOf(column, words),
    escapeCell(column.comment),
  ])

const columnHeads = (words: DictionaryWords) => [words.column, words.type, words.nullable, words.key, words.default, words.description]

type Link = (schema: string, table: string) => string

const list = (names: string[]) => names.map(escapeLine).join(', ')
const section = (title: string, heads: string[], rows: string[][]) =>
  rows.length > 0 && parts(`## ${title}`, markdownTable(heads, rows)).trim()

/** The page of a table or view. Columns that are empty in every row are left out. */
export function tablePage(table: Table, schema: Schema, words: DictionaryWords, link: Link): string {
  return parts(
    table.kind !== 'table' && `*${words.kinds[table.kind]}*`,
    escapeParagraph(table.comment),
    table.partitionedBy && `${words.partitionedBy}: ${escapeLine(table.partitionedBy)}`,
    markdownTable(columnHeads(words), columnRows(table, words, link)),
    indexes(table.indexes, words),
    foreignKeys(table.foreignKeys, words, link),
    referencedBy(table, schema, words, link),
    section(
      words.checks,
      [words.name, words.rule],
      table.checks.map(({ name, expression }) => [escapeLine(name), escapeCell(expression)]),
    ),
    enums(table, schema, words),
    table.definition &&
      parts(`## ${table.kind === 'virtual' ? words.definition : words.query}`, fenced(table.definition.trim(), 'sql')).trim(),
  )
}

/** A table without empty columns. */
function filled(title: string, heads: string[], rows: string[][]) {
  const used = heads.map((_, at) => at < 2 || rows.some((row) => row[at]))
  const pick = (cells: string[]) => cells.filter((_, at) => used[at])
  return section(title, pick(heads), rows.map(pick))
}

function indexes(all: Index[], words: DictionaryWords) {
  const rows = all.map(({ name, columns, unique, primary, method, where, comment }) => [
    primary ? words.primary : escapeLine(name),
    list(columns),
    unique ? words.yes : words.no,
    method ?? '',
    escapeLine(where ?? ''),
    escapeCell(comment),
  ])
  return filled(words.indexes, [words.name, words.columns, words.isUnique, words.method, words.where, words.description], rows)
}

function foreignKeys(all: ForeignKey[], words: DictionaryWords, link: Link) {
  const rows = all.map(({ name, columns, schema, table, references, onDelete, onUpdate }) => [
    list(columns),
    `${link(schema, table)}${references.length > 0 ? ` (${list(references)})` : ''}`,
    onDelete ?? '',
    onUpdate ?? '',
    escapeLine(name),
  ])
  return filled(words.foreignKeys, [words.columns, words.leadsTo, words.onDelete, words.onUpdate, words.name], rows)
}

function referencedBy(table: Table, { tables }: Schema, words: DictionaryWords, link: Link) {
  const rows = tables.flatMap((other) =>
    other.foreignKeys
      .filter((key) => isSameTable(table, key.schema, key.table))
      .map(({ columns, references }) => [link(other.schema, other.name), list(columns), list(references)]),
  )
  return filled(words.referencedBy, [words.table, words.columns, words.leadsTo], rows)
}

/** The enumerations that a table uses, so that its page lists their values. */
function enums({ columns }: Table, { enums: all, mainSchema }: Schema, words: DictionaryWords) {
  const types = columns.map(({ type }) => type.replace(/\[\]$/, '').replaceAll('"', ''))
  const used = all.filter(({ schema, name }) => types.includes(schema === mainSchema ? name : `${schema}.${name}`))
  return filled(
    words.enums,
    [words.name, words.values, words.description],
    used.map(({ name, values, comment }) => [escapeLine(name), list(values), escapeCell(comment)]),
  )
}
