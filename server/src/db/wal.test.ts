import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { sharedThreads } from '../runtime/workers.ts'
import { openStore, type Store } from './dialect.ts'
import type { Db } from './schema.ts'

let folder: string
let store: Store
let datasync: Mock<FileHandle['datasync']>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-log-'))
  store = openStore(join(folder, 'x.db'))
  await sql`create table note (n integer primary key, text text)`.execute(store.db)
  const handle = await open(join(folder, 'x.db-wal'))
  datasync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync')
  await handle.close()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (n: number, text: string) => (db: Db) => sql`insert into note values (${n}, ${text})`.execute(db)
describe('R03: a shared write', () => {
  it('is acknowledged after the sync of the log, which does not stop other work', async () => {
    const disk = Promise.withResolvers<void>()
    datasync.mockReturnValueOnce(disk.promise)
    let isAcknowledged = false
    const write = store.write(put(1, 'one')).then(() => {
      isAcknowledged = true
    })
    await expect.poll(() => datasync.mock.calls.length).toBe(1)
    expect(await store.hot('select n from note', [])).toHaveLength(1)
    expect(isAcknowledged).toBe(false)
    disk.resolve()
    await write
  })

  it('shares the sync with all writes that arrived before it', async () => {
    const disk = Promise.withResolvers<void>()
    datasync.mockReturnValueOnce(disk.promise)
    const first = store.write(put(1, 'one'))
    await expect.poll(() => datasync.mock.calls.length).toBe(1)
    const rest = [2, 3, 4].map((n) => store.write(put(n, 'more')))
    disk.resolve()
    await Promise.all([first, ...rest])
    expect(datasync).toHaveBeenCalledTimes(2)
  })

  it('fails when the log cannot be synced', async () => {
    datasync.mockRejectedValueOnce(new Error('EIO'))
    await expect(store.write(put(1, 'one'))).rejects.toThrow('EIO')
    await store.write(put(2, 'two'))
  })
})

describe('R03: every other write', () => {
  const all: [string, (db: Db) => Promise<unknown>][] = [
    ['a single statement', put(1, 'one')],
    ['a transaction', () => store.db.transaction().execute(put(1, 'one'))],
    ['a statement that returns rows', (db) => sql`insert into note values (1, 'one') returning n`.execute(db)],
  ]
  it.each(all)('is acknowledged after the sync of the log, and others use the connection meanwhile: %s', async (_, write) => {
    const disk = Promise.withResolvers<void>()
    datasync.mockReturnValueOnce(disk.promise)
    let isAcknowledged = false
    const done = write(store.db).then(() => {
      isAcknowledged = true
    })
    await expect.poll(() => datasync.mock.calls.length).toBe(1)
    expect((await sql`select n from note`.execute(store.db)).rows).toHaveLength(1)
    expect(isAcknowledged).toBe(false)
    disk.resolve()
    await done
  })

  it('waits for a sync that began after it, and shares that one', async () => {
    const disk = Promise.withResolvers<void>()
    datasync.mockReturnValueOnce(disk.promise)
    const first = put(1, 'one')(store.db)
    await expect.poll(() => datasync.mock.calls.length).toBe(1)
    const rest = [2, 3, 4].map((n) => put(n, 'more')(store.db))
    await expect.poll(async () => (await sql`select n from note`.execute(store.db)).rows.length).toBe(4)
    expect(datasync).toHaveBeenCalledTimes(1)
    disk.resolve()
    await Promise.all([first, ...rest])
    expect(datasync).toHaveBeenCalledTimes(2)
  })

  it('fails when the log cannot be synced, and the next one does not', async () => {
    datasync.mockRejectedValueOnce(new Error('EIO'))
    const [first, second] = await Promise.allSettled([put(1, 'one')(store.db), put(2, 'two')(store.db)])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
    await put(3, 'three')(store.db)
  })

  it('costs no sync if it changes nothing: reads, and transactions that only read', async () => {
    await sql`select n from note`.execute(store.db)
    await store.db.transaction().execute((trx) => sql`select n from note`.execute(trx))
    expect(datasync).not.toHaveBeenCalled()
  })
})

it('R04: copies the log into the database after many shared writes, without a commit that does it', async () => {
  const isCopied = () => readFileSync(join(folder, 'x.db')).includes('needle in the log')
  await store.write(put(0, 'needle in the log'))
  expect(isCopied()).toBe(false)
  for (let n = 1; n < 130; n++) await store.write(put(n, 'hay'))
  await expect.poll(isCopied).toBe(true)
})

it('is closed when the thread that copies the log has ended, so that nothing uses its files then', async () => {
  const copied = Promise.withResolvers<void>()
  const copy = vi.spyOn(await sharedThreads(import.meta.url, 'checkpoint'), 'run').mockReturnValueOnce(copied.promise)
  const other = openStore(join(folder, 'y.db'))
  await sql`create table note (n integer primary key, text text)`.execute(other.db)
  // The last of 128 commits begins to copy.
  for (let n = 1; n < 128; n++) await other.write(put(n, 'hay'))
  expect(copy).toHaveBeenCalledOnce()
  let isClosed = false
  const closing = other.close().then(() => {
    isClosed = true
  })
  for (let n = 1; n < 5; n++) await store.write(put(n, 'hay'))
  expect(isClosed).toBe(false)
  copied.resolve()
  await closing
})

it('R04: copies the log into the database while long work writes much, before a commit does it', async () => {
  const isCopied = () => readFileSync(join(folder, 'x.db')).includes('needle in the log')
  await put(0, 'needle in the log')(store.db)
  const some = 'hay '.repeat(250_000)
  // SQLite itself copies the log when it has 24 MB.
  for (let n = 1; n <= 16; n++) await store.db.transaction().execute(put(n, some))
  await expect.poll(isCopied).toBe(true)
  expect(statSync(join(folder, 'x.db-wal')).size).toBeLessThan(24_000_000)
})
