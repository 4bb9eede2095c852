import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { postgres } from '../../../server/src/test/servers/postgres.address.ts'
import { folderOf } from '../test/folder.ts'
import { type Item, itemWithKeys, pageOf, start, titlesOf } from '../test/site.ts'

/** What pages and people name must stay the same in every kind of database. */
onEachDatabase('sheaf-push database --name', (product) => {
  let item: Item
  const folder = folderOf({})
  const sqlite = (sql: string) => {
    const database = new Database(`${folder}/shop.db`)
    database.exec(sql)
    database.close()
  }
  const name = `dictionary_${process.pid}_${Date.now().toString(36)}`
  let base = ''
  const query = async (database: string, text: string) => {
    const client = new pg.Client({ connectionString: `${base}/${database}` })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const push = (address: string, source: string, ...argv: string[]) =>
    start(product, { env: { ...item.env, SHEAF_DATABASE_URL: address }, folder }, 'database', '--name', source, ...argv)
  const write = async (title: string, path: string, words: string) => {
    const { page_id } = await pageOf(item, title)
    await item.owner.api.source.saveWords({ page_id, path, words, mode: 'add' })
  }

  beforeAll(async () => {
    base = await postgres()
    item = await itemWithKeys(product)
    sqlite(`create table users (id integer primary key, email text); -- who orders
      create table orders (id integer primary key, user_id integer references users, total integer);
      create trigger kept after delete on users begin select 1; end`)
    await query('postgres', `create database ${name}`)
    await query(
      name,
      `create type state as enum ('open', 'paid');
       create table customers (id bigint generated always as identity primary key, email varchar(80) not null);
       create table orders (id bigint primary key, customer_id bigint references customers on delete cascade, state state default 'open', qty int check (qty > 0));
       comment on column orders.qty is 'How many | pieces';
       create function f() returns trigger language plpgsql as 'begin return new; end';
       create trigger stamp before insert on orders for each row execute function f();
       create view paid as select * from orders where state = 'paid'`,
    )
  })
  afterAll(() => query('postgres', `drop database ${name} with (force)`))

  it('makes a source of a SQLite file, and only says what would change with --check', async () => {
    const { code, out } = await push('shop.db', 'lite', '--catalog', 'Lite')
    expect(code, out).toBe(0)
    expect(out).toContain('lite: version 1, parts: 3')
    expect(await titlesOf(item)).toEqual(['Lite/Database overview', 'Lite/orders', 'Lite/users'])
    expect((await pageOf(item, 'users')).page_content).toContain('## Triggers')
    expect((await push('shop.db', 'lite')).out).toContain('has exactly this file')
    await write('users', 'email', 'In lower case.')
    sqlite('alter table users add column phone text; alter table orders drop column total')
    const check = await push('shop.db', 'lite', '--check', '--fail-on', 'breaking')
    expect([check.code, check.out]).toEqual([5, expect.stringContaining('breaking: orders: column `total` removed')])
    expect((await push('shop.db', 'lite')).out).toContain('safe: users: column `phone` (TEXT) added')
    expect((await pageOf(item, 'users')).page_content).toContain('In lower case.')
  })

  it('compares another instance, and asks for a coverage', async () => {
    // Exactly the same structure, and then one column less on the site than in the file.
    expect((await push('shop.db', 'lite', '--instance', 'live')).out).toBe('live has the same structure.\n')
    expect((await push('shop.db', 'lite', '--check')).code).toBe(0)
    sqlite('alter table users add column city text')
    const check = await push('shop.db', 'lite', '--instance', 'live', '--check')
    expect([check.code, check.out]).toEqual([
      4,
      'Nothing was written.\nlive differs in one place:\n  - users: live also has the column `city` (TEXT)\n',
    ])
    const kept = await push('shop.db', 'lite', '--instance', 'live')
    expect([kept.code, kept.out]).toEqual([0, expect.stringContaining('live differs in one place')])
    const page = await item.owner.api.page.view({ page_id: (await pageOf(item, 'users')).page_id })
    expect(page.html).toContain('live also has the column')
    expect((await push('shop.db', 'lite', '--check')).code).toBe(4)
    expect((await push('shop.db', 'lite', '--check', '--fail-on', 'breaking')).code).toBe(0)
    const short = await push('shop.db', 'lite', '--min-coverage', '60')
    expect([short.code, short.out]).toEqual([4, expect.stringMatching(/Described: \d+ %, required: 60 %/)])
    expect((await push('shop.db', 'lite', '--min-coverage', '5')).code).toBe(0)
    expect((await push('shop.db', 'lite', '--min-coverage', 'x')).code).toBe(2)
    expect((await push('shop.db', 'lite', '--instance', 'A B')).code).toBe(2)
  })

  it('follows a PostgreSQL database, in which a renamed column and a renamed table keep their words', async () => {
    const address = `${base}/${name}`
    const { code, out } = await push(address, 'pg', '--catalog', 'Pg')
    expect(code, out).toBe(0)
    const page = await item.owner.api.page.view({ page_id: (await paged('qty')).page_id })
    for (const text of ['order_state'.slice(6), 'How many | pieces', 'on delete CASCADE', 'stamp', 'qty &gt; 0', '<code>paid</code>'])
      expect(page.html).toContain(text)
    const { page_id } = await paged('qty')
    await item.owner.api.source.saveWords({ page_id, path: 'qty', words: 'At most **999**.', mode: 'add' })
    await query(
      name,
      'alter table orders rename column qty to quantity; alter table orders rename to purchases; alter table customers alter email type text',
    )
    const next = await push(address, 'pg')
    expect(next.out).toContain('breaking: purchases: column `qty` renamed to `quantity`')
    expect(next.out).toContain('breaking: purchases: renamed from `orders`')
    expect(next.out).toContain('safe: customers: `email`: type widened from character varying(80) to text')
    const after = await item.owner.api.page.info({ page_id })
    expect(after.page_title).toBe('purchases')
    expect(after.page_content).toMatch(/quantity.*At most \*\*999\*\*\./)
  })

  it('takes over the pages of pushes without a source, and keeps what people have changed in them (T33)', async () => {
    const old = await itemWithKeys(product)
    const place = folderOf({})
    const database = new Database(`${place}/crm.db`)
    database.exec(`create table people (id integer primary key, name text); create table visits (id integer primary key, people_id integer references people);
      create table notes (id integer primary key); create table tags (id integer primary key)`)
    const run = (...argv: string[]) => start(product, { env: old.env, folder: place }, 'database', 'crm.db', ...argv)
    expect((await run()).code).toBe(0)
    const { api } = old.owner
    const [people, visits, notes] = [await pageOf(old, 'people'), await pageOf(old, 'visits'), await pageOf(old, 'notes')]
    const edit = async (page: typeof people, change: (text: string) => string, title = page.page_title) =>
      api.page.save({ ...page, page_title: title, page_content: change(page.page_content) })
    await edit(people, (text) => `Ask Emma.\n\n${text.replace('name |', 'name (full) |')}\n\nSee [visits](/1/2).`)
    await edit(notes, (text) => `${text}\n\n\`\`\`sql\nselect 1\n\`\`\``, 'Notes of people')
    const before = await titlesOf(old)
    // The structure has changed since: a table is gone, and one has another column.
    database.exec('drop table tags; alter table visits add column at text')
    database.close()
    const { code, out } = await run('--name', 'crm')
    expect(code, out).toBe(0)
    expect(out).toContain('Pages of earlier pushes that belong to the source now: 3')
    const raw = async ({ page_id }: { page_id: string }) => (await api.page.info({ page_id, raw: 1 })).page_content
    expect(await raw(visits)).toBe('```table crm main.visits\n```\n')
    expect((await api.page.info({ page_id: visits.page_id })).page_content).toContain('| at | TEXT |')
    const kept = await raw(people)
    expect(kept).toMatch(
      /^```table crm main.people\n```\n\n## Kept from before\n\nAsk Emma\.\n\n\|[^#]*name \(full\)[^#]*\n\nSee \[visits\]\(\/1\/2\)\.\n$/,
    )
    expect(await raw(notes)).toBe('```table crm main.notes\n```\n\n## Kept from before\n\n```sql\nselect 1\n```\n')
    expect((await api.page.info({ page_id: notes.page_id })).page_title).toBe('Notes of people')
    // The record page and the page of the table that is gone stay as they are; only the overview of the source is new.
    expect((await titlesOf(old)).filter((title) => !before.includes(title))).toEqual([])
    expect(await titlesOf(old)).toHaveLength(before.length + 1)
    // The earlier text is in the history, and later pushes change nothing of what is kept.
    const [first] = await api.page.history({ page_id: people.page_id })
    expect(first?.page_content).toContain('Ask Emma.')
    expect((await run('--name', 'crm')).out).toContain('has exactly this file')
    expect(await raw(people)).toBe(kept)
  })

  it('takes names that have changed from the settings file (T28)', async () => {
    const names = await itemWithKeys(product)
    const settings = {
      database: { name: 'names', renames: { 'goods.qty': 'products.quantity', goods: 'products', 'stock.at': 'stock.place' } },
    }
    const place = folderOf({ 'sheaf-push.json': JSON.stringify(settings) })
    const change = (sql: string) => {
      const database = new Database(`${place}/goods.db`)
      database.exec(sql)
      database.close()
    }
    const run = (...argv: string[]) => start(product, { env: names.env, folder: place }, 'database', 'goods.db', ...argv)
    change('create table goods (id integer primary key, qty int); create table stock (id integer primary key, at text)')
    expect((await run()).code).toBe(0)
    const { page_id } = await pageOf(names, 'goods')
    await names.owner.api.source.saveWords({ page_id, path: 'qty', words: 'At most 999.', mode: 'add' })
    change('alter table goods rename column qty to quantity; alter table goods rename to products')
    const { out } = await run()
    expect(out).toContain('breaking: products: renamed from `goods`')
    expect(out).toContain('breaking: products: column `qty` renamed to `quantity`')
    const page = await names.owner.api.page.info({ page_id })
    expect(page).toMatchObject({ page_title: 'products', page_content: expect.stringMatching(/quantity.*At most 999\./) })
    // Later versions know it, also without being asked again; what is not true yet changes nothing.
    change('alter table products add column note text')
    expect((await run()).out).toContain('column `note` (TEXT) added')
    expect((await names.owner.api.page.info({ page_id })).page_content).toMatch(/quantity.*At most 999\./)
    const wrong = folderOf({ 'sheaf-push.json': JSON.stringify({ database: { renames: ['goods'] } }) })
    expect((await start(product, { env: names.env, folder: wrong }, 'database', 'x.db', '--name', 'x')).err).toContain('renames')
  })

  it('pushes what tbls has written, and refuses options that belong to the other form', async () => {
    const tbls = {
      name: 'Warehouse',
      tables: [{ name: 'dbo.bins', type: 'BASE TABLE', columns: [{ name: 'id', type: 'int' }] }],
      driver: { name: 'sqlserver' },
    }
    const place = folderOf({ 'schema.json': JSON.stringify(tbls) })
    const run = (...argv: string[]) => start(product, { env: item.env, folder: place }, 'database', ...argv)
    expect((await run('--from', 'schema.json')).out).toContain('warehouse: version 1, parts: 2')
    expect((await run('--from', 'none.json')).code).toBe(2)
    expect((await run('--from', 'schema.json', '--full')).err).toContain('--full')
    expect((await start(product, { env: item.env, folder }, 'database', 'shop.db', '--label', 'x')).err).toContain('--name')
  })

  /** The page of the table `orders` of PostgreSQL: the other source has one of that name, too. */
  async function paged(keyword: string) {
    const { pages = [] } = await item.owner.api.item.search({ item_id: item.item_id, keyword })
    return { page_id: pages[0]?.page_id ?? '' }
  }
})
