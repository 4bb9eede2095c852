import { describe, expect } from 'vitest'
import { addItemWords, importWords } from '../web/src/items/add/add-item.words.ts'
import { readingWords } from '../web/src/reading/reading.words.ts'
import { testLanguages } from './browser.ts'
import { story } from './story.ts'

/** A Postman collection with these requests in one folder. */
const collection = (requests: Record<string, string>) => {
  const item = Object.entries(requests).map(([name, description]) => ({
    name,
    request: { method: 'POST', url: 'https://api.test/orders', description, header: [{ key: 'Authorization', value: 'Bearer s3cr3t' }] },
  }))
  const text = JSON.stringify({ info: { name: 'Orders' }, item: [{ name: 'Orders', item }] })
  return { name: 'orders.json', mimeType: 'application/json', buffer: Buffer.from(text) }
}

describe.each(testLanguages('en'))('an API description in %s', (language) => {
  const [t, add, reading] = [importWords[language], addItemWords[language], readingWords[language]]

  story('is imported into an item after a preview, and again after it changed', async ({ site }) => {
    const writer = await site.user('writer', language)
    const { page } = writer
    const { item_id } = await writer.call<{ item_id: string }>('item/add', { item_name: 'Shop' })
    await writer.open(`/${item_id}`)
    const dialog = page.getByRole('dialog')
    const file = dialog.locator('input[type=file]')

    await page.getByRole('button', { name: reading.import }).click()
    await file.setInputFiles(collection({ Create: 'First text', Cancel: 'Stays' }))
    await dialog.getByText(t.add(2, 1)).waitFor()
    await dialog.getByRole('button', { name: t.go, exact: true }).click()
    await page.getByRole('dialog', { name: t.done('Shop') }).waitFor()
    await dialog.getByText(add.reasonMasked).first().waitFor()
    await dialog.getByRole('button', { name: t.close }).click()
    await page.getByRole('heading', { level: 1, name: 'Create' }).waitFor()
    expect(await page.locator('main').textContent()).toContain('First text')
    expect(await page.locator('main').textContent()).not.toContain('s3cr3t')

    await page.getByRole('button', { name: reading.more, exact: true }).click()
    await page.getByRole('menuitem', { name: reading.importHere }).click()
    await file.setInputFiles(collection({ Create: 'Second text', Cancel: 'Stays', Refund: 'New' }))
    await dialog.getByText(t.update(2)).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText(add.updatedPages(1)).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Second text').waitFor()
    await page.getByRole('treeitem', { name: /Refund/ }).waitFor()

    interface Info {
      menu: { catalogs: { pages: { page_id: string }[] }[] }
    }
    const { menu } = await writer.call<Info>('item/info', { item_id })
    const page_id = menu.catalogs[0]?.pages[0]?.page_id ?? ''
    const revisions = await writer.call<{ page_content: string }[]>('page/history', { page_id })
    expect(revisions).toHaveLength(1)
    expect(revisions[0]?.page_content).toContain('First text')
    expect(writer.browserErrors).toEqual([])
    await writer.context.close()
  })

  story('becomes an item whose pages follow it', async ({ site }) => {
    const writer = await site.user('author', language)
    const { page } = writer
    await writer.open('/item/add?tab=import')
    const operation = { summary: 'Create an order', responses: { 201: { description: 'Created' } } }
    const description = {
      openapi: '3.1.0',
      info: { title: 'Order API', version: '1.4.0' },
      servers: [{ url: 'https://api.test' }],
      paths: { '/orders': { post: operation } },
    }
    const buffer = Buffer.from(JSON.stringify(description))
    await page.locator('input[type=file]').setInputFiles({ name: 'openapi.json', mimeType: 'application/json', buffer })
    await page.getByRole('heading', { name: add.apiFile('openapi.json') }).waitFor()
    await page.getByRole('button', { name: add.importDo, exact: true }).click()
    await page.getByRole('heading', { name: add.imported('Order API') }).waitFor()
    await page.getByRole('link', { name: add.openSource }).waitFor()
    await page.getByRole('link', { name: add.openItem }).click()
    await page.getByRole('treeitem', { name: 'Create an order' }).click()
    await page.getByText('curl', { exact: false }).first().waitFor()
    await page.getByText('https://api.test/orders').first().waitFor()
    expect(writer.browserErrors).toEqual([])
    await writer.context.close()
  })
})
