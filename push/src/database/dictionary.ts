import { grouped } from '../lib/group.ts'
import type { Language } from '../lib/language.ts'
import type { Earlier } from '../pages/push.ts'
import type { RecordPage, Wanted } from '../pages/wanted.ts'
import { orderNumbers } from './numbers.ts'
import { overviewPage } from './overview-page.ts'
import { placeOf, shownName, tableLinks } from './places.ts'
import type { Schema, Table } from './schema.ts'
import { tablePage } from './table-page.ts'
import { dictionaryWords, overviewTitles } from './words.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** A page per table, in the order of their names. */
export function tablePages(schema: Schema, catalog: string[], { language, numberOf }: Earlier): Wanted[] {
  const words = dictionaryWords(language)
  const placed = (table: Table) => placeOf(catalog, schema, table.schema)
  const inOrder = [...schema.tables].sort((a, b) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))
  const bySchema = grouped(inOrder, (table) => table.schema)
  return [...bySchema.values()].flatMap((tables) => {
    const numbers = orderNumbers(tables, (table) => numberOf(placed(table), table.name))
    return tables.map((table) => ({
      place: placed(table),
      title: table.name,
      number: numbers.get(table),
      from: shownName(schema, table.schema, table.name),
      text: (linkTo) => tablePage(table, schema, words, tableLinks(schema, catalog, linkTo)),
    }))
  })
}

export const overview = (schema: Schema, catalog: string[]): RecordPage => ({
  place: catalog,
  titles: overviewTitles,
  number: 1,
  text: (linkTo, language: Language) => overviewPage(schema, dictionaryWords(language), tableLinks(schema, catalog, linkTo)),
})
