import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../db/dialect.ts'
import { command, folder, serverOn, settingsOf } from '../test/process/terminal.ts'
import { freshDatabase, onEachDatabase } from '../test/product.ts'
import { everyRow } from '../test/samples/every-row.ts'
import { tablesOf } from './rows/tables.ts'

/** Tables that a backup and a move leave behind: the migrations of the target, the search index, and counters of the last minutes. */
const LEFT = ['migration', 'page_fts', 'page_words', 'rate', 'search_backlog']

interface Column {
  table: string
  column: string
  type: string
}

async function columnsOf({ db, kind }: Store) {
  const found =
    kind === 'sqlite'
      ? sql<Column>`select m.name as "table", c.name as "column", lower(c.type) as type from sqlite_master m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' order by m.name, c.cid`
      : sql<Column>`select c.table_name as "table", c.column_name as "column", c.data_type as type from information_schema.columns c
          join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`
  return (await found.execute(db)).rows
}

const sampleOf = ({ type, column }: Column) => {
  // A restore ends the claim of a server that delivers for a webhook (R30).
  if (column === 'claimed_until') return 0
  if (/int|real|double|numeric/.test(type)) return 7
  return /blob|bytea/.test(type) ? Buffer.from([0, 7, 255]) : 'seven 七'
}

/** Adds a row to each table that has none. */
async function fillEmptyTables(store: Store) {
  const columns = await columnsOf(store)
  for (const { name } of await tablesOf(store.db, store.kind)) {
    const { rows } = await sql`select 1 as one from ${sql.table(name)} limit 1`.execute(store.db)
    if (rows.length > 0) continue
    const own = columns.filter(({ table }) => table === name)
    await sql`insert into ${sql.table(name)} (${sql.join(own.map(({ column }) => sql.ref(column)))}) values (${sql.join(own.map(sampleOf))})`.execute(
      store.db,
    )
  }
}

onEachDatabase('every table of the schema', (product) => {
  let before: Awaited<ReturnType<typeof everyRow>>
  beforeAll(async () => {
    await fillEmptyTables(product.server.services.store)
    before = await everyRow(settingsOf(product))
  })

  it('is in a backup, or in the list of those that are left', async () => {
    const { store } = product.server.services
    const all = [...new Set((await columnsOf(store)).map(({ table }) => table))]
    const carried = (await tablesOf(store.db, store.kind)).map(({ name }) => name)
    const left = all.filter((name) => !carried.includes(name)).map((name) => name.replace(/^(page_fts|page_words)_.+/, '$1'))
    expect(LEFT).toEqual(expect.arrayContaining(left))
    expect(carried.filter((name) => name !== 'webhook_cursor').sort()).toEqual(Object.keys(before).sort())
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  })

  it('has its rows after a restore on both databases', async () => {
    const archive = join(folder(), 'backup.tar.gz')
    expect(await command(['backup', archive], settingsOf(product))).toMatchObject({ code: 0 })
    for (const place of [{ DATA_DIR: folder() }, { DATA_DIR: folder(), DATABASE_URL: await freshDatabase() }]) {
      expect(await command(['restore', archive], place)).toMatchObject({ code: 0 })
      expect(await everyRow(place)).toEqual(before)
    }
  }, 60_000)

  it('has its rows after a move to the other database', async () => {
    const isFile = product.server.services.store.kind === 'sqlite'
    await product.server.close()
    const stored = await everyRow(settingsOf(product))
    const place: Record<string, string> = isFile ? { DATABASE_URL: await freshDatabase() } : { DATA_DIR: folder() }
    const target = place['DATABASE_URL'] ?? join(String(place['DATA_DIR']), 'sheaf.db')
    expect(await command(['move-database', target], settingsOf(product))).toMatchObject({ code: 0 })
    expect(await everyRow(place)).toEqual(stored)
  }, 60_000)

  afterAll(async () => {
    // The product closes its server at the end, so it must be open.
    Object.assign(product, { server: (await serverOn(settingsOf(product))).server })
  })
})
