import type { Language } from '../lib/language.ts'
import { escapeCell, escapeLine, table as markdownTable, parts } from '../lib/markdown.ts'
import type { PreviousPush } from '../pages/push.ts'
import type { PushedPage } from '../pages/record.ts'
import type { PageLinkResolver, RecordPage, TargetPage } from '../pages/run.ts'
import { groupBy, type Schema, type Table } from './schema.ts'
import { tablePage } from './table-page.ts'
import { type DictionaryWords, dictionaryWords, overviewTitles } from './words.ts'

/** The catalogs of a table's page. A slash in a name is replaced because it would start another catalog. */
function placeOf(catalog: string[], { mainSchema }: Schema, schema: string): string[] {
  return schema === mainSchema ? catalog : [...catalog, schema.replaceAll('/', '∕')]
}

/** The name of a table, with its schema, except for the default schema. */
const shownName = ({ mainSchema }: Schema, schema: string, name: string): string => (schema === mainSchema ? name : `${schema}.${name}`)

/** Formats the name of a table as a link to its page. */
function tableLinks(schema: Schema, catalog: string[], linkTo: PageLinkResolver) {
  return (schemaName: string, name: string): string => {
    const address = linkTo(placeOf(catalog, schema, schemaName), name)
    const text = escapeLine(shownName(schema, schemaName, name))
    return address ? `[${text}](${address})` : text
  }
}

const isView = ({ kind }: Table) => kind === 'view' || kind === 'materialized'
/** The overview shows the first line of a comment. */
const firstLine = (comment: string) => escapeCell(comment.trim().split(/\r?\n/, 1)[0]!)

/** The first page of the dictionary: all tables, views and enumerations. */
function overviewPage(schema: Schema, words: DictionaryWords, link: (schema: string, table: string) => string): string {
  const row = (table: Table) => [link(table.schema, table.name), String(table.columns.length), firstLine(table.comment)]
  const list = (title: string, tables: Table[]) =>
    tables.length > 0 && parts(`## ${title}`, markdownTable([words.name, words.columnCount, words.description], tables.map(row))).trim()
  const enums = schema.enums.map(({ schema: schemaName, name, values, comment }) => [
    escapeLine(shownName(schema, schemaName, name)),
    values.map(escapeLine).join(', '),
    escapeCell(comment),
  ])
  return parts(
    words.intro(escapeLine(schema.name)),
    list(
      words.tables,
      schema.tables.filter((table) => !isView(table)),
    ),
    list(words.views, schema.tables.filter(isView)),
    enums.length > 0 && parts(`## ${words.enums}`, markdownTable([words.name, words.values, words.description], enums)).trim(),
    schema.tables.length === 0 && words.none,
  )
}

const ORDER_STEP = 100

/**
 * Order numbers for the given order. Existing pages keep their number, and a new page gets one between its siblings, so that a new
 * table does not change all following pages. If no number is free, all pages are renumbered.
 */
export function orderNumbers<T>(inOrder: T[], previousNumberOf: (entry: T) => number | undefined): Map<T, number> {
  const previous = inOrder.map(previousNumberOf)
  const numbers = new Map<T, number>()
  let last = 0
  for (const [at, entry] of inOrder.entries()) {
    const own = previous[at]
    if (own !== undefined && own > last) {
      last = own
    } else {
      const next = previous.slice(at + 1).find((number) => number !== undefined && number > last)
      const number = next === undefined ? last + ORDER_STEP : Math.floor((last + next) / 2)
      if (number <= last) return new Map(inOrder.map((each, index) => [each, (index + 1) * ORDER_STEP]))
      last = number
    }
    numbers.set(entry, last)
  }
  return numbers
}

const collator = new Intl.Collator('en', { numeric: true })

/** A page per table, ordered by name. */
export function tablePages(schema: Schema, catalog: string[], { language, orderNumberOf }: PreviousPush): TargetPage[] {
  const words = dictionaryWords(language)
  const placeOfTable = (table: Table) => placeOf(catalog, schema, table.schema)
  const inOrder = [...schema.tables].sort((a, b) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))
  const bySchema = groupBy(inOrder, (table) => table.schema)
  return [...bySchema.values()].flatMap((tables) => {
    const numbers = orderNumbers(tables, (table) => orderNumberOf(placeOfTable(table), table.name))
    return tables.map((table) => ({
      place: placeOfTable(table),
      title: table.name,
      number: numbers.get(table),
      from: shownName(schema, table.schema, table.name),
      text: (linkTo) => tablePage(table, schema, words, tableLinks(schema, catalog, linkTo)),
    }))
  })
}

/** A page that was pushed before for a table, which becomes its page in a source. */
export interface Adopted {
  page_id: number
  /** Of the table in the source. */
  key: string
  hash: string
}

/** The pages of tables of this structure among those that were pushed before. */
export function adoptedPages(schema: Schema, pushed: Map<string, PushedPage>): Adopted[] {
  const keys = new Map(schema.tables.map(({ schema: of, name }) => [shownName(schema, of, name), of === '' ? name : `${of}.${name}`]))
  return [...pushed].flatMap(([page_id, { from, hash }]) => {
    const key = keys.get(from)
    return key === undefined ? [] : [{ page_id: Number(page_id), key, hash }]
  })
}

export const overviewRecord = (schema: Schema, catalog: string[]): RecordPage => ({
  place: catalog,
  titles: overviewTitles,
  number: 1,
  text: (linkTo, language: Language) => overviewPage(schema, dictionaryWords(language), tableLinks(schema, catalog, linkTo)),
})
