import { afterAll, expect, it } from 'vitest'
import { closeWorkers } from '../../runtime/workers.ts'
import { anItem, aPage } from '../../test/given.ts'
import { onEachDatabase } from '../../test/product.ts'
import { LEXEMES_MAX, lexemesOfPage } from './lexemes.ts'
import { lexemesIn, lexemesOf, prepareLexemes } from './page-lexemes.ts'
import { indexPage } from './search.ts'

afterAll(closeWorkers)

const long = (mark: string) =>
  `# Warehouse ${mark}\n\n${'A warehouse keeps what the orders ask for. 仓库保管订单需要的货物。\n\n'.repeat(2000)}${mark}`

it('a long page has the same lexemes from the thread, prepared or not, and under a title that changed meanwhile', async () => {
  const page = { page_title: 'Stock', page_content: long('abc') }
  const expected = lexemesIn(page)
  expect(await lexemesOf(page)).toEqual(expected)
  await prepareLexemes(page, 'anna')
  const renamed = { ...page, page_title: 'Goods' }
  expect(await lexemesOf(renamed)).toEqual(lexemesIn(renamed))
  expect(await lexemesOf(page)).toEqual(expected)
})

it('megabytes of random words have a bounded number of lexemes, with the title and the headings among them', () => {
  const text = Array.from({ length: 200_000 }, (_, n) => `w${n.toString(36)}`).join('/')
  const lexemes = lexemesOfPage({ page_title: 'Keys', headings: 'Chapter', text })
  expect(lexemes).toHaveLength(LEXEMES_MAX)
  expect(lexemes).toEqual(expect.arrayContaining(['keys', ':keys', '::chapter', 'w0']))
})

onEachDatabase('the index of long pages', (product) => {
  it('finds the words that a save has brought, and no more those that it has taken', async () => {
    const anna = await product.user('anna')
    const item_id = await anItem(anna)
    const page_id = await aPage(anna, item_id)
    const save = (mark: string) => anna.api.page.save({ page_id, item_id, page_title: 'Stock', page_content: long(mark) })
    const found = async (keyword: string) => (await anna.api.item.search({ item_id, keyword })).pages.map((page) => page.page_id)
    await save('firstmark')
    expect(await found('firstmark')).toEqual([page_id])
    await Promise.all([save('secondmark'), save('thirdmark')])
    expect(await found('firstmark')).toEqual([])
    expect([...(await found('secondmark')), ...(await found('thirdmark'))]).toEqual([page_id])
  })

  it('rejects only the save whose page cannot be cut, and not the others of its commit', async () => {
    const { store } = product.server.services
    const anna = await product.user('anna')
    const item_id = await anItem(anna)
    const [kept, lost] = [Number(await aPage(anna, item_id)), Number(await aPage(anna, item_id))]
    const ids = { page_id: lost, item_id: Number(item_id), page_title: 'Stock' }
    const broken = {
      ...ids,
      get page_content(): string {
        throw new Error('out of memory')
      },
    }
    const ends = await Promise.allSettled([
      store.write((trx) => indexPage(store, trx, { ...ids, page_id: kept, page_content: 'kept' })),
      store.write((trx) => indexPage(store, trx, broken)),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})
