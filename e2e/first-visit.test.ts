import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { itemsWords } from '../web/src/item/items.words.ts'
import { readingWords } from '../web/src/item/reading.words.ts'
import { ADMIN, openBrowser, type Running, ready, somebody, startProduct } from './product.ts'

let browser: Browser
let product: Running
beforeAll(async () => {
  browser = await openBrowser()
  product = await startProduct(ADMIN)
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

it.each([
  ['en', 'Sheaf manual'],
  ['zh', '简册手册'],
] as const)('an empty list offers our manual as an example, in %s', async (language, name) => {
  const newcomer = await somebody(browser, product.url, language)
  const username = `newcomer-${language}`
  const form = { username, password: 'bamboo and cord 7', confirm_password: 'bamboo and cord 7', v_code: 'abc12' }
  await newcomer.context.request.get(`${product.url}/api/common/verify`)
  await newcomer.context.request.post(`${product.url}/api/user/register`, { form })
  await newcomer.page.goto('/item/index')
  await newcomer.page.getByRole('button', { name: itemsWords[language].firstExampleDo, exact: true }).click()
  await newcomer.page.locator('article h1').waitFor()
  await ready(newcomer.page)
  expect(await newcomer.page.locator('.read-top .item').textContent()).toBe(name)
  const folders = newcomer.page.getByRole('treeitem')
  expect(await folders.count()).toBeGreaterThanOrEqual(5)
  await newcomer.page.getByRole('link', { name: readingWords[language].editPage }).waitFor()
  expect(newcomer.complaints).toEqual([])
  await newcomer.context.close()
})
