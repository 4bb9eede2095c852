import { describe, expect } from 'vitest'
import { catalogWords, pageMoveWords } from '../web/src/catalog/catalog.words.ts'
import { manyWords } from '../web/src/catalog/many/many.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { testLanguages } from './browser.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

describe.each(testLanguages('en'))('pages moved to another item, in %s', (language) => {
  const handbook = `Handbook ${language}`
  const [t, catalogs, reading] = [pageMoveWords[language], catalogWords[language], readingWords[language]]
  let writer: TestUser
  let from = ''
  let to = ''
  let guides = ''
  story.beforeAll(async ({ site }) => {
    writer = await site.user('writer', language, { width: 390, height: 844 })
    from = (await call<{ item_id: string }>('item/add', { item_name: 'Order Service' })).item_id
    to = (await call<{ item_id: string }>('item/add', { item_name: handbook })).item_id
    guides = (await call<{ cat_id: string }>('catalog/save', { item_id: to, cat_name: 'Guides' })).cat_id
  })

  const call = <T>(path: string, form: Record<string, string>) => writer.call<T>(path, form)
  const write = async (page_title: string) =>
    (await call<{ page_id: string }>('page/save', { item_id: from, page_title, page_content: `About ${page_title.toLowerCase()}.` }))
      .page_id
  const titles = async () =>
    (await call<{ page_title: string }[]>('catalog/getPagesBycat', { item_id: to, cat_id: guides })).map((page) => page.page_title)
  async function choose(catalogLabel = t.catalog) {
    const dialog = writer.page.getByRole('dialog')
    const field = dialog.getByRole('combobox', { name: t.item })
    await field.focus()
    await writer.page.keyboard.type(handbook.toLowerCase())
    await dialog.getByRole('option', { name: handbook }).waitFor()
    await writer.page.keyboard.press('Enter')
    await dialog.getByLabel(catalogLabel).selectOption({ label: 'Guides' })
    return dialog
  }

  story('are moved one at a time from the reading screen, on a phone with the keyboard, and the old address redirects', async () => {
    const page_id = await write('Returns')
    const { page } = writer
    await writer.open(`/${from}/${page_id}`)
    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name: reading.movePage }).click()
    const dialog = await choose()
    const place = await dialog.boundingBox()
    expect([place && place.x >= 0, place && place.x + place.width <= 390, place && place.height <= 844]).toEqual([true, true, true])
    expect(await dialog.innerText()).toContain(t.leaves(handbook, 1))
    await dialog.getByRole('button', { name: t.doMove, exact: true }).press('Enter')
    await page.waitForURL(`**/${to}/${page_id}`)
    await page.getByRole('heading', { level: 1, name: 'Returns' }).waitFor()
    await expect.poll(() => page.title()).toContain(handbook)
    await page.goto(`/${from}/${page_id}`)
    expect(new URL(page.url()).pathname).toBe(`/${to}/${page_id}`)
    expect(await titles()).toEqual(['Returns'])
  })

  story('are moved together from the catalog screen, and a link leads to them', async () => {
    const ids = [await write('Refunds'), await write('Carriers'), await write('Stays')]
    const { page } = writer
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/catalog/${from}`)
    await page.getByRole('button', { name: catalogs.movePages }).click()
    const dialog = page.getByRole('dialog')
    for (const title of ['Carriers', 'Refunds']) await dialog.getByRole('option', { name: title }).click()
    await choose()
    await dialog.getByRole('button', { name: t.doAll(2) }).click()
    await page.getByRole('row', { name: 'Refunds' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Stays' }).waitFor()
    expect(await titles()).toEqual(['Returns', 'Refunds', 'Carriers'])
    await page.getByRole('button', { name: t.look }).click()
    await page.waitForURL(`**/${to}/${ids[0]}`)
    await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor()
  })

  story('are selected with the keyboard, moved at once, and brought back', async () => {
    for (const title of ['Labels', 'Parcels']) await write(title)
    const many = manyWords[language]
    const { page } = writer
    await page.goto(`/catalog/${from}`)
    await page.getByRole('button', { name: catalogs.chooseStart, exact: true }).click()
    // The tree has the focus: the first row, then Shift with the arrow for the next two.
    for (const key of ['Home', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await page.getByText(many.chosen('3 pages')).waitFor()
    await page.getByRole('button', { name: many.move }).click()
    const dialog = await choose(catalogs.parent)
    await dialog.getByText(many.moves('3 pages', `${handbook} / Guides`)).waitFor()
    await dialog.getByRole('button', { name: many.doMove, exact: true }).click()
    await page.getByRole('row').first().waitFor({ state: 'detached' })
    expect((await titles()).slice(-3)).toEqual(['Stays', 'Labels', 'Parcels'])
    await page.getByRole('button', { name: many.undo, exact: true }).click()
    await page.getByRole('row', { name: 'Parcels' }).waitFor()
    await page.getByText(many.undone).waitFor()
    expect(await titles()).toEqual(['Returns', 'Refunds', 'Carriers'])
  })
})
