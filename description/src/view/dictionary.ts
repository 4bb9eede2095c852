import { isWordedTable, type WordedDictionary } from '../tables/words.ts'
import type { Html } from './html.ts'
import { overviewHtml } from './overview.ts'
import { tableHtml } from './table.ts'
import type { TablePlace } from './table-rows.ts'

/** Rows of one page: columns, keys and indexes of a table, or the tables of an overview. */
const TABLE_ROWS_MAX = 400
const OVERVIEW_ROWS_MAX = 1000

export const rowsMax = (view: WordedDictionary): number => (isWordedTable(view) ? TABLE_ROWS_MAX : OVERVIEW_ROWS_MAX)

/** A table or an overview as a page. */
export const dictionaryHtml = (at: TablePlace, view: WordedDictionary): Html =>
  isWordedTable(view) ? tableHtml(at, view) : overviewHtml(at, view)
