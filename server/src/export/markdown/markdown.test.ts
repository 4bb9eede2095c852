import { posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anItem, aPage } from '../../test/given.ts'
import { onOneDatabase, type TestUser } from '../../test/product.ts'
import { aBook, exported, requestExport } from '../../test/samples/exported.ts'
import { PIXEL } from '../../test/samples/pixel.ts'

interface Branch {
  pages: { page_id: string; page_title: string }[]
  catalogs: (Branch & { cat_name: string })[]
}

onOneDatabase('Markdown export', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  /** The complete content of an item, with ids and signs replaced by titles and file names. */
  async function stateOf(who: TestUser, item_id: string) {
    const { menu, item_name, item_type } = await who.api.item.info({ item_id })
    const names = new Map<string, string>()
    const collectNames = ({ pages, catalogs }: Branch, path: string) => {
      for (const [n, page] of pages.entries()) names.set(page.page_id, `${path}/${n} ${page.page_title}`)
      for (const [n, one] of catalogs.entries()) collectNames(one, `${path}/${n} ${one.cat_name}`)
    }
    collectNames(menu as Branch, '')
    const signs = new Map<string, string>()
    const plain = (text: string) =>
      text
        .replaceAll(/\/(\d+)\/(\d+)(?=[)#"])/g, (all, item, page) => (item === item_id ? `→${names.get(page)}` : all))
        .replaceAll(/[0-9a-f]{32}/g, (sign) => signs.get(sign) ?? sign)
    for (const page_id of names.keys())
      for (const { url, display_name } of await who.api.page.uploadList({ page_id }))
        signs.set(/[0-9a-f]{32}/.exec(url)?.[0] ?? '', display_name)
    const pageOf = async ({ page_id, page_title }: Branch['pages'][number]) => {
      const { page_content, page_comments } = await who.api.page.info({ page_id })
      const files = (await who.api.page.uploadList({ page_id })).map(({ display_name, file_size }) => `${display_name} ${file_size}`)
      return { page_title, page_comments, page_content: plain(page_content), files: files.sort() }
    }
    const tree = async ({ pages, catalogs }: Branch): Promise<object> => ({
      pages: await Promise.all(pages.map(pageOf)),
      catalogs: await Promise.all(catalogs.map(async (one) => ({ cat_name: one.cat_name, ...(await tree(one)) }))),
    })
    return { item_name, item_type, tree: await tree(menu as Branch) }
  }

  async function exportAndImport(item_id: string) {
    const reply = await requestExport(product, alice, 'markdown', { item_id })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip'])
    const imported = await product.upload(alice, 'import/auto', { password: '' }, { name: 'showdoc.zip', bytes: reply.rawPayload })
    const { error_code, data } = imported.json<{ error_code: number; data: { item_id: string; report: { skipped: object[] } } }>()
    expect([error_code, data?.report.skipped]).toEqual([0, []])
    return data.item_id
  }

  it('restores tree, order, texts, links and attachments after an import', async () => {
    const { item_id, first, same, picture: sign } = await aBook(product, alice)
    const copy = await exportAndImport(item_id)
    const [original, restored] = [await stateOf(alice, item_id), await stateOf(alice, copy)]
    // A link by page id alone becomes a link within the item.
    const text = JSON.stringify(original)
      .replace(`/page/${same}`, '→/0 CON/0 1. 同名 / same/1 同名')
      .replace('https://example.test→/0 a/b\\\\c:d*e?\\"f\\"', `https://example.test/${item_id}/${first}`)
      .replace('→undefined', `/${item_id}/1`)
      // Parameters after the sign are dropped; URLs in code do not change.
      .replace('&amp;showdoc=.png', '')
      .replace(
        '`/server/index.php?s=/api/attachment/visitFile/sign/图 (1).png`',
        `\`/server/index.php?s=/api/attachment/visitFile/sign/${sign}\``,
      )
    expect(restored).toEqual(JSON.parse(text))
    expect(JSON.stringify(restored)).toContain(`https://example.test/${item_id}/${first}`)
    const [picture] = await alice.api.page.uploadList({ page_id: await pageNamed(copy, '同名', 1) })
    expect((await product.send({ url: picture?.url ?? '', headers: alice.headers })).rawPayload.equals(PIXEL)).toBe(true)
    expect(await alice.api.item.detail({ item_id: copy })).toMatchObject({ item_description: '关于 <订单> & "more"' })
  })

  async function pageNamed(item_id: string, title: string, n: number) {
    const all = ({ pages, catalogs }: Branch): Branch['pages'] => [...pages, ...catalogs.flatMap(all)]
    const { menu } = await alice.api.item.info({ item_id })
    return all(menu as Branch).filter((page) => page.page_title === title)[n]?.page_id ?? ''
  }

  it.each([2, 4])('restores an item of type %s after an import', async (item_type) => {
    const item_id = await anItem(alice, { item_type, item_name: 'One page' })
    const [page] = (await alice.api.item.info({ item_id })).menu.pages
    const sheets = JSON.stringify([
      { name: '表 1', rows: { 0: { cells: { 0: { text: 'a | b' }, 1: { text: '二' } } }, 7: { cells: { 3: { text: '=1' } } } } },
    ])
    const page_content = item_type === 4 ? sheets : '# One'
    await alice.api.page.save({ page_id: page?.page_id ?? '', page_title: 'One page', page_content })
    const copy = await exportAndImport(item_id)
    expect(await stateOf(alice, copy)).toEqual(await stateOf(alice, item_id))
    const files = await exported(product, alice, 'markdown', { item_id })
    expect(files.get('One page/One page.md')?.toString()).toBe(
      item_type === 4 ? '| a \\| b | 二 |  |\n| --- | --- | --- |\n|  |  | =1 |\n' : '---\ntitle: "One page"\n---\n\n# One',
    )
  })

  it('restores pages of an API client after an import', async () => {
    const item_id = await anItem(alice, { item_type: 3, item_name: 'Client' })
    const picture = await product.upload(alice, 'page/uploadImg', { item_id }, { name: 'a.png', bytes: PIXEL })
    const sign = /[0-9a-f]{32}/.exec(picture.body)?.[0] ?? ''
    const url = `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`
    const call = {
      info: { from: 'runapi', type: 'api', title: 'Call', method: 'post', url: '/call', remark: `![](${url})` },
      request: {},
      response: {},
      extend: {},
    }
    await aPage(alice, item_id, { page_title: 'Call', page_content: JSON.stringify(call) })
    await product.server.services.store.db
      .updateTable('item')
      .set({ global_param: '{"header":[]}' })
      .where('item_id', '=', Number(item_id))
      .execute()
    const copy = await exportAndImport(item_id)
    expect(await stateOf(alice, copy)).toEqual(await stateOf(alice, item_id))
    const files = await exported(product, alice, 'markdown', { item_id })
    expect(files.get('Client/Call.md')?.toString()).toMatch(/POST \/call[\s\S]*!\[\]\(attachments\/a\.png\)/)
    const rows = product.server.services.store.db.selectFrom('item').select(['global_param', 'item_type'])
    expect(await rows.where('item_id', '=', Number(copy)).executeTakeFirst()).toEqual({ global_param: '{"header":[]}', item_type: 3 })
  })

  describe('the readable folder', () => {
    let files: Map<string, Buffer>
    beforeAll(async () => {
      files = await exported(product, alice, 'markdown', { item_id: (await aBook(product, alice)).item_id })
    })
    const folder = 'API- 订单-手册'
    const readableFiles = () => [...files.keys()].filter((name) => name.startsWith(`${folder}/`))

    it('has folders and files in tree order, with names that are valid on every operating system', () => {
      expect(readableFiles()).toEqual([
        `${folder}/1 a-b-c-d-e-f.md`,
        `${folder}/2 LAST.md`,
        `${folder}/3 _CON/1 Text.md`,
        `${folder}/3 _CON/2 Untitled page.md`,
        `${folder}/3 _CON/3 1. 同名 - same/1 同名.md`,
        `${folder}/3 _CON/3 1. 同名 - same/2 同名.md`,
        `${folder}/3 _CON/3 1. 同名 - same/3 hidden/${'长'.repeat(30)}.md`,
        `${folder}/4 Empty, and “quoted”/`,
        `${folder}/attachments/figures #1 100%.csv`,
        `${folder}/attachments/图 (1).PNG`,
        `${folder}/attachments/图 (1) (2).png`,
      ])
    })

    it('links only to files that are in the zip', () => {
      let count = 0
      for (const name of readableFiles().filter((one) => one.endsWith('.md'))) {
        const text =
          files
            .get(name)
            ?.toString()
            .replaceAll(/`[^`]*`/g, '') ?? ''
        for (const [, target = ''] of text.matchAll(/(?:\]\(|src=")(?!\/|https?:)([^)"#\s]+)/g)) {
          expect([...files.keys()]).toContain(posix.join(posix.dirname(name), decodeURIComponent(target)))
          count++
        }
      }
      expect(count).toBe(4)
    })

    it('leaves out the password, and lists which file holds which page', () => {
      const info = JSON.parse(files.get('prefix_info.json')?.toString() ?? '')
      expect(info).toMatchObject({
        item_type: '1',
        item_name: 'API: 订单/手册?',
        password: '',
        pages: { pages: [{ page_title: 'a/b\\c:d*e?"f"' }, {}] },
      })
      const readme = files.get('prefix_readme.md')?.toString() ?? ''
      for (const [, title = '', file = ''] of readme.matchAll(/^(.*) —— (prefix_[0-9a-f]{32}\.md)$/gm)) {
        expect(files.has(file)).toBe(true)
        if (title === 'LAST') expect(files.get(file)?.toString()).toBe('  leading and trailing  \n\n\n')
      }
    })
  })

  it('exports a catalog with its descendants, or a single page', async () => {
    const { item_id, section, first } = await aBook(product, alice)
    const part = await exported(product, alice, 'markdown', { item_id, cat_id: section })
    expect([...part.keys()].filter((name) => name.endsWith('.md') && !name.startsWith('prefix_'))).toEqual([
      'API- 订单-手册/1. 同名 - same/1 同名.md',
      'API- 订单-手册/1. 同名 - same/2 同名.md',
      `API- 订单-手册/1. 同名 - same/3 hidden/${'长'.repeat(30)}.md`,
    ])
    const page = await exported(product, alice, 'markdown', { item_id, page_id: first })
    expect([...page.keys()].filter((name) => name.endsWith('.md') && !name.startsWith('prefix_'))).toEqual([
      'API- 订单-手册/a-b-c-d-e-f.md',
    ])
  })
})
