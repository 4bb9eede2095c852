import Database from 'better-sqlite3'
import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { postgres } from '../../../server/src/test/servers/postgres.address.ts'
import { folderOf } from '../test/folder.ts'
import { type Item, itemWithKeys, pageOf, start, titlesOf, versionsOf } from '../test/site.ts'

onEachDatabase('sheaf-push database', (product) => {
  let item: Item
  const folder = folderOf({})
  const change = (sql: string) => {
    const database = new Database(`${folder}/shop.db`)
    database.exec(sql)
    database.close()
  }
  const push = (...argv: string[]) => start(product, { env: item.env, folder }, 'database', 'shop.db', ...argv)
  beforeAll(async () => {
    item = await itemWithKeys(product)
    change(`create table users (id integer primary key, email text); -- who orders
      create table orders (id integer primary key, user_id integer references users);
      create table "a|b" (x);
      create view open_orders as select * from orders`)
  })

  it('creates an overview and a page per table, in order', async () => {
    const { code, out } = await push()
    expect(code, out).toBe(0)
    expect(out).toContain('Database shop: 3 tables, 1 views\n4 created')
    expect(await titlesOf(item)).toEqual(['shop/Database overview', 'shop/a|b', 'shop/open_orders', 'shop/orders', 'shop/users'])
    const overview = await pageOf(item, 'Database overview')
    const users = await pageOf(item, 'users')
    const orders = await pageOf(item, 'orders')
    expect(overview.page_content).toContain(`| [users](/${item.item_id}/${users.page_id}) | 2 |`)
    expect(users.page_content).toContain(`[orders](/${item.item_id}/${orders.page_id})`)
    expect(orders.page_content).toContain(`foreign → [users](/${item.item_id}/${users.page_id})`)
  })

  it('shows tables to readers and hides the record', async () => {
    const { page_id } = await pageOf(item, 'Database overview')
    const { html: article } = await item.owner.api.page.view({ page_id })
    expect(article).toContain('open_orders')
    expect(article).not.toContain('sheaf-push')
  })

  it('writes nothing in a second run', async () => {
    const { out, calls } = await push()
    expect(out).toContain('0 created, 0 changed, 4 unchanged')
    expect(calls).toEqual(['getCatalogTree', 'getPage'])
    expect((await push('--full')).calls).not.toContain('updatePage')
  })

  it('keeps its language in any environment unless another one is chosen', async () => {
    const chinese = { ...item.env, LANG: 'zh_CN.UTF-8' }
    const same = await start(product, { env: chinese, folder }, 'database', 'shop.db')
    expect(same.out).toContain('新建 0 页，更新 0 页，4 页没有变化')
    const other = await start(product, { env: item.env, folder }, 'database', 'shop.db', '--language', 'zh')
    expect(other.out).toContain('0 created, 4 changed')
    expect((await pageOf(item, 'users')).page_content).toContain('| 字段 | 类型 | 可空 | 键 | 默认值 | 说明 |')
    expect((await push()).out).toContain('4 unchanged')
    expect(await titlesOf(item)).toContain('shop/Database overview')
  })

  it('a new column changes only the page of its table; a new table is inserted in order', async () => {
    const before = await versionsOf(item, (await pageOf(item, 'orders')).page_id)
    change('alter table users add column phone text; create table pages (id integer)')
    const { out } = await push('--language', 'zh')
    expect(out).toContain('1 created, 1 changed, 3 unchanged')
    expect(await versionsOf(item, (await pageOf(item, 'orders')).page_id)).toBe(before)
    expect(await titlesOf(item)).toEqual([
      'shop/Database overview',
      'shop/a|b',
      'shop/open_orders',
      'shop/orders',
      'shop/pages',
      'shop/users',
    ])
  })

  it('reports the page of a dropped table as an orphan', async () => {
    change('drop table pages')
    const { out } = await push()
    expect(out).toContain('  shop / pages  (pages)')
    expect((await push('--delete-orphans')).out).toContain('Taken to the recycle bin:\n  shop / pages')
    expect(await titlesOf(item)).not.toContain('shop/pages')
  })

  it('pushes selected tables into another catalog', async () => {
    await push('--catalog', 'Backend / Data/x/y', '--include', 'orders,users')
    expect((await titlesOf(item)).filter((title) => title.startsWith('Backend'))).toEqual([
      'Backend/Data/Database overview',
      'Backend/Data/orders',
      'Backend/Data/users',
    ])
  })

  it('never prints a password of the site or the database', async () => {
    const url = `${(await postgres()).replace('postgres:postgres@', 'nobody:se%40cret@')}/postgres`
    const wrong = await start(product, { env: { ...item.env, SHEAF_DATABASE_URL: url }, folder }, 'database')
    expect(wrong.code).toBe(3)
    expect(wrong.err).toContain('nobody')
    const bad = await start(product, { env: item.env, folder }, 'database', 'oracle://me:se%40cret@db/x')
    expect([bad.code, wrong.out + bad.out]).toEqual([2, ''])
    for (const { err } of [wrong, bad]) expect(err).not.toMatch(/se(?:%40|@)cret/)
  })
})
