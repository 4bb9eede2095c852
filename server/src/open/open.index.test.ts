import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { anItem } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { pageAnywhere, pageTitled } from './open.page.store.ts'
import { placeOf } from './open.page.ts'

onEachDatabase('queries of the open API', (product) => {
  it('use an index', async () => {
    const { store, now } = product.server.services
    const alice = await product.user('alice')
    const item_id = Number(await anItem(alice))
    const page = { item_id, page_content: '', page_comments: '', s_number: 99, author_uid: null, author_username: '', method: '' }
    const rows = Array.from({ length: 300 }, (_, n) => ({
      ...page,
      cat_id: n % 20,
      page_title: `Page ${n}`,
      addtime: now(),
      created: now(),
    }))
    await store.db.insertInto('page').values(rows).execute()
    // PostgreSQL chooses an index by what it knows of the rows.
    if (store.kind === 'postgres') await sql`analyze page`.execute(store.db)
    const queries = vi.spyOn(store, 'hot')
    await pageTitled({ store }, item_id, 8, 'T')
    await pageAnywhere({ store }, item_id, 'T')
    await placeOf({ store }, item_id, ['A'])
    const plans = queries.mock.calls.map(async ([text, values]) => {
      const filled = values.reduce<string>(
        (left, value) => left.replace('?', typeof value === 'string' ? `'${value}'` : String(value)),
        text,
      )
      if (store.kind === 'sqlite') return JSON.stringify((await sql.raw(`explain query plan ${filled}`).execute(store.db)).rows)
      // PostgreSQL prefers a sequential scan on a small table.
      return store.db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        return JSON.stringify((await sql.raw(`explain ${filled}`).execute(trx)).rows)
      })
    })
    const [titled, anywhere, place] = await Promise.all(plans)
    expect([titled, anywhere, place]).toEqual([
      expect.stringMatching(/(?:using|using index|on) page_title /i),
      expect.stringMatching(/(?:using|using index|on) page_title /i),
      expect.stringMatching(/(?:using|using index|using covering index|on) catalog_name /i),
    ])
    queries.mockRestore()
  })
})
