import { expect } from 'vitest'
import { itemsWords } from '../web/src/items/items.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { ready } from './browser.ts'
import { story } from './story.ts'

story.for([
  ['en', 'Sheaf manual'],
  ['zh', '简册手册'],
] as const)('an empty list offers our manual as an example, in %s', async ([language, name], { site }) => {
  const newcomer = await site.user('newcomer', language)
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
