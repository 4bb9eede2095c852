import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aCatalog, anItem, aPage, refuseRows } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { requestExport } from '../test/samples/exported.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const manual = {
  '手册/开始.md': '# 开始\n\n见[登录](接口/登录.md)，![图](图片/a.png)，[外](https://example.test/x.md)\n',
  '手册/接口/登录.md': '# 登录\n\n回[开始](../开始.md)，![同一张](../图片/a.png)\n',
  '手册/接口/v1/旧.md': '# 旧\n\n旧文本\n',
  '手册/图片/a.png': PIXEL,
  '手册/run.exe': 'MZ',
}
const zip = (files: Record<string, string | Buffer>) => sampleZip(Object.entries(files).map(([name, data]) => ({ name, data })))

onEachDatabase(
  'import/auto',
  (product) => {
    let alice: TestUser
    beforeAll(async () => {
      alice = await product.user('alice')
    })

    const send = async (
      bytes: Buffer,
      { who = alice, name = '手册.zip', ...fields }: { who?: TestUser; name?: string; [field: string]: string | TestUser | undefined } = {},
    ) => {
      const reply = await product.upload(who, 'import/auto', fields as Record<string, string>, { name, bytes })
      return reply.json<{
        error_code: number
        error_message: string
        data: { item_id: string; item_name: string; report: { files: number; pages: number; catalogs: number; skipped: object[] } }
      }>()
    }
    const inTemp = () => readdirSync(join(product.folder, 'tmp'))

    it('restores the tree of an exported item that was created with tabs in its names', async () => {
      const item_id = await anItem(alice, { item_name: 'Orders\tAPI' })
      const cat_id = await aCatalog(alice, item_id, 'All\torders')
      await aPage(alice, item_id, { page_title: 'GET\t/orders', cat_id })
      await aPage(alice, item_id, { page_title: '概述\t一' })
      const tree = async (item_id: string) => {
        const { item_name, menu } = await alice.api.item.info({ item_id })
        const titles = (level: { pages: { page_title: string }[] }) => level.pages.map((page) => page.page_title)
        return [item_name, titles(menu), menu.catalogs.map((one) => [one.cat_name, titles(one)])]
      }
      const file = await requestExport(product, alice, 'markdown', { item_id })
      const { data } = await send(file.rawPayload, { name: 'orders.zip' })
      expect(await tree(data.item_id)).toEqual(await tree(item_id))
      expect(await tree(item_id)).toEqual(['Orders API', ['概述 一'], [['All orders', ['GET /orders']]]])
    })

    it('creates an item from folders, pages, links and pictures', async () => {
      const { error_code, data } = await send(zip(manual))
      expect(error_code).toBe(0)
      const { item_id } = data
      expect(data).toMatchObject({ item_name: '手册', report: { pages: 3, catalogs: 2, files: 1 } })
      const { menu } = await alice.api.item.info({ item_id })
      expect(menu).toMatchObject({
        pages: [{ page_title: '开始' }],
        catalogs: [
          { cat_name: '接口', pages: [{ page_title: '登录' }], catalogs: [{ cat_name: 'v1', level: '3', pages: [{ page_title: '旧' }] }] },
        ],
      })
      const [start, login] = [menu.pages[0]?.page_id ?? '', menu.catalogs[0]?.pages[0]?.page_id ?? '']
      const { page_content, attachment_count, version } = await alice.api.page.info({ page_id: start })
      expect(page_content).toContain(`[登录](/${item_id}/${login})`)
      expect(page_content).toContain('https://example.test/x.md')
      expect([attachment_count, version]).toEqual(['1', '1'])
      expect((await alice.api.page.info({ page_id: login })).page_content).toContain(`[开始](/${item_id}/${start})`)
      const [picture] = await alice.api.page.uploadList({ page_id: login })
      expect(page_content).toContain(picture?.url)
      const seen = await product.send({ url: picture?.url ?? '' })
      expect(seen.headers['content-type']).toBe('image/png')
      expect(seen.rawPayload.equals(PIXEL)).toBe(true)
      expect((await alice.api.item.search({ item_id, keyword: '旧文' })).pages).toMatchObject([{ page_title: '旧' }])
      expect(await alice.api.item.detail({ item_id })).toMatchObject({ uid: alice.uid, item_type: '1', password: '' })
      expect((await alice.api.page.view({ page_id: start })).html).toContain('<img')
      expect(inTemp()).toEqual([])
    })

    it('imports the source of a MkDocs site in the order of its contents, with notes that readers see', async () => {
      const files = {
        'mkdocs.yml': 'site_name: Shop\nnav:\n  - index.md\n  - Upgrade: upgrade.md\n  - Install: install.mdx\n',
        'docs/index.md': '# Shop { #shop }\n\nSee [ports](install.mdx#ports).',
        'docs/install.mdx': "import { Tabs } from 'x'\n\n# Install\n\n## Ports { #ports }\n\n<Note>\n  Open 443.\n</Note>",
        'docs/upgrade.md': '# Upgrade\n\n!!! danger "Back up first"\n\n    Stop the `server`.',
      }
      const { data } = await send(zip(files), { name: 'shop.zip' })
      expect(data.report).toMatchObject({ pages: 3, skipped: [] })
      const { menu } = await alice.api.item.info({ item_id: data.item_id })
      const pages = menu.catalogs[0]?.pages ?? []
      expect(pages.map(({ page_title }) => page_title)).toEqual(['Shop', 'Upgrade', 'Install'])
      const html = await Promise.all(pages.map(async ({ page_id }) => (await alice.api.page.view({ page_id })).html))
      expect(html[0]).toContain(`href="/${data.item_id}/${pages[2]?.page_id}#ports"`)
      expect(html[1]).toMatch(/class="callout warn".*Back up first.*Stop the <code>server<\/code>/s)
      expect(html[2]).toMatch(/<h2 id="ports".*class="callout".*<p>Open 443\.<\/p>/s)
      expect(html[2]).not.toContain('import')
    })

    it('applies the size limit of uploads to files', async () => {
      const files = {
        'B/a.md': '[fits](fits.txt) [large](large.txt)',
        'B/fits.txt': 'x'.repeat(4_194_303),
        'B/large.txt': 'x'.repeat(4_194_304),
      }
      const { data } = await send(zip(files), { name: 'B.zip' })
      expect(data.report).toMatchObject({ files: 1, skipped: [{ name: 'B/large.txt', reason: 'size' }] })
    })

    it('creates a private item with a password', async () => {
      const { data } = await send(zip(manual), { password: 'sesame' })
      await expect(product.visitor().api.item.info({ item_id: data.item_id })).rejects.toMatchObject({ code: 10303 })
      expect(await product.visitor().api.item.pwd({ item_id: data.item_id, password: 'sesame' })).toEqual({ refer_url: '' })
    })

    it('S92: restores an exported item with new ids and without the members and rights in the file', async () => {
      const page = (page_title: string, page_content: string) => ({
        page_title,
        page_content,
        page_id: 1,
        cat_id: '7',
        s_number: '3',
        author_uid: 1,
        page_comments: 'why',
      })
      const info = {
        item_id: 1,
        uid: 1,
        item_type: '1',
        item_name: '订单',
        item_description: 'd',
        password: 'secret',
        item_domain: 'x',
        is_archived: 1,
        members: [{ uid: 1 }],
        pages: {
          pages: [page('首页', '# 首页 <b>')],
          catalogs: [{ cat_id: '7', cat_name: '目录', s_number: '1', pages: [page('内页', 'text')], catalogs: [] }],
        },
      }
      const { error_code, data } = await send(zip({ 'prefix_info.json': JSON.stringify(info) }), { name: 'showdoc.zip' })
      expect(error_code).toBe(0)
      expect(await alice.api.item.detail({ item_id: data.item_id })).toMatchObject({
        item_name: '订单',
        item_description: 'd',
        uid: alice.uid,
        password: '',
        item_domain: '',
        is_archived: '0',
      })
      const { menu } = await product.visitor().api.item.info({ item_id: data.item_id })
      expect(menu).toMatchObject({
        pages: [{ page_title: '首页' }],
        catalogs: [{ cat_name: '目录', pages: [{ page_title: '内页', author_uid: alice.uid }] }],
      })
      expect(await alice.api.page.info({ page_id: menu.pages[0]?.page_id ?? '' })).toMatchObject({
        page_content: '# 首页 <b>',
        page_comments: 'why',
      })
    })

    it('creates one item for repeated requests with the same request_id, and reports progress', async () => {
      const request_id = 'import-0001'
      expect(await alice.api.import.progress({ request_id })).toEqual({ stage: 'none', done: 0, total: 0 })
      const all = await Promise.all([send(zip(manual), { request_id }), send(zip(manual), { request_id })])
      expect((await send(zip(manual), { request_id })).data.item_id).toBe(all[0]?.data.item_id)
      expect(all[1]?.data.item_id).toBe(all[0]?.data.item_id)
      expect(await alice.api.import.progress({ request_id })).toEqual({ stage: 'done', done: 3, total: 3 })
      const other = await product.user('other')
      expect(await other.api.import.progress({ request_id })).toMatchObject({ stage: 'none' })
    })

    it('stores nothing of a refused file', async () => {
      const digestBefore = await digestOf(product)
      for (const [bytes, name] of [
        [Buffer.from('not a zip'), 'a.zip'],
        [Buffer.from('%PDF-1.4'), 'a.pdf'],
        [Buffer.alloc(0), 'a.zip'],
        [zip(manual).subarray(0, 300), 'a.zip'],
        [zip({ 'a.txt': 'no page here' }), 'a.zip'],
        [zip({}), 'a.zip'],
        [sampleZip([{ name: '../../evil.md', data: '# Evil' }]), 'a.zip'],
        [sampleZip([{ name: 'a.md', data: Buffer.alloc(300 * 1024 * 1024) }]), 'a.zip'],
      ] as const)
        expect(await send(bytes, { name })).toMatchObject({ error_code: 10101, data: null })
      expect(await send(Buffer.alloc(1024 * 1024 + 10), { name: 'a.zip' })).toMatchObject({ error_code: 413 })
      expect(await digestOf(product)).toEqual(digestBefore)
      expect(inTemp()).toEqual([])
    })

    it('S60: stores nothing for anonymous visitors', async () => {
      const digestBefore = await digestOf(product)
      expect(await send(zip(manual), { who: product.visitor() })).toMatchObject({ error_code: 10102, data: null })
      expect(await digestOf(product)).toEqual(digestBefore)
      expect(inTemp()).toEqual([])
    })

    it('removes everything again when it fails halfway', async () => {
      const digestBefore = await digestOf(product, ['job'])
      const restore = await refuseRows(product, 'page', 'page_title', '旧')
      expect(await send(zip(manual), { request_id: 'import-0002' })).toMatchObject({ error_code: 500, data: null })
      await restore()
      expect(await digestOf(product, ['job'])).toEqual(digestBefore)
      const { files } = product.server.services
      const put = vi.spyOn(files.local, 'put').mockRejectedValue(new Error(`ENOSPC ${join(product.folder, 'files')}`))
      const failed = await send(zip(manual))
      put.mockRestore()
      expect(failed).toMatchObject({ error_code: 500, data: null })
      expect(JSON.stringify(failed)).not.toMatch(/ENOSPC|tmp/)
      expect(await digestOf(product, ['job'])).toEqual(digestBefore)
      expect((await send(zip(manual), { request_id: 'import-0002' })).error_code).toBe(0)
    })

    it('reports what it left out', async () => {
      const { data } = await send(zip({ ...manual, '手册/broken.png': 'no picture', '手册/page.md': '![x](broken.png)' }))
      expect(data.report.skipped).toContainEqual({ name: expect.stringContaining('broken.png'), reason: 'broken' })
    })
  },
  { IMPORT_MAX_MB: '1' },
)
