import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { fieldWords } from '../web/src/reading/field-words/field-words.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { outWords } from '../web/src/source/out/out.words.ts'
import { uploadWords } from '../web/src/source/source.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

const order = { $ref: '#/components/schemas/Order' }
const body = { content: { 'application/json': { schema: order } } }
const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop API', version: '1.0' },
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', summary: 'List orders', responses: { 200: { description: 'Done', ...body } } },
      post: { operationId: 'createOrder', summary: 'Create an order', requestBody: body, responses: { 200: { description: 'Done' } } },
    },
  },
  components: { schemas: { Order: { properties: { sku: { type: 'string', description: 'The article' }, parent: order } } } },
})

story.for(testLanguages('en'))(
  'types lead to the view of their schema, and a source goes out with the words of people, in %s',
  async (language, { site }) => {
    const [t, up, out, fields] = [readingWords[language], uploadWords[language], outWords[language], fieldWords[language]]
    const writer = await site.user('writer', language)
    const { page } = writer
    const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Shop' })
    const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(description) }
    await writer.open(`/item/sources/${item_id}?add=1`)
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('dialog').getByRole('button', { name: up.add, exact: true }).click()
    await page.getByText(up.applied).waitFor()
    const { pages } = await writer.call<{ pages: { page_id: string; page_title: string }[] }>('item/search', { item_id, keyword: 'order' })
    const create = pages.find(({ page_title }) => page_title === 'Create an order')?.page_id ?? ''

    // From a field that is met again to its schema, and from there to an operation.
    await writer.go(`/${item_id}/${create}`)
    await page.locator('.ptype a', { hasText: 'Order' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor()
    expect(new URL(page.url()).search).toBe('?schema=Order')
    await page.getByText('The article').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor()
    await page.locator('.art').getByRole('link', { name: 'List orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'List orders' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor()
    const here = new URL(page.url())
    await writer.go(`${here.pathname}?schema=Nothing`)
    await page.getByRole('heading', { name: t.schemaMissing }).waitFor()

    // Words about a field, everywhere its schema is used.
    await writer.go(`/${item_id}/${create}`)
    await page.getByRole('button', { name: fields.write('body.sku') }).click()
    await page.getByRole('radio', { name: fields.everywhere('Order') }).check()
    await page.getByRole('textbox', { name: fields.text('fields.sku') }).fill('Eight digits.')
    await page.getByRole('button', { name: fields.save, exact: true }).click()
    await page.getByText('Eight digits.').first().waitFor()
    // The page of the schema was made for them, and the tree shows it.
    await page.locator('.side').getByText('Order', { exact: true }).waitFor()
    await page.locator('.fw-from').getByRole('link', { name: 'Order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor()
    await page.getByText('Eight digits.').first().waitFor()
    await writer.go(`/${item_id}/${pages.find(({ page_title }) => page_title === 'List orders')?.page_id}`)
    await page.getByText('Eight digits.').first().waitFor()

    // The words of one operation go out.
    await writer.call('source/saveWords', { page_id: create, path: 'description', words: 'Orders are final.', mode: 'replace' })
    const [{ source_id }] = await writer.call<[{ source_id: string }]>('source/list', { item_id })
    await writer.go(`/item/sources/${item_id}/${source_id}`)
    await page.getByRole('button', { name: out.open, exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: new RegExp(`^${out.words}`) }).click(),
    ])
    expect(download.suggestedFilename()).toBe('shop-1-words.json')
    const { paths } = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(paths['/orders'].post.description).toBe('Orders are final.')
    expect(paths['/orders'].get.description).toBeUndefined()
  },
)
