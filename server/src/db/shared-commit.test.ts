import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from './dialect.ts'
import type { Db } from './schema.ts'
import { beforeCommit } from './shared-commit.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-commits-'))
let store: Store
beforeEach(async () => {
  await store?.close()
  rmSync(join(folder, 'x.db'), { force: true })
  store = openStore(join(folder, 'x.db'))
  await sql`create table note (n integer primary key, by text)`.execute(store.db)
  await sql`create table parent (n integer primary key)`.execute(store.db)
  await sql`create table child (n integer references parent (n) deferrable initially deferred)`.execute(store.db)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (n: number) => async (db: Db) => {
  await sql`insert into note (n, by) values (${n}, 'x')`.execute(db)
  return n
}
const kept = () => (store.hot<{ n: number }>('select n from note order by n', []) as { n: number }[]).map((row) => row.n)
it('returns to each concurrent write its own result', async () => {
  const all = Array.from({ length: 100 }, (_, n) => n)
  expect(await Promise.all(all.map((n) => store.write(put(n))))).toEqual(all)
  expect(kept()).toEqual(all)
})

it('rolls back a failed write without affecting the others of its commit', async () => {
  const refused = store.write(async (db) => {
    await put(2)(db)
    throw new Error('no')
  })
  const ends = await Promise.allSettled([store.write(put(1)), refused, store.write(put(1)), store.write(put(3))])
  expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(kept()).toEqual([1, 3])
  await expect(store.write(put(3))).rejects.toThrow('UNIQUE')
  await expect(
    store.write(async (db) => {
      await put(4)(db)
      throw new Error('alone')
    }),
  ).rejects.toThrow('alone')
  expect(kept()).toEqual([1, 3])
})

it('rejects all writes when the commit itself fails, and continues with the next', async () => {
  const orphan = store.write(async (db) => void (await sql`insert into child (n) values (9)`.execute(db)))
  const ends = await Promise.allSettled([store.write(put(1)), orphan])
  expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected'])
  expect(kept()).toEqual([])
  expect(await store.write(put(2))).toBe(2)
  expect(kept()).toEqual([2])
})

it('allows other transactions in between, and sees their changes', async () => {
  const other = store.db.transaction().execute(put(10))
  const after = store.write(async (db) => (await sql<{ n: number }>`select n from note`.execute(db)).rows)
  expect(await Promise.all([other, after, store.write(put(11))])).toEqual([10, [{ n: 10 }], 11])
})

it('runs deferred tasks in id order, the last one of each id, and none of a failed write', async () => {
  const done: string[] = []
  const defer = (ids: number[], name: string) => (db: Db) =>
    beforeCommit(db, ids, async (each) => {
      done.push(...each.map((id) => `${name}${id}`))
    })
  const refused = store.write(async (db) => {
    await defer([7], 'never')(db)
    throw new Error('no')
  })
  const all = [store.write(defer([3, 1], 'a')), store.write(defer([2], 'b')), refused, store.write(defer([3], 'c'))]
  await Promise.allSettled(all)
  expect(done).toEqual(['a1', 'b2', 'c3'])
  await store.db.transaction().execute(defer([9, 8], 'now'))
  expect(done.slice(3)).toEqual(['now9', 'now8'])
})
