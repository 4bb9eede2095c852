import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openStore } from '../server/src/db/dialect.ts'
import { answerWords, consoleWords } from '../web/src/console/console.words.ts'
import { environmentWords } from '../web/src/console/environments/environments.words.ts'
import { exampleWords } from '../web/src/console/example/example.words.ts'
import { testLanguages } from './browser.ts'
import { describedItem } from './described.ts'
import { ADMIN } from './product.ts'
import type { Site, TestUser } from './site.ts'
import { story } from './story.ts'

/** The server sends nothing to loopback, so the API needs another address of this machine, which the operator names. */
const own = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal && !one.address.startsWith('169.254.'))?.address

const SECRET = 'canary-91be-of-a-reader'

/** An API that allows no site (CORS). */
async function startApi(host: string) {
  const requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body })
    response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'session=stolen' })
    response.end(JSON.stringify({ order_id: 'ord_1', state: 'reserved', email: 'reader@example.com' }))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/v2`, requests, stop }
}

const document = (url: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders API', version: '1' },
    servers: [{ url, description: 'Staging' }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths: {
      '/orders/{id}': {
        post: {
          operationId: 'createOrder',
          summary: 'Create an order',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '7' }],
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { note: { type: 'string' } } }, example: { note: 'x' } },
            },
          },
          responses: { 201: { description: 'Created' } },
        },
      },
    },
  })

/** A public item whose page shows the operation. */
async function anOperation(site: Site, manager: TestUser, url: string) {
  const { item_id, idOf } = await describedItem(site, manager, document(url))
  return { item_id, page_id: idOf('Create an order') }
}

const panelIn = (page: Page) => page.getByRole('dialog').filter({ has: page.getByText('/orders/{id}') })

story.skipIf(!own).for(testLanguages('zh'))(
  'a reader tries an API without CORS through the server, in %s (needs a network address)',
  async (language, { start }) => {
    const [t, a, e, x] = [consoleWords[language], answerWords[language], environmentWords[language], exampleWords[language]]
    const api = await startApi(String(own))
    const site = await start({ ...ADMIN, OUTBOUND_ALLOW: String(own), TRY_PROXY: 'on' })
    const manager = await site.user('manager', language)
    const { item_id, page_id } = await anOperation(site, manager, api.url)

    // A manager ticks it for an environment. A host that the operator did not name is refused.
    await manager.open(`/item/setting/${item_id}?tab=environments`)
    const form = manager.page.getByRole('dialog')
    await manager.page.getByRole('button', { name: e.useOf(api.url) }).click()
    await form.getByRole('switch', { name: e.byServer }).click()
    await form.getByLabel(e.address, { exact: true }).fill('http://10.255.255.1:8080')
    await form.getByRole('button', { name: e.save }).click()
    await form.getByText('10.255.255.1').waitFor()
    await form.getByLabel(e.address, { exact: true }).fill(api.url)
    await form.getByRole('button', { name: e.save }).click()
    await manager.page.getByRole('listitem').getByText(e.sentByServer, { exact: true }).waitFor()

    // A reader sends. The browser itself reaches only this site.
    const reader = await site.user('reader', language)
    const reached: string[] = []
    reader.context.on('request', (request) => reached.push(request.url()))
    await reader.open(`/${item_id}/${page_id}?try`)
    const panel = panelIn(reader.page)
    await panel.getByText(t.byServer(new URL(api.url).host)).waitFor()
    await panel.getByLabel(t.token, { exact: true }).fill(SECRET)
    await panel.getByRole('button', { name: t.send }).click()
    const shown = panel.getByRole('region', { name: a.answer })
    await shown.getByText('ord_1').waitFor()
    await shown.getByText('201').first().waitFor()
    expect(api.requests).toMatchObject([
      { method: 'POST', url: '/v2/orders/7', body: expect.stringContaining('"note"'), headers: { authorization: `Bearer ${SECRET}` } },
    ])
    expect(api.requests[0]?.headers.cookie).toBeUndefined()
    expect(reached.filter((url) => !url.startsWith(site.url) && !url.startsWith('blob:'))).toEqual([])
    expect(reached.join('\n')).not.toContain(SECRET)
    expect((await reader.context.cookies()).map(({ value }) => value)).not.toContain('stolen')

    // An editor sends the same, and keeps it as an example of the page, with a variable in place of the token.
    await manager.open(`/${item_id}/${page_id}?try`)
    const editing = panelIn(manager.page)
    await editing.getByLabel(t.token, { exact: true }).fill(SECRET)
    await editing.getByRole('button', { name: t.send }).click()
    await editing.getByRole('button', { name: x.open }).click()
    const dialog = manager.page.getByRole('dialog', { name: x.title })
    await dialog.getByLabel(x.env, { exact: true }).fill('staging')
    expect(await dialog.getByRole('switch', { name: x.response }).getAttribute('aria-checked')).toBe('false')
    await dialog.getByRole('switch', { name: x.response }).click()
    const preview = (await dialog.locator('pre').textContent()) ?? ''
    expect(preview).toContain('Authorization: Bearer {{token}}')
    await dialog.getByRole('button', { name: x.save }).click()
    await manager.page.getByText(x.saved).waitFor()
    await manager.page.keyboard.press('Escape')
    await manager.open(`/${item_id}/${page_id}`)
    await manager.page.getByText('POST {{host}}/orders/7').waitFor()
    await manager.page.getByText('"ord_1"').first().waitFor()
    const { page_content } = await manager.call<{ page_content: string }>('page/info', { page_id, raw: '1' })
    expect(page_content).toContain(`\n\n${preview}\n`)
    expect(page_content).not.toContain(SECRET)

    // Who is not signed in sends from the browser, which the API does not allow.
    const visitor = await site.visitor(language)
    await visitor.open(`/${item_id}/${page_id}?try`)
    const open = panelIn(visitor.page)
    await open.getByText(t.fromHere(new URL(api.url).host)).waitFor()
    await open.getByRole('button', { name: t.send }).click()
    await open.getByText(a.signedIn).waitFor()
    await api.stop()
  },
)

story.skipIf(!own).for(testLanguages('zh'))(
  'without the switch of the operator the server sends nothing, and says so, in %s (needs a network address)',
  async (language, { site }) => {
    const [t, a, e] = [consoleWords[language], answerWords[language], environmentWords[language]]
    const api = await startApi(String(own))
    const manager = await site.user('manager', language)
    const { item_id, page_id } = await anOperation(site, manager, api.url)
    await manager.open(`/item/setting/${item_id}?tab=environments`)
    const form = manager.page.getByRole('dialog')
    await manager.page.getByRole('button', { name: e.useOf(api.url) }).click()
    await form.getByText(e.byServerOff).waitFor()
    expect(await form.getByRole('switch', { name: e.byServer }).count()).toBe(0)
    await form.getByRole('button', { name: e.save }).click()
    await manager.page.getByRole('listitem').getByText(e.shown).waitFor()

    // The operator has switched it off after a manager ticked it.
    const store = openStore(join(site.folder, 'sheaf.db'))
    await store.db.updateTable('runapi_env').set({ by_server: 1 }).where('item_id', '=', Number(item_id)).execute()
    await store.close()
    await manager.open(`/item/setting/${item_id}?tab=environments`)
    await manager.page.getByText(e.sentByServerOff).waitFor()
    await manager.open(`/${item_id}/${page_id}?try`)
    const panel = panelIn(manager.page)
    await panel.getByRole('button', { name: t.send }).click()
    await panel.getByText({ en: 'Requests are not sent by this server', zh: '服务器不代发请求' }[language]).waitFor()
    expect(api.requests).toEqual([])
    await panel.getByRole('button', { name: a.sendFromHere }).click()
    await panel.getByText('Access-Control-Allow-Origin').waitFor()
    await api.stop()
  },
)
