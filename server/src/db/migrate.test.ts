import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { openStore } from './dialect.ts'
import { migrate, steps } from './migrate.ts'
import type { Step } from './step.ts'

onEachDatabase('the database', (product) => {
  const store = () => product.server.services.store

  it('is created once, and later starts leave it unchanged', async () => {
    expect(await migrate(store())).toEqual([])
    expect(await store().hot('select name from migration', [])).toEqual(steps.map(({ name }) => ({ name })))
    const alice = await product.user('alice')
    const page_id = await aPage(alice, await anItem(alice))
    expect(await migrate(store())).toEqual([])
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: 'Hello' })
    expect(readdirSync(product.folder)).not.toContain('backup')
  })

  it('refuses a change that breaks a unique key, and rolls back the whole transaction', async () => {
    const { db } = store()
    const row = { name: 'twice', value: 'x' }
    const both = db.transaction().execute(async (trx) => {
      await trx.insertInto('site_config').values(row).execute()
      await trx.insertInto('site_config').values(row).execute()
    })
    await expect(both).rejects.toThrow()
    expect(await store().hot('select name from site_config', [])).toEqual([])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'sheaf-migrate-'))
afterAll(() => rmSync(folder, { recursive: true }))
const backups = () => {
  try {
    return readdirSync(join(folder, 'backup'))
  } catch {
    return []
  }
}

it('SQLite: a database with data is copied before a migration, and a failed migration leaves it unchanged', async () => {
  const file = join(folder, 'sheaf.db')
  const old = openStore(file)
  await migrate(old, steps.slice(0, 1))
  expect(backups()).toEqual([])
  await old.db.insertInto('site_config').values({ name: 'beian', value: 'kept' }).execute()
  const applied = await old.hot('select name from migration', [])
  const broken: Step = {
    name: '9999-broken',
    async up(db) {
      await sql`delete from site_config`.execute(db)
      throw new Error('half way')
    },
  }
  await expect(migrate(old, [...steps, broken])).rejects.toThrow('half way')
  expect(await old.hot('select name from migration', [])).toEqual(applied)
  expect(await old.hot('select value from site_config', [])).toEqual([{ value: 'kept' }])
  expect(await migrate(old)).toEqual(steps.slice(1).map(({ name }) => name))
  expect(await old.hot('select value from site_config', [])).toEqual([{ value: 'kept' }])
  await old.close()
  const [copy] = backups()
  expect(copy).toMatch(/^before-update-.+\.db$/)
  const copied = openStore(join(folder, 'backup', copy as string))
  expect(await copied.hot('select value from site_config', [])).toEqual([{ value: 'kept' }])
  expect(await copied.hot('pragma integrity_check', [])).toEqual([{ integrity_check: 'ok' }])
  await copied.close()
})

it('R03: every SQLite connection is durable, checks foreign keys and waits for locks', async () => {
  const store = openStore(join(folder, 'settings.db'))
  await migrate(store)
  const written = async (name: string) =>
    (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db)).rows.map((row) => Object.values(row)[0])
  const read = async (name: string) => (await store.hot<Record<string, unknown>>(`pragma ${name}`, [])).map((row) => Object.values(row)[0])
  for (const pragma of [written, read]) {
    expect([
      await pragma('journal_mode'),
      await pragma('synchronous'),
      await pragma('foreign_keys'),
      await pragma('busy_timeout'),
      await pragma('trusted_schema'),
    ]).toEqual([['wal'], [1], [1], [5000], [0]])
  }
  expect(() => store.hot('delete from site_config', [])).toThrow()
  await store.close()
})
