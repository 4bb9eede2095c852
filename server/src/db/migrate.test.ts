import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { noticeText } from '../notice/notice.words.ts'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { openStore, type Store } from './dialect.ts'
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

/** Adds a row to a table of an older schema; required columns that are not given are zero or empty. */
async function add(store: Store, table: string, given: Record<string, string | number>) {
  const required = await store.hot<{ name: string; type: string }>(
    'select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null and pk = 0',
    [table],
  )
  const row = { ...Object.fromEntries(required.map(({ name, type }) => [name, /int/i.test(type) ? 0 : ''])), ...given }
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(store.db)
}

it('0024: an upgraded site with items keeps engines out, and each active administrator gets one notice with the setting', async () => {
  const store = openStore(join(folder, 'listing.db'))
  await migrate(
    store,
    steps.filter(({ name }) => name < '0020'),
  )
  const user = (uid: number, groupid: number, is_disabled: number) =>
    add(store, 'user', { uid, username: `u${uid}`, username_key: `u${uid}`, groupid, is_disabled })
  await user(1, 1, 0)
  await user(2, 1, 1)
  await user(3, 2, 0)
  await user(4, 1, 0)
  await add(store, 'item', { item_id: 1, uid: 1 })
  await migrate(store)
  expect(await migrate(store)).toEqual([])
  const rows = await store.db.selectFrom('notice').selectAll().orderBy('uid').execute()
  expect(rows.map(({ uid, kind, is_read }) => [uid, kind, is_read])).toEqual([
    [1, 'enginesKeptOut', 0],
    [4, 'enginesKeptOut', 0],
  ])
  expect(await store.hot('select name, value from site_config order by name', [])).toEqual([
    { name: 'first_step.all', value: 'skipped' },
    { name: 'index_default', value: 'none' },
  ])
  const shown = (language: 'en' | 'zh') => noticeText('enginesKeptOut', '', rows[0]?.notice_content ?? '', language)
  expect(shown('en')).toMatchObject({ notice_title: 'Search engines are kept out', setting: 'engines' })
  expect(shown('zh')).toMatchObject({ notice_title: '搜索引擎默认不收录', setting: 'engines' })
  await store.close()
})

it('0030: the log gets the item of a page that a successful call named alone', async () => {
  const store = openStore(join(folder, 'calls.db'))
  await migrate(
    store,
    steps.filter(({ name }) => name < '0030'),
  )
  await add(store, 'item', { item_id: 5 })
  await add(store, 'page', { page_id: 8, item_id: 5 })
  const call = (item_id: number, page_id: number, outcome: number) => add(store, 'token_call', { item_id, page_id, outcome })
  await call(0, 8, 0)
  await call(0, 8, 10303)
  await call(0, 9, 0)
  await call(7, 8, 0)
  await migrate(store)
  expect((await store.hot<{ item_id: number }>('select item_id from token_call order by id', [])).map(({ item_id }) => item_id)).toEqual([
    5, 0, 0, 7,
  ])
  await store.close()
})

it('0029: of several connections of one request, the first keeps it', async () => {
  const store = openStore(join(folder, 'requests.db'))
  const before = steps.findIndex(({ name }) => name === '0029-oauth-documents')
  await migrate(store, steps.slice(0, before))
  const add = (kind: string, request_id: string) =>
    sql`insert into access_grant (uid, kind, name, level, until, addtime, request_id) values (1, ${kind}, 'x', 1, 9, 1, ${request_id})`.execute(
      store.db,
    )
  for (const [kind, request] of [
    ['oauth', 'a'],
    ['oauth', 'a'],
    ['oauth', 'b'],
    ['personal', 'a'],
    ['personal', 'a'],
  ] as const)
    await add(kind, request)
  await migrate(store)
  expect(await store.hot('select kind, request_id from access_grant order by grant_id', [])).toEqual([
    { kind: 'oauth', request_id: 'a' },
    { kind: 'oauth', request_id: '' },
    { kind: 'oauth', request_id: 'b' },
    { kind: 'personal', request_id: 'a' },
    { kind: 'personal', request_id: 'a' },
  ])
  await expect(add('oauth', 'b')).rejects.toThrow('UNIQUE')
  await store.close()
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
    ]).toEqual([['wal'], [2], [1], [5000], [0]])
  }
  expect(() => store.hot('delete from site_config', [])).toThrow()
  await store.close()
})
