import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../test/product.ts'
import { countQueries } from '../test/queries.ts'

const MANY = 5000
/** Limits of a call: queries, and rows fetched in addition to the rows it returns (the caller, the total, names of users). */
const [QUERIES, EXTRA_ROWS] = [12, 60]

onEachDatabase('S77: lists of a large site', (product) => {
  beforeAll(async () => {
    const { db, kind } = product.server.services.store
    const rows =
      kind === 'postgres'
        ? sql`with t as (select n from generate_series(1, ${sql.lit(MANY)}) n)`
        : sql`with recursive t(n) as (select 1 union all select n + 1 from t where n < ${sql.lit(MANY)})`
    // Ids and texts vary as in real data. Only the required columns are set.
    await sql`insert into "user" (uid, username, username_key, name, password_hash, email, email_verify, groupid, avatar, reg_time, last_login_time, is_disabled)
      ${rows} select 1000000 + n, 'clerk' || n, 'clerk' || n, 'Name ' || n, '', '', 0, 2, '', 1, 1, 0 from t`.execute(db)
    await sql`insert into item (item_name, item_description, item_domain, item_type, uid, password_hash, password_stamp, is_archived, is_del, del_time, addtime, last_update_time, global_param)
      ${rows} select 'Item ' || n, '', '', 1, 1000000 + n, '', '', 0, 0, 0, 1, 1, '' from t`.execute(db)
    await sql`insert into audit (uid, username, action, subject, address, addtime) ${rows} select 1, 'clerk' || n, 'login', 'Item ' || n, '', n from t`.execute(
      db,
    )
    await sql`insert into attachment (sign, uid, item_id, display_name, file_type, file_size, store, path, addtime)
      ${rows} select 's' || n, 1000000 + n, 0, 'file' || n || '.txt', 'text/plain', 10, 'local', 'p' || n, 1 from t`.execute(db)
    if (kind === 'postgres') await sql`analyze`.execute(db)
  })

  const api = () => product.admin.api
  const calls: [what: string, shown: number, () => Promise<unknown>][] = [
    ['all users', 1000, () => api().adminUser.getList({ username: '', count: '1000' })],
    ['users by a word', 7, () => api().adminUser.getList({ username: '99', count: '7' })],
    ['users by a word without matches', 0, () => api().adminUser.getList({ username: 'nobody at all' })],
    ['the last page of users', 7, () => api().adminUser.getList({ username: '', page: '700', count: '7' })],
    ['the item picker', 1000, () => api().adminItem.getList({ item_name: '', username: '', page: '1', count: '1000' })],
    ['items by name and owner', 7, () => api().adminItem.getList({ item_name: '77', username: 'clerk77', count: '7' })],
    ['all files', 1000, () => api().attachment.getAllList({ page: '1', count: '1000', attachment_type: '-1' })],
    ['files by name', 7, () => api().attachment.getAllList({ page: '1', count: '7', attachment_type: '-1', display_name: '99' })],
    ['the log', 1000, () => api().adminLog.getList({ page: '1', count: '1000' })],
    ['the log by words', 7, () => api().adminLog.getList({ subject: '500', count: '7' })],
    ['the figures', 365, () => api().adminOverview.info({ days: '365' })],
  ]
  it.each(calls)('%s: the server fetches no more than it shows', async (_what, shown, call) => {
    const work = countQueries(product.server.services.store)
    await call().finally(work.end)
    expect(work.queries).toBeLessThanOrEqual(QUERIES)
    expect(work.rows).toBeLessThanOrEqual(shown + EXTRA_ROWS)
    expect(work.rows).toBeGreaterThan(0)
  })

  const at = { username: '', item_name: '', attachment_type: '-1' }
  type Paged = { page: string; count: string }
  it.each<[string, (page: Paged) => Promise<{ ids: string[]; total: number | string }>]>([
    [
      'users',
      (page) =>
        api()
          .adminUser.getList({ ...at, ...page })
          .then(({ users, total }) => ({ ids: users.map((one) => one.uid), total })),
    ],
    [
      'items',
      (page) =>
        api()
          .adminItem.getList({ ...at, ...page })
          .then(({ items, total }) => ({ ids: items.map((one) => one.item_id), total })),
    ],
    [
      'files',
      (page) =>
        api()
          .attachment.getAllList({ ...at, ...page })
          .then(({ list, total }) => ({ ids: list.map((one) => one.file_id), total })),
    ],
  ])('%s are paged without gaps, with the total count', async (_what, list) => {
    const fourteen = await list({ page: '1', count: '14' })
    const [first, second] = [await list({ page: '1', count: '7' }), await list({ page: '2', count: '7' })]
    expect([first.ids.length, second.ids.length]).toEqual([7, 7])
    expect([...first.ids, ...second.ids]).toEqual(fourteen.ids)
    expect(new Set(fourteen.ids).size).toBe(14)
    expect(Number(first.total)).toBeGreaterThanOrEqual(MANY)
  })
})
