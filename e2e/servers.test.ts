import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { viewWords } from '../description/src/view/words.ts'
import { consoleWords, tryWords } from '../web/src/console/console.words.ts'
import { articleWords } from '../web/src/reading/reading.words.ts'
import { axeViolations } from './axe.ts'
import { testLanguages } from './browser.ts'
import { describedItem } from './described.ts'
import { story } from './story.ts'

const operation = (operationId: string, summary: string) => ({
  operationId,
  summary,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'ord_7' }],
  responses: { 200: { description: 'Done' } },
})

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders API', version: '1' },
  servers: [
    {
      url: 'https://{region}.api.example.com/{base}',
      description: 'Production',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] }, base: { default: 'v2' } },
    },
    { url: 'https://staging.example.com/v3', description: 'Staging' },
  ],
  paths: { '/orders/{id}': { get: operation('getOrder', 'Get an order'), delete: operation('cancelOrder', 'Cancel an order') } },
})

const addressOf = (page: Page) => page.locator('.endpoint .url').innerText()
const samplesOf = (page: Page) => page.locator('.call-side .samples').first().locator('pre').allTextContents()
const atAll = async (page: Page, address: string) => {
  const samples = await samplesOf(page)
  expect(samples).toHaveLength(6)
  for (const sample of samples) expect(sample).toContain(address)
}

story.for(testLanguages('en'))('a reader chooses the server of an operation, in %s', async (language, { site }) => {
  const [t, view, article] = [consoleWords[language], viewWords(language), articleWords[language]]
  const manager = await site.user('manager', language)
  const { item_id, idOf } = await describedItem(site, manager, document)
  const pathOf = (title: string) => `/${item_id}/${idOf(title)}`

  // The page shows the first server; a reader chooses another one.
  const reader = await site.user('reader', language)
  const { page } = reader
  await reader.open(pathOf('Get an order'))
  const server = page.getByLabel(view.server, { exact: true })
  await expect.poll(() => addressOf(page)).toBe('https://eu.api.example.com/v2/orders/{id}')
  await atAll(page, 'https://eu.api.example.com/v2/orders/ord_7')
  expect(await page.locator('.server-list').isVisible()).toBe(false)
  const coloured = await page.locator('.call-side .samples pre').first().locator('.hljs-string').count()
  await page.getByLabel('region', { exact: true }).selectOption('us')
  await expect.poll(() => addressOf(page)).toBe('https://us.api.example.com/v2/orders/{id}')
  await atAll(page, 'https://us.api.example.com/v2/orders/ord_7')
  await page.getByLabel('base', { exact: true }).fill(`v9/'; $(touch marker) \`x\``)
  const typed = 'https://us.api.example.com/v9/%27%3B%20%24%28touch%20marker%29%20%60x%60'
  await expect.poll(() => addressOf(page)).toBe(`${typed}/orders/{id}`)
  await atAll(page, `${typed}/orders/ord_7`)
  expect(await page.locator('.call-side .samples pre').first().locator('.hljs-string').count()).toBe(coloured)
  await page.getByLabel('base', { exact: true }).fill('v9')
  expect(await axeViolations(page)).toEqual([])

  // What is copied is what is shown.
  await reader.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('.endpoint [data-act="copy"]').click()
  await page.getByRole('button', { name: article.copied }).first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://us.api.example.com/v9/orders/{id}')

  // It stays after a reload, and holds for the other operations of the source.
  await reader.open(pathOf('Get an order'))
  await expect.poll(() => addressOf(page)).toBe('https://us.api.example.com/v9/orders/{id}')
  await atAll(page, 'https://us.api.example.com/v9/orders/ord_7')
  await reader.go(pathOf('Cancel an order'))
  await expect.poll(() => addressOf(page)).toBe('https://us.api.example.com/v9/orders/{id}')
  await server.selectOption('Staging')
  await expect.poll(() => addressOf(page)).toBe('https://staging.example.com/v3/orders/{id}')
  expect(await page.getByLabel('region', { exact: true }).isVisible()).toBe(false)

  // The console opens with the same choice: first with the environment of this address, then with the chosen environment.
  for (const [env_name, base_url] of [
    ['Live', 'https://live.example.com'],
    ['Test', 'https://staging.example.com/v3'],
  ])
    await manager.call('console/saveEnvironment', {
      item_id,
      env_id: '0',
      env_name: env_name!,
      base_url: base_url!,
      is_shown: '1',
      variables: '[]',
    })
  await reader.open(`${pathOf('Cancel an order')}?try`)
  const panel = page.getByRole('dialog', { name: t.title('DELETE', '/orders/{id}') })
  const shown = () => panel.getByLabel(t.environment).evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text)
  await expect.poll(shown).toBe('Test')
  await page.goto(`${site.url}${pathOf('Cancel an order')}`)
  // The page shows the first environment until its script has read the choice that the browser keeps.
  await expect.poll(() => addressOf(page)).toBe('https://staging.example.com/v3/orders/{id}')
  const environment = page.getByLabel(view.environment, { exact: true })
  await environment.selectOption('Live')
  await expect.poll(() => addressOf(page)).toBe('https://live.example.com/orders/{id}')
  await environment.selectOption('Test')
  await atAll(page, 'https://staging.example.com/v3/orders/ord_7')
  await page.getByRole('button', { name: tryWords[language].tryIt, exact: true }).click()
  await expect.poll(shown).toBe('Test')
  await panel.getByRole('button', { name: t.close }).click()
  await environment.selectOption('Live')
  await page.getByRole('button', { name: tryWords[language].tryIt, exact: true }).click()
  await expect.poll(shown).toBe('Live')
  await manager.call('console/saveEnvironment', {
    item_id,
    env_id: (await manager.call<{ env_id: string }[]>('console/environments', { item_id }))[0]!.env_id,
    env_name: 'Live',
    base_url: 'https://live.example.com',
    is_shown: '',
    variables: '[]',
  })
  await reader.context.close()

  // Without scripts the page shows the first server, all servers are text, and no control is shown.
  const plain = await site.user('plain', language, { script: false })
  await plain.page.goto(`${site.url}${pathOf('Get an order')}`)
  expect(await addressOf(plain.page)).toBe('https://eu.api.example.com/v2/orders/{id}')
  const list = plain.page.locator('.server-list')
  expect(await list.isVisible()).toBe(true)
  for (const text of ['https://{region}.api.example.com/{base}', 'Production', 'eu, us', 'https://staging.example.com/v3', 'Staging'])
    expect(await list.innerText()).toContain(text)
  expect(await plain.page.locator('.endpoint select:visible, .endpoint input:visible').count()).toBe(0)
  await plain.context.close()
  await manager.context.close()
})
