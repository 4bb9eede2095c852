import { readdirSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { folderOf } from '../test/folder.ts'
import { tablePages } from './dictionary.ts'
import { databaseAddress, readSchema } from './read.ts'
import { sqliteComments } from './sqlite.ts'

const setup = `
create table users ( -- people | who order
  id integer primary key, -- number of the user
  email text not null collate nocase unique,
  "display name" text default 'no "name"', /* shown
   to the packer */
  created_at text not null default (datetime('now')),
  initial text generated always as (substr(email, 1, 1)) stored
);
create table orders (
  user_id integer not null references users on delete cascade,
  line integer not null,
  state integer not null default 1, -- 1 open, 2 paid
  price decimal(10, 2), -- net, in euros
  primary key (user_id, line)
) without rowid;
create index orders_open on orders (state desc) where state = 1;
create index orders_lower on orders (lower(price), line);
create view open_orders as select * from orders where state = 1;
create virtual table found using fts5(body);
create table "odd | name" (a, b);
`

const folder = folderOf({})
const file = `${folder}/shop.sqlite`
const database = new Database(file)
database.exec(setup)
database.close()

const address = databaseAddress(file, folder)!
const read = (choice = {}) => readSchema(address, { schemas: [], include: [], exclude: [], ...choice }, 'en')
const pageOf = async (title: string) => {
  const schema = await read()
  const pages = tablePages(schema, ['Shop'], { language: 'en', orderNumberOf: () => undefined })
  return pages.find((page) => page.title === title)!.text((place, name) => `/1/${place.join('-')}-${name.length}`)
}

it('reads tables, views, columns, keys, indexes and comments of the definitions', async () => {
  const { tables, name } = await read()
  expect(name).toBe('shop')
  expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
    ['found', 'virtual'],
    ['odd | name', 'table'],
    ['open_orders', 'view'],
    ['orders', 'table'],
    ['users', 'table'],
  ])
  expect(tables.at(-1)).toMatchObject({
    comment: 'people | who order',
    columns: [
      { name: 'id', type: 'INTEGER', nullable: false, counted: true, comment: 'number of the user' },
      { name: 'email', nullable: false, comment: '' },
      { name: 'display name', nullable: true, default: `'no "name"'`, comment: 'shown\n   to the packer' },
      { name: 'created_at', nullable: false, default: "datetime('now')" },
      { name: 'initial', computed: '' },
    ],
    indexes: [
      { primary: true, columns: ['id'] },
      { unique: true, columns: ['email'] },
    ],
  })
})

it('creates the page of a table', async () => {
  expect(await pageOf('orders')).toBe(`| Column | Type | Null | Key | Default | Description |
| --- | --- | --- | --- | --- | --- |
| user_id | INTEGER |  | primary, foreign → [users](/1/Shop-5) |  |  |
| line | INTEGER |  | primary |  |  |
| state | INTEGER |  | index | 1 | 1 open, 2 paid |
| price | decimal(10, 2) | yes |  |  | net, in euros |

## Indexes

| Name | Columns | Unique | Condition |
| --- | --- | --- | --- |
| primary | user_id, line | yes |  |
| orders_lower | lower(price), line | no |  |
| orders_open | state DESC | no | state = 1 |

## Foreign keys

| Columns | Leads to | On delete |
| --- | --- | --- |
| user_id | [users](/1/Shop-5) | CASCADE |
`)
  expect(await pageOf('users')).toContain('people &#124; who order')
  expect(await pageOf('users')).toContain('shown<br>to the packer')
  expect(await pageOf('users')).toContain('## Referenced by\n\n| Table | Columns |\n| --- | --- |\n| [orders](/1/Shop-6) | user_id |')
  expect(await pageOf('open_orders')).toContain('## Query\n\n```sql\nCREATE VIEW open_orders as select * from orders where state = 1\n```')
})

it('reads only the selected tables', async () => {
  const names = async (choice: object) => (await read(choice)).tables.map(({ name }) => name)
  expect(await names({ include: ['*orders'] })).toEqual(['open_orders', 'orders'])
  expect(await names({ exclude: ['*orders', 'main.found'] })).toEqual(['odd | name', 'users'])
})

it('writes nothing', async () => {
  const before = [statSync(file).mtimeMs, readdirSync(folder)]
  await read()
  expect([statSync(file).mtimeMs, readdirSync(folder)]).toEqual(before)
})

it('reports a file that is not a database', async () => {
  const other = folderOf({ 'a.db': 'words, and more words than fit into the head of such a file '.repeat(20) })
  await expect(readSchema(databaseAddress('a.db', other)!, { schemas: [], include: [], exclude: [] }, 'en')).rejects.toThrow(
    'a.db: file is not a database',
  )
  await expect(readSchema(databaseAddress('b.db', other)!, { schemas: [], include: [], exclude: [] }, 'zh')).rejects.toThrow(
    '文件 b.db 不存在。',
  )
})

it('assigns a comment to the column on its line', () => {
  const { table, columns } = sqliteComments(`create table t -- about t
  ( -- and more
    a integer, -- one
    -- before b
    b text default '--', /* two */
    c numeric(1, 2) -- three
    , constraint x check (a > 0) -- not a column
  )`)
  expect(table).toBe('about t and more')
  expect(Object.fromEntries(columns)).toMatchObject({ a: 'one', b: 'before b two', c: 'three' })
})

it('a foreign key written in another case leads to its table', async () => {
  const other = folderOf({})
  const database = new Database(`${other}/case.db`)
  database.exec(
    'create table Users (Id integer primary key); create table orders (UserId integer, foreign key (userid) references USERS (ID))',
  )
  database.close()
  const { tables } = await readSchema(databaseAddress('case.db', other)!, { schemas: [], include: [], exclude: [] }, 'en')
  expect(tables.find(({ name }) => name === 'orders')?.foreignKeys).toMatchObject([
    { columns: ['UserId'], table: 'Users', references: ['Id'] },
  ])
})
