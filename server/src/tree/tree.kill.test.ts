import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'

const begun = /^insert into "tree_batch" /
const catalogs = /^update "catalog" set "item_id" /
const pages = /^update "page" set "item_id" /
const files = /^update attachment set item_id/
const logged = /^insert into "change" /
const commit = /^commit$/

const moments: [name: string, moment: Moment][] = [
  ['when the move has a number', ['after', begun]],
  ['when the catalogs are in the other item', ['after', begun, catalogs]],
  ['when the pages are in the other item', ['after', begun, catalogs, pages]],
  ['when the files are in the other item', ['after', begun, catalogs, pages, files]],
  ['when all is written, before the commit', ['before', begun, pages, logged, commit]],
  ['after the commit, before the answer', ['after', begun, pages, logged, commit]],
]

it.each(databases)(
  'R45: many pages are all in the old item or all in the new one on %s when the server is killed in a move',
  async (kind) => {
    const server = await aServerToKill(kind)
    // What differs between the databases is the transaction at the end.
    const here = kind === databases[0] ? moments : moments.slice(-2)
    await server.start()
    const id = async (path: string, fields: Record<string, unknown>, name: string) =>
      ((await server.call(path, fields)) as Record<string, string>)[name] ?? ''
    const from = await id('item/add', { item_name: 'Orders' }, 'item_id')
    const to = await id('item/add', { item_name: 'Archive' }, 'item_id')
    const cat_id = await id('catalog/save', { item_id: from, cat_name: 'Guides' }, 'cat_id')
    const made: string[] = []
    for (const n of [1, 2, 3]) {
      const page_id = await id(
        'page/save',
        { item_id: from, cat_id: n < 3 ? cat_id : '0', page_title: `Page ${n}`, page_content: 'x' },
        'page_id',
      )
      const file = new FormData()
      for (const [name, value] of Object.entries({ item_id: from, page_id })) file.set(name, value)
      file.set('file', new Blob([`file ${n}`]), `${n}.txt`)
      await server.call('page/upload', file)
      await server.call('page/createSinglePage', { page_id, isCreateSiglePage: 'true' })
      await server.call('mock/add', { page_id, template: '{}', path: `/made/${n}` })
      await server.call('comment/add', { page_id, content: `comment ${n}` })
      made.push(page_id)
    }
    /** What each page has, and the items of pages, files, mocks and comments. */
    const seen = async () => {
      const of = async (page_id: string) => {
        const { page_title, unique_key } = (await server.call('page/info', { page_id })) as Record<string, string>
        const found = [await server.call('page/uploadList', { page_id }), await server.call('mock/infoByPageId', { page_id })]
        return [page_title, unique_key, ...found, await server.call('comment/counts', { item_id: from }), page_id]
      }
      const items = await server.look(async ({ db }) => {
        const ids = made.map(Number)
        const rows = await Promise.all([
          db.selectFrom('page').select('item_id').where('page_id', 'in', ids).execute(),
          db.selectFrom('thread').select('item_id').where('page_id', 'in', ids).execute(),
          db.selectFrom('mock').select('item_id').where('page_id', 'in', ids).execute(),
          db.selectFrom('catalog').select('item_id').where('cat_id', '=', Number(cat_id)).execute(),
          db.selectFrom('attachment').select('item_id').execute(),
        ])
        return [...new Set(rows.flat().map(({ item_id }) => String(item_id)))]
      })
      return { items, pages: await Promise.all(made.map(of)) }
    }
    const lines = JSON.stringify([{ cat_id }, { page_id: made[2] }])
    const move = { item_id: from, lines, to_item_id: to, to_cat_id: '0', checked: '', password: '' }
    const before = await seen()
    expect(before.items).toEqual([from])
    for (const [name, moment] of here) {
      await server.start(moment)
      await server.diesIn('tree/move', move)
      await server.start()
      const state = await seen()
      if (!name.startsWith('after the commit')) expect(state, name).toEqual(before)
      else expect(state.items, name).toEqual([to])
    }
    // The move that was committed is known and can be taken back.
    const batch_id = await server.look(async ({ db }) => {
      const rows = await db.selectFrom('tree_batch').select('batch_id').execute()
      expect(rows).toHaveLength(1)
      return String(rows[0]?.batch_id)
    })
    await server.call('tree/undo', { batch_id })
    expect(await seen()).toEqual(before)
  },
)
