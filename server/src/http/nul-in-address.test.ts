import { beforeAll, expect, it } from 'vitest'
import { post, tokenOf } from '../agent/test/client.ts'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** PostgreSQL refuses a NUL character, so each place that decodes one must make it a text that nothing has. */
onEachDatabase(
  'a NUL character in an address or a form',
  (product) => {
    let emma: TestUser
    let item_id: string
    let page_id: string
    beforeAll(async () => {
      emma = await product.user('emma')
      item_id = await anItem(emma)
      page_id = await aPage(emma, item_id)
    })

    it('is that of nothing for pages and files', async () => {
      const urls = ['/%00', '/%00.md', '/%00/llms.txt', '/%00/llms-full.txt', '/%00/changes.atom', '/p/%00.md', '/page/%00.md']
      for (const url of [...urls, `/%00/${page_id}`, `/%00/${page_id}.md`, `/${item_id}/llms.txt?cat_id=%00`])
        for (const accept of ['text/html', 'text/markdown'])
          expect([url, accept, (await product.send({ url, headers: { accept } })).statusCode < 500]).toEqual([url, accept, true])
    })

    it('is that of no client of OAuth', async () => {
      for (const url of ['/oauth/token', '/oauth/revoke']) {
        const payload = 'grant_type=refresh_token&client_id=%00&refresh_token=x&token=x'
        const reply = await product.send({ method: 'POST', url, payload, headers: FORM })
        expect([url, reply.statusCode, reply.json().error]).toEqual([url, 401, 'invalid_client'])
      }
      await expect(emma.api.oauth.request({ query: 'client_id=%00' })).rejects.toMatchObject({ code: 10101 })
    })

    it('is that of no resource of an agent', async () => {
      const token = await tokenOf(emma)
      for (const uri of ['sheaf://item/%00', 'sheaf://page/%00']) {
        const { body } = await post(product, token, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
        expect([uri, /"code":(-\d+)/.exec(body)?.[1]]).toEqual([uri, '-32602'])
      }
    })
  },
  { PUBLIC_URL: 'https://docs.example.com' },
)
