import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils, write } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { addItemWords } from '../web/src/items/add/add-item.words.ts'
import { sheetWords } from '../web/src/sheet/sheet.words.ts'
import { sheetEditWords } from '../web/src/sheet/sheet-edit.words.ts'
import { historyWords } from '../web/src/versions/history/history.words.ts'
import { editorWords } from '../web/src/writing/editor.words.ts'
import { languages } from './browser.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-sheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes an Excel file with a header row, numbers, a formula and a second sheet; returns its path. */
function writeExcelFile() {
  const hosts = utils.aoa_to_sheet([
    ['Environment', 'Host', 'Port', 'Total'],
    ['production', 'orders-01', 8443],
    ['预发布', 'orders-pre', 443],
  ])
  hosts['D2'] = { t: 'n', f: 'SUM(C2:C3)', v: 8886 }
  hosts['!cols'] = [{ wpx: 160 }]
  const book = utils.book_new(hosts, 'Hosts')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['=not a formula', '007']]), '证书')
  const path = join(folder, 'colleague.xlsx')
  writeFileSync(path, Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer))
  return path
}

const cellArea = '.fortune-sheet-overlay'

/** Clicks a cell; row and column start at 0, and `first` is the width of the first column. */
async function click(page: Page, row: number, column: number, first = 100) {
  const box = await page.locator(cellArea).boundingBox()
  if (!box) throw new Error('there is no grid')
  const x = column === 0 ? 30 : first + 1 + (column - 1) * 101 + 30
  await page.mouse.click(box.x + 46 + x, box.y + 25 + row * 26 + 12)
  // The grid takes the focus after a short delay; keys typed before are lost.
  await page.waitForFunction(() => document.activeElement?.matches('.luckysheet-cell-input'))
}

const shownFormula = (page: Page) => page.locator('.fortune-fx-input').innerText()

interface Stored {
  name: string
  rows: Record<string, { cells: Record<string, { text: string; sheaf?: { v?: unknown } }> }>
}

describe.each(languages)('a spreadsheet in %s', (language) => {
  const [t, e, editor, add, past] = [sheetWords, sheetEditWords, editorWords, addItemWords, historyWords].map(
    (words) => words[language],
  ) as [
    (typeof sheetWords)['en'],
    (typeof sheetEditWords)['en'],
    (typeof editorWords)['en'],
    (typeof addItemWords)['en'],
    (typeof historyWords)['en'],
  ]
  let lead: TestUser
  let ben: TestUser
  let item_id = ''
  let page_id = ''
  const stored = async () => JSON.parse((await lead.call<{ page_content: string }>('page/info', { page_id })).page_content) as Stored[]
  const saved = (page: Page) => page.locator('.ed-state .ok').waitFor()
  const menu = async (page: Page, entry: string) => {
    await page.getByRole('button', { name: t.more, exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  story.beforeAll(async ({ site }) => {
    lead = await site.user('lead', language)
    ben = await site.user('ben', language)
  })

  story('is created as a separate kind of item', async () => {
    const { page } = lead
    await lead.open(`/item/add`)
    await page.getByRole('radio', { name: add.sheet }).check()
    await page.getByLabel(add.name, { exact: true }).fill('Hosts')
    await page.getByRole('button', { name: add.create }).click()
    await page.waitForSelector(cellArea)
    await expect.poll(() => page.title()).toContain('Hosts')
    item_id = new URL(page.url()).pathname.split('/')[1] as string
    const { menu: pages } = await lead.call<{ menu: { pages: { page_id: string }[] } }>('item/info', { item_id })
    page_id = pages.pages[0]?.page_id as string
    await lead.call('member/save', { item_id, username: ben.username, cat_id: '0', member_group_id: '1' })
  })

  story('has rows 25 high', async () => {
    const { page } = lead
    const box = await page.locator(cellArea).boundingBox()
    // Below the column letters; each row has a border of 1.
    for (const [y, cell] of [
      [7 * 26 - 3, 'A7'],
      [7 * 26 + 3, 'A8'],
    ] as const) {
      await page.mouse.click((box?.x ?? 0) + 76, (box?.y ?? 0) + 25 + y)
      await expect.poll(() => page.locator('.fortune-name-box').innerText()).toBe(cell)
    }
  })

  story('imports an Excel file, changes a formula and saves everything with Ctrl+S', async () => {
    const { page } = lead
    await menu(page, t.import)
    await page.getByLabel(e.importFrom, { exact: true }).last().setInputFiles(writeExcelFile())
    await page.getByRole('button', { name: e.importNow, exact: true }).click()
    await page.getByText(e.importedDetail).waitFor()
    await page.waitForSelector(cellArea)
    await expect.poll(() => page.locator('.luckysheet-sheets-item-name').allInnerTexts()).toEqual(['Hosts', '证书'])
    // Typing after one click replaces the cell, and the equals sign of the formula is kept.
    await click(page, 1, 3, 168)
    await expect.poll(() => shownFormula(page)).toBe('=SUM(C2:C3)')
    await page.keyboard.type('=C2-C3')
    await page.keyboard.press('Enter')
    // A cell in edit mode is saved too; Tab moves to the next cell.
    await click(page, 3, 0, 168)
    await page.keyboard.type('local')
    await page.keyboard.press('Tab')
    await page.keyboard.type('localhost')
    await page.keyboard.press('Control+s')
    await saved(page)
    const [hosts, certificates] = await stored()
    expect(hosts?.rows['1']?.cells).toMatchObject({
      0: { text: 'production' },
      2: { text: '8443' },
      3: { text: '=C2-C3', sheaf: { v: 8000 } },
    })
    expect(hosts?.rows['2']?.cells['0']).toMatchObject({ text: '预发布' })
    expect(hosts?.rows['3']?.cells).toMatchObject({ 0: { text: 'local' }, 1: { text: 'localhost' } })
    expect(certificates?.rows['0']?.cells).toMatchObject({ 0: { text: '=not a formula' }, 1: { text: '007' } })
  })

  story('is complete after a reload; rows are inserted, and undo reverts the insertion', async () => {
    const { page } = lead
    await page.reload()
    await page.waitForSelector(cellArea)
    await click(page, 1, 3, 168)
    await expect.poll(() => shownFormula(page)).toBe('=C2-C3')
    await page.locator('.fortune-row-header').click({ button: 'right', position: { x: 20, y: 40 } })
    await page
      .locator('.fortune-context-menu .luckysheet-cols-menuitem')
      .nth(2)
      .click({ position: { x: 30, y: 8 } })
    await page.keyboard.press('Control+s')
    await saved(page)
    expect((await stored())[0]?.rows['2']?.cells['3']).toMatchObject({ text: '=C3-C4' })
    await click(page, 6, 1, 168)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored())[0]?.rows['1']?.cells['3']?.text).toBe('=C2-C3')
  })

  story('pastes cells from another program and copies cells to one', async () => {
    const { page } = lead
    await lead.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const table =
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td style="font-weight:700">名称</td><td>Qty</td></tr><tr><td>苹果</td><td>3</td></tr></table><img src="x" onerror="window.ran=1"></body></html>'
    const put = (html: string, text: string) =>
      page.evaluate(
        ([markup, plain]) =>
          navigator.clipboard.write([
            new ClipboardItem({
              ...(markup ? { 'text/html': new Blob([markup as string], { type: 'text/html' }) } : {}),
              'text/plain': new Blob([plain as string], { type: 'text/plain' }),
            }),
          ]),
        [html, text],
      )
    await put(table, '名称\tQty\n苹果\t3\n')
    await click(page, 5, 0, 168)
    await page.keyboard.press('Control+v')
    await put('', 'a stable table\tb\n1\t2\n')
    await click(page, 8, 0, 168)
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Control+s')
    await saved(page)
    await expect.poll(async () => (await stored())[0]?.rows['9']?.cells['1']?.text).toBe('2')
    const rows = (await stored())[0]?.rows
    expect(rows?.['5']?.cells).toMatchObject({ 0: { text: '名称' }, 1: { text: 'Qty' } })
    expect(rows?.['8']?.cells).toMatchObject({ 0: { text: 'a stable table' } })
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
    await click(page, 2, 0, 168)
    await page.keyboard.down('Shift')
    await click(page, 2, 2, 168)
    await page.keyboard.up('Shift')
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('预发布\torders-pre\t443')
  })

  story('S73: is exported with its fixed file name, texts as texts and formulas as formulas', async () => {
    const { page } = lead
    const download = page.waitForEvent('download')
    await menu(page, t.export)
    const file = await download
    expect(file.suggestedFilename()).toBe('sheet.xlsx')
    const path = join(folder, `${language}.xlsx`)
    await file.saveAs(path)
    const { SheetNames, Sheets } = read(readFileSync(path))
    expect(SheetNames).toEqual(['Hosts', '证书'])
    expect(Sheets['Hosts']?.['D2']).toMatchObject({ t: 'n', v: 8000, f: 'C2-C3' })
    expect(Sheets['证书']?.['A1']).toMatchObject({ t: 's', v: '=not a formula' })
    expect(Sheets['证书']?.['A1'].f).toBeUndefined()
    expect(Sheets['证书']?.['B1']).toMatchObject({ t: 's', v: '007' })
  })

  story('is read-only for a second editor, with an alert that names the first, and editable when the first leaves', async () => {
    const { page } = ben
    await page.goto(`/${item_id}`)
    expect(await page.getByRole('alert').innerText()).toContain(e.busy(lead.username))
    expect(await page.getByRole('cell', { name: 'orders-pre' }).count()).toBe(1)
    expect(await page.getByRole('cell', { name: '8000', exact: true }).count()).toBe(1)
    expect(await page.getByRole('button', { name: t.save, exact: true }).count()).toBe(0)
    expect(await page.locator(cellArea).count()).toBe(0)
    await lead.page.goto(`/item/index`)
    // When the window gets the focus, the lock is checked immediately.
    const isEditable = async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return page.locator(cellArea).count()
    }
    await expect.poll(isEditable, { interval: 300 }).toBe(1)
  })

  story('merges the changes of two editors cell by cell', async () => {
    const { page } = ben
    await click(page, 11, 0, 168)
    await page.keyboard.type('from ben')
    await page.keyboard.press('Enter')
    const sheets = await stored()
    const rows = sheets[0]?.rows as Stored['rows']
    rows['12'] = { cells: { 0: { text: 'from outside' } } }
    await lead.call('page/save', { page_id, item_id, page_title: 'Hosts', page_content: JSON.stringify(sheets) })
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: e.put }).click()
    await saved(page)
    expect((await stored())[0]?.rows).toMatchObject({
      11: { cells: { 0: { text: 'from ben' } } },
      12: { cells: { 0: { text: 'from outside' } } },
    })
  })

  story('warns before it is left with unsaved changes and stores them as a draft', async () => {
    const { page } = ben
    await click(page, 13, 0, 168)
    await page.keyboard.type('not saved')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: t.toItems }).click()
    await page.getByRole('button', { name: editor.leave }).click()
    await page.waitForURL('**/item/index')
    await page.goto(`/${item_id}`)
    await page.getByRole('button', { name: editor.restore }).click()
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored())[0]?.rows['13']?.cells['0']?.text).toBe('not saved')
  })

  story('compares an older revision row by row and restores it', async ({ site }) => {
    const { page } = ben
    await menu(page, t.history)
    await page.locator('.hist-pick').first().click()
    const comparing = await ben.context.newPage()
    await comparing.goto(site.url + (await page.locator('.hist-acts .row a').getAttribute('href')))
    await comparing.getByText('A: not saved').first().waitFor()
    await comparing.close()
    await page.locator('.hist-acts .row button').last().click()
    await page.getByText(past.restoredDetail).waitFor()
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored())[0]?.rows['13']).toBeUndefined()
  })

  story('is shown as a table to anonymous visitors of its single-page link', async ({ site }) => {
    const { unique_key } = await lead.call<{ unique_key: string }>('page/createSinglePage', {
      page_id,
      isCreateSiglePage: '1',
    })
    const visitor = await site.visitor(language, { width: 390 })
    await visitor.page.goto(`/p/${unique_key}`)
    expect(await visitor.page.getByRole('cell', { name: 'orders-pre' }).count()).toBe(1)
    await visitor.page.getByRole('tab', { name: '证书' }).click()
    expect(await visitor.page.getByRole('cell', { name: '007' }).isVisible()).toBe(true)
    expect(await visitor.page.locator(cellArea).count()).toBe(0)
    expect(visitor.browserErrors).toEqual([])
    await visitor.context.close()
  })

  story('causes no console errors', () => {
    // Chromium reports the pasted handler each time it parses it, even in documents without scripts: in the clipboard, in the sanitizer.
    const expected = /status of 4\d\d|^Executing inline event handler violates/
    expect([...lead.browserErrors, ...ben.browserErrors].filter((text) => !expected.test(text))).toEqual([])
  })
})

story('a cell that is clicked before the grid is drawn receives the typed text', async ({ site }) => {
  const { page, ...writer } = await site.user('hasty', 'en')
  const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Ports', item_type: '4' })
  const { menu } = await writer.call<{ menu: { pages: { page_id: string }[] } }>('item/info', { item_id })
  // Simulates a machine that draws the first frame after the first click.
  await page.addInitScript(() => {
    const waiting: FrameRequestCallback[] = []
    const frame = window.requestAnimationFrame
    window.requestAnimationFrame = (draw) => waiting.push(draw)
    addEventListener('drawn', () => {
      window.requestAnimationFrame = frame
      for (const draw of waiting) draw(Number(document.timeline.currentTime))
    })
  })
  await writer.open(`/${item_id}`)
  await page.locator(cellArea).waitFor()
  const box = await page.locator(cellArea).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 46 + 240, (box?.y ?? 0) + 25 + 3 * 26 + 12)
  await expect.poll(() => page.locator('.fortune-name-box').innerText()).toBe('C4')
  await page.evaluate(() => void dispatchEvent(new Event('drawn')))
  await page.keyboard.type('8443')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await page.locator('.ed-state .ok').waitFor()
  const { page_content } = await writer.call<{ page_content: string }>('page/info', { page_id: menu.pages[0]?.page_id ?? '' })
  const [sheet] = JSON.parse(page_content) as Stored[]
  expect([sheet?.rows['0']?.cells['0']?.text ?? '', sheet?.rows['3']?.cells['2']?.text]).toEqual(['', '8443'])
})
