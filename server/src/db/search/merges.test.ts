import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeReady } from '../../test/ready.ts'
import { openStore } from '../dialect.ts'
import { indexFresh } from './search.ts'

const PAGES = 2500
/** Rows of the index that one commit may write or delete. */
const ROWS_MAX = 700

/** A new file whose statements report how many rows each commit of the writer, and each step of a merge, changes. */
async function aWatchedStore() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-merges-'))
  const rows: number[] = []
  const probe = new SqliteDatabase(':memory:')
  const proto = Object.getPrototypeOf(probe.prepare('select 1')) as SqliteDatabase.Statement
  probe.close()
  const run = proto.run
  const spy = vi.spyOn(proto, 'run').mockImplementation(function (this: SqliteDatabase.Statement, ...values: unknown[]) {
    const count = () => Number(this.database.prepare('select total_changes()').pluck().get())
    const before = count()
    const result = run.apply(this, values)
    if (this.source === 'commit' || /'merge'/.test(this.source)) rows.push(count() - before)
    return result
  })
  const store = openStore(join(folder, 'sheaf.db'))
  onTestFinished(async () => {
    spy.mockRestore()
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await makeReady(store)
  return { store, rows }
}

it('no commit on SQLite merges much of the word index, and the index stays merged', async () => {
  const { store, rows } = await aWatchedStore()
  rows.length = 0
  for (let page_id = 1; page_id <= PAGES; page_id++) {
    const page_content = Array.from({ length: 120 }, (_, n) => `word${(page_id * 7919 + n * 104_729) % 50_021}`).join(' ')
    await store.write((trx) => indexFresh(store, trx, [{ page_id, item_id: 1, page_title: `Page ${page_id}`, page_content }]))
  }
  expect(Math.max(...rows)).toBeLessThanOrEqual(ROWS_MAX)
  const { rows: parts } = await sql<{ n: number }>`select count(distinct segid) as n from page_words_idx`.execute(store.db)
  expect(parts[0]?.n).toBeLessThan(40)
  const found = await sql`select rowid from page_words where page_words match '"#1"'`.execute(store.db)
  expect(found.rows).toHaveLength(PAGES)
})
