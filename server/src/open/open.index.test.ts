import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { onEachDatabase } from '../test/product.ts'
import { pageAnywhere, pageTitled } from './open.page.store.ts'
import { placeOf } from './open.page.ts'

onEachDatabase('queries of the open API', (product) => {
  it('use an index', async () => {
    const { store } = product.server.services
    const queries = vi.spyOn(store, 'hot')
    await pageTitled({ store }, 7, 8, 'T')
    await pageAnywhere({ store }, 7, 'T')
    await placeOf({ store }, 7, ['A'])
    const plans = queries.mock.calls.map(async ([text, values]) => {
      const filled = values.reduce<string>(
        (left, value) => left.replace('?', typeof value === 'string' ? `'${value}'` : String(value)),
        text,
      )
      if (store.kind === 'sqlite') return JSON.stringify((await sql.raw(`explain query plan ${filled}`).execute(store.db)).rows)
      // PostgreSQL prefers a sequential scan on an empty table.
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
