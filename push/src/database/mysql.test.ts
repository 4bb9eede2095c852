import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasMariadb, startMariadb } from '../test/mariadb.ts'
import { tablePages } from './dictionary.ts'
import { columnOf } from './mysql.ts'
import { databaseAddress, readSchema } from './read.ts'
import type { Schema } from './schema.ts'

const setup = `
create database shop character set utf8mb4; create database other;
use shop;
create table users (
  id int unsigned not null auto_increment primary key comment '编号',
  email varchar(100) not null comment 'one | two\\nthree *four* <b>',
  state enum('open','paid|x') not null default 'open',
  note text null,
  nick varchar(20) default 'it''s',
  changed timestamp not null default current_timestamp on update current_timestamp,
  initial varchar(1) as (left(email, 1)) stored,
  unique key users_email (email),
  key users_note (note(20)) comment 'for the search',
  fulltext key users_words (note)
) comment 'People | who order';
create table orders (
  user_id int unsigned not null,
  line int not null,
  total decimal(10,2) default 0.00,
  primary key (user_id, line),
  constraint \`orders\`\`user\` foreign key (user_id) references users (id) on delete cascade on update cascade,
  constraint total_positive check (total >= 0)
);
create view rich as select id, email from users where id > 7;
create table other.things (id int primary key);
create user reader identified by 'only-reads'; grant select on shop.* to reader;
`

describe.skipIf(!hasMariadb)('MariaDB (needs MariaDB)', () => {
  let mariadb: Awaited<ReturnType<typeof startMariadb>>
  let schema: Schema
  const read = (url: string, choice = {}) =>
    readSchema(databaseAddress(url, '')!, { schemas: [], include: [], exclude: [], ...choice }, 'en')
  beforeAll(async () => {
    mariadb = await startMariadb()
    const connection = await createConnection({ uri: mariadb.url, multipleStatements: true })
    await connection.query(setup).finally(() => connection.end())
    schema = await read(`${mariadb.url}/shop`)
  })
  afterAll(() => mariadb?.stop())

  const tableOf = (title: string) => schema.tables.find((table) => table.name === title)

  it('reads tables and views of the given database', () => {
    expect(schema.tables.map(({ schema: schemaName, name, kind }) => `${schemaName}.${name} ${kind}`)).toEqual([
      'shop.orders table',
      'shop.rich view',
      'shop.users table',
    ])
    expect(tableOf('users')?.comment).toBe('People | who order')
    expect(tableOf('rich')).toMatchObject({ comment: '', definition: expect.stringContaining('> 7') })
  })

  it('reads columns with types, defaults and comments', () => {
    expect(tableOf('users')?.columns).toMatchObject([
      { name: 'id', type: 'int(10) unsigned', nullable: false, counted: true, default: undefined, comment: '编号' },
      { name: 'email', type: 'varchar(100)', comment: 'one | two\nthree *four* <b>' },
      { name: 'state', type: "enum('open','paid|x')", default: "'open'" },
      { name: 'note', nullable: true, default: undefined },
      { name: 'nick', default: "'it''s'" },
      { name: 'changed', default: 'current_timestamp() on update current_timestamp()' },
      { name: 'initial', computed: 'left(`email`,1)' },
    ])
  })

  it('reads keys, indexes and checks', () => {
    expect(tableOf('users')?.indexes).toMatchObject([
      { name: 'PRIMARY', primary: true, columns: ['id'] },
      { name: 'users_email', unique: true },
      { name: 'users_note', columns: ['note(20)'], comment: 'for the search' },
      { name: 'users_words', method: 'FULLTEXT' },
    ])
    expect(tableOf('orders')).toMatchObject({
      indexes: [{ primary: true, columns: ['user_id', 'line'] }],
      foreignKeys: [
        {
          name: 'orders`user',
          columns: ['user_id'],
          schema: 'shop',
          table: 'users',
          references: ['id'],
          onDelete: 'CASCADE',
          onUpdate: 'CASCADE',
        },
      ],
      checks: [{ name: 'total_positive', expression: '`total` >= 0' }],
    })
  })

  it('creates the page of a table', () => {
    const pages = tablePages(schema, ['Shop'], { language: 'zh', orderNumberOf: () => undefined })
    const page = pages.find(({ title }) => title === 'users')!.text((place, title) => `/1/${[...place, title].join('-')}`)
    expect(page).toContain('| email | varchar(100) |  | 唯一 |  | one &#124; two<br>three &#42;four&#42; &lt;b&gt; |')
    expect(page).toContain('| 主键 | id | 是 |')
    expect(page).toContain('## 被引用\n\n| 表 | 字段 | 指向 |\n| --- | --- | --- |\n| [orders](/1/Shop-orders) | user_id | id |')
  })

  it('reads several databases, each except the given one into its own catalog', async () => {
    const both = await read(`${mariadb.url}/shop`, { schemas: ['shop', 'other'] })
    const pages = tablePages(both, ['Shop'], { language: 'en', orderNumberOf: () => undefined })
    expect(pages.map(({ place, title }) => [...place, title].join('/'))).toEqual([
      'Shop/orders',
      'Shop/rich',
      'Shop/users',
      'Shop/other/things',
    ])
    await expect(read(mariadb.url)).rejects.toThrow('The address names no database')
  })

  it('does not read a table without columns when it is created meanwhile', async () => {
    const other = await createConnection(`${mariadb.url}/shop`)
    const kind: Connection = Object.getPrototypeOf(other)
    const { query } = kind
    const spy = vi.spyOn(kind, 'query').mockImplementation(async function (this: Connection, ...asked: unknown[]) {
      const read = await query.apply(this, asked as never)
      if (this !== other && String(asked[0]).includes('from information_schema.columns')) await other.query('create table late (id int)')
      return read as never
    })
    const found = await read(`${mariadb.url}/shop`).finally(() => spy.mockRestore())
    await other.query('drop table late')
    await other.end()
    expect(found).toEqual(schema)
  })

  it('a read-only user gets the same result, and an error does not contain the password', async () => {
    // The query of a view needs SHOW VIEW.
    const tables = schema.tables.map((table) => ({ ...table, definition: undefined }))
    expect(await read(`mariadb://reader:only-reads@127.0.0.1:${mariadb.port}/shop`)).toEqual({ ...schema, tables })
    const error: Error = await read(`mariadb://reader:not-the-one@127.0.0.1:${mariadb.port}/shop`).catch((thrown) => thrown)
    expect(error.message).toContain('Access denied')
    expect(error.message).not.toContain('not-the-one')
  })
})

it('reads defaults of MySQL without quotes and of MariaDB as SQL', () => {
  const row = { name: 'a', nullable: 'YES', extra: '', computed: '', comment: '' }
  const value = (type: string, value: string | null, extra: string, isMaria: boolean) =>
    columnOf({ ...row, type, value, extra }, isMaria).default
  expect(value('varchar(9)', "it's", '', false)).toBe("'it''s'")
  expect(value('varchar(9)', 'uuid()', 'DEFAULT_GENERATED', false)).toBe('uuid()')
  expect(value('timestamp', 'CURRENT_TIMESTAMP', 'DEFAULT_GENERATED on update CURRENT_TIMESTAMP', false)).toBe(
    'CURRENT_TIMESTAMP on update CURRENT_TIMESTAMP',
  )
  expect(value('int', '0', '', false)).toBe('0')
  expect(value('varchar(9)', null, '', false)).toBeUndefined()
  expect(value('varchar(9)', 'NULL', '', true)).toBeUndefined()
  expect(value('varchar(9)', "'NULL'", '', true)).toBe("'NULL'")
})
