import { expect } from 'vitest'
import { itemsWords } from '../web/src/items/items.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { untilReady } from './browser.ts'
import { story } from './story.ts'

story.for([
  ['en', 'Order Service API (example)'],
  ['zh', '订单服务接口（示例）'],
] as const)('an empty item list offers an example item, which becomes a favourite, in %s', async ([language, name], { site }) => {
  const newUser = await site.user('newcomer', language)
  await newUser.page.goto('/item/index')
  await newUser.page.getByRole('button', { name: itemsWords[language].firstExampleDo, exact: true }).click()
  await newUser.page.locator('article h1').waitFor()
  await untilReady(newUser.page)
  expect(await newUser.page.locator('.read-top .item').textContent()).toBe(name)
  const folders = newUser.page.getByRole('treeitem')
  expect(await folders.count()).toBeGreaterThanOrEqual(4)
  await newUser.page.getByRole('link', { name: readingWords[language].editPage }).waitFor()
  const words = itemsWords[language]
  await newUser.page.goto('/item/index')
  await newUser.page.getByRole('button', { name: words.star(name) }).click()
  await newUser.page.getByRole('region', { name: words.favourites }).getByRole('link', { name, exact: true }).waitFor()
  await newUser.page.reload()
  await newUser.page.getByRole('region', { name: words.favourites }).getByRole('link', { name, exact: true }).focus()
  await newUser.page.keyboard.press('Enter')
  await newUser.page.locator('article h1').waitFor()
  expect(newUser.browserErrors).toEqual([])
  await newUser.context.close()
})
