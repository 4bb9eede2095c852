import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answerWords, consoleWords, tryWords } from '../web/src/console/console.words.ts'
import { environmentWords } from '../web/src/console/environments/environments.words.ts'
import { uiWords } from '../web/src/ui/ui.words.ts'
import { testLanguages } from './browser.ts'
import { describedItem } from './described.ts'
import type { TestUser } from './site.ts'
import { story } from './story.ts'

const SECRET = 'canary-4d1e-of-a-reader'

interface Request {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/**
 * An API that allows every site. Its order has a field that is not documented; `/slow` never answers, and `/slow/away` redirects to another
 * address. Below `/closed` it allows no site.
 */
async function startApi(elsewhere: string) {
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url = '', headers } = request
    if (method !== 'OPTIONS') requests.push({ method, url, headers, body })
    if (!url.startsWith('/closed')) {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', 'authorization, content-type')
    }
    if (method === 'OPTIONS') return response.writeHead(204).end()
    if (url.includes('/slow/away')) return response.writeHead(302, { location: elsewhere }).end()
    if (url.includes('/slow')) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ order_id: 'ord_1', hold_until: null }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop }
}

const document = (url: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders API', version: '1' },
    servers: [{ url: `${url}/open`, description: 'Test' }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths: {
      '/orders': {
        post: {
          operationId: 'createOrder',
          summary: 'Create an order',
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { note: { type: 'string' } } }, example: { note: 'x' } },
            },
          },
          responses: {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: { type: 'object', properties: { order_id: { type: 'string' } } } } },
            },
          },
        },
      },
      '/slow/{id}': {
        get: {
          operationId: 'slow',
          summary: 'Wait for long',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a' }],
          responses: { 200: { description: 'Done' } },
        },
      },
    },
  })

/** All that this browser sends to the site, as text. */
function captureOf({ context }: TestUser, site: string): () => string {
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.url().startsWith(site)) sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '')
  })
  return () => sent.join('\n')
}

/** Policy violations of the page. Those of workers are not events of it. */
const watchPolicy = (page: Page) =>
  page.addInitScript(() => {
    const found: string[] = []
    Object.assign(globalThis, { policyViolations: found })
    addEventListener('securitypolicyviolation', (event) => found.push(`${event.violatedDirective} ${event.blockedURI}`))
  })

const policyViolations = (page: Page) => page.evaluate(() => (globalThis as unknown as { policyViolations: string[] }).policyViolations)

const storedText = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

story.for(testLanguages('zh'))('a reader tries an operation from their browser, in %s', async (language, { site }) => {
  const [t, a, e, ui] = [consoleWords[language], answerWords[language], environmentWords[language], uiWords[language]]
  const api = await startApi(`${site.url}/livez`)
  const manager = await site.user('manager', language)
  const { item_id, idOf } = await describedItem(site, manager, document(api.url))
  const button = (page: Page) => page.getByRole('button', { name: tryWords[language].tryIt, exact: true })

  // A manager makes an environment from the server that the source names, and one from hand.
  await manager.open(`/item/setting/${item_id}?tab=environments`)
  const dialog = manager.page.getByRole('dialog')
  await manager.page.getByText(e.none).waitFor()
  await manager.page.getByRole('button', { name: e.useOf(`${api.url}/open`) }).click()
  expect(await dialog.getByLabel(e.name, { exact: true }).inputValue()).toBe('Test')
  await dialog.getByRole('button', { name: e.save }).click()
  await manager.page.getByRole('listitem').getByText(e.shown).waitFor()
  await manager.page.getByRole('button', { name: e.add }).click()
  await dialog.getByLabel(e.name, { exact: true }).fill('Closed')
  await dialog.getByLabel(e.address, { exact: true }).fill(`${api.url}/closed`)
  await dialog.getByRole('button', { name: e.save }).click()
  await manager.page.getByText(`${api.url}/closed`).waitFor()
  await manager.context.close()

  // A reader opens the panel. Back closes it.
  const reader = await site.user('reader', language)
  const { page } = reader
  const capture = captureOf(reader, site.url)
  await watchPolicy(page)
  await reader.open(`/${item_id}/${idOf('Create an order')}`)
  await button(page).click()
  const panel = page.getByRole('dialog', { name: t.title('POST', '/orders') })
  await panel.waitFor()
  expect(new URL(page.url()).search).toBe('?try')
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await button(page).click()
  await panel.getByLabel(t.token, { exact: true }).fill(SECRET)
  expect(await panel.getByLabel(t.token, { exact: true }).getAttribute('type')).toBe('password')
  await page.keyboard.press('Control+Enter')

  // The answer, and a field that is not documented.
  const shown = panel.getByRole('region', { name: a.answer })
  await shown.getByText(/200/).first().waitFor()
  await shown.getByText(a.undocumented(1)).waitFor()
  await shown.getByText('ord_1').waitFor()
  expect(api.requests).toMatchObject([
    { method: 'POST', url: '/open/orders', body: expect.stringContaining('"note"'), headers: { authorization: `Bearer ${SECRET}` } },
  ])
  expect(api.requests[0]?.headers.cookie).toBeUndefined()

  // The API does not allow the site: the header that it has to send is there.
  await panel.getByLabel(t.environment).selectOption('Closed')
  await panel.getByRole('button', { name: t.send }).click()
  await shown.getByText(a.noAnswer).waitFor()
  await shown.getByText(`Access-Control-Allow-Origin: ${site.url}`).waitFor()
  expect(api.requests).toHaveLength(1)

  // A request that waits is cancelled; the token is there for all operations of the item.
  await reader.go(`/${item_id}/${idOf('Wait for long')}?try`)
  const slow = page.getByRole('dialog', { name: t.title('GET', '/slow/{id}') })
  await slow.getByLabel(t.environment).selectOption('Test')
  expect(await slow.getByLabel(t.token, { exact: true }).inputValue()).toBe(SECRET)
  await slow.getByRole('button', { name: t.send }).click()
  await expect.poll(() => api.requests.length).toBe(2)
  await slow.getByRole('button', { name: t.cancel }).click()
  await slow.getByText(t.cancelled).waitFor()

  // The API redirects to an address that is no environment: the policy of the worker refuses it.
  await slow.getByLabel('id', { exact: true }).fill('away')
  await slow.getByRole('button', { name: t.send }).click()
  await slow.getByText(a.blocked).waitFor()

  // Nothing of it was sent to the site, and no policy of the page was violated (S221, S71).
  expect(capture()).toContain('/worker.js')
  expect(capture()).not.toContain(SECRET)
  expect(await policyViolations(page)).toEqual([])
  expect(await page.evaluate(async (url) => fetch(url).then(String, () => 'refused'), `${api.url}/open/orders`)).toBe('refused')

  // The secret is in this tab only, and gone after signing out (S222).
  expect(await storedText(page)).toContain(SECRET)
  const other = await reader.context.newPage()
  await other.goto(`${site.url}/${item_id}/${idOf('Create an order')}?try`)
  await other.getByRole('dialog').getByLabel(t.token, { exact: true }).waitFor()
  expect(await storedText(other)).not.toContain(SECRET)
  await other.close()
  await reader.open('/item/index')
  await page.getByRole('button', { name: ui.account(reader.username) }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: ui.signOut }).click()
  await loaded
  expect(await storedText(page)).not.toContain(SECRET)
  await reader.open(`/${item_id}/${idOf('Create an order')}?try`)
  expect(await page.getByRole('dialog').getByLabel(t.token, { exact: true }).inputValue()).toBe('')
  await reader.context.close()
  await api.stop()
})
