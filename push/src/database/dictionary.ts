import { grouped } from '../lib/group.ts'
import type { Language } from '../lib/language.ts'
import type { PreviousPush } from '../pages/push.ts'
import type { RecordPage, TargetPage } from '../pages/wanted.ts'
import { overviewPage } from './overview-page.ts'
import { placeOf, shownName, tableLinks } from './places.ts'
import type { Schema, Table } from './schema.ts'
import { tablePage } from './table-page.ts'
import { dictionaryWords, overviewTitles } from './words.ts'

const ORDER_STEP = 100

/**
 * Order numbers that keep the order given. Pages that have one keep it, and a new page takes one between its neighbours, so that
 * a new table does not change all pages behind it; only where there is no room left all are numbered anew.
 */
export function orderNumbers<T>(inOrder: T[], knownOf: (one: T) => number | undefined): Map<T, number> {
  const known = inOrder.map(knownOf)
  const numbers = new Map<T, number>()
  let last = 0
  for (const [at, one] of inOrder.entries()) {
    const own = known[at]
    if (own !== undefined && own > last) {
      last = own
    } else {
      const next = known.slice(at + 1).find((number) => number !== undefined && number > last)
      const number = next === undefined ? last + ORDER_STEP : Math.floor((last + next) / 2)
      if (number <= last) return new Map(inOrder.map((each, n) => [each, (n + 1) * ORDER_STEP]))
      last = number
    }
    numbers.set(one, last)
  }
  return numbers
}

const collator = new Intl.Collator('en', { numeric: true })

/** A page per table, in the order of their names. */
export function tablePages(schema: Schema, catalog: string[], { language, numberOf }: PreviousPush): TargetPage[] {
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
