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

it('answers a read again without asking, until somebody writes', () => {
  const read = vi.fn((_text: string, values: unknown[]) => [{ n: values[0] }])
  const known = readCache(read, () => 0)
  expect([known.read('a', [1]), known.read('a', [1]), known.read('a', ['1']), known.read('b', [1])]).toHaveLength(4)
  expect(read).toHaveBeenCalledTimes(3)
  known.forget()
  known.read('a', [1])
  expect(read).toHaveBeenCalledTimes(4)
})

it('keeps no long answers and few of each statement', () => {
  const read = vi.fn((_text: string, values: unknown[]) => [{ word: 'x'.repeat(Number(values[0])) }])
  const known = readCache(read, () => 0)
  for (const _ of [1, 2]) known.read('a', [70_000])
  expect(read).toHaveBeenCalledTimes(2)
  for (let n = 0; n < 201; n++) known.read('a', [n])
  known.read('a', [0])
  expect(read).toHaveBeenCalledTimes(204)
})

it('keeps no more than its share of the memory, however many statements are asked', () => {
  const read = vi.fn(() => [{ word: 'x'.repeat(60_000) }])
  const known = readCache(read, () => 0)
  for (let n = 0; n < 140; n++) known.read(`statement ${n}`, [])
  expect(read).toHaveBeenCalledTimes(140)
  known.read('statement 139', [])
  known.read('statement 0', [])
  expect(read).toHaveBeenCalledTimes(141)
})

it('sees every commit at once, and nothing before it', async () => {
  expect(await word()).toBe('one')
  await store.db.transaction().execute(async (trx) => {
    await sql`update box set word = 'two'`.execute(trx)
    expect(await word()).toBe('one')
  })
  expect(await word()).toBe('two')
  await sql`update box set word = 'three' returning n`.execute(store.db)
  expect(await word()).toBe('three')
})

it('sees what another program commits within a moment', async () => {
  expect(await word()).toBe('one')
  const other = new SqliteDatabase(join(folder, 'a.db'))
  other.exec(`update box set word = 'other'`)
  other.close()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 250)
  expect(await word()).toBe('other')
})

it('gives rows that nobody can change for the others', async () => {
  const [row] = await store.hot<{ word: string }>('select word from box', [])
  expect(() => Object.assign(row as object, { word: 'mine' })).toThrow(TypeError)
})
