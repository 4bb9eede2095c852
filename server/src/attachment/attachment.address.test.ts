import { describe, expect, it } from 'vitest'
import { anApiClient } from '../test/api-client.ts'
import { anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type Product, type TestUser } from '../test/product.ts'
import { multipartOf } from '../test/samples/files.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { fileAddress } from './attachment.store.ts'

type Headers = Record<string, string>
const file = (name: string) => ({ name, file: 'a.png', bytes: PIXEL })

/** The addresses that requests with these headers receive from each upload call and from the lists. */
async function addressesFor({ send }: Product, who: TestUser, page_id: string, keys: Headers, more: Headers) {
  const headers = { ...who.headers, ...more }
  const up = async (path: string, name: string, fields: Headers = { page_id }) => {
    const parts = [...Object.entries(fields).map(([field, text]) => ({ name: field, text })), file(name)]
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const reply = await send({ method: 'POST', url: `/api/${path}`, payload: multipartOf(parts), headers: { ...headers, ...type } })
    const answer = reply.json<{ url?: string; data?: { url: string } }>()
    return answer.url ?? answer.data?.url ?? reply.body
  }
  const list = async (path: string) => {
    const { data } = (await send({ url: `/api/${path}`, headers })).json<{ data: { url: string }[] | { list: { url: string }[] } }>()
    return ('list' in data ? data.list : data).map((row) => row.url)
  }
  return [
    await up('page/uploadImg', 'editormd-image-file'),
    await up('page/upload', 'file'),
    await up('attachment/uploadImg', 'editormd-image-file'),
    await up('attachment/attachmentUpload', 'file'),
    await up('open/uploadAttachment', 'file', keys),
    ...(await list(`page/uploadList?page_id=${page_id}`)),
    ...(await list('attachment/getMyList')),
  ]
}

async function prepare(product: Product) {
  const alice = await product.user('alice')
  const item_id = await anItem(alice)
  return { alice, page_id: await aPage(alice, item_id), keys: (await anApiClient(product, alice, item_id)).keys }
}

const path = /^\/server\/index\.php\?s=\/api\/attachment\/visitFile\/sign\/[0-9a-f]{32}$/
const pages: Headers[] = [{ origin: 'http://localhost:80' }, { 'sec-fetch-site': 'same-origin' }, { referer: 'http://localhost:80/1' }]

onEachDatabase(
  'the address of a file on a site with a public address',
  (product) => {
    it('starts with the public address for other clients, regardless of the Host header', async () => {
      const { alice, page_id, keys } = await prepare(product)
      const seen = await addressesFor(product, alice, page_id, keys, { host: 'evil.test', 'x-forwarded-host': 'evil.test' })
      expect(seen.length).toBeGreaterThan(10)
      for (const url of seen) {
        expect(url.startsWith('http://docs.example.com/server/')).toBe(true)
        expect(url.slice('http://docs.example.com'.length)).toMatch(path)
      }
    })

    it('is a path for pages in a browser, so that texts stay valid when the site moves', async () => {
      const { alice, page_id, keys } = await prepare(product)
      for (const headers of pages) for (const url of await addressesFor(product, alice, page_id, keys, headers)) expect(url).toMatch(path)
    })

    it('links the file to its page in either form', async () => {
      const { alice, page_id, keys } = await prepare(product)
      const [url = ''] = await addressesFor(product, alice, page_id, keys, {})
      const other = await aPage(alice, (await alice.api.page.info({ page_id })).item_id, { page_content: `![](${url})` })
      expect((await alice.api.page.uploadList({ page_id: other })).map((row) => row.url)).toEqual([url])
    })
  },
  { PUBLIC_URL: 'http://docs.example.com' },
)

onEachDatabase('the address of a file on a site without a public address', (product) => {
  it('is a path for every client, because the correct host is unknown', async () => {
    const { alice, page_id, keys } = await prepare(product)
    for (const headers of [{}, { host: 'evil.test' }, ...pages.slice(0, 1)])
      for (const url of await addressesFor(product, alice, page_id, keys, headers)) expect(url).toMatch(path)
  })
})

describe('the address of a file below a path', () => {
  const at = (config: { PUBLIC_URL?: string }, headers: Headers = {}) =>
    fileAddress({ config: { BASE_PATH: '/docs', ...config } as never, headers }, 'a'.repeat(32)).slice(0, -32)

  it('contains the base path once', () => {
    const call = '/docs/server/index.php?s=/api/attachment/visitFile/sign/'
    expect(at({ PUBLIC_URL: 'https://www.example.com/docs' })).toBe(`https://www.example.com${call}`)
    expect(at({ PUBLIC_URL: 'https://www.example.com/docs' }, { origin: 'https://www.example.com' })).toBe(call)
    expect(at({})).toBe(call)
  })
})
