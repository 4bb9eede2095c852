import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesIn, zipOf } from '../scripts/zip.mjs'
import { problemsOfAtom, problemsOfJsonFeed } from '../server/src/publish/test/feed-check.ts'
import { checkHtml, dataBlocks, headOf, valuesOf } from '../server/src/publish/test/html-check.ts'
import { addressesIn, problemsOfSitemap } from '../server/src/publish/test/sitemap-check.ts'
import { ADMIN, type RunningServer, startProduct } from './product.ts'

/* A listed item of 81 Chinese pages, as programs without scripts read it. */

const ROOT = 'https://docs.example.com'
const PAGES = 81
const manual = fileURLToPath(new URL('../testdata/vue-docs-zh/src', import.meta.url))

let server: RunningServer
let session = ''
let item_id = ''
/** The address of each page on the site, in the order of the item. */
let addresses: string[] = []

const headers = () => ({ authorization: `Bearer ${session}` })

async function call<T>(path: string, fields: Record<string, string> | FormData): Promise<T> {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body, headers: session ? headers() : {} })).json()
  if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
  return answer.data
}

async function importZip(name: string, files: Record<string, Buffer>): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(zipOf(files))]), name)
  return (await call<{ item_id: string }>('import/auto', form)).item_id
}

interface Branch {
  pages: { page_id: string; page_title: string }[]
  catalogs: Branch[]
}
const pagesIn = ({ pages, catalogs }: Branch): Branch['pages'] => [...pages, ...catalogs.flatMap(pagesIn)]
const pagesOf = async (of: string) => pagesIn((await call<{ menu: Branch }>('item/info', { item_id: of })).menu)

/** A file of the site by its public address, as anybody reads it. */
async function read(address: string, accept = '*/*'): Promise<string> {
  const reply = await fetch(server.url + address.slice(ROOT.length), { headers: { accept } })
  expect([address, reply.status]).toEqual([address, 200])
  return reply.text()
}

beforeAll(async () => {
  server = await startProduct({ ...ADMIN, PUBLIC_URL: ROOT, RATE_LIMITS: 'off' })
  session = (await call<{ user_token: string }>('user/login', { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }))
    .user_token
  await call('adminSetting/saveConfig', { site_index: '1', index_default: 'kind' })
  item_id = await importZip('vue.zip', filesIn(manual, 'Vue 手册'))
  addresses = (await pagesOf(item_id)).map(({ page_id }) => `${ROOT}/${item_id}/${page_id}`)
  expect(addresses).toHaveLength(PAGES)
})
afterAll(async () => {
  await server?.stop()
})

it('every page is valid HTML with a head that engines can read, and is reached in at most four links', async () => {
  const distances = new Map([[`${ROOT}/${item_id}`, 0]])
  const languages: string[] = []
  for (const [address, links] of distances) {
    const { elements, problems } = checkHtml(await read(address, 'text/html'))
    expect([address, problems]).toEqual([address, []])
    for (const href of valuesOf(elements, 'a', 'href')) {
      const [next = ''] = new URL(href, address).href.split('#')
      if (addresses.includes(next) && !distances.has(next)) distances.set(next, links + 1)
    }
    if (links === 0) continue
    const head = headOf(elements)
    expect(head.get('canonical')).toEqual([address])
    expect(head.get('og:url')).toEqual([address])
    expect(head.get('og:type')).toEqual(['article'])
    for (const name of ['og:title', 'og:site_name', 'description']) expect([name, head.get(name)?.[0]?.trim()]).not.toContain('')
    expect(head.get('og:image')).toEqual([expect.stringMatching(/^https:\/\//)])
    expect(head.get('alternate text/markdown')).toEqual([`${address}.md`])
    const [data, ...more] = dataBlocks(elements, 'application/ld+json').map((text) => JSON.parse(text))
    expect(more).toEqual([])
    expect(data).toMatchObject({ '@context': 'https://schema.org' })
    const [article, crumbs] = data['@graph']
    expect(article).toMatchObject({ '@type': 'TechArticle', headline: head.get('og:title')?.[0], url: address })
    expect(head.get('og:locale')).toEqual([{ 'zh-CN': 'zh_CN', en: 'en_US' }[article.inLanguage as string]])
    languages.push(article.inLanguage)
    expect(article.dateModified).toBe(head.get('article:modified_time')?.[0])
    const places = crumbs.itemListElement as { '@type': string; position: number; name: string; item: string }[]
    expect(crumbs['@type']).toBe('BreadcrumbList')
    expect(places.map(({ position }) => position)).toEqual(places.map((_, n) => n + 1))
    expect(places.every((place) => place['@type'] === 'ListItem' && place.name !== '')).toBe(true)
    expect(places.at(-1)?.item).toBe(address)
  }
  expect(addresses.filter((address) => !distances.has(address))).toEqual([])
  expect(Math.max(...distances.values())).toBeLessThanOrEqual(4)
  // One page is a list of English names.
  expect(languages.filter((language) => language !== 'zh-CN')).toHaveLength(1)
})

it('a page has its styles inside, and requests its fonts before anything else', async () => {
  const html = await read(addresses[1] as string, 'text/html')
  const links = checkHtml(html).elements.filter(({ tagName }) => tagName === 'link')
  const values = links.map(({ attrs }) => Object.fromEntries(attrs.map(({ name, value }) => [name, value])))
  expect(values.filter(({ rel }) => rel === 'stylesheet')).toEqual([])
  const fonts = values.filter(({ rel, as }) => rel === 'preload' && as === 'font')
  expect(fonts.map(({ href }) => href?.replace(/-[\w-]{8}\.woff2$/, ''))[0]).toBe('/assets/inter-latin-opsz-normal')
  for (const { href } of fonts) expect((await fetch(server.url + href)).headers.get('content-type')).toBe('font/woff2')
})

it('sitemap and feeds are valid, and name every page', async () => {
  const index = await read(`${ROOT}/sitemap.xml`)
  expect(problemsOfSitemap(index)).toEqual([])
  const parts = await Promise.all(addressesIn(index).map((part) => read(part)))
  expect(parts.flatMap(problemsOfSitemap)).toEqual([])
  const listed = parts.flatMap(addressesIn)
  expect(listed.filter((address) => address.startsWith(`${ROOT}/${item_id}/`)).toSorted()).toEqual(addresses.toSorted())

  // An import is one change; more changes fill a second part of the feed.
  for (const [n, address] of addresses.slice(0, 55).entries())
    await call('page/save', { page_id: address.split('/').at(-1) ?? '', page_title: `第 ${n} 章 & <b>`, page_content: `正文 ]]> ${n}` })
  for (const place of [`${ROOT}/${item_id}`, ROOT]) {
    const atom = await read(`${place}/changes.atom`)
    expect(problemsOfAtom(atom)).toEqual([])
    const next = /<link rel="next"[^>]* href="([^"]+)"/.exec(atom)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(problemsOfAtom(await read(next))).toEqual([])
    const json = await read(`${place}/changes.json`)
    expect(problemsOfJsonFeed(json)).toEqual([])
    expect(problemsOfJsonFeed(await read(JSON.parse(json).next_url))).toEqual([])
  }
})

it('every page as Markdown is imported again as the same text', async () => {
  const pages = await pagesOf(item_id)
  const files = new Map<string, string>()
  for (const { page_id } of pages) files.set(page_id, await read(`${ROOT}/${item_id}/${page_id}.md`))
  const textOf = (file: string) => file.replace(/^---\n[\s\S]*?\n---\n/, '')
  // Without the addresses of this site, the file is the text that is stored.
  for (const { page_id } of pages) {
    const { page_content } = await call<{ page_content: string }>('page/info', { page_id })
    const text = textOf(files.get(page_id) ?? '').replace(/^# .*\n\n/, '')
    const relative = text.replaceAll(new RegExp(`${ROOT}(/${item_id}/\\d+)\\.md`, 'g'), '$1').replaceAll(`${ROOT}/`, '/')
    expect([page_id, relative.trimEnd()]).toEqual([page_id, page_content.trimEnd()])
  }
  const zip = Object.fromEntries([...files].map(([page_id, file]) => [`Again/${page_id}.md`, Buffer.from(file)]))
  const again = await importZip('again.zip', zip)
  const titles = new Map<string, string>()
  for (const { page_id, page_title } of await pagesOf(again)) titles.set(textOf(await read(`${ROOT}/${again}/${page_id}.md`)), page_title)
  for (const { page_id, page_title } of pages)
    expect([page_title, titles.get(textOf(files.get(page_id) ?? ''))]).toEqual([page_title, page_title])
})
