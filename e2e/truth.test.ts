import { expect } from 'vitest'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { uploadWords } from '../web/src/source/source.words.ts'
import { truthStateWords } from '../web/src/truth/state.words.ts'
import { actWords, panelWords, staleWords } from '../web/src/truth/truth.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

/** A description with one operation, whose field `quantity` has this type. */
const description = (version: string, type: 'integer' | 'string') => {
  const schema = { type: 'object', properties: { quantity: { type } } }
  const post = {
    operationId: 'createOrder',
    summary: 'Create an order',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Done' } },
  }
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Orders API', version }, paths: { '/orders': { post } } })
  return { name: 'orders.json', mimeType: 'application/json', buffer: Buffer.from(text) }
}

const request = '```http [List orders] env=staging expect=200\nGET {{host}}/orders\n```\n\n```json response\n{ "orders": [] }\n```\n'

story('a reader sees whether an example passes, in the HTML of the server too', async ({ site }) => {
  const writer = await site.user('writer', 'en')
  const { page } = writer
  const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Shop' })
  const fields = { item_id, page_title: 'Orders', page_content: request }
  const { page_id } = await writer.call<{ page_id: string }>('page/save', fields)
  const keys = await writer.call<{ api_key: string; api_token: string }>('item/getKey', { item_id })
  const pair = { api_key: keys.api_key, api_token: keys.api_token, env: 'staging' }
  const run = async (state: 'passing' | 'failing') => {
    const { list } = await writer.call<{ list: { name: string; env: string; seal: string }[] }>('open/getExamples', pair)
    const results = list.map(({ name, env, seal }) => ({ page_id, name, env, seal, state, status: 200, ms: 1 }))
    await writer.call('open/reportExamples', { ...pair, ref: 'c1', results: JSON.stringify(results) })
  }
  const head = page.locator('.code .ch').first()

  await writer.open(`/${item_id}/${page_id}`)
  expect(await head.innerText()).toMatch(/GET\s+List orders\s+expects 200 · staging\s+Not run yet/)
  await page.getByText('Expected answer', { exact: true }).waitFor()
  await run('failing')
  const html = await (await page.request.get(page.url())).text()
  expect(html).toMatch(/class="tag bad">Fails · \d{4}-\d\d-\d\d</)
  await writer.open(`/${item_id}/${page_id}`)
  await head.getByText(/^Fails · /).waitFor()
  await page.getByRole('button', { name: truthStateWords.en.open(truthStateWords.en.stale) }).click()
  const why = page.getByRole('dialog', { name: truthStateWords.en.title })
  await why.getByText('The example “List orders” failed in its last run, in staging').waitFor()
  await why.getByText(actWords.en.exampleAdvice).waitFor()
  await run('passing')
  await writer.open(`/${item_id}/${page_id}`)
  await head.getByText(/^Passes · /).waitFor()
})

story.for(testLanguages('en'))(
  'a page says that the operation it was written from has changed, until a person confirms it, in %s',
  async (language, { site }) => {
    const [reading, up] = [readingWords[language], uploadWords[language]]
    const [states, act, panelText, list] = [truthStateWords[language], actWords[language], panelWords[language], staleWords[language]]
    const writer = await site.user('writer', language)
    const { page } = writer
    const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Shop' })
    const fields = { item_id, page_title: 'Limits', page_content: '# Limits\n\n## Orders\n\nAt most 999 pieces.' }
    const { page_id } = await writer.call<{ page_id: string }>('page/save', fields)
    const file = page.locator('input[type=file]').first()
    const dialog = page.getByRole('dialog')
    const badge = (state: 'fresh' | 'stale') => page.getByRole('button', { name: states.open(states[state]) })

    await writer.open(`/item/sources/${item_id}?add=1`)
    await file.setInputFiles(description('1.0', 'integer'))
    await dialog.getByRole('button', { name: up.add, exact: true }).click()
    await dialog.getByText(up.applied).waitFor()

    // The page names the operation of the source, in one of its sections.
    await writer.go(`/${item_id}/${page_id}`)
    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name: reading.writtenFrom }).click()
    await dialog.getByRole('button', { name: panelText.add }).click()
    await dialog.getByRole('button', { name: panelText.operation, exact: true }).click()
    await dialog.getByRole('searchbox', { name: panelText.findOperation }).fill('create order')
    await dialog.getByRole('radio', { name: /Create an order/ }).check()
    await dialog.getByLabel(panelText.section, { exact: true }).selectOption('Orders')
    await dialog.getByRole('button', { name: panelText.addDo, exact: true }).click()
    await dialog.getByText('operation orders createOrder').waitFor()
    await dialog.getByRole('button', { name: panelText.close, exact: true }).click()
    const { page_content } = await writer.call<{ page_content: string }>('page/info', { page_id, raw: '1' })
    expect(page_content).toMatch(/## Orders\n+<!-- source: operation orders createOrder -->/)
    await badge('fresh').waitFor()

    // A new version changes the operation: the badge and the list say it.
    await writer.go(`/item/sources/${item_id}`)
    await page.getByRole('link', { name: 'orders', exact: true }).click()
    await file.setInputFiles(description('1.1', 'string'))
    await page.getByRole('button', { name: up.push }).click()
    await page.getByText(up.applied).waitFor()
    await writer.go(`/${item_id}/${page_id}`)
    await badge('stale').click()
    const reasons = page.getByRole('dialog', { name: states.title })
    await reasons.getByText('operation orders createOrder').waitFor()
    // On a phone, too, it is inside of the window when its content has come.
    await page.setViewportSize({ width: 390, height: 844 })
    await writer.open(`/${item_id}/${page_id}`)
    await badge('stale').click()
    await reasons.getByText('operation orders createOrder').waitFor()
    await expect.poll(() => reasons.evaluate((one) => one.getBoundingClientRect().right <= innerWidth)).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: act.list }).click()
    const row = page.getByRole('row', { name: /Limits/ })
    await row.getByText('createOrder').waitFor()

    // By keyboard alone: the row opens, and the person confirms.
    await row.getByRole('button', { name: list.openRow('Limits') }).focus()
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('button', { name: act.stillTrue, exact: true })
    await confirm.waitFor()
    await confirm.focus()
    await page.keyboard.press('Enter')
    await page.getByText(list.nothing).waitFor()
    await writer.go(`/${item_id}/${page_id}`)
    await badge('fresh').waitFor()
    expect(writer.browserErrors).toEqual([])
    await writer.context.close()
  },
)
