import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { catalogWords } from '../web/src/catalog/catalog.words.ts'
import { addItemWords } from '../web/src/items/add/add-item.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { arrangeWords } from '../web/src/tree/arrange.words.ts'
import { testLanguages, untilReady } from './browser.ts'
import { root } from './product.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'
import { zipFolder } from './zip.ts'

interface Menu {
  pages: { page_id: string; page_title: string }[]
  catalogs: (Menu & { cat_id: string; cat_name: string })[]
}

const outline = (menu: Menu, depth = 0): string[] => [
  ...menu.pages.map((page) => '  '.repeat(depth) + page.page_title),
  ...menu.catalogs.flatMap((one) => [`${'  '.repeat(depth)}${one.cat_name}/`, ...outline(one, depth + 1)]),
]

describe.each(testLanguages('zh'))('an imported manual is reorganized, in %s', (language) => {
  const [t, arrange, reading, add] = [catalogWords[language], arrangeWords[language], readingWords[language], addItemWords[language]]
  let writer: TestUser
  let item_id = ''
  story.beforeAll(async ({ site }) => {
    writer = await site.user('writer', language)
  })

  const call = <T>(path: string, form: Record<string, string>) => writer.call<T>(path, form)
  const menuOf = async (id = item_id) => (await call<{ menu: Menu }>('item/info', { item_id: id })).menu
  /** The row of a page by its id, or of a catalog by its id with the prefix c. */
  const line = (key: string) => writer.page.locator(`[id$="-line-${key}"]`)
  /** Opens the catalog screen with only these catalogs expanded. */
  async function show(...open: string[]) {
    await writer.page.goto(`/catalog/${item_id}`)
    await writer.page.getByRole('button', { name: t.closeAll }).click()
    for (const cat_id of open) await line(`c${cat_id}`).click()
  }

  /** Drags a row over another row; `part` is the vertical position in that row, from 0 to 1. */
  async function drag(from: Locator, to: Locator, part: number) {
    const { mouse } = writer.page
    const [a, b] = [await from.boundingBox(), await to.boundingBox()]
    if (!a || !b) throw new Error('not on screen')
    await mouse.move(a.x + 80, a.y + a.height / 2)
    await mouse.down()
    await mouse.move(a.x + 84, a.y + a.height / 2 + 8, { steps: 3 })
    await writer.page.locator('.move-ghost').waitFor()
    await mouse.move(b.x + 80, b.y + b.height * part, { steps: 6 })
    return { drop: () => mouse.up(), ghost: () => writer.page.locator('.move-ghost').innerText() }
  }
  const chooseAction = async (key: string, action: string) => {
    await line(key).hover()
    await line(key).locator('[aria-haspopup]').click()
    await writer.page.getByRole('menuitem', { name: action }).click()
  }

  story('the manual is imported and its catalogs are shown', async () => {
    const { page } = writer
    const zip = zipFolder(join(root, 'docs/manual', language), 'manual.zip', `Handbook ${language}`)
    await page.goto('/item/add?tab=import')
    await page.locator('input[type=file]').setInputFiles(zip)
    await page.getByRole('link', { name: add.openItem }).click()
    await page.locator('article h1').waitFor()
    await untilReady(page)
    await page.getByRole('link', { name: reading.catalogs }).click()
    await page.getByRole('heading', { name: t.title }).waitFor()
    item_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect((await menuOf()).catalogs).toHaveLength(4)
  })

  story('a page is dragged to another catalog, and Undo moves it back', async () => {
    const { page } = writer
    const original = await menuOf()
    const [first, second] = original.catalogs as [Menu['catalogs'][number], Menu['catalogs'][number]]
    const [moved, next] = [first.pages[0], second.pages[0]]
    if (!moved || !next) throw new Error('no pages')
    await show(first.cat_id, second.cat_id)
    await (await drag(line(moved.page_id), line(next.page_id), 0.2)).drop()
    await page.getByText(arrange.moved(moved.page_title, `“${second.cat_name}”`)).waitFor()
    expect((await menuOf()).catalogs[1]?.pages.slice(0, 2)).toMatchObject([{ page_id: moved.page_id }, { page_id: next.page_id }])
    await page.getByRole('button', { name: arrange.undo }).click()
    await page.getByText(arrange.undone(moved.page_title)).waitFor()
    expect(outline(await menuOf())).toEqual(outline(original))
  })

  story('a catalog is dragged into another one, and a move that would create a fourth level is refused', async () => {
    const { page } = writer
    const [first, second, third] = (await menuOf()).catalogs
    if (!first || !second || !third) throw new Error('the manual has parts')
    const { cat_id } = await call<{ cat_id: string }>('catalog/save', { item_id, cat_name: 'Deep', parent_cat_id: third.cat_id })
    await show()
    await (await drag(line(`c${third.cat_id}`), line(`c${second.cat_id}`), 0.5)).drop()
    await page.getByText(arrange.moved(third.cat_name, `“${second.cat_name}”`)).waitFor()
    const refused = await drag(line(`c${second.cat_id}`), line(`c${first.cat_id}`), 0.5)
    expect(await refused.ghost()).toBe(`${second.cat_name}\n${arrange.deep}`)
    await refused.drop()
    const after = (await menuOf()).catalogs.find((one) => one.cat_id === second.cat_id)
    expect(after?.catalogs).toMatchObject([{ cat_id: third.cat_id, catalogs: [{ cat_id }] }])
  })

  story('a catalog moves to another item, and links to its pages still work', async () => {
    const { page } = writer
    const shelf = await call<{ item_id: string }>('item/add', { item_name: `Shelf ${language}` })
    const [first] = (await menuOf()).catalogs
    const moved = first?.pages[0]
    if (!first || !moved) throw new Error('nothing to move')
    await call('page/save', { page_id: moved.page_id, page_title: moved.page_title, page_content: 'Changed once' })
    await show()
    await chooseAction(`c${first.cat_id}`, t.copy)
    await page.getByLabel(t.item, { exact: true }).fill(`Shelf ${language}`)
    await page.getByRole('option', { name: `Shelf ${language}`, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.doMove }).click()
    await page.getByText(t.movedTo(first.cat_name, `Shelf ${language}`)).waitFor()
    await line(`c${first.cat_id}`).waitFor({ state: 'detached' })
    expect((await menuOf(shelf.item_id)).catalogs).toMatchObject([
      { cat_id: first.cat_id, pages: first.pages.map(({ page_id }) => ({ page_id })) },
    ])
    await page.goto(`/${item_id}/${moved.page_id}`)
    await page.waitForURL(`**/${shelf.item_id}/${moved.page_id}`)
    await page.locator('article').getByText('Changed once').waitFor()
    expect(await call<unknown[]>('page/history', { page_id: moved.page_id })).toHaveLength(1)
  })

  story('a catalog is deleted after a confirmation that counts its pages and catalogs', async () => {
    const { page } = writer
    const top = (await menuOf()).catalogs.find((one) => one.catalogs.length > 0)
    if (!top) throw new Error('nothing to delete')
    const lines = outline(top)
    const catalogs = lines.filter((one) => one.endsWith('/')).length
    await show()
    await chooseAction(`c${top.cat_id}`, t.remove)
    const dialog = page.getByRole('dialog', { name: t.deleteTitle(top.cat_name) })
    await dialog.getByText(t.deleteHolds(catalogs, lines.length - catalogs)).waitFor()
    await dialog.getByRole('button', { name: t.deleteDo }).click()
    await page.getByText(t.deleted(top.cat_name)).waitFor()
    await line(`c${top.cat_id}`).waitFor({ state: 'detached' })
    expect((await menuOf()).catalogs.map((one) => one.cat_id)).not.toContain(top.cat_id)
    expect(await call<unknown[]>('recycle/getList', { item_id })).toHaveLength(lines.length - catalogs)
  })

  story('the tree of the reading screen is reordered by dragging, but only by users who can edit', async ({ site }) => {
    const { page } = writer
    const made = await call<{ item_id: string }>('item/add', { item_name: `Notes ${language}` })
    const write = async (page_title: string) =>
      (await call<{ page_id: string }>('page/save', { item_id: made.item_id, page_title, page_content: page_title })).page_id
    const [one, , three] = [await write('one'), await write('two'), await write('three')]
    await writer.open(`/${made.item_id}`)
    await (await drag(line(three), line(one), 0.2)).drop()
    await page.getByText(arrange.ordered('three')).waitFor()
    expect(outline(await menuOf(made.item_id))).toEqual(['three', 'one', 'two'])
    expect(new URL(page.url()).pathname).toBe(`/${made.item_id}`)
    const visitor = await site.visitor(language)
    const scripts: string[] = []
    visitor.page.on('request', (request) => scripts.push(request.url()))
    await visitor.open(`/${made.item_id}`)
    await visitor.page.getByRole('treeitem', { name: 'two' }).hover()
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(100, 400, { steps: 4 })
    await visitor.page.mouse.up()
    expect(scripts.filter((one) => /tree-drag|arrange/.test(one))).toEqual([])
    expect([...writer.browserErrors, ...visitor.browserErrors]).toEqual([])
    await visitor.context.close()
  })
})
