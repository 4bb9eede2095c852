import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

type Line = Record<string, string | number | null>

onEachDatabase('batUpdate', (product) => {
  let alice: TestUser
  let scoped: TestUser
  let item_id: string
  let ids: Record<'a' | 'b' | 'c' | 'page', string>
  beforeAll(async () => {
    ;[alice, scoped] = await Promise.all([product.user('alice'), product.user('scoped')])
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
    const [a, b] = [await aCatalog(alice, item_id, 'a'), await aCatalog(alice, item_id, 'b')]
    ids = { a, b, c: await aCatalog(alice, item_id, 'c', a), page: await aPage(alice, item_id, { page_title: 'page' }) }
  })

  const send = (lines: unknown, who = alice) =>
    who.api.catalog.batUpdate({ item_id, cats: typeof lines === 'string' ? lines : JSON.stringify(lines) })
  const tree = async () => {
    const paths = await alice.api.catalog.catListName({ item_id })
    const { cat_id, s_number } = await alice.api.page.info({ page_id: ids.page })
    return [...paths.map((row) => `${row.level} ${row.s_number} ${row.cat_name}`), `page ${s_number} in ${cat_id}`]
  }
  const line = (cat_id: string, cat_name: string, parent_cat_id: string, s_number: number, level = 2) => ({
    cat_id,
    cat_name,
    parent_cat_id,
    s_number,
    level,
  })

  it('applies names, parents and order numbers of a whole tree, and computes the levels', async () => {
    const { a, b, c, page } = ids
    const lines: Line[] = [
      line(b, 'B', '0', 1, 7),
      line(a, ' A ', b, 4, 2),
      line(c, 'C', a, 1, 0),
      { page_id: page, parent_cat_id: c, s_number: 5 },
    ]
    expect(await send(lines)).toEqual([])
    expect(await tree()).toEqual(['2 1 B', '3 4 B/A', '4 1 B/A/C', `page 5 in ${c}`])
  })

  it('keeps values that a line omits', async () => {
    await send([
      { cat_id: ids.a, s_number: 3 },
      { cat_id: ids.b, parent_cat_id: ids.a },
      { page_id: ids.page, s_number: '' },
    ])
    expect(await tree()).toEqual(['2 3 a', '3 99 a/b', '3 99 a/c', 'page 99 in 0'])
    await send([])
    await send([{ page_id: ids.page, cat_name: 'a page named as older clients do', cat_id: '', parent_cat_id: ids.b, s_number: 1 }])
    expect(await tree()).toContain(`page 1 in ${ids.b}`)
  })

  it('S47: applies all lines or none', async () => {
    const { a, b, c, page } = ids
    const before = await tree()
    const other = await anItem(alice)
    const [foreign, foreignPage] = [await aCatalog(alice, other), await aPage(alice, other)]
    const good = line(b, 'changed', '0', 1)
    const bad: [unknown, number][] = [
      [[good, line(a, 'x', c, 1)], 10101],
      [[good, line(a, 'x', a, 1)], 10101],
      [[line(b, 'x', c, 1), line(a, 'x', b, 1)], 10101],
      [[good, line(b, 'x', '0', 1)], 10101],
      [[good, line(a, '  ', '0', 1)], 10101],
      [[good, line(a, 'x'.repeat(256), '0', 1)], 10101],
      [[good, line(a, 'x', foreign, 1)], 10103],
      [[good, line(foreign, 'x', '0', 1)], 10103],
      [[good, { page_id: foreignPage, parent_cat_id: a, s_number: 1 }], 10103],
      [[good, { page_id: page, parent_cat_id: foreign, s_number: 1 }], 10103],
      [[good, {}], 10101],
      [[good, { cat_id: `${a}'`, cat_name: 'x' }], 10101],
      [[good, line(a, 'x', '-1', 1)], 10101],
      [{ 0: good }, 10101],
      ['oops', 10101],
      ['', 10101],
    ]
    for (const [lines, code] of bad) await areRefused([send(lines)], code)
    await aCatalog(alice, item_id, 'deep', c)
    await areRefused([send([good, line(a, 'x', b, 1)])], 10101, 'three levels')
    expect((await tree()).filter((row) => !row.includes('deep'))).toEqual(before)
    expect(await alice.api.page.info({ page_id: foreignPage })).toMatchObject({ cat_id: '0' })
  })

  it('S36: accepts the visible part of the tree from a scoped editor, but not the order number of the scope’s root', async () => {
    const { a, b, c, page } = ids
    await aMember(product, item_id, scoped, { cat_id: a })
    await send([line(a, 'mine', '0', 1), line(c, 'c2', a, 7)], scoped)
    expect((await tree()).slice(0, 2)).toEqual(['2 99 mine', '3 7 mine/c2'])
    for (const lines of [[line(b, 'x', '0', 1)], [line(c, 'x', '0', 1)], [line(a, 'x', b, 1)], [line(b, 'x', a, 1)]])
      await areRefused([send(lines, scoped)], 10103)
    for (const parent_cat_id of ['0', a]) await areRefused([send([{ page_id: page, parent_cat_id }], scoped)], 10103)
    expect(await alice.api.catalog.save({ item_id, cat_id: a, cat_name: 'mine', parent_cat_id: '0' })).toMatchObject({ s_number: '99' })
    await scoped.api.catalog.save({ item_id, cat_id: a, cat_name: 'mine', parent_cat_id: '0', s_number: '1' })
    expect((await tree())[0]).toBe('2 99 mine')
  })

  it('accepts thousands of lines', async () => {
    const { db } = product.server.services.store
    const row = { item_id: Number(item_id), page_title: 'p', page_content: 'c', page_comments: '', author_uid: 1, author_username: 'x' }
    for (let n = 0; n < 5; n++)
      await db
        .insertInto('page')
        .values(Array.from({ length: 1000 }, () => ({ ...row, cat_id: 0, s_number: 99, creator_uid: 1, addtime: 1, created: 1 })))
        .execute()
    const all = await alice.api.catalog.getPagesBycat({ item_id })
    await send(all.map((row, n) => ({ page_id: row.page_id, parent_cat_id: ids.c, s_number: all.length - n })))
    const after = await alice.api.catalog.getPagesBycat({ item_id, cat_id: ids.c })
    expect(after.map((row) => row.page_id)).toEqual(all.map((row) => row.page_id).reverse())
  })
})
