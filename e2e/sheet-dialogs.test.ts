import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cell, sheetPanels } from '../scripts/screens-sheet.mjs'
import {
  ADMIN,
  call,
  type Language,
  logIn,
  openBrowser,
  type Person,
  type Running,
  ready,
  root,
  somebody,
  startProduct,
} from './product.ts'

/* What a spreadsheet opens over its cells comes from a component: these stories hold it to our names, our order, our keys. */

let browser: Browser
let product: Running
let item_id = ''
beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct(ADMIN)
  const admin = await somebody(browser, product.url, 'en')
  await logIn(admin, product.url)
  item_id = (await call<{ item_id: string }>(admin, product.url, 'item/add', { item_name: 'Prices', item_type: '4' })).item_id
  await admin.context.close()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** In the page: names and texts of the grid, what axe objects to, and what is wider than its box or the window. */
async function judge() {
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
  const shown = [...document.querySelectorAll<HTMLElement>('.grid *')].filter((one) => one.getClientRects().length > 0)
  const named = shown.flatMap((one) => ['aria-label', 'title', 'placeholder', 'data-tips'].map((name) => one.getAttribute(name) ?? ''))
  const said = shown.flatMap((one) =>
    [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue ?? ''),
  )
  const open = shown.filter((one) => one.matches('dialog, [role="dialog"]'))
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
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    texts: [...new Set([...named, ...said].map((text) => text.trim()).filter(Boolean))],
    open: open.map(
      (one) => one.getAttribute('aria-label') ?? document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
    ),
    cut,
  }
}

async function atSheet(language: Language, width = 1440): Promise<Person> {
  const person = await somebody(browser, product.url, language, { width })
  await logIn(person, product.url)
  await person.page.goto(`${product.url}/${item_id}`)
  await ready(person.page)
  return person
}

/** Colours are those of a finished screen, not of one that fades in. */
const faded = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((one) => one.finished))
  })

const CHINESE = /\p{Script=Han}/u
/** Names of fonts, and the button of the bar that leads to the other language. */
const isName = (text: string) => /^(微软雅黑|宋体|黑体|楷体|仿宋|中文)$/.test(text)
const LATIN = /^[A-Za-z][a-z]+(?: [a-z]+)+[.…]?$/

describe.each(['en', 'zh'] as const)('all that a spreadsheet opens, in %s', (language) => {
  let person: Person
  beforeAll(async () => {
    person = await atSheet(language)
  })
  afterAll(() => person.context.close())
  beforeEach(async () => {
    await person.page.reload()
    await ready(person.page)
  })

  it.each(Object.keys(sheetPanels))('%s has a name, is in one language, whole, and axe finds nothing', async (name) => {
    const { page } = person
    await sheetPanels[name]?.(page)
    await page.locator('.grid :is(dialog[open], [role="dialog"])').first().waitFor()
    await faded(page)
    await page.evaluate(source)
    const { violations, texts, open, cut } = await page.evaluate(judge)
    expect(open.length).toBeGreaterThan(0)
    expect(open).not.toContain('')
    expect(violations).toEqual([])
    expect(cut).toEqual([])
    const foreign = texts.filter((text) => !isName(text) && (language === 'en' ? CHINESE.test(text) : LATIN.test(text)))
    expect(foreign).toEqual([])
  })
})

describe('on a phone', () => {
  let person: Person
  beforeAll(async () => {
    person = await atSheet('zh', 390)
  })
  afterAll(() => person.context.close())

  it.each(['validation', 'rule-between', 'replace', 'functions', 'currency', 'link', 'filter', 'cell-menu', 'sort'])(
    '%s is whole',
    async (name) => {
      const { page } = person
      await page.reload()
      await ready(page)
      await sheetPanels[name]?.(page)
      await page.locator('.grid :is(dialog[open], [role="dialog"])').first().waitFor()
      await faded(page)
      await page.evaluate(source)
      const { cut, violations } = await page.evaluate(judge)
      expect([...cut, ...violations]).toEqual([])
    },
  )
})

describe('by keyboard', () => {
  let person: Person
  let page: Page
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLElement
      return at.getAttribute('aria-label') ?? at.textContent?.trim() ?? at.className
    })
  beforeAll(async () => {
    person = await atSheet('en')
    page = person.page
  })
  afterAll(() => person.context.close())
  beforeEach(async () => {
    await page.reload()
    await ready(page)
    await page.locator('.fortune-sheet-overlay').waitFor()
    await cell(page, 1, 1)
  })

  it('a form takes the focus, keeps Tab, has what is safe before what was asked for, and gives the focus back by Escape', async () => {
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

  it('Enter in a field confirms, and a message answers to Enter as well', async () => {
    await sheetPanels['rule-greater']?.(page)
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await sheetPanels['tab-delete']?.(page)
    await page.getByRole('dialog', { name: 'One visible sheet must stay.' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('a menu of the bar opens, is walked by arrows, chooses by Enter and closes by Escape', async () => {
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

  it('the search finds by Enter, keeps Tab, and closes by Escape', async () => {
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

  it('the currencies begin with the dollar in English and with the yuan in Chinese', async () => {
    await sheetPanels['currency']?.(page)
    const list = page.getByRole('dialog', { name: 'Number format' }).locator('.format-list .listBox')
    expect((await list.allInnerTexts()).slice(0, 4).map((text) => text.replaceAll('\n', ' '))).toEqual([
      'US dollar $',
      'Euro €',
      'British pound £',
      'Chinese yuan ¥',
    ])
    const chinese = await atSheet('zh')
    await sheetPanels['currency']?.(chinese.page)
    expect(await chinese.page.locator('.format-list .listBox').first().innerText()).toContain('人民币')
    await chinese.context.close()
  })
})
