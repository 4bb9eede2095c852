import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { cell, sheetPanels } from '../scripts/screens-sheet.mjs'
import { axeViolations } from './axe.ts'
import { type Language, languages, testLanguages } from './browser.ts'
import { untilSettled } from './settled.ts'
import type { Site } from './site.ts'
import { story } from './story.ts'

/*
 * The dialogs, panels and menus of a spreadsheet come from a third-party component. These stories check that they have our names, order
 * and keys. Each describe opens one spreadsheet, and each story one panel in it.
 */

const GRID = '.fortune-sheet-overlay'
const PANEL = '.grid :is(dialog[open], [role="dialog"])'

/** In the page: the names of the open panels. */
const namesOf = (panel: string) =>
  [...document.querySelectorAll(panel)]
    .filter((one) => one.getClientRects().length > 0)
    .map((one) => one.getAttribute('aria-label') ?? document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? '')

/** In the page: the names and texts of the grid, and elements wider than their box or the window. */
function inspect(panel: string) {
  const shown = [...document.querySelectorAll<HTMLElement>('.grid *')].filter((one) => one.getClientRects().length > 0)
  const named = shown.flatMap((one) => ['aria-label', 'title', 'placeholder', 'data-tips'].map((name) => one.getAttribute(name) ?? ''))
  const content = shown.flatMap((one) =>
    [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue ?? ''),
  )
  const open = shown.filter((one) => one.matches(panel))
  const cut = open
    .flatMap((box) => [box, ...box.querySelectorAll<HTMLElement>('*')])
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return (
        one.getClientRects().length > 0 &&
        (left < -1 || right > innerWidth + 1 || (one.matches('dialog') && one.scrollWidth > one.clientWidth + 1))
      )
    })
    .map((one) => `${one.tagName} ${one.className}`)
  return { texts: [...new Set([...named, ...content].map((text) => text.trim()).filter(Boolean))], cut }
}

/** Creates a spreadsheet for a new user and opens it for editing. */
async function openSheet(site: Site, language: Language, width = 1440): Promise<Page> {
  const writer = await site.user('writer', language, { width })
  const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Prices', item_type: '4' })
  await writer.open(`/${item_id}`)
  await writer.page.locator(GRID).waitFor()
  return writer.page
}

async function open(page: Page, name: string) {
  await sheetPanels[name]?.(page)
  await page.locator(PANEL).first().waitFor()
  await untilSettled(page)
}

/** One panel of each kind: with these open, axe checks the whole page; with the others, only the panel. */
const checkedWithPage = ['validation', 'find', 'menu-format', 'cell-menu', 'tab-delete']
const scopeOf = (name: string) => (checkedWithPage.includes(name) ? {} : { within: PANEL })

/** Presses Escape until every panel is closed. */
async function closeAll(page: Page) {
  const names = async () => (await page.evaluate(namesOf, PANEL)).join()
  for (let previous = await names(); previous !== ''; previous = await names()) {
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    await page.keyboard.press('Escape')
    await expect.poll(names, { message: `the focus was at ${focused}` }).not.toBe(previous)
  }
}

const CHINESE = /\p{Script=Han}/u
/** Texts that are Chinese in both languages: names of fonts, and the button that switches the language. */
const isName = (text: string) => /^(微软雅黑|宋体|黑体|楷体|仿宋|中文)$/.test(text)
const LATIN = /^[A-Za-z][a-z]+(?: [a-z]+)+[.…]?$/

describe.each(languages)('panels of a spreadsheet, in %s', (language) => {
  let page: Page
  story.beforeAll(async ({ site }) => {
    page = await openSheet(site, language)
  })

  // Roles, states and colors do not depend on the language.
  const isForAxe = testLanguages('en').includes(language)
  const title = isForAxe ? 'uses one language, is not cut off, and axe finds no violation' : 'uses one language and is not cut off'

  story.for(Object.keys(sheetPanels))(`%s has a name, ${title}`, async (name) => {
    await open(page, name)
    const names = await page.evaluate(namesOf, PANEL)
    const { texts, cut } = await page.evaluate(inspect, PANEL)
    expect(names.length).toBeGreaterThan(0)
    expect(names).not.toContain('')
    if (isForAxe) expect(await axeViolations(page, scopeOf(name))).toEqual([])
    expect(cut).toEqual([])
    const foreign = texts.filter((text) => !isName(text) && (language === 'en' ? CHINESE.test(text) : LATIN.test(text)))
    expect(foreign).toEqual([])
    await closeAll(page)
  })

  story('the list of currencies starts with the dollar in English and with the yuan in Chinese', async () => {
    await open(page, 'currency')
    const list = await page.locator('.format-list .listBox').allInnerTexts()
    const first = language === 'en' ? ['US dollar $', 'Euro €', 'British pound £', 'Chinese yuan ¥'] : ['人民币 ¥']
    expect(list.slice(0, first.length).map((text) => text.replaceAll('\n', ' '))).toEqual(first)
    await closeAll(page)
  })
})

describe('on a phone', () => {
  let page: Page
  story.beforeAll(async ({ site }) => {
    page = await openSheet(site, 'zh', 390)
  })

  story.for(['validation', 'rule-between', 'replace', 'functions', 'currency', 'link', 'filter', 'cell-menu', 'sort'])(
    '%s is not cut off',
    async (name) => {
      await open(page, name)
      const { cut } = await page.evaluate(inspect, PANEL)
      // Colors do not depend on the width.
      expect([...cut, ...(await axeViolations(page, { ...scopeOf(name), without: 'color-contrast' }))]).toEqual([])
      await closeAll(page)
    },
  )
})

describe('by keyboard', () => {
  let page: Page
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLElement
      return at.getAttribute('aria-label') ?? at.textContent?.trim() ?? at.className
    })
  story.beforeAll(async ({ site }) => {
    page = await openSheet(site, 'en')
  })
  beforeEach(() => cell(page, 1, 1))

  story('Escape closes a panel even if no element has the focus', async () => {
    await open(page, 'menu-borders')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(namesOf, PANEL)).toEqual([])
  })

  story('a form takes the focus, traps Tab, has Cancel before OK, and returns the focus on Escape', async () => {
    const tool = page.getByRole('button', { name: 'Data validation', exact: true })
    await tool.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Data validation' })
    await dialog.waitFor()
    expect(await focused()).toBe('Cells')
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['', '', '', 'Remove', 'Cancel', 'OK'])
    const places = new Set<string>()
    for (let n = 0; n < 14; n++) {
      await page.keyboard.press('Tab')
      places.add(
        await page.evaluate(() => String(document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)),
      )
    }
    expect([...places]).toEqual(['true'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Data validation')
  })

  story('the form for sorting has Cancel before Sort, which leaves the cells as they are', async () => {
    await open(page, 'sort')
    const dialog = page.getByRole('dialog', { name: 'Sort' })
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Cancel', 'Sort'])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(namesOf, PANEL)).toEqual([])
  })

  story('Enter confirms a form and closes a message', async () => {
    await sheetPanels['rule-greater']?.(page)
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await sheetPanels['tab-delete']?.(page)
    await page.getByRole('dialog', { name: 'One visible sheet must stay.' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  story('a toolbar menu is opened with Enter, navigated with arrows, chosen with Enter and closed with Escape', async () => {
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await cell(page, 1, 1)
    const opener = page.getByRole('button', { name: 'Number format: choose', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Number format' })
    await menu.waitFor()
    expect(await focused()).toContain('Automatic')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toContain('Custom formats')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('More currencies')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toContain('Custom formats')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Number format: choose')
    await page.keyboard.press('Enter')
    await menu.waitFor()
    for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('$1200.09')
    await page.keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Number format: Currency' }).count()).toBe(1)
  })

  story('a filter created from one cell covers the table around it', async () => {
    const rows = [
      ['Host', 'Port'],
      ['orders-01', '8443'],
      ['orders-02', '443'],
      ['billing-01', '8443'],
    ]
    for (const [at, row] of rows.entries()) {
      for (const [column, text] of row.entries()) {
        await cell(page, 5 + at, 3 + column)
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      }
    }
    await cell(page, 7, 4)
    await page.getByRole('button', { name: 'Sort and filter: choose', exact: true }).click()
    await page.getByText('Create a filter', { exact: true }).click()
    await page.locator('.luckysheet-filter-options').last().click()
    const menu = page.getByRole('dialog', { name: 'Filter' })
    await menu.waitFor()
    expect(await page.locator('.luckysheet-filter-options').count()).toBe(2)
    const values = (await menu.innerText()).replaceAll(/\s/g, '')
    for (const value of ['8443(2)', '443(1)']) expect(values).toContain(value)
    await page.keyboard.press('Escape')
  })

  story('the search finds on Enter, traps Tab and closes on Escape', async () => {
    await page.keyboard.type('needle')
    await page.keyboard.press('Enter')
    await sheetPanels['find']?.(page)
    const search = page.getByRole('dialog', { name: 'Find and replace' })
    await search.waitFor()
    expect(await focused()).toBe('Find')
    await page.keyboard.type('needle')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.fortune-name-box').innerText()).toBe('B2')
    await search.getByText('Match case').click()
    expect(await search.getByRole('checkbox', { name: 'Match case' }).isChecked()).toBe(true)
    for (let n = 0; n < 12; n++) await page.keyboard.press('Tab')
    expect(await search.locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
  })
})
