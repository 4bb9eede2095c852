import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../test/product.ts'
import type { AdvisoryLocks } from './advisory-locks.ts'
import { openStore, type Store } from './dialect.ts'

const ABOUT = 7
let one: Store
let two: Store
beforeAll(async () => {
  const url = await freshDatabase()
  one = openStore(url)
  two = openStore(url)
})
afterAll(async () => {
  await one.close()
  await two.close()
})
const keeperOf = (store: Store) => store.keeper as AdvisoryLocks
/** As when the process dies or the line breaks: every connection to this database that holds something. Other tests have theirs on this server. */
const breakLines = () =>
  sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`.execute(two.db)

it('gives a right to one process at a time, and to the next when it is given back', async () => {
  const giveBack = await keeperOf(one).take('work')
  expect(giveBack).toBeDefined()
  expect(await keeperOf(two).take('work')).toBeUndefined()
  expect(await keeperOf(two).take('other work')).toBeDefined()
  await giveBack?.()
  expect(await keeperOf(two).take('work')).toBeDefined()
})

it('frees what was held when its line breaks, and says again what it says on a new one', async () => {
  await keeperOf(one).show(ABOUT, 11)
  await keeperOf(two).show(ABOUT, 12)
  const values = async (store: Store) =>
    (await keeperOf(store).shown()).filter(({ about }) => about === ABOUT).map(({ value, isOurs }) => [value, isOurs])
  expect((await values(one)).sort()).toEqual([
    [11, true],
    [12, false],
  ])
  await keeperOf(one).take('held')
  await breakLines()
  await expect.poll(async () => keeperOf(two).take('held')).toBeDefined()
  await expect
    .poll(async () => (await values(two)).sort())
    .toEqual([
      [11, false],
      [12, true],
    ])
})

it('lets a file of SQLite have none: there is one process', () => {
  const store = openStore(':memory:')
  expect(store.keeper).toBeUndefined()
  return store.close()
})
