import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { aCatalog, aFile, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

/** Moves of one run; with MOVES=1000 as many as a site has in years. */
const MOVES = Number(process.env['MOVES'] ?? 60)
const ITEMS = 5

/** Each move is from where the first of the chosen pages is at that time, with those that are there too, to one of the items. */
const moves = fc.array(
  fc.record({
    to: fc.nat(ITEMS - 1),
    isInCatalog: fc.boolean(),
    pages: fc.uniqueArray(fc.nat(5), { minLength: 1 }),
    isUndone: fc.boolean(),
  }),
  { minLength: MOVES, maxLength: MOVES },
)

onEachDatabase('random moves of many pages', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it(
    'keep the file, the link, the mock and the comments with each page, and its earlier addresses lead to it',
    { timeout: 60_000 * Math.ceil(MOVES / 60) },
    () =>
      assertProperty(
        fc.asyncProperty(moves, async (list) => {
          const { api } = alice
          const items = await Promise.all([1, 2, 3, 4, 5].map((n) => anItem(alice, { item_name: `Item ${n}` })))
          const shelves = await Promise.all(items.map((item_id) => aCatalog(alice, item_id, 'Shelf')))
          const pages: string[] = []
          for (let n = 0; n < 6; n++) {
            const page_id = await aPage(alice, items[n % ITEMS] as string, { page_title: `page ${n}` })
            await aFile(product, items[n % ITEMS] as string, Buffer.from(`file ${n}`), { page_id, owner: alice, name: `${n}.txt` })
            await api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
            await api.mock.add({ page_id, template: `{"n":${n}}`, path: `/made/${n}` })
            await api.comment.add({ page_id, content: `comment ${n}` })
            pages.push(page_id)
          }
          const stateOf = async (page_id: string) => {
            const { unique_key, page_title } = await api.page.info({ page_id })
            const [files, mock, comments] = await Promise.all([
              api.page.uploadList({ page_id }),
              api.mock.infoByPageId({ page_id }),
              api.comment.getList({ page_id }),
            ])
            const threads = comments.threads.map(({ thread_id, comments: all }) => [thread_id, all.length])
            return { page_title, unique_key, files: files.map((file) => [file.file_id, file.url]), mock: mock?.unique_key, threads }
          }
          const before = await Promise.all(pages.map(stateOf))
          expect(before[0]).toMatchObject({
            files: [[expect.any(String), expect.any(String)]],
            mock: expect.any(String),
            threads: [[expect.any(String), 1]],
          })

          const places = new Map(pages.map((page_id, n) => [page_id, items[n % ITEMS] as string]))
          const earlier = new Map(pages.map((page_id, n) => [page_id, new Set([items[n % ITEMS] as string])]))
          for (const { to, isInCatalog, pages: wanted, isUndone } of list) {
            const [item_id, to_item_id] = [places.get(pages[wanted[0] as number] as string) as string, items[to] as string]
            const chosen = wanted.map((n) => pages[n] as string).filter((page_id) => places.get(page_id) === item_id)
            const lines = JSON.stringify(chosen.map((page_id) => ({ page_id })))
            const to_cat_id = isInCatalog ? (shelves[to] as string) : '0'
            const { batch_id } = await api.tree.move({ item_id, lines, to_item_id, to_cat_id, checked: '', password: '' })
            for (const page_id of chosen) earlier.get(page_id)?.add(to_item_id)
            if (isUndone) await api.tree.undo({ batch_id })
            else for (const page_id of chosen) places.set(page_id, to_item_id)
          }
          expect(await Promise.all(pages.map(stateOf))).toEqual(before)
          const found = await Promise.all(pages.map(async (page_id) => (await api.page.info({ page_id })).item_id))
          expect(found).toEqual(pages.map((page_id) => places.get(page_id)))
          // Each earlier address leads to the page, and reveals nothing to a visitor once the items are closed.
          const at = async (url: string, who: TestUser) => {
            const reply = await product.send({ method: 'GET', url, headers: who.headers })
            return [reply.statusCode, reply.headers.location ?? '']
          }
          for (const [n, item_id] of items.entries()) await api.item.update({ item_id, item_name: `Item ${n + 1}`, password: 'sesame' })
          for (const [page_id, all] of earlier)
            for (const item_id of all) {
              const now = places.get(page_id)
              expect(await at(`/${item_id}/${page_id}`, alice)).toEqual(item_id === now ? [200, ''] : [302, `/${now}/${page_id}`])
              const [, lead] = await at(`/${item_id}/${page_id}`, product.visitor())
              expect(lead).toContain(`/item/password/${item_id}`)
            }
          // The files belong to the items of their pages, which decide who can open them.
          const { db } = product.server.services.store
          const files = db.selectFrom('attachment_page as link').innerJoin('attachment as file', 'file.file_id', 'link.file_id')
          const owners = await files.select(['link.page_id', 'file.item_id']).where('link.page_id', 'in', pages.map(Number)).execute()
          expect(owners.map((row) => [String(row.page_id), String(row.item_id)]).toSorted()).toEqual([...places].toSorted())
        }),
        { numRuns: 1 },
      ),
  )
})
