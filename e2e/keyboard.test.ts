import { describe, expect } from 'vitest'
import { catalogWords } from '../web/src/catalog/catalog.words.ts'
import { groupWords } from '../web/src/items/groups/screen.words.ts'
import { pageSortWords } from '../web/src/page-order/page-order.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { dragWords } from '../web/src/ui/drag/drag.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { testLanguages } from './browser.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/* Everything that a mouse can drag can be moved with the keyboard, and a screen reader announces it in the language of the page. */

describe.each(testLanguages('en'))('with the keyboard alone, in %s', (language) => {
  const [drags, groups, catalogs, sorting] = [dragWords[language], groupWords[language], catalogWords[language], pageSortWords[language]]
  const [reading, editor] = [readingWords[language], editorWords[language]]
  let writer: TestUser
  let item_id = ''
  let page_id = ''
  const call = <T>(path: string, form: Record<string, string>) => writer.call<T>(path, form)
  const key = (name: string) => writer.page.keyboard.press(name)
  const live = (name: string) => writer.page.locator('[data-drag-status]').filter({ hasText: name }).last()
  /** The accessible name, or else the text, of the focused element. */
  const focused = () =>
    writer.page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
    })
  /** Presses Tab until an element of this name has the focus. */
  async function tabTo(name: string) {
    for (let steps = 0; steps < 80; steps++) {
      if ((await focused()).startsWith(name)) return
      await key('Tab')
    }
    throw new Error(`the Tab key does not reach ${name}`)
  }
  async function open(path: string) {
    await writer.open(path)
  }
  const announced = (text: string) => live(text).waitFor({ state: 'attached' })
  const lift = async (name: string) => {
    await key('Space')
    await announced(drags.lifted(name))
  }
  const move = async (arrow: string, announcement: string) => {
    await key(arrow)
    await announced(announcement)
  }

  story.beforeAll(async ({ site }) => {
    writer = await site.user('writer', language)
    for (const item_name of [`${language} one`, `${language} two`, `${language} three`])
      item_id = (await call<{ item_id: string }>('item/add', { item_name })).item_id
    for (const page_title of ['First', 'Second', 'Third'])
      page_id = (await call<{ page_id: string }>('page/save', { item_id, page_title, page_content: page_title })).page_id
    await call('catalog/save', { item_id, cat_name: 'Part' })
    for (const group_name of [`${language} a`, `${language} b`]) await call('itemGroup/save', { group_name, item_ids: item_id })
  })

  story('items are reordered', async () => {
    await open('/item/index')
    const names = () => writer.page.locator('main li h3').allInnerTexts()
    await writer.page.locator('main li h3').nth(2).waitFor()
    const [first, second] = await names()
    await tabTo(drags.move(first as string))
    await lift(first as string)
    await move('ArrowRight', drags.over(first as string, drags.numbered(2, (await names()).length)))
    await key('Space')
    await announced(drags.dropped(first as string, drags.numbered(2, (await names()).length)))
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
    expect(await focused()).toBe(drags.move(first as string))
    await expect
      .poll(async () => (await call<{ item_name: string }[]>('item/myList', {})).slice(0, 2).map((one) => one.item_name))
      .toEqual([second, first])
  })

  story('groups are reordered, and Escape restores the previous order', async () => {
    await open('/item/group/index')
    const names = () => writer.page.locator('.group-row h2').allInnerTexts()
    await writer.page.locator('.group-row h2').nth(1).waitFor()
    const [first, second, ...rest] = await names()
    await tabTo(drags.move(first as string))
    await lift(first as string)
    await move('ArrowDown', drags.over(first as string, drags.numbered(2, rest.length + 2)))
    await key('Escape')
    await announced(drags.putBack(first as string))
    expect(await names()).toEqual([first, second, ...rest])
    await lift(first as string)
    await move('ArrowDown', drags.over(first as string, drags.numbered(2, rest.length + 2)))
    await key('Space')
    await expect.poll(names).toEqual([second, first, ...rest])
    // The instructions are also visible, for users who see the screen but have no mouse.
    expect(await writer.page.getByText(groups.tip).isVisible()).toBe(true)
  })

  story('pages are reordered in the dialog, which stays open when Escape cancels a move', async () => {
    await open(`/${item_id}/${page_id}`)
    await tabTo(reading.more)
    await key('Enter')
    for (let steps = 0; steps < 20 && (await focused()) !== reading.sortPages; steps++) await key('ArrowDown')
    await key('Enter')
    const dialog = writer.page.getByRole('dialog', { name: sorting.title })
    await dialog.getByRole('listitem').first().waitFor()
    const names = () => dialog.locator('.ps-row .grow').allInnerTexts()
    expect(await names()).toEqual(['First', 'Second', 'Third'])
    await tabTo(drags.move('First'))
    await lift('First')
    await move('ArrowDown', drags.over('First', drags.numbered(2, 3)))
    await key('Escape')
    await announced(drags.putBack('First'))
    expect(await dialog.isVisible()).toBe(true)
    await lift('First')
    await move('ArrowDown', drags.over('First', drags.numbered(2, 3)))
    await key('Space')
    await expect.poll(names).toEqual(['Second', 'First', 'Third'])
    await dialog.getByText(sorting.saved).waitFor()
  })

  story('pages are moved within the tree', async () => {
    await open(`/catalog/${item_id}`)
    await writer.page.getByRole('row', { name: 'Part' }).waitFor()
    await tabTo(catalogs.tree)
    for (let steps = 0; steps < 10; steps++) {
      const at = await writer.page.getByRole('treegrid').getAttribute('aria-activedescendant')
      if (at && (await writer.page.locator(`[id="${at}"]`).getAttribute('aria-label')) === 'Third') break
      await key('ArrowDown')
    }
    await key('Space')
    await announced(drags.lifted('Third'))
    await key('End')
    await announced(drags.over('Third', catalogs.last('Part')))
    await key('Space')
    await announced(drags.dropped('Third', catalogs.last('Part')))
    const menuOf = async () =>
      (await call<{ menu: { catalogs: { cat_name: string; pages: { page_title: string }[] }[] } }>('item/info', { item_id })).menu
    await expect.poll(async () => (await menuOf()).catalogs[0]?.pages.map((one) => one.page_title)).toEqual(['Third'])
  })

  story('the size of a table is chosen', async () => {
    await open(`/page/edit/${item_id}/${page_id}`)
    const { page } = writer
    const text = page.getByRole('textbox', { name: editor.text })
    await text.waitFor()
    await page.getByRole('button', { name: editor.table, exact: true }).focus()
    await key('Enter')
    for (const arrow of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await key(arrow)
    expect(await focused()).toBe(editor.tableSize(3, 2))
    await key('Enter')
    await expect.poll(() => text.innerText()).toMatch(/\| -+ \| -+ \| -+ \|\n(\| +\| +\| +\|\n){2}/)
  })

  story('the menu of a spreadsheet is navigated and closed', async () => {
    const sheet = (await call<{ item_id: string }>('item/add', { item_name: `${language} sheet`, item_type: '4' })).item_id
    await open(`/${sheet}`)
    await writer.page.locator('.fortune-sheet-overlay').waitFor()
    await writer.page.locator('.luckysheet-cell-input').first().focus()
    await writer.page.waitForFunction(() => document.activeElement?.matches('.luckysheet-cell-input'))
    const menu = writer.page.locator('.luckysheet-cols-menu:not(.fortune-filter-menu)')
    await key('ContextMenu')
    await menu.waitFor()
    // The focus stays in the cell until an arrow key, so that the first arrow always leads to the first entry.
    await expect.poll(() => writer.page.evaluate(() => document.activeElement?.matches('.luckysheet-cell-input'))).toBe(true)
    const entries = await menu.locator('.luckysheet-cols-menuitem').allInnerTexts()
    await key('ArrowDown')
    expect(await focused()).toBe(entries[0]?.trim())
    await key('ArrowDown')
    expect(await focused()).toBe(entries[1]?.trim())
    await key('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    await expect.poll(() => writer.page.evaluate(() => document.activeElement?.className)).toContain('luckysheet-cell-input')
  })
})
