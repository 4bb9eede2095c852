import { describe, expect } from 'vitest'
import { itemsWords } from '../web/src/items/items.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { searchWords } from '../web/src/search/search.words.ts'
import { testLanguages, untilReady } from './browser.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

/** Creates items that only this reader can find, because a search returns only what its user can read. */
async function fill(reader: TestUser) {
  const item = async (item_name: string) => (await reader.call<{ item_id: string }>('item/add', { item_name })).item_id
  const page = (item_id: string, page_title: string, page_content: string) =>
    reader.call('page/save', { item_id, page_title, page_content })
  const orders = await item('Order Service API')
  const users = await item('用户中心')
  const filler = 'Stock is counted when it comes and when it goes.\n\n'.repeat(40)
  await page(orders, 'Overview', 'What the service does.')
  await page(orders, 'Create an order', `Reserves stock.\n\n${filler}## Reservation lapses\n\nAfter 30 minutes.\n\n${filler}`)
  await page(users, '概览', '用户中心的说明。')
  await page(
    users,
    '用户登录接口',
    `${filler}POST \`/api/user/login\`\n\n| 参数名 | 类型 | 说明 |\n|:--|:--|:--|\n| user_id | int | 用户编号 |\n\n${filler}`,
  )
  return { orders, users }
}

/** Waits until matches are highlighted and the heading or code with this text is in view. */
const inView = (user: TestUser, text: string) =>
  user.page.waitForFunction((wanted) => {
    const marks = [...(CSS.highlights.get('sheaf-hit') ?? [])] as Range[]
    const places = [...document.querySelectorAll('.art :is(h2, .fn)')].filter((one) => one.textContent?.startsWith(wanted))
    const isSeen = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight
    return marks.length > 0 && places.some((one) => isSeen(one.getBoundingClientRect()))
  }, text)

describe.each(testLanguages('zh'))('the search palette finds a page, in %s', (language) => {
  const t = searchWords[language]
  let reader: TestUser
  let orders = ''
  let users = ''
  story.beforeAll(async ({ site }) => {
    reader = await site.user('reader', language)
    ;({ orders, users } = await fill(reader))
  })
  const keyboard = {
    press: (key: string) => reader.page.keyboard.press(key),
    type: (text: string) => reader.page.keyboard.type(text),
  }
  const field = () => reader.page.getByRole('combobox')
  /** Opens the search palette and waits for its focus, because keys typed before are lost. */
  const openSearch = async () => {
    await reader.page.keyboard.press('Control+k')
    await reader.page.locator('[role=combobox]:focus').waitFor()
  }
  const chosen = () => reader.page.getByRole('option', { selected: true })

  story('by a heading, from the item list', async () => {
    await reader.page.goto('/item/index')
    await reader.page.getByRole('heading', { level: 1, name: itemsWords[language].title }).waitFor()
    await untilReady(reader.page)
    await openSearch()
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

  story('by a column name in another item, from an item', async () => {
    await openSearch()
    await keyboard.type('user_id')
    await reader.page.getByRole('button', { name: t.searchEverywhere }).waitFor()
    await keyboard.press('Tab')
    const marked = reader.page.locator('mark').filter({ hasText: /^user_id$/ })
    await chosen().filter({ hasText: '用户登录接口' }).filter({ has: marked }).waitFor()
    await keyboard.press('Enter')
    await reader.page.getByRole('heading', { level: 1, name: '用户登录接口' }).waitFor()
    await inView(reader, 'user_id')
  })

  story('by two Chinese characters, chosen with arrow keys, in a new tab', async () => {
    await reader.open(`/${users}`)
    await openSearch()
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

  story('in the list of recently read pages', async () => {
    await reader.page.goto('/team/index')
    await reader.page.getByRole('heading', { level: 1 }).waitFor()
    await keyboard.press('Control+k')
    const recent = reader.page.getByRole('group', { name: t.recent }).getByRole('option')
    await recent.nth(2).waitFor()
    expect(await recent.locator('b').allTextContents()).toEqual(['概览', '用户登录接口', 'Create an order'])
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await reader.page.getByRole('heading', { level: 1, name: '用户登录接口' }).waitFor()
    expect(reader.browserErrors).toEqual([])
  })

  story('for an anonymous visitor, in the open item', async ({ site }) => {
    const visitor = await site.visitor(language, { width: 390, height: 844 })
    await visitor.open(`/${orders}`)
    await visitor.page.getByRole('button', { name: readingWords[language].searchShort, exact: true }).click()
    await visitor.page.getByRole('combobox').fill('lapses')
    await visitor.page.getByRole('option', { name: /Reservation lapses/ }).click()
    await inView(visitor, 'Reservation lapses')
    await visitor.open('/user/login')
    await visitor.page.keyboard.press('Control+k')
    expect(await visitor.page.getByRole('combobox').count()).toBe(0)
    await visitor.context.close()
  })
})
