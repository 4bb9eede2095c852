import { expect, it } from 'vitest'
import { indexFresh } from '../db/search/search.ts'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'

/** More pages than one statement moves. */
const PAGES = 600
const pages = /^update "page" set "item_id"/

const moments: [name: string, moment: Moment, end: 'here' | 'there' | 'index'][] = [
  ['before the first page goes', ['before', pages], 'here'],
  ['between two parts of the pages', ['after', pages], 'here'],
  // SQLite cuts the texts of many pages after the commit, and the next start completes that.
  ['while the index of words follows', ['after', pages, /^(insert into|update) page_words/], 'index'],
  ['before the commit', ['before', pages, /^commit$/], 'here'],
  ['after the commit, before the answer', ['after', pages, /^commit$/], 'there'],
]

it.each(databases)('R11: a move of many pages on %s is complete or has not happened if the server crashes', async (kind) => {
  const server = await aServerToKill(kind)
  await server.start()
  const [from, to] = [await server.call('item/add', { item_name: 'A' }), await server.call('item/add', { item_name: 'B' })].map((item) =>
    Number(item.item_id),
  ) as [number, number]
  const cat_id = Number((await server.call('catalog/save', { item_id: from, cat_name: 'cargo' })).cat_id)
  await server.look(async (store) => {
    const row = { item_id: from, cat_id, page_comments: '', s_number: 1, author_uid: 1, author_username: 'admin', creator_uid: 1 }
    const rows = Array.from({ length: PAGES }, (_, n) => ({
      ...row,
      addtime: 1,
      created: 1,
      page_title: `p${n}`,
      page_content: `plumbago ${n} and more words`,
    }))
    const made = store.db.insertInto('page').values(rows).returning(['page_id', 'item_id', 'page_title', 'page_content'])
    await indexFresh(store, store.db, await made.execute())
  })

  /** The number of rows in the item, and of pages that a search finds. */
  const contentsOf = (item_id: number) =>
    server.look(async ({ db }) => {
      const pages = await db.selectFrom('page').select('page_id').where('item_id', '=', item_id).where('cat_id', '=', cat_id).execute()
      const catalogs = await db.selectFrom('catalog').select('cat_id').where('item_id', '=', item_id).execute()
      const { menu } = await server.call('item/info', { item_id, keyword: 'plumbago' })
      return { pages: pages.length, catalogs: catalogs.length, found: menu.pages.length }
    })
  const all = { pages: PAGES, catalogs: 1, found: 100 }
  const nothing = { pages: 0, catalogs: 0, found: 0 }
  const move = (item_id: number) => ['catalog/copy', { cat_id, new_p_cat_id: 0, to_item_id: item_id, is_del: 1 }] as const

  const contents = async () => [await contentsOf(from), await contentsOf(to)]
  for (const [name, moment, end] of moments) {
    await server.start(moment)
    await server.diesIn(...move(to))
    await server.start()
    const isThere = end === 'there' || (end === 'index' && kind === 'sqlite')
    await expect.poll(contents, { message: name, timeout: 20_000 }).toEqual(isThere ? [nothing, all] : [all, nothing])
    if (isThere) await server.call(...move(from))
  }
  expect(await contents()).toEqual([all, nothing])
})
