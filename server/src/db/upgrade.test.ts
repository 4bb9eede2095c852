import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { requiredFrom, signInSettings } from '../auth/sign-in-settings.ts'
import { tablesOf } from '../cli/rows/tables.ts'
import { noticeText } from '../notice/notice.words.ts'
import { freshDatabase, kinds } from '../test/product.ts'
import { columnsOf, fillEmptyTables } from '../test/samples/every-row.ts'
import { settingOf } from '../watch/setting/setting.store.ts'
import { openStore, type Store } from './dialect.ts'
import { migrate, steps } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(kinds)('an upgrade on %s', (kind) => {
  const open: Store[] = []
  let made = 0
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close()
  })

  /** A database with the schema before this step; 0020 is the first step after version 0.1. */
  async function schemaBefore(step: string) {
    const store = openStore(kind === 'postgres' ? await freshDatabase() : join(folder, `${step}-${++made}.db`))
    open.push(store)
    await migrate(
      store,
      steps.filter(({ name }) => name < step),
    )
    return store
  }

  /** Adds a row; the columns that are not given have their defaults, or are zero or empty. */
  async function add(store: Store, table: string, given: Record<string, string | number>) {
    const columns = (await columnsOf(store)).filter((one) => one.table === table && one.column !== 'id')
    const row = { ...Object.fromEntries(columns.map(({ column, type }) => [column, /int/.test(type) ? 0 : ''])), ...given }
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(store.db)
  }

  const read = async (store: Store, text: string) => (await sql.raw<Record<string, unknown>>(text).execute(store.db)).rows

  it('keeps every row of every table of version 0.1', async () => {
    const store = await schemaBefore('0020')
    await fillEmptyTables(store)
    const tables = await tablesOf(store.db, store.kind)
    /** What a step is for: these columns have another value after it. */
    const changed = { job: ['state', 'stage'] } as Record<string, string[]>
    const rowsOf = async () => {
      const rows: Record<string, unknown> = {}
      for (const { name, columns } of tables) {
        const kept = columns.filter((column) => !changed[name]?.includes(column)).map((column) => `"${column}"`)
        rows[name] = await read(store, `select ${kept} from "${name}" ${name === 'site_config' ? "where name like 'seven%'" : ''}`)
      }
      return rows
    }
    const before = await rowsOf()
    expect(Object.values(before).every((rows) => (rows as unknown[]).length > 0)).toBe(true)
    await migrate(store)
    expect(await migrate(store)).toEqual([])
    expect(await rowsOf()).toEqual(before)
  })

  it('0024: keeps engines out of a site with items, and each active administrator gets one notice with the setting', async () => {
    const store = await schemaBefore('0020')
    const user = (uid: number, groupid: number, is_disabled: number) =>
      add(store, 'user', { uid, username: `u${uid}`, username_key: `u${uid}`, email_key: `u${uid}`, groupid, is_disabled })
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
    expect(await read(store, 'select name, value from site_config order by name')).toEqual([
      { name: 'first_step.all', value: 'skipped' },
      { name: 'index_default', value: 'none' },
    ])
    const shown = (language: 'en' | 'zh') => noticeText('enginesKeptOut', '', rows[0]?.notice_content ?? '', { language, zone: 'UTC' })
    expect(shown('en')).toMatchObject({ notice_title: 'Search engines are kept out', setting: 'engines' })
    expect(shown('zh')).toMatchObject({ notice_title: '搜索引擎默认不收录', setting: 'engines' })
  })

  it('0029: of several connections of one request, the first keeps it', async () => {
    const store = await schemaBefore('0029')
    const connect = (grant_id: number, kind: string, request_id: string) =>
      add(store, 'access_grant', { grant_id, uid: 1, kind, name: 'x', level: 1, request_id })
    await connect(1, 'oauth', 'a')
    await connect(2, 'oauth', 'a')
    await connect(3, 'oauth', 'b')
    await connect(4, 'personal', 'a')
    await connect(5, 'personal', 'a')
    await migrate(store)
    expect(await read(store, 'select kind, request_id from access_grant order by grant_id')).toEqual([
      { kind: 'oauth', request_id: 'a' },
      { kind: 'oauth', request_id: '' },
      { kind: 'oauth', request_id: 'b' },
      { kind: 'personal', request_id: 'a' },
      { kind: 'personal', request_id: 'a' },
    ])
    await expect(connect(6, 'oauth', 'b')).rejects.toThrow(/unique/i)
  })

  it('0030: gives the log the item of a page that a successful call named alone', async () => {
    const store = await schemaBefore('0030')
    await add(store, 'item', { item_id: 5 })
    await add(store, 'page', { page_id: 8, item_id: 5 })
    const call = (item_id: number, page_id: number, outcome: number) => add(store, 'token_call', { item_id, page_id, outcome })
    await call(0, 8, 0)
    await call(0, 8, 10303)
    await call(0, 9, 0)
    await call(7, 8, 0)
    await migrate(store)
    expect((await read(store, 'select item_id from token_call order by id')).map(({ item_id }) => item_id)).toEqual([5, 0, 0, 7])
  })

  it('0044 to 0047: nothing is new for accounts of version 0.1 until someone chooses it, and members can comment', async () => {
    const store = await schemaBefore('0020')
    await add(store, 'user', { uid: 1, username: 'anna', username_key: 'anna', email_key: 'anna@example.test', groupid: 1 })
    await add(store, 'item', { item_id: 1, uid: 1 })
    await migrate(store)
    const mailsOf = async (uid: number) => Object.values((await settingOf(store.db, uid)).rows).map(({ mail }) => mail)
    expect(await mailsOf(1)).toEqual(['none', 'none', 'none', 'none'])
    expect(await mailsOf(2)).toEqual(['soon', 'daily', 'weekly', 'weekly'])
    expect(requiredFrom({ groupid: 1 }, await signInSettings({ store }))).toBe(0)
    expect(await read(store, 'select comment_from, feedback_from from item')).toEqual([{ comment_from: 1, feedback_from: 0 }])
  })

  it('0049: owners and reviews become stewards and periods, and a check a mark', async () => {
    const store = await schemaBefore('0049')
    await add(store, 'item', { item_id: 5 })
    await add(store, 'page', { page_id: 8, item_id: 5, version: 3 })
    await add(store, 'page', { page_id: 9, item_id: 5, version: 4, addtime: 700 })
    const care = { item_id: 5, page_id: 0, cat_id: 0, is_own: 1, set_time: 86_400 }
    await add(store, 'page_care', { ...care, owner_uid: 7, every_days: 90 })
    await add(store, 'page_care', { ...care, cat_id: 4, due: 86_400 * 11 })
    for (const page_id of [8, 9])
      await add(store, 'page_care', {
        ...care,
        page_id,
        is_own: 0,
        checked_uid: 7,
        checked_username: 'emma',
        checked_time: 500,
        checked_version: 3,
      })
    await migrate(store)
    expect(await read(store, 'select page_id, cat_id, uid, days from stewardship order by cat_id')).toEqual([
      { page_id: 0, cat_id: 0, uid: 7, days: 90 },
      { page_id: 0, cat_id: 4, uid: 0, days: 10 },
    ])
    const until = 500 + 90 * 86_400
    const marks = await read(store, 'select page_id, username, until, ended_reason from verification order by page_id')
    expect(marks.map((row) => ({ ...row, until: Number(row['until']) }))).toEqual([
      { page_id: 8, username: 'emma', until, ended_reason: '' },
      { page_id: 9, username: 'emma', until, ended_reason: 'changed' },
    ])
    const now = await read(store, 'select page_id, verified_version, changed_time from page_review order by page_id')
    expect(now.map((row) => [row['page_id'], row['verified_version'], Number(row['changed_time'])])).toEqual([
      [8, 3, 0],
      [9, 3, 700],
    ])
  })
})
