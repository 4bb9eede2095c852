import { Refusal } from '@sheaf/contract/errors'
import { isObject, type Json, listOf, own, textAt, textOf } from '../json.ts'
import type { TableProblem } from './snapshot.ts'

const TABLES_MAX = 5000
const COLUMNS_MAX = 200_000
/** Indexes, keys, checks and triggers of one table, and all of one database. */
const LIST_MAX = 1000
const PARTS_MAX = 200_000
/** Values of an enumeration, and columns of an index or a key. */
export const VALUES_MAX = 2000
const KEY_COLUMNS_MAX = 100

const NAME_CHARS_MAX = 10_000
const TYPE_CHARS_MAX = 2000
const TEXT_CHARS_MAX = 20_000
const DEFINITION_CHARS_MAX = 100_000

/** Reads values of a file within limits; what is not as it should be is left out and named. */
export class Reader {
  readonly problems: TableProblem[] = []
  private columns = 0
  private parts = 0

  report(name: string, reason: TableProblem['reason']): void {
    if (this.problems.length < LIST_MAX) this.problems.push({ name: name.slice(0, 500), reason })
  }

  /** No database stores a NUL or half of a character; PostgreSQL refuses both. */
  private cut(given: string, max: number, at: string): string {
    const text = given.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd')
    if (given.length > max) this.report(at, 'cut')
    return text
  }

  name = (from: unknown, key: string, at: string): string => this.cut(textAt(from, key), NAME_CHARS_MAX, at)
  type = (from: unknown, key: string, at: string): string => this.cut(textAt(from, key), TYPE_CHARS_MAX, at)
  text = (from: unknown, key: string, at: string): string => this.cut(textAt(from, key), TEXT_CHARS_MAX, at)
  definition = (from: unknown, key: string, at: string): string => this.cut(textAt(from, key), DEFINITION_CHARS_MAX, at)

  /** A text, or undefined for none. */
  optional(from: unknown, key: string, at: string): string | undefined {
    const value = own(from, key)
    return value === undefined || value === null ? undefined : this.cut(textOf(value), TEXT_CHARS_MAX, at)
  }

  /** The names in a list. */
  names(from: unknown, key: string, at: string, max = KEY_COLUMNS_MAX): string[] {
    const values = listOf(own(from, key))
    if (values.length > max) this.report(at, 'more')
    return values.slice(0, max).map((value) => this.cut(textOf(value), NAME_CHARS_MAX, at))
  }

  /** The objects in a list; anything else in it is named. */
  private objects(from: unknown, key: string, at: string): { one: Json; index: number }[] {
    const value = own(from, key)
    if (value !== undefined && value !== null && !Array.isArray(value)) this.report(`${at}.${key}`, 'shape')
    return listOf(value).flatMap((one, index) => {
      if (isObject(one)) return { one, index }
      this.report(`${at}.${key}[${index}]`, 'shape')
      return []
    })
  }

  /** Indexes, keys, checks or triggers of a table. */
  list<Read>(from: unknown, key: string, at: string, read: (one: Json) => Read | undefined): Read[] {
    const all = this.objects(from, key, at)
    const room = Math.min(LIST_MAX, PARTS_MAX - this.parts)
    if (all.length > room) this.report(`${at}.${key}`, 'more')
    const some = all.slice(0, Math.max(0, room))
    this.parts += some.length
    return some.flatMap(({ one }) => read(one) ?? [])
  }

  /** The columns of a table: those without a name, or with a name that the table has already, are left out. */
  columnsOf<Read extends { name: string }>(from: unknown, at: string, read: (one: Json, at: string) => Read): Read[] {
    const names = new Set<string>()
    const all = this.objects(from, 'columns', at)
    this.columns += all.length
    if (this.columns > COLUMNS_MAX) throw new Refusal('sourceColumns', { max: String(COLUMNS_MAX) })
    return all.flatMap(({ one, index }) => {
      const column = read(one, `${at}.${textAt(one, 'name').slice(0, 100)}`)
      if (column.name !== '' && !names.has(column.name)) {
        names.add(column.name)
        return column
      }
      this.report(`${at}.columns[${index}]`, 'shape')
      return []
    })
  }

  /** The tables of a database: those without a name, or named like an earlier one, are left out. */
  tables<Read>(from: unknown, keyOf: (table: Read) => string, read: (one: Json, index: number) => Read | undefined): Read[] {
    const all = this.objects(from, 'tables', '')
    if (all.length > TABLES_MAX) throw new Refusal('sourceTables', { max: String(TABLES_MAX) })
    const found = new Map<string, Read>()
    for (const { one, index } of all) {
      const table = read(one, index)
      if (table === undefined || found.has(keyOf(table))) this.report(`tables[${index}]`, 'shape')
      else found.set(keyOf(table), table)
    }
    return [...found.values()]
  }
}
