import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemsWords } from '../web/src/item/items.words.ts'
import { readingWords } from '../web/src/item/reading.words.ts'
import { searchWords } from '../web/src/search/search.words.ts'
import { ADMIN, call, type Language, logIn, openBrowser, type Person, type Running, ready, somebody, startProduct } from './product.ts'

let browser: Browser
let product: Running
let orders = ''
let users = ''
beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct(ADMIN)
  const admin = await somebody(browser, product.url, 'en')
  await logIn(admin, product.url)
  const item = async (item_name: string) => (await call<{ item_id: string }>(admin, product.url, 'item/add', { item_name })).item_id
  const page = (item_id: string, page_title: string, page_content: string) =>
    call(admin, product.url, 'page/save', { item_id, page_title, page_content })
  orders = await item('Order Service API')
  users = await item('用户中心')
  const filler = 'Stock is counted when it comes and when it goes.\n\n'.repeat(40)
  await page(orders, 'Overview', 'What the service does.')
  await page(orders, 'Create an order', `Reserves stock.\n\n${filler}## Reservation lapses\n\nAfter 30 minutes.\n\n${filler}`)
  await page(users, '概览', '用户中心的说明。')
  await page(
    users,
    '用户登录接口',
    `${filler}POST \`/api/user/login\`\n\n| 参数名 | 类型 | 说明 |\n|:--|:--|:--|\n| user_id | int | 用户编号 |\n\n${filler}`,
  )
  await admin.context.close()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

/** Where on the screen this heading or these marked words are. */
const inView = (person: Person, what: string) =>
  person.page.waitForFunction((wanted) => {
    const marks = [...(CSS.highlights.get('sheaf-hit') ?? [])] as Range[]
    const places = [...document.querySelectorAll('.art :is(h2, .fn)')].filter((one) => one.textContent?.startsWith(wanted))
    const isSeen = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight
    return marks.length > 0 && places.some((one) => isSeen(one.getBoundingClientRect()))
  }, what)

describe.each(['en', 'zh'] as Language[])('a half-remembered page is found from anywhere in %s', (language) => {
  const t = searchWords[language]
  let reader: Person
  beforeAll(async () => {
    reader = await somebody(browser, product.url, language)
    await logIn(reader, product.url)
  })
  afterAll(() => reader.context.close())
  const keyboard = {
    press: (key: string) => reader.page.keyboard.press(key),
    type: (text: string) => reader.page.keyboard.type(text),
  }
  const field = () => reader.page.getByRole('combobox')
  const chosen = () => reader.page.getByRole('option', { selected: true })

  it('by a heading, from the list of items', async () => {
    await reader.page.goto('/item/index')
    await reader.page.getByRole('heading', { name: itemsWords[language].title }).waitFor()
    await ready(reader.page)
    await keyboard.press('Control+k')
    await field().waitFor()
    await keyboard.type('lapses')
    await reader.page
      .getByRole('group', { name: t.headings })
      .getByRole('option', { name: /Reservation lapses/ })
      .waitFor()
    await keyboard.press('Enter')
    await reader.page.waitForURL(new RegExp(`/${orders}/\\d+#reservation-lapses$`))
    await inView(reader, 'Reservation lapses')
    await field().waitFor({ state: 'detached' })
  })

  it('by a column name in another item, from inside one', async () => {
    await keyboard.press('Control+k')
    await field().waitFor()
    await keyboard.type('user_id')
    await reader.page.getByRole('button', { name: t.searchEverywhere }).waitFor()
    await keyboard.press('Tab')
    const marked = reader.page.locator('mark').filter({ hasText: /^user_id$/ })
    await chosen().filter({ hasText: '用户登录接口' }).filter({ has: marked }).waitFor()
    await keyboard.press('Enter')
    await reader.page.getByRole('heading', { level: 1, name: '用户登录接口' }).waitFor()
    await inView(reader, 'user_id')
  })

  it('by two Chinese characters, with the arrows, in a new tab', async () => {
    await reader.page.goto(`/${users}`)
    await ready(reader.page)
    await keyboard.press('Control+k')
    await field().waitFor()
    await keyboard.type('用户')
    await reader.page.getByRole('group', { name: t.pages }).getByRole('option').nth(1).waitFor()
    await keyboard.press('ArrowDown')
    await chosen().filter({ hasText: '概览' }).waitFor()
    const [tab] = await Promise.all([reader.context.waitForEvent('page'), keyboard.press('Control+Enter')])
    await tab.getByRole('heading', { level: 1, name: '概览' }).waitFor()
    await tab.waitForFunction(() => (CSS.highlights.get('sheaf-hit')?.size ?? 0) > 0)
    await tab.close()
    await keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
  })

  it('because it was read lately', async () => {
    await reader.page.goto('/team/index')
    await reader.page.getByRole('heading', { level: 1 }).waitFor()
    await keyboard.press('Control+k')
    const recent = reader.page.getByRole('group', { name: t.recent }).getByRole('option')
    await recent.nth(2).waitFor()
    expect(await recent.locator('b').allTextContents()).toEqual(['概览', '用户登录接口', 'Create an order'])
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await reader.page.getByRole('heading', { level: 1, name: '用户登录接口' }).waitFor()
    expect(reader.complaints).toEqual([])
  })

  it('by a visitor, in the item they are in', async () => {
    const visitor = await somebody(browser, product.url, language, { width: 390, height: 844 })
    await visitor.page.goto(`/${orders}`)
    await ready(visitor.page)
    await visitor.page.getByRole('button', { name: readingWords[language].searchShort, exact: true }).click()
    await visitor.page.getByRole('combobox').fill('lapses')
    await visitor.page.getByRole('option', { name: /Reservation lapses/ }).click()
    await inView(visitor, 'Reservation lapses')
    await visitor.page.goto('/user/login')
    await ready(visitor.page)
    await visitor.page.keyboard.press('Control+k')
    expect(await visitor.page.getByRole('combobox').count()).toBe(0)
    await visitor.context.close()
  })
})
