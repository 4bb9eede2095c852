import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openStore, type Store } from './dialect.ts'

/** Stores on one new file that end with the test; the first one has made a table. */
async function openStores(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-fair-'))
  const stores = Array.from({ length: count }, () => openStore(join(folder, 'sheaf.db')))
  onTestFinished(async () => {
    for (const store of stores) await store.close()
    rmSync(folder, { recursive: true })
  })
  const [store] = stores as [Store]
  await sql`create table note (n integer primary key)`.execute(store.db)
  return store
}

/** Takes longer than a statement may occupy the event loop together with others. */
const slow = sql<{
  n: number
}>`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200000) select max(n) as n from numbers`

/** How many different numbers of turns of other work four slow statements of a transaction see. */
async function turnsSeen(others: number): Promise<number> {
  const store = await openStores(others + 1)
  let [turns, isOver] = [0, false]
  const work = (async () => {
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
  })()
  const seen = await store.db.transaction().execute(async (trx) => {
    const all = new Set<number>()
    for (let n = 0; n < 4; n++) {
      await slow.execute(trx)
      all.add(turns)
    }
    return all.size
  })
  isOver = true
  await work
  return seen
}

it('gives other work a turn between the statements of a transaction', async () => {
  expect(await turnsSeen(0)).toBe(4)
})

it('gives none while another connection of the process could wait for its lock', async () => {
  expect(await turnsSeen(1)).toBe(1)
})

it('lets a read outside of transactions pass one that lasts, and shows it what is committed', async () => {
  const store = await openStores(1)
  const put = (n: number) => sql<{ n: number }>`insert into note values (${n}) returning n`
  const all = sql<{ n: number }>`with every (n) as (select n from note) select n from every order by n`
  const end = Promise.withResolvers<void>()
  const long = store.db.transaction().execute(async (trx) => {
    await put(1).execute(trx)
    expect((await all.execute(trx)).rows).toEqual([{ n: 1 }])
    await end.promise
  })
  const waiting: number[] = []
  const writes = [2, 3, 4].map(async (n) => waiting.push((await put(n).execute(store.db)).rows[0]?.n ?? 0))
  expect((await all.execute(store.db)).rows).toEqual([])
  expect(waiting).toEqual([])
  end.resolve()
  await Promise.all([long, ...writes])
  expect(waiting).toEqual([2, 3, 4])
  expect((await all.execute(store.db)).rows.map(({ n }) => n)).toEqual([1, 2, 3, 4])
})

it('reads its own writes in one use of the connection', async () => {
  const store = await openStores(1)
  const rows = await store.db.connection().execute(async (db) => {
    await sql`insert into note values (1)`.execute(db)
    return (await sql`select n from note`.execute(db)).rows
  })
  expect(rows).toEqual([{ n: 1 }])
})
