import { escapeCell, escapeLine } from '../lib/escape.ts'
import { table as markdownTable, parts } from '../lib/table.ts'
import { shownName } from './places.ts'
import type { Schema, Table } from './schema.ts'
import type { DictionaryWords } from './words.ts'

const isView = ({ kind }: Table) => kind === 'view' || kind === 'materialized'
/** In an overview a comment is its first line. */
const short = (comment: string) => escapeCell(comment.trim().split(/\r?\n/, 1)[0]!)

/** The first page of the dictionary: every table and view, and the enumerations. */
export function overviewPage(schema: Schema, words: DictionaryWords, link: (schema: string, table: string) => string): string {
  const row = (one: Table) => [link(one.schema, one.name), String(one.columns.length), short(one.comment)]
  const list = (title: string, all: Table[]) =>
    all.length > 0 && parts(`## ${title}`, markdownTable([words.name, words.columnCount, words.description], all.map(row))).trim()
  const enums = schema.enums.map(({ schema: of, name, values, comment }) => [
    escapeLine(shownName(schema, of, name)),
    values.map(escapeLine).join(', '),
    escapeCell(comment),
  ])
  return parts(
    words.intro(escapeLine(schema.name)),
    list(
      words.tables,
      schema.tables.filter((one) => !isView(one)),
    ),
    list(words.views, schema.tables.filter(isView)),
    enums.length > 0 && parts(`## ${words.enums}`, markdownTable([words.name, words.values, words.description], enums)).trim(),
    schema.tables.length === 0 && words.none,
  )
}
