import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { folderOf, write } from '../test/folder.ts'
import { type Item, itemWithKeys, pageOf, start, titlesOf, versionsOf } from '../test/site.ts'

const source = readFileSync(new URL('../test/comments.php', import.meta.url), 'utf8')
const small = (title: string, lines = '') => `# showdoc\n# @title ${title}\n# @catalog Small\n# @url /${title}\n${lines}`
const LIST = 'Pages from source code'

onEachDatabase('sheaf-push comments', (product) => {
  let item: Item
  const folder = folderOf({ 'src/orders.php': source, 'src/small.py': small('one') })
  const push = (...argv: string[]) => start(product, { env: item.env, folder }, 'comments', 'src', ...argv)
  beforeAll(async () => {
    item = await itemWithKeys(product)
  })

  it('a dry run reports the changes and writes nothing', async () => {
    const { code, out } = await push('--dry-run')
    expect([code, await titlesOf(item)]).toEqual([0, []])
    expect(out).toContain('5 created, 0 changed, 0 unchanged')
    expect(out).toContain('+ Orders / Write / Create an order  (src/orders.php)')
  })

  it('creates a page per comment and the list of sources', async () => {
    const { code, out } = await push()
    expect(code, out).toBe(0)
    expect(await titlesOf(item)).toEqual([
      'Ping',
      'One line; SHOWDOC',
      LIST,
      'Orders/订单列表',
      'Orders/Write/Create an order',
      'Small/one',
    ])
    const page = await pageOf(item, 'Create an order')
    expect(page).toMatchObject({ author_username: 'API', s_number: '7' })
    expect(page.page_content).toContain('post https://api.example.com/v1/orders')
    const list = await pageOf(item, LIST)
    expect(list.page_content).toContain(`| [Create an order](/${item.item_id}/${page.page_id}) | Orders / Write | src/orders.php |`)
  })

  it('writes nothing in a second run and makes few calls', async () => {
    const { out, calls } = await push()
    expect(out).toContain('0 created, 0 changed, 5 unchanged')
    expect(calls).toEqual(['getCatalogTree', 'getPage'])
    expect(await versionsOf(item, (await pageOf(item, 'Ping')).page_id)).toBe(0)
    expect(await versionsOf(item, (await pageOf(item, LIST)).page_id)).toBe(0)
  })

  it('writes nothing after lines were added above', async () => {
    write(folder, { 'src/orders.php': source.replace('<?php', '<?php\n\n// words') })
    expect((await push()).calls).toEqual(['getCatalogTree', 'getPage'])
  })

  it('compares every page if the list is missing, and still writes no page', async () => {
    const { page_id } = await pageOf(item, LIST)
    await item.owner.api.page.delete({ page_id })
    const { out } = await push()
    expect(out).toContain('0 created, 0 changed, 5 unchanged')
    expect(await versionsOf(item, (await pageOf(item, 'Create an order')).page_id)).toBe(0)
  })

  it('a changed comment changes only its page', async () => {
    write(folder, { 'src/small.py': small('one', '# @remark new\n') })
    const { out, calls } = await push()
    expect(out).toContain('0 created, 1 changed, 4 unchanged')
    expect(calls.filter((call) => call === 'updatePage')).toHaveLength(2)
    expect(await versionsOf(item, (await pageOf(item, 'one')).page_id)).toBe(1)
  })

  it('overwrites an edit on the site, reports it, and keeps it in the history', async () => {
    const { page_id } = await pageOf(item, 'one')
    await product.server.services.store.db.updateTable('page').set({ addtime: 1 }).where('page_id', '=', Number(page_id)).execute()
    await push()
    await item.owner.api.page.save({
      item_id: item.item_id,
      page_id,
      page_title: 'one',
      page_content: 'by hand',
      cat_id: (await pageOf(item, 'one')).cat_id,
    })
    write(folder, { 'src/small.py': small('one', '# @remark newer\n') })
    await product.server.services.store.db.updateTable('page').set({ addtime: 2 }).where('page_id', '=', Number(page_id)).execute()
    const { out } = await push()
    expect(out).toContain('Had been changed on the site since; their history keeps that text:\n  Small / one')
    expect((await pageOf(item, 'one')).page_content).toContain('newer')
  })

  it('lists an orphan, keeps it, and deletes it on request', async () => {
    write(folder, { 'src/small.py': small('two') })
    const first = await push()
    expect(first.out).toContain('  Small / one  (src/small.py)')
    expect(await titlesOf(item)).toContain('Small/one')
    expect((await push('--strict')).code).toBe(4)
    const { out, code } = await push('--delete-orphans')
    expect([code, await titlesOf(item)]).toEqual([0, expect.not.arrayContaining(['Small/one'])])
    expect(out).toContain('Taken to the recycle bin:\n  Small / one')
    expect((await item.owner.api.recycle.getList({ item_id: item.item_id })).map(({ page_title }) => page_title)).toContain('one')
    expect((await push('--strict')).code).toBe(0)
  })

  it('knows pages again whose names have tabs, which the site stores as blanks', async () => {
    const own = await itemWithKeys(product)
    const tabs = folderOf({ 'a.py': `# showdoc\n# @title Tab\there\n# @catalog Some\tplace\n# @url /tab\n` })
    const again = (...argv: string[]) => start(product, { env: own.env, folder: tabs }, 'comments', '.', ...argv)
    await again()
    expect(await titlesOf(own)).toContain('Some place/Tab here')
    expect((await again('--dry-run')).out).toContain('0 created, 0 changed, 1 unchanged')
    const { out, calls } = await again('--delete-orphans')
    expect([out, calls]).toEqual([expect.stringContaining('0 created, 0 changed, 1 unchanged'), ['getCatalogTree', 'getPage']])
  })

  it('a run that finds nothing deletes nothing', async () => {
    const { out } = await start(product, { env: item.env, folder: folderOf({ 'a.txt': '' }) }, 'comments', '.', '--delete-orphans')
    expect(out).toContain('These were not deleted')
    expect(await titlesOf(item)).toContain('Small/two')
  })

  it('deletes no page whose file is there and was not read', async () => {
    const own = await itemWithKeys(product)
    const files = { 'a.py': small('large'), 'b.py': small('binary'), 'c.py': small('gone'), 'd.py': small('here') }
    const partly = folderOf(files)
    const again = (...argv: string[]) => start(product, { env: own.env, folder: partly }, 'comments', '.', ...argv)
    await again()
    write(partly, { 'a.py': `${files['a.py']}${'#'.repeat(20_000)}`, 'b.py': `${files['b.py']}\0\0\0\0`, 'c.py': '' })
    const { out } = await again('--delete-orphans', '--max-size', '0.01')
    expect(out).toContain('Taken to the recycle bin:\n  Small / gone')
    expect(await titlesOf(own)).toEqual(expect.arrayContaining(['Small/large', 'Small/binary', 'Small/here']))
    expect(await titlesOf(own)).not.toContain('Small/gone')
    // They are known when their files are read again.
    write(partly, files)
    expect((await again('--delete-orphans')).out).toContain('1 created, 0 changed, 3 unchanged')
  })

  it('creates a page again in its catalog after a user moved it on the site, and reports the moved page as an orphan', async () => {
    const { page_id } = await pageOf(item, 'two')
    const data = JSON.stringify([{ page_id, parent_cat_id: '0', s_number: '1' }])
    await item.owner.api.catalog.batUpdate({ item_id: item.item_id, cats: data })
    const { out } = await push()
    expect(out).toContain('1 created')
    expect(out).toMatch(/takes them to the recycle bin\):\n {2}two {2}\(src\/small\.py\)/)
  })
})
