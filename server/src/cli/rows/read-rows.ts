import { sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import type { Row } from './row-text.ts'
import type { Table } from './tables.ts'

/** Rows held in memory at a time; a page may have a megabyte. */
const FETCH_ROWS = 50

type Found = Record<string, Row[number]>

const select = ({ name, columns }: Table) => sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`

/** All rows of a table, within the transaction given. */
export async function* rowsOf(db: Db, kind: Store['kind'], table: Table): AsyncGenerator<Row> {
  for await (const row of kind === 'sqlite' ? bySteps(db, table) : byCursor(db, table))
    yield table.columns.map((column) => row[column] ?? null)
}

/** By its own number of the row, which every table of ours has. */
async function* bySteps(db: Db, table: Table): AsyncGenerator<Found> {
  for (let last = -1; ; ) {
    const { rows } = await sql<
      Found & { row_number: number }
    >`${sql`select rowid as row_number, ${sql.join(table.columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}`} where rowid > ${last} order by rowid limit ${FETCH_ROWS}`.execute(
      db,
    )
    yield* rows
    if (rows.length < FETCH_ROWS) return
    last = (rows.at(-1) as { row_number: number }).row_number
  }
}

async function* byCursor(db: Db, table: Table): AsyncGenerator<Found> {
  await sql`declare handful no scroll cursor for ${select(table)}`.execute(db)
  try {
    for (let size = FETCH_ROWS; size === FETCH_ROWS; ) {
      const { rows } = await sql<Found>`fetch ${sql.lit(FETCH_ROWS)} from handful`.execute(db)
      yield* rows
      size = rows.length
    }
  } finally {
    await sql`close handful`.execute(db).catch(() => {})
  }
}
