import { describe, expect, it } from 'vitest'
import { readWords } from '../fence/words.ts'
import { addCoverage, coverageOf, filledGaps, gapPath, gapsOf, NO_COVERAGE, percentOf } from './coverage.ts'
import { contextOf, tableView } from './dictionary.ts'
import { aSnapshot, aTable } from './test/schema.ts'
import { isWordedTable, withTableWords } from './words.ts'

/** Three databases with the words of people about each table, and what a person counts: all, by comments, by words. */
const databases: [title: string, tables: object[], words: Record<string, string>, counted: [number, number, number]][] = [
  [
    'a shop: 3 tables, 7 columns that count, of which comments describe a table and 2 columns',
    [
      aTable({
        name: 'customers',
        comment: 'Who buys',
        columns: ['id bigint', 'email text -- Where letters go', 'created_at timestamptz'],
      }),
      aTable({ name: 'orders', columns: ['id bigint', 'customer_id bigint', 'state text', 'quantity int -- Pieces'] }),
      aTable({ name: 'lines', columns: ['order_id bigint', 'sku text', 'updated_at timestamptz', 'price numeric'] }),
    ],
    { orders: 'state: Open or paid.\nquantity+: At most 999.\ntable: One row per order.', lines: 'sku: As printed.\nupdated_at: When.' },
    [10, 3, 3],
  ],
  [
    'a log without any words: one table and one column',
    [aTable({ name: 'log', columns: ['id bigint', 'words text', 'CREATED_AT date'] })],
    {},
    [2, 0, 0],
  ],
  [
    'a database that is described completely, with words twice and without a place',
    [aTable({ name: 'a', comment: 'A', columns: ['id int', 'table text', 'x.y int -- C', 'b int'] })],
    { a: '`table`: The table it stands on.\nb: One.\nb+: Two.\ngone: Nothing.\nindex:a_pkey: Not counted.' },
    [4, 2, 2],
  ],
]

describe('coverage', () => {
  it.each(databases)('%s', (_, tables, words, [total, source, here]) => {
    const snapshot = aSnapshot(tables)
    const context = contextOf(snapshot, (entry) => entry)
    const views = snapshot.tables.map((table) => ({ view: tableView(context, table), words: readWords(words[table.name] ?? '').words }))
    const all = views.map(({ view, words: given }) => {
      const worded = withTableWords(view, given)
      return isWordedTable(worded) ? coverageOf(worded) : NO_COVERAGE
    })
    expect(all.reduce(addCoverage, NO_COVERAGE)).toEqual({ total, source, here })
    // The same from what is stored with the part.
    const stored = views.map(({ view, words: given }) => filledGaps(gapsOf(view), new Set(given.map(({ path }) => gapPath(path)))))
    expect(stored.reduce((sum, one) => sum + one, 0)).toBe(here)
  })

  it('counts words under a former name of a column', () => {
    const view = {
      comment: '',
      columns: [{ name: 'quantity', was: ['qty', 'pieces.x'], type: '', nullable: true, comment: '', key: '' as const }],
    }
    expect(gapsOf(view)).toEqual([['table'], ['quantity', 'qty', '`pieces.x`']])
    expect(filledGaps(gapsOf(view), new Set([gapPath('`pieces.x`')]))).toBe(1)
  })

  it.each([
    [{ total: 0, source: 0, here: 0 }, [0, 0, 0]],
    [{ total: 27, source: 7, here: 4 }, [41, 26, 15]],
    [{ total: 3, source: 1, here: 1 }, [67, 33, 34]],
    [{ total: 1000, source: 999, here: 0 }, [99, 99, 0]],
    [{ total: 1000, source: 1, here: 0 }, [1, 1, 0]],
    [{ total: 4, source: 2, here: 2 }, [100, 50, 50]],
  ])('%j in percent', (coverage, [all, source, here]) => {
    expect(percentOf(coverage)).toEqual({ all, source, here })
  })
})
