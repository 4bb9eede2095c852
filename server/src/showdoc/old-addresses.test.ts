import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmptyPlace, command, folder, serverOn } from '../test/process/terminal.ts'
import { isForAll } from '../test/product.ts'
import { realManifest, realShowdoc } from '../test/samples/showdoc-real.ts'

interface Manifest {
  users: { username: string; groupid: number; password: string | null }[]
  items: { item_id: number; item_domain: string; password: string; is_del: number }[]
  pages: { page_id: number; item_id: number; is_del: number; sha256_text: string }[]
  attachments: { sign: string; path: string; sha256: string }[]
  single_page_links: { unique_key: string; page_id: number }[]
  item_tokens: { item_id: number; api_key: string; api_token: string }[]
  mocks: { unique_key: string; item_id: number; page_id: number; path: string }[]
}

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** One version on the second database: finding a page by its old URL does not depend on the version that it was imported from. */
const cases = ['sqlite', 'postgres'].flatMap((kind) =>
  (isForAll(kind) ? ['2.9', '3.9'] : ['3.9']).map((version) => [kind, version] as const),
)

/* Requests every URL form that ShowDoc has published, for everything in the manifests, from a site that imported it. */
describe.each(cases)('old URLs, on %s, from %s', (kind, version) => {
  const manifest = JSON.parse(readFileSync(realManifest(version), 'utf8')) as Manifest
  let site: Awaited<ReturnType<typeof serverOn>>
  let headers: Record<string, string> = {}
  beforeAll(async () => {
    const dir = folder()
    execFileSync('tar', ['xzf', realShowdoc(version), '-C', dir])
    const place = await anEmptyPlace(kind)
    expect((await command(['import-showdoc', dir], place)).code).toBe(0)
    site = await serverOn(place)
    const admin = site.visitor()
    const { username, password } = manifest.users.find(({ groupid }) => groupid === 1) as { username: string; password: string }
    await admin.api.user.login({ username, password, v_code: '' })
    headers = admin.headers
  })
  afterAll(() => site?.close())

  const get = (url: string, more: Record<string, string> = {}) => site.send({ url, headers: { ...headers, ...more } })
  const alive = () => new Set(manifest.items.filter(({ is_del }) => !is_del).map(({ item_id }) => item_id))

  it('serves files by sign, in every URL form, and by their old path', async () => {
    for (const { sign, path, sha256 } of manifest.attachments) {
      const [first, ...others] = [
        `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
        `/server/?s=/api/attachment/visitFile&sign=${sign}`,
        `/server/index.php?s=/api/attachment/visitFile&sign=${sign}&showdoc=.jpg`,
        `/server/index.php?s=/api/common/visitFile/sign/${sign}`,
        `/${encodeURI(path)}`,
        `/server/../${encodeURI(path)}`,
      ] as [string, ...string[]]
      const reply = await get(first)
      expect([first, reply.statusCode, sha(reply.rawPayload)]).toEqual([first, 200, sha256])
      for (const url of others) expect([url, sha((await get(url)).rawPayload)]).toEqual([url, sha256])
    }
  })

  it('serves items by number and domain, and their pages by every URL form', async () => {
    const html = { accept: 'text/html' }
    for (const path of ['/web/', '/web', '/web/index.html', '/index.html', '/']) expect((await get(path, html)).statusCode).toBe(200)
    for (const { item_id, item_domain } of manifest.items.filter(({ item_id }) => alive().has(item_id))) {
      for (const name of [String(item_id), item_domain].filter(Boolean)) {
        expect([name, (await get(`/${name}`, html)).statusCode]).toEqual([name, 200])
        expect((await get(`/index.php?s=/${name}`, html)).headers.location).toBe(`/${name}`)
      }
    }
    const pages = manifest.pages.filter(({ is_del, item_id }) => !is_del && alive().has(item_id))
    for (const { page_id, item_id, sha256_text } of pages) {
      const { data } = (await get(`/server/index.php?s=/api/page/info&page_id=${page_id}`)).json()
      expect([page_id, data.item_id, sha(data.page_content)]).toEqual([page_id, String(item_id), sha256_text])
    }
    const [page] = pages as [Manifest['pages'][number]]
    for (const url of [`/${page.item_id}/${page.page_id}`, `/page/${page.page_id}`]) expect((await get(url, html)).statusCode).toBe(200)
    expect((await get(`/server/index.php?s=/home/item/show&item_id=${page.item_id}&page_id=${page.page_id}`, html)).headers.location).toBe(
      `/${page.item_id}/${page.page_id}`,
    )
  })

  it('serves single pages by key to anonymous visitors', async () => {
    const gone = new Set(manifest.pages.filter(({ is_del, item_id }) => is_del || !alive().has(item_id)).map(({ page_id }) => page_id))
    const texts = new Map(manifest.pages.map(({ page_id, sha256_text }) => [page_id, sha256_text]))
    const links = manifest.single_page_links.filter(({ page_id }) => !gone.has(page_id))
    expect(links.length).toBeGreaterThan(0)
    for (const { unique_key, page_id } of links) {
      const { data } = (await site.send({ url: `/server/index.php?s=/api/page/infoByKey&unique_key=${unique_key}` })).json()
      expect([data.page_id, sha(data.page_content)]).toEqual([String(page_id), texts.get(page_id)])
      expect((await site.send({ url: `/p/${unique_key}`, headers: { accept: 'text/html' } })).statusCode).toBe(200)
    }
  })

  it('serves mocks by key, and by item and path if the item is public', async () => {
    const gone = new Set(manifest.pages.filter(({ is_del }) => is_del).map(({ page_id }) => page_id))
    const open = new Set(manifest.items.filter(({ password, is_del }) => !password && !is_del).map(({ item_id }) => item_id))
    const there = manifest.mocks.filter(({ item_id, page_id }) => alive().has(item_id) && !gone.has(page_id))
    expect(there.length).toBeGreaterThan(0)
    for (const { unique_key, item_id, path } of there) {
      const urls = [`/server/index.php?s=/mock-data/${unique_key}`, `/mock-data/${unique_key}`]
      if (open.has(item_id)) urls.push(`/server/index.php?s=/mock-path/${item_id}&path=${path}`)
      for (const url of urls) {
        const { statusCode, body } = await site.send({ url })
        expect([url, statusCode, body.includes('"error_code":1'), body.startsWith('{')]).toEqual([url, 200, false, true])
      }
    }
  })

  it('accepts pushes with the old API keys', async () => {
    for (const { item_id, api_key, api_token } of manifest.item_tokens.filter(({ item_id }) => alive().has(item_id)))
      for (const url of ['/server/index.php?s=/api/item/updateByApi', '/server/?s=/api/open/updatePage', '/server/api/item/updateByApi']) {
        const payload = new URLSearchParams({
          api_key,
          api_token,
          cat_name: 'Pushed',
          page_title: url.slice(-12),
          page_content: 'new',
        }).toString()
        const reply = await site.send({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
        expect([url, reply.json().error_code, reply.json().data?.item_id]).toEqual([url, 0, String(item_id)])
      }
  })
})
