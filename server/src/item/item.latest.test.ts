import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { later } from '../test/clock.ts'
import { aCatalog, aMember, anItem, aPage, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { latestOf } from './item.latest.store.ts'

onEachDatabase('the latest changes of my items', (product) => {
  let alice: TestUser
  let bob: TestUser
  let own: string
  let shared: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    own = await anItem(alice, { item_name: 'Own' })
    shared = await anItem(bob, { item_name: 'Shared', password: 'x' })
    await aMember(product, shared, alice, { edit: false })
  })

  const after = async <T>(seconds: number, work: () => Promise<T>) => {
    const undo = later(product, seconds)
    return work().finally(undo)
  }
  const titles = async (user: TestUser) => Object.fromEntries((await user.api.item.latest({})).map((row) => [row.item_id, row.page_title]))

  it('are the page changed last of each item, with its author and time; an item without pages has none', async () => {
    expect(await alice.api.item.latest({})).toEqual([])
    const first = await aPage(alice, own, { page_title: 'First' })
    await after(10, () => aPage(alice, own, { page_title: 'Second' }))
    await after(20, () => alice.api.page.save({ item_id: own, page_id: first, page_title: 'First, changed', page_content: 'x' }))
    await aPage(bob, shared, { page_title: 'By Bob' })
    const rows = await alice.api.item.latest({})
    expect(rows.toSorted((a, b) => Number(a.item_id) - Number(b.item_id))).toEqual([
      {
        item_id: own,
        page_id: first,
        page_title: 'First, changed',
        author_username: alice.username,
        author_name: alice.username,
        addtime: expect.stringMatching(/^\d{10}$/),
        is_unread: 0,
      },
      expect.objectContaining({ item_id: shared, page_title: 'By Bob', author_username: bob.username }),
    ])
  })

  it('go back to the previous page when the last one is deleted, and omit deleted items', async () => {
    const item_id = await anItem(bob)
    await aPage(bob, item_id, { page_title: 'Stays' })
    const page_id = await after(10, () => aPage(bob, item_id, { page_title: 'Goes' }))
    expect((await titles(bob))[item_id]).toBe('Goes')
    await bob.api.page.delete({ page_id })
    expect((await titles(bob))[item_id]).toBe('Stays')
    await deleteItem(product, item_id)
    expect((await titles(bob))[item_id]).toBeUndefined()
  })

  it('stay within the catalogs of a member, and within the items of the user', async () => {
    const carol = await product.user('carol')
    const item_id = await anItem(bob, { password: 'x' })
    const cat_id = await aCatalog(bob, item_id, 'Inside')
    const below = await aCatalog(bob, item_id, 'Below', cat_id)
    await aPage(bob, item_id, { page_title: 'In the catalog', cat_id: below })
    await after(10, () => aPage(bob, item_id, { page_title: 'At the root' }))
    await aMember(product, item_id, carol, { edit: false, cat_id })
    expect(await titles(carol)).toEqual({ [item_id]: 'In the catalog' })
    expect((await titles(bob))[item_id]).toBe('At the root')
    expect(await titles(product.admin)).toEqual({})
    await expect(product.visitor().api.item.latest({})).rejects.toMatchObject({ code: 10102 })
  })

  describe('are unread', () => {
    const isUnread = async (item_id: string) => (await alice.api.item.latest({})).find((row) => row.item_id === item_id)?.is_unread

    it('when another user changed the item after a visit, and until the next one', async () => {
      expect(await isUnread(shared)).toBe(0)
      await alice.api.item.visit({ item_id: shared })
      expect(await isUnread(shared)).toBe(0)
      await after(100, () => aPage(bob, shared, { page_title: 'News' }))
      expect(await isUnread(shared)).toBe(1)
      await after(200, () => alice.api.item.visit({ item_id: shared }))
      expect(await isUnread(shared)).toBe(0)
    })

    it('but not by own changes', async () => {
      await alice.api.item.visit({ item_id: own })
      await after(100, () => aPage(alice, own, { page_title: 'My own' }))
      expect(await isUnread(own)).toBe(0)
    })

    it('only for users who can read the item, and a visit writes only after a change', async () => {
      const hidden = await anItem(bob, { password: 'x' })
      await expect(alice.api.item.visit({ item_id: hidden })).rejects.toMatchObject({ code: 10303 })
      const { db } = product.server.services.store
      const times = async () =>
        (await db.selectFrom('item_visit').select('addtime').where('uid', '=', Number(bob.uid)).execute()).map((row) => row.addtime)
      await bob.api.item.visit({ item_id: hidden })
      const once = await times()
      await after(500, () => bob.api.item.visit({ item_id: hidden }))
      expect(await times()).toEqual(once)
    })
  })

  it('are found in the index, without a scan of the pages', async () => {
    const { store } = product.server.services
    const queries = vi.spyOn(store, 'hot')
    await latestOf({ store }, 1, { items: [1], scoped: [2], cats: [3] })
    const calls = queries.mock.calls.slice()
    queries.mockRestore()
    const plans: string[] = []
    for (const [text, values] of calls) {
      const filled = values.reduce<string>(
        (left, value) => left.replace('?', typeof value === 'string' ? `'${value}'` : String(value)),
        text,
      )
      const plan =
        store.kind === 'sqlite'
          ? JSON.stringify((await sql.raw(`explain query plan ${filled}`).execute(store.db)).rows)
          : await store.db.transaction().execute(async (trx) => {
              // PostgreSQL prefers a sequential scan on an empty table.
              await sql`set local enable_seqscan = off`.execute(trx)
              return JSON.stringify((await sql.raw(`explain ${filled}`).execute(trx)).rows)
            })
      plans.push(plan)
    }
    const latest = /covering index page_latest|Index Only Scan Backward using page_latest/i
    expect(plans).toEqual([
      expect.stringMatching(latest),
      expect.stringMatching(latest),
      expect.stringMatching(/search p using integer primary key|Index Scan using page_pkey|Bitmap Index Scan on page_pkey/i),
    ])
    for (const plan of plans) expect(plan).not.toMatch(/scan (?:p|q|page)\b|Seq Scan|Sort Key|temp b-tree/i)
  })
})
