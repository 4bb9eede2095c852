import { describe, expect } from 'vitest'
import { catalogWords } from '../web/src/catalog/catalog.words.ts'
import { groupWords } from '../web/src/items/groups/screen.words.ts'
import { itemsWords } from '../web/src/items/items.words.ts'
import { pageSortWords } from '../web/src/page-order/page-order.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { eitherIn } from './browser.ts'
import type { Visitor } from './site.ts'
import { story } from './story.ts'

/* Whatever a mouse drags is also moved by keys alone, and a screen reader is told so in the language of the page. */

describe.each(eitherIn('en'))('without a mouse, in %s', (language) => {
  const [items, groups, catalogs, sorting] = [itemsWords[language], groupWords[language], catalogWords[language], pageSortWords[language]]
  const [reading, editor] = [readingWords[language], editorWords[language]]
  let person: Visitor
  let item_id = ''
  let page_id = ''
  const ask = <T>(path: string, form: Record<string, string>) => person.call<T>(path, form)
  const key = (name: string) => person.page.keyboard.press(name)
  const live = (name: string) => person.page.locator('[id^="DndLiveRegion"]').filter({ hasText: name }).last()
  /** What has the focus is called like this; a field it may be in is named by its label. */
  const focused = () =>
    person.page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
    })
  /** Goes on with the Tab key until there, as somebody without a mouse does. */
  async function tabTo(name: string) {
    for (let steps = 0; steps < 80; steps++) {
      if ((await focused()).startsWith(name)) return
      await key('Tab')
    }
    throw new Error(`the Tab key does not reach ${name}`)
  }
  async function open(path: string) {
    await person.open(path)
  }
  const says = (text: string) => live(text).waitFor({ state: 'attached' })
  /** Picks a thing up; it can be moved once the list has been measured and the thing lies at its own place. */
  const lift = async (name: string) => {
    await key('Space')
    await says(items.lifted(name))
    await person.page.locator('[data-moving][style*="translate3d"]').waitFor()
    // The library listens for the keys of a move from a timer that it sets when it lifts; a timer set later runs after it.
    await person.page.evaluate(() => new Promise((done) => setTimeout(done)))
  }
  const walk = async (arrow: string, said: string) => {
    await key(arrow)
    await says(said)
  }

  story.beforeAll(async ({ site }) => {
    person = await site.user('writer', language)
    for (const item_name of [`${language} one`, `${language} two`, `${language} three`])
      item_id = (await ask<{ item_id: string }>('item/add', { item_name })).item_id
    for (const page_title of ['First', 'Second', 'Third'])
      page_id = (await ask<{ page_id: string }>('page/save', { item_id, page_title, page_content: page_title })).page_id
    await ask('catalog/save', { item_id, cat_name: 'Part' })
    for (const group_name of [`${language} a`, `${language} b`]) await ask('itemGroup/save', { group_name, item_ids: item_id })
  })

  story('items get their order', async () => {
    await open('/item/index')
    const names = () => person.page.locator('main li h2').allInnerTexts()
    await person.page.locator('main li h2').nth(2).waitFor()
    const [first, second] = await names()
    await tabTo(items.move(first as string))
    await lift(first as string)
    await walk('ArrowRight', items.over(first as string, 2, (await names()).length))
    await key('Space')
    await says(items.dropped(first as string, 2, (await names()).length))
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
    expect(await focused()).toBe(items.move(first as string))
    await expect
      .poll(async () => (await ask<{ item_name: string }[]>('item/myList', {})).slice(0, 2).map((one) => one.item_name))
      .toEqual([second, first])
  })

  story('groups get theirs, and Escape leaves it as it was', async () => {
    await open('/item/group/index')
    const names = () => person.page.locator('.group-row h2').allInnerTexts()
    await person.page.locator('.group-row h2').nth(1).waitFor()
    const [first, second, ...rest] = await names()
    await tabTo(items.move(first as string))
    await lift(first as string)
    await walk('ArrowDown', items.over(first as string, 2, rest.length + 2))
    await key('Escape')
    await says(items.putBack(first as string))
    expect(await names()).toEqual([first, second, ...rest])
    await lift(first as string)
    await walk('ArrowDown', items.over(first as string, 2, rest.length + 2))
    await key('Space')
    await expect.poll(names).toEqual([second, first, ...rest])
    // Whoever sees the screen and has no mouse is told as well.
    expect(await person.page.getByText(groups.tip).isVisible()).toBe(true)
  })

  story('pages get theirs in the dialog, which Escape leaves open while one is lifted', async () => {
    await open(`/${item_id}/${page_id}`)
    await tabTo(reading.more)
    await key('Enter')
    for (let steps = 0; steps < 20 && (await focused()) !== reading.sortPages; steps++) await key('ArrowDown')
    await key('Enter')
    const dialog = person.page.getByRole('dialog', { name: sorting.title })
    await dialog.getByRole('listitem').first().waitFor()
    const names = () => dialog.locator('.ps-row .grow').allInnerTexts()
    expect(await names()).toEqual(['First', 'Second', 'Third'])
    await tabTo(items.move('First'))
    await lift('First')
    await walk('ArrowDown', items.over('First', 2, 3))
    await key('Escape')
    await says(items.putBack('First'))
    expect(await dialog.isVisible()).toBe(true)
    await lift('First')
    await walk('ArrowDown', items.over('First', 2, 3))
    await key('Space')
    await expect.poll(names).toEqual(['Second', 'First', 'Third'])
    await dialog.getByText(sorting.saved).waitFor()
  })

  story('pages and catalogs get their places in the tree', async () => {
    await open(`/catalog/${item_id}`)
    await person.page.getByRole('row', { name: 'Part' }).waitFor()
    await tabTo(catalogs.tree)
    for (let steps = 0; steps < 10; steps++) {
      const at = await person.page.getByRole('treegrid').getAttribute('aria-activedescendant')
      if (at && (await person.page.locator(`[id="${at}"]`).getAttribute('aria-label')) === 'Third') break
      await key('ArrowDown')
    }
    await key('Space')
    await says(catalogs.lifted('Third'))
    await key('End')
    await says(catalogs.over(catalogs.last('Part')))
    await key('Space')
    await says(catalogs.dropped('Third', catalogs.last('Part')))
    const menuOf = async () =>
      (await ask<{ menu: { catalogs: { cat_name: string; pages: { page_title: string }[] }[] } }>('item/info', { item_id })).menu
    await expect.poll(async () => (await menuOf()).catalogs[0]?.pages.map((one) => one.page_title)).toEqual(['Third'])
  })

  story('a table gets its size', async () => {
    await open(`/page/edit/${item_id}/${page_id}`)
    const { page } = person
    const text = page.getByRole('textbox', { name: editor.text })
    await text.waitFor()
    await page.getByRole('button', { name: editor.table, exact: true }).focus()
    await key('Enter')
    for (const arrow of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await key(arrow)
    expect(await focused()).toBe(editor.tableSize(3, 2))
    await key('Enter')
    await expect.poll(() => text.innerText()).toMatch(/\| -+ \| -+ \| -+ \|\n(\| +\| +\| +\|\n){2}/)
  })

  story('the menu of a spreadsheet is walked and closed', async () => {
    const sheet = (await ask<{ item_id: string }>('item/add', { item_name: `${language} sheet`, item_type: '4' })).item_id
    await open(`/${sheet}`)
    await person.page.locator('.fortune-sheet-overlay').waitFor()
    await person.page.locator('.luckysheet-cell-input').first().focus()
    await person.page.waitForFunction(() => document.activeElement?.matches('.luckysheet-cell-input'))
    const menu = person.page.locator('.luckysheet-cols-menu:not(.fortune-filter-menu)')
    await key('ContextMenu')
    await menu.waitFor()
    // The menu leaves the focus in the cell until an arrow leads in, so that the first arrow always leads to the first entry.
    expect(await person.page.evaluate(() => document.activeElement?.matches('.luckysheet-cell-input'))).toBe(true)
    const entries = await menu.locator('.luckysheet-cols-menuitem').allInnerTexts()
    await key('ArrowDown')
    expect(await focused()).toBe(entries[0]?.trim())
    await key('ArrowDown')
    expect(await focused()).toBe(entries[1]?.trim())
    await key('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    await expect.poll(() => person.page.evaluate(() => document.activeElement?.className)).toContain('luckysheet-cell-input')
  })
})
