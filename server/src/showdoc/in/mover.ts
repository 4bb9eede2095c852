import type { SkipReason } from '@sheaf/contract'
import type { Db, Schema } from '../../db/schema.ts'
import type { indexFresh } from '../../db/search/search.ts'
import type { NewRow } from './insert-rows.ts'
import type { Row } from './staging.ts'
import type { MigrationRun } from './way.ts'

/** What becomes of one row of ShowDoc. */
export interface MigratedRow {
  /** Rows here, in the order in which they are to be written. */
  rows?: [keyof Schema, NewRow][]
  /** It became one with a row that was here. */
  here?: true
  /** It has no row here, and why. */
  left?: SkipReason
  /** Columns of it that have no place here. */
  aside?: Record<string, unknown>
  /** A page to be found from now on. */
  found?: Parameters<typeof indexFresh>[2][number]
  /** In the same transaction, after the rows of this step. */
  after?: (db: Db) => Promise<unknown>
}

/** How one table is moved. */
export interface TableMigrator {
  table: string
  /** What orders the rows and marks the place; the table's own order of rows where there is none. */
  key: string[]
  /** Fewer where each is work. */
  atOnce?: number
  take: (row: Row, way: MigrationRun) => MigratedRow | Promise<MigratedRow>
}

/** Kept of a row that is left: everything but what opens something. */
const SECRET = /^(?:password|cookie_token.*|salt|token|api_token|option_value)$/
export const withoutSecrets = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column) && column !== 'moving_row'))

const NOTHING = new Set<unknown>([undefined, null, '', 0, '0'])

/** Those that say something. */
export function unmappedColumns(row: Row, columns: string[]): Pick<MigratedRow, 'aside'> {
  const said = columns.filter((column) => !NOTHING.has(row[column]))
  return said.length > 0 ? { aside: Object.fromEntries(said.map((column) => [column, row[column]])) } : {}
}
