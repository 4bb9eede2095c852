import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { mustBeUsable } from '../storage/disk.ts'
import { openReader, openStore, type Store } from './dialect.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-durable-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'trusted_schema'] as const
const settingsBy = async (query: (text: string) => Promise<unknown[]> | unknown[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, Object.values((await query(`pragma ${name}`))[0] as object)[0]])))
const written = (store: Store) => settingsBy(async (text) => (await sql.raw(text).execute(store.db)).rows)

describe('R03: every connection to SQLite', () => {
  const file = join(folder, 'sheaf.db')
  const expected = { journal_mode: 'wal', synchronous: 1, foreign_keys: 1, busy_timeout: 5000, trusted_schema: 0 }

  it('syncs the log (wal.test.ts), checks foreign keys, waits for locks, and trusts no schema', async () => {
    const store = openStore(file)
    await migrate(store)
    expect(await written(store)).toEqual(expected)
    expect(await settingsBy((text) => store.hot(text, []))).toEqual(expected)
    await expect((async () => store.hot('delete from page returning page_id', []))()).rejects.toThrow(/readonly|query_only|read/i)
    const reader = openReader(file)
    expect(await written(reader)).toMatchObject({ journal_mode: 'wal', busy_timeout: 5000, trusted_schema: 0 })
    await expect(reader.db.deleteFrom('page').execute()).rejects.toThrow(/readonly/)
    await reader.close()
    await store.close()
  })
})

describe('R03: the start fails with one line', () => {
  it('on a network file system, unless PostgreSQL is used', async () => {
    const remote = async () => 'NFS'
    await expect(mustBeUsable({ DATA_DIR: folder }, remote)).rejects.toThrow(
      /^DATA_DIR .* network file system \(NFS\), where SQLite loses data\./,
    )
    await mustBeUsable({ DATA_DIR: folder, DATABASE_URL: 'postgres://x/y' }, remote)
    await mustBeUsable({ DATA_DIR: folder })
  })

  it('when the path is not a folder', async () => {
    await expect(mustBeUsable({ DATA_DIR: '/dev/null/data' })).rejects.toThrow(/^DATA_DIR .* cannot be written to \(ENOTDIR\)\.$/)
  })

  it.skipIf(!mayMount())('when the folder is read-only (needs root)', async () => {
    const place = mkdtempSync(join(folder, 'ro-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', place])
    try {
      await expect(mustBeUsable({ DATA_DIR: place })).rejects.toThrow(/cannot be written to \(EROFS\)/)
    } finally {
      execFileSync('umount', [place])
    }
    expect(readdirSync(place)).toEqual([])
  })
})

function mayMount() {
  const place = mkdtempSync(join(folder, 'try-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', place], { stdio: 'pipe' })
    execFileSync('umount', [place])
    return true
  } catch {
    console.warn('R03: no read-only disk can be made here (it needs Linux and root), so one was not tried')
    return false
  }
}
