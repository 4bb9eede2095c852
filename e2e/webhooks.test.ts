import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect } from 'vitest'
import { ADMIN } from './product.ts'
import { story } from './story.ts'

/** The server never sends anything to loopback, so the receiver needs another address of this machine. */
const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal && !one.address.startsWith('169.254.'))?.address

const received: { headers: IncomingHttpHeaders; body: string }[] = []
let status = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end('noted')
  })
})
beforeAll(() => new Promise<void>((done) => void receiver.listen(0, own ?? '127.0.0.1', done)))
afterAll(() => void receiver.close())

story.skipIf(!own)(
  'a webhook is made and tested, gets a change, and its delivery is sent again (needs a network address)',
  async ({ start }) => {
    const site = await start({ ...ADMIN, OUTBOUND_ALLOW: String(own) })
    const emma = await site.user('emma', 'en')
    const { item_id } = await emma.call<{ item_id: string }>('item/add', { item_type: '1', item_name: 'Orders' })
    await emma.open(`/item/setting/${item_id}?tab=webhooks`)
    const { page } = emma
    await page.getByRole('button', { name: 'Add a webhook…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Release notes')
    await dialog.getByLabel('Address', { exact: true }).fill(`http://${own}:${(receiver.address() as AddressInfo).port}/hook`)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The webhook “Release notes” is ready').waitFor()
    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/Arrived, \d+ ms/).waitFor()
    await page.getByRole('row', { name: /test\.ping/ }).waitFor()
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'test.ping' })

    status = 500
    await emma.call('page/save', { item_id, page_title: 'Create an order', page_content: 'Text' })
    await expect.poll(() => received.length).toBeGreaterThan(1)
    await emma.open(`/item/setting/${item_id}?tab=webhooks`)
    const row = page.getByRole('row', { name: /Create an order/ })
    await row.getByText(/Waiting \(500\)/).waitFor()
    status = 200
    await row.getByRole('button', { name: 'Create an order', exact: true }).click()
    await page.getByText('page.created').first().waitFor()
    await page.getByRole('button', { name: 'Send again' }).last().click()
    await row.getByText('Delivered').waitFor()
    expect(new Set(received.slice(1).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  },
)
