import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { grant } from '../access/permission.ts'
import { copyPages } from '../page/page.service.ts'
import { aCatalog, aMember, anItem, aPage, archive, refuseRows } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('a copy of an item', (product) => {
  let alice: TestUser
  let bob: TestUser
  let source: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    source = await anItem(alice, { item_name: 'Source', item_description: 'd', password: 'sesame', item_domain: 'source' })
    const top = await aCatalog(alice, source, 'Top')
    const deep = await aCatalog(alice, source, 'Deep', await aCatalog(alice, source, 'Middle', top))
    await aCatalog(alice, source, 'Empty')
    await aPage(alice, source, { page_title: 'Root', page_content: '# 正文 <b>', s_number: 5 })
    await aPage(alice, source, { page_title: 'In top', cat_id: top, page_comments: 'why' })
    const in_deep = await aPage(alice, source, { page_title: 'In deep', cat_id: deep })
    await alice.api.page.save({ page_id: in_deep, page_title: 'In deep', page_content: 'second state' })
    await alice.api.page.createSinglePage({ page_id: in_deep, isCreateSiglePage: 'true' })
    const gone = await aPage(alice, source, { page_title: 'Deleted' })
    await alice.api.page.delete({ page_id: gone })
    await aMember(product, source, bob)
  })

  const outline = async (who: TestUser, item_id: string) => {
    const { menu } = await who.api.item.info({ item_id })
    type Catalog = (typeof menu.catalogs)[number]
    const rows = ({ cat_name, level, pages, catalogs }: Catalog): string[] => [
      `${level} ${cat_name}`,
      ...pages.map((page) => page.page_title),
      ...catalogs.flatMap(rows),
    ]
    return [...menu.pages.map((page) => page.page_title), ...menu.catalogs.flatMap(rows)]
  }
  const copy = async (who: TestUser, more: Record<string, string> = {}) =>
    (await who.api.item.add({ copy_item_id: source, item_name: 'Copy', ...more })).item_id

  it('is written in transactions of few pages and few bytes, so that other writers do not wait for it', async () => {
    const item_id = await anItem(alice)
    const sizes = [...Array.from({ length: 20 }, () => 100), 150_000, 150_000, 600_000, 100]
    for (const [n, size] of sizes.entries()) await aPage(alice, item_id, { page_title: `${n}`, page_content: 'x'.repeat(size) })
    const { store } = product.server.services
    const steps: { pages: number; bytes: number }[] = []
    const transaction = store.db.transaction.bind(store.db)
    const spy = vi.spyOn(store.db, 'transaction').mockImplementation(() => {
      const builder = transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = (work) =>
        execute(async (trx) => {
          const count = async () => {
            const { rows } = await sql<{ pages: number; bytes: number }>`select count(*) as pages,
              coalesce(sum(length(page_content)), 0) as bytes from page`.execute(trx)
            return { pages: Number(rows[0]?.pages), bytes: Number(rows[0]?.bytes) }
          }
          const before = await count()
          const result = await work(trx)
          const after = await count()
          steps.push({ pages: after.pages - before.pages, bytes: after.bytes - before.bytes })
          return result
        })
      return builder
    })
    const made = await copy(alice, { copy_item_id: item_id }).finally(() => spy.mockRestore())
    expect((await outline(alice, made)).length).toBe(sizes.length)
    const written = steps.filter(({ pages }) => pages > 0)
    expect(written.map(({ pages }) => pages)).toEqual([8, 8, 5, 1, 1, 1])
    expect(Math.max(...written.map(({ bytes, pages }) => (pages > 1 ? bytes : 0)))).toBeLessThanOrEqual(256 * 1024)
  })

  it('does not contain a page that was moved to another item during the copy', async () => {
    const [otherItem, item_id] = [await anItem(bob, { password: 'hidden' }), await anItem(alice)]
    const [moved, stayed] = [await aPage(bob, otherItem, { page_title: 'Moved' }), await aPage(alice, source, { page_title: 'Stayed' })]
    const { store } = product.server.services
    const by = { uid: Number(alice.uid), username: alice.username }
    const page_ids = [Number(moved), Number(stayed)]
    const copied = { from: Number(source), page_ids, places: new Map<number, number>(), by }
    await store.db.transaction().execute((trx) => copyPages({ permission: grant(Number(item_id)), store, trx, at: 1 }, copied))
    expect(await outline(alice, item_id)).toEqual(['Stayed'])
    await alice.api.page.delete({ page_id: stayed })
  })

  it('for API clients has the same global parameters, but no variables', async () => {
    const item_id = await anItem(alice, { item_type: 3 })
    const header = [{ name: 'token', value: '{{token}}' }]
    await alice.api.runapi.updateGlobalParam({ item_id, param_type: 'header', content_json_str: JSON.stringify(header) })
    await alice.api.itemVariable.save({ item_id, var_name: 'token', var_value: 'secret' })
    const made = await alice.api.item.add({ copy_item_id: item_id, item_name: 'Copy' })
    expect(await alice.api.runapi.getGlobalParam(made)).toMatchObject({ header, query: [] })
    expect(await alice.api.itemVariable.getList(made)).toEqual([])
  })

  it('contains the tree and the texts of the source, and nothing else', async () => {
    const item_id = await copy(alice)
    expect(await outline(alice, item_id)).toEqual(['Root', '2 Top', 'In top', '3 Middle', '4 Deep', 'In deep', '2 Empty'])
    expect(await outline(alice, item_id)).toEqual(await outline(alice, source))
    const { menu } = await alice.api.item.info({ item_id })
    const root = await alice.api.page.info({ page_id: menu.pages[0]?.page_id ?? '' })
    expect(root).toMatchObject({ page_content: '# 正文 <b>', s_number: '5', version: '1', author_uid: alice.uid, item_id })
    const in_top = await alice.api.page.info({ page_id: menu.catalogs[0]?.pages[0]?.page_id ?? '' })
    expect(in_top).toMatchObject({ page_comments: 'why', cat_id: menu.catalogs[0]?.cat_id })
    const in_deep = await alice.api.page.info({ page_id: menu.catalogs[0]?.catalogs[0]?.catalogs[0]?.pages[0]?.page_id ?? '' })
    expect(in_deep).toMatchObject({ page_content: 'second state', unique_key: '', version: '1' })
    await expect(bob.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ item_name: 'Copy', item_description: 'd', item_domain: '' })
    expect(await alice.api.item.search({ item_id, keyword: '正文' })).toMatchObject({ pages: [{ page_title: 'Root' }] })
  })

  it('keeps the password of the source unless a new one is set', async () => {
    const open = (item_id: string, password: string) => product.visitor().api.item.pwd({ item_id, password })
    const kept = await copy(alice, { item_description: 'mine' })
    expect(await open(kept, 'sesame')).toEqual({ refer_url: '' })
    expect(await alice.api.item.detail({ item_id: kept })).toMatchObject({ item_description: 'mine' })
    const own = await copy(alice, { password: 'other' })
    await expect(open(own, 'sesame')).rejects.toMatchObject({ code: 10307 })
    expect(await open(own, 'other')).toEqual({ refer_url: '' })
    expect(await product.visitor().api.item.info({ item_id: await copy(alice, { password: '' }) })).toMatchObject({ is_private: 0 })
  })

  it('is owned by its creator, who must be an editor of the whole source', async () => {
    const item_id = await copy(bob)
    expect(await bob.api.item.detail({ item_id })).toMatchObject({ uid: bob.uid })
    const [reader, scoped, otherUser] = await Promise.all(['reader', 'scoped', 'outsider'].map((name) => product.user(name)))
    const { menu } = await alice.api.item.info({ item_id: source })
    await aMember(product, source, reader as TestUser, { edit: false })
    await aMember(product, source, scoped as TestUser, { cat_id: menu.catalogs[0]?.cat_id ?? '' })
    await otherUser?.api.item.pwd({ item_id: source, password: 'sesame' })
    for (const who of [reader, scoped, otherUser]) await expect(copy(who as TestUser)).rejects.toMatchObject({ code: 10103 })
    await expect(alice.api.item.add({ copy_item_id: '1', item_name: 'Copy' })).rejects.toMatchObject({ code: 10103 })
  })

  it('can be made from an archived item, and is not archived', async () => {
    const old = await anItem(alice, { item_name: 'Old' })
    await aPage(alice, old)
    await archive(product, old)
    const { item_id } = await alice.api.item.add({ copy_item_id: old, item_name: 'Fresh' })
    expect(await alice.api.item.info({ item_id })).toMatchObject({
      is_archived: '0',
      item_edit: true,
      menu: { pages: [{ page_title: 'Start' }] },
    })
  })

  it('is visible only when it is complete, and never if it fails', async () => {
    const big = await anItem(alice, { item_name: 'Big' })
    for (let n = 1; n <= 90; n++) await aPage(alice, big, { page_title: `Page ${n}`, s_number: n })
    let isDone = false
    const made = alice.api.item.add({ copy_item_id: big, item_name: 'Big copy' }).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const seen = (await alice.api.item.myList({})).find((tile) => tile.item_name === 'Big copy')
      if (seen) expect(await outline(alice, seen.item_id)).toHaveLength(90)
      // Injected calls need no turn of the event loop, but the copy does.
      await new Promise(setImmediate)
    }
    expect(await outline(alice, (await made).item_id)).toEqual(await outline(alice, big))

    await aPage(alice, big, { page_title: 'Last straw', s_number: 100 })
    const before = await alice.api.item.myList({})
    const acceptRows = await refuseRows(product, 'page', 'page_title', 'Last straw')
    const failing = { copy_item_id: big, item_name: 'Broken', item_domain: 'wanted', request_id: 'copy-0001' }
    await expect(alice.api.item.add(failing)).rejects.toMatchObject({ code: 500 })
    await acceptRows()
    expect(await alice.api.item.myList({})).toEqual(before)
    await expect(alice.api.item.info({ item_id: 'wanted' })).rejects.toMatchObject({ code: 10101 })
    const { item_id } = await alice.api.item.add(failing)
    expect(await alice.api.item.info({ item_id: 'wanted' })).toMatchObject({ item_id })
    const { db } = product.server.services.store
    expect(await db.selectFrom('item').select('item_id').where('is_del', '=', 2).execute()).toEqual([])
  })
})
