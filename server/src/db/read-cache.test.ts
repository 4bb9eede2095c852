import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStore, type Store } from './dialect.ts'
import { readCache } from './read-cache.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-known-'))
  store = openStore(join(folder, 'a.db'))
  await sql`create table box (n int, word text)`.execute(store.db)
  await sql`insert into box values (1, 'one')`.execute(store.db)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
  rmSync(folder, { recursive: true })
})

const word = async () => (await store.hot<{ word: string }>('select word from box where n = ?', [1]))[0]?.word

it('answers repeated reads from memory until the next write', () => {
  const read = vi.fn((_text: string, values: unknown[]) => [{ n: values[0] }])
  const cache = readCache(read, () => 0)
  expect([cache.read('a', [1]), cache.read('a', [1]), cache.read('a', ['1']), cache.read('b', [1])]).toHaveLength(4)
  expect(read).toHaveBeenCalledTimes(3)
  cache.forget()
  cache.read('a', [1])
  expect(read).toHaveBeenCalledTimes(4)
})

it('caches no long results and few of each statement', () => {
  const read = vi.fn((_text: string, values: unknown[]) => [{ word: 'x'.repeat(Number(values[0])) }])
  const cache = readCache(read, () => 0)
  for (const _ of [1, 2]) cache.read('a', [70_000])
  expect(read).toHaveBeenCalledTimes(2)
  for (let n = 0; n < 201; n++) cache.read('a', [n])
  cache.read('a', [0])
  expect(read).toHaveBeenCalledTimes(204)
})

it('limits its memory for any number of statements', () => {
  const read = vi.fn(() => [{ word: 'x'.repeat(60_000) }])
  const cache = readCache(read, () => 0)
  for (let n = 0; n < 140; n++) cache.read(`statement ${n}`, [])
  expect(read).toHaveBeenCalledTimes(140)
  cache.read('statement 139', [])
  cache.read('statement 0', [])
  expect(read).toHaveBeenCalledTimes(141)
})

it('sees every commit immediately, and nothing uncommitted', async () => {
  expect(await word()).toBe('one')
  await store.db.transaction().execute(async (trx) => {
    await sql`update box set word = 'two'`.execute(trx)
    expect(await word()).toBe('one')
  })
  expect(await word()).toBe('two')
  await sql`update box set word = 'three' returning n`.execute(store.db)
  expect(await word()).toBe('three')
})

it('sees the commit of another program after a short delay', async () => {
  expect(await word()).toBe('one')
  const other = new SqliteDatabase(join(folder, 'a.db'))
  other.exec(`update box set word = 'other'`)
  other.close()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 250)
  expect(await word()).toBe('other')
})

it('returns frozen rows, so that callers cannot change the cache', async () => {
  const [row] = await store.hot<{ word: string }>('select word from box', [])
  expect(() => Object.assign(row as object, { word: 'mine' })).toThrow(TypeError)
})
