import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { openStore } from '../dialect.ts'
import { migrate, steps } from '../migrate.ts'
import { indexBacklog } from './backlog.ts'

onEachDatabase('pages in the search backlog', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it('are indexed once, and pages saved or deleted meanwhile keep their current state', async () => {
    const item_id = await anItem(alice)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await aPage(alice, item_id, { page_title: `Old ${n}`, page_content: 'mammoth' }))
    const { store } = product.server.services
    await store.db.deleteFrom('page_words').execute()
    const found = async () => (await alice.api.search.all({ keyword: 'mammoth' })).pages.length
    expect(await found()).toBe(0)
    await store.db
      .insertInto('search_backlog')
      .values(ids.map((page_id) => ({ page_id: Number(page_id) })))
      .execute()
    await alice.api.page.save({ page_id: ids[0] as string, page_title: 'New', page_content: 'elephant' })
    await alice.api.page.delete({ page_id: ids[1] as string })
    await indexBacklog(product.server.services)
    expect(await found()).toBe(3)
    expect(await store.db.selectFrom('search_backlog').selectAll().execute()).toEqual([])
    expect((await alice.api.search.all({ keyword: 'elephant' })).pages).toHaveLength(1)
  })
})

it('a migration adds the pages of an older database to the backlog', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-backlog-'))
  const store = openStore(join(folder, 'old.db'))
  await migrate(
    store,
    steps.filter((step) => step.name < '0006'),
  )
  for (const [page_id, is_del] of [
    [1, 0],
    [2, 1],
    [3, 0],
  ])
    await sql`insert into page (page_id, item_id, cat_id, page_title, page_content, page_comments, s_number, author_username, addtime, created, is_del)
      values (${page_id}, 1, 0, 'Old', 'mammoth', '', 1, '', 1, 1, ${is_del})`.execute(store.db)
  await migrate(store)
  expect(await store.db.selectFrom('search_backlog').selectAll().execute()).toEqual([{ page_id: 1 }, { page_id: 3 }])
  await indexBacklog({ store, log: pino({ level: 'silent' }) })
  const { rows } = await sql`select rowid from page_words where page_words match '"mammoth"'`.execute(store.db)
  expect(rows).toEqual([{ rowid: 1 }, { rowid: 3 }])
  await store.close()
  rmSync(folder, { recursive: true })
})
