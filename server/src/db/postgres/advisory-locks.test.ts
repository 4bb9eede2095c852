import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/product.ts'
import { openStore, type Store } from '../dialect.ts'
import type { AdvisoryLocks } from './advisory-locks.ts'

const ABOUT = 7
let first: Store
let second: Store
beforeAll(async () => {
  const url = await freshDatabase()
  first = openStore(url)
  second = openStore(url)
})
afterAll(async () => {
  await first.close()
  await second.close()
})
const locksOf = (store: Store) => store.locks as AdvisoryLocks
/** Terminates every connection to this database that holds a lock, as a crash or network failure would; other tests use other databases. */
const breakConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`.execute(second.db)

it('grants a lock to one process at a time, and to the next one after its release', async () => {
  const release = await locksOf(first).take('work')
  expect(release).toBeDefined()
  expect(await locksOf(second).take('work')).toBeUndefined()
  expect(await locksOf(second).take('other work')).toBeDefined()
  await release?.()
  expect(await locksOf(second).take('work')).toBeDefined()
})

it('releases locks when the connection breaks, and repeats announcements on a new one', async () => {
  await locksOf(first).show(ABOUT, 11)
  await locksOf(second).show(ABOUT, 12)
  const values = async (store: Store) =>
    (await locksOf(store).shown()).filter(({ about }) => about === ABOUT).map(({ value, isOurs }) => [value, isOurs])
  expect((await values(first)).sort()).toEqual([
    [11, true],
    [12, false],
  ])
  await locksOf(first).take('held')
  await breakConnections()
  await expect.poll(async () => locksOf(second).take('held')).toBeDefined()
  await expect
    .poll(async () => (await values(second)).sort())
    .toEqual([
      [11, false],
      [12, true],
    ])
})

it('gives a SQLite file no locks, because a single process uses it', () => {
  const store = openStore(':memory:')
  expect(store.locks).toBeUndefined()
  return store.close()
})
