import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertUser } from '../user/user.store.ts'
import { openStore } from './dialect.ts'
import { migrate } from './migrate.ts'

let folder: string
const file = () => join(folder, 'sheaf.db')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-statistics-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The row counts in SQLite's statistics, by table. */
function rowCounts() {
  const database = new SqliteDatabase(file())
  const rows = database.prepare('select tbl, max(cast(stat as integer)) as rows from sqlite_stat1 group by tbl').all()
  database.close()
  return Object.fromEntries((rows as { tbl: string; rows: number }[]).map(({ tbl, rows }) => [tbl, rows]))
}

async function withUsers(count: number) {
  const store = openStore(file())
  await migrate(store)
  for (let n = 0; n < count; n++) await insertUser(store.db, { username: `user${n}`, password_hash: '', groupid: 2, reg_time: 1 })
  // SQLite only counts tables that were read.
  await store.db.selectFrom('user').selectAll().where('username_key', '=', 'user1').execute()
  await store.close()
}

it('the statistics of a nearly empty site are deleted, because later query plans would use them', async () => {
  await withUsers(1)
  const database = new SqliteDatabase(file())
  database.exec('analyze')
  database.close()
  expect(rowCounts()['user']).toBe(1)
  await openStore(file()).close()
  expect(Object.values(rowCounts()).filter((rows) => rows < 1000)).toEqual([])
})

it('the statistics of large tables are kept', async () => {
  await withUsers(1200)
  const database = new SqliteDatabase(file())
  database.exec('analyze')
  database.close()
  await openStore(file()).close()
  expect(rowCounts()).toEqual({ user: 1200 })
})

it('a parameter is planned without its value, but a partial index is used when the value meets its condition', async () => {
  const store = openStore(file())
  await migrate(store)
  const planOf = async (text: string, values: unknown[]) =>
    JSON.stringify(await store.hot<{ detail: string }>(`explain query plan ${text}`, values))
  const latest = 'select max(addtime) from page where item_id = ? and is_del = ?'
  expect(await planOf(latest, [1, 0])).toContain('page_latest')
  expect(await planOf(latest, [1, 1])).not.toContain('page_latest')
  expect(await store.hot("select '?' as mark, ? as value, 'it''s ?' as quoted", [7])).toEqual([{ mark: '?', value: 7, quoted: "it's ?" }])
  await store.close()
})
