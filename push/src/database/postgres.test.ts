import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgres } from '../../../server/src/test/servers/postgres.address.ts'
import { tablePages } from './dictionary.ts'
import { DatabaseUnavailable, databaseAddress, readSchema } from './read.ts'
import type { Schema } from './schema.ts'

const setup = `
create schema app;
create type mood as enum ('calm', 'it''s | fine', 'cross');
comment on type mood is 'how somebody is';
create domain zip as varchar(5) check (value ~ '^[0-9]+$');
create table users (
  id bigint generated always as identity primary key,
  email varchar(100) not null unique,
  state mood not null default 'calm',
  zip zip,
  initial text generated always as (left(email, 1)) stored,
  created_at timestamptz not null default now()
);
comment on table users is E'People | who order\\nand pay';
comment on column users.email is E'one | two\\r\\nthree *four* <b>';
create table app.orders (
  number serial primary key,
  user_id bigint not null references users on delete cascade on update set null,
  total numeric(10,2) default 0 check (total >= 0),
  tags text[],
  gone int
);
alter table app.orders drop column gone;
create index orders_total on app.orders (total desc, lower(tags[1])) include (user_id) where total > 10;
create index orders_tags on app.orders using gin (tags);
comment on index app.orders_tags is 'for the search';
create table app.lines (number int, line int, primary key (number, line), foreign key (number) references app.orders);
create view rich as select * from users where id > 7;
create materialized view sums as select user_id, sum(total) from app.orders group by 1;
create table log (at date, words text) partition by range (at);
create table log_2026 partition of log for values from ('2026-01-01') to ('2027-01-01');
create table "Post" ("postId" serial primary key, "authorId" int, "order" int unique);
create index "Post_author" on "Post" ("authorId" desc, upper("order"::text));
create role reader login password 'only-reads';
grant usage on schema app to reader; grant select on all tables in schema app, public to reader;
`

const name = `push_${process.pid}_${Date.now().toString(36)}`
const base = await postgres()
const asRoot = async (database: string, text: string) => {
  const client = new pg.Client({ connectionString: `${base}/${database}` })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
const read = (url: string, choice = {}) => readSchema(databaseAddress(url, '')!, { schemas: [], include: [], exclude: [], ...choice }, 'en')

let schema: Schema
beforeAll(async () => {
  await asRoot('postgres', `create database ${name}`)
  await asRoot(name, setup)
  schema = await read(`${base}/${name}`)
})
afterAll(async () => {
  await asRoot('postgres', `drop database ${name} with (force)`)
  await asRoot('postgres', 'drop role reader')
})

const tableOf = (title: string) => schema.tables.find((table) => table.name === title)
const pageOf = (title: string) =>
  tablePages(schema, ['DB'], { language: 'en', orderNumberOf: () => undefined })
    .find((page) => page.title === title)!
    .text((place, title) => `/1/${[...place, title].join('-')}`)

it('reads tables, views and enumerations of all schemas, but no partitions', () => {
  expect(schema.tables.map(({ schema: schemaName, name, kind }) => `${schemaName}.${name} ${kind}`)).toEqual([
    'app.lines table',
    'app.orders table',
    'public.Post table',
    'public.log partitioned',
    'public.rich view',
    'public.sums materialized',
    'public.users table',
  ])
  expect(schema.enums).toEqual([{ schema: 'public', name: 'mood', values: ['calm', "it's | fine", 'cross'], comment: 'how somebody is' }])
  expect(tableOf('log')?.partitionedBy).toBe('RANGE (at)')
})

it('reads columns with types, defaults and comments', () => {
  expect(tableOf('users')?.columns).toMatchObject([
    { name: 'id', type: 'bigint', nullable: false, counted: true },
    { name: 'email', type: 'character varying(100)', nullable: false, comment: 'one | two\r\nthree *four* <b>' },
    { name: 'state', type: 'mood', default: "'calm'::mood" },
    { name: 'zip', type: 'zip (character varying(5))', nullable: true },
    { name: 'initial', computed: '"left"((email)::text, 1)' },
    { name: 'created_at', type: 'timestamp with time zone', default: 'now()' },
  ])
  expect(tableOf('orders')?.columns.map(({ name, counted }) => [name, counted])).toEqual([
    ['number', true],
    ['user_id', false],
    ['total', false],
    ['tags', false],
  ])
})

it('reads keys, indexes and checks', () => {
  expect(tableOf('orders')).toMatchObject({
    foreignKeys: [
      { columns: ['user_id'], schema: 'public', table: 'users', references: ['id'], onDelete: 'CASCADE', onUpdate: 'SET NULL' },
    ],
    indexes: [
      { name: 'orders_pkey', primary: true },
      { name: 'orders_tags', columns: ['tags'], method: 'gin', comment: 'for the search' },
      { name: 'orders_total', columns: ['total DESC', 'lower(tags[1])'], where: 'total > 10::numeric' },
    ],
    checks: [{ name: 'orders_total_check', expression: 'total >= 0::numeric' }],
  })
})

it('reads names with quotation marks in SQL as they are, so that their columns are keys', () => {
  expect(tableOf('Post')?.indexes.map(({ columns }) => columns)).toEqual([['postId'], ['authorId DESC', 'upper("order"::text)'], ['order']])
  expect(pageOf('Post')).toContain('| postId | integer |  | primary | next number |  |\n| authorId | integer | yes | index |  |  |')
})

it('pages contain everything with links in both directions, and no comment breaks a table', () => {
  const users = pageOf('users')
  expect(users).toContain('People &#124; who order\nand pay')
  expect(users).toContain('| email | character varying(100) |  | unique |  | one &#124; two<br>three &#42;four&#42; &lt;b&gt; |')
  expect(users).toContain(
    '## Referenced by\n\n| Table | Columns | Leads to |\n| --- | --- | --- |\n| [app.orders](/1/DB-app-orders) | user_id | id |',
  )
  expect(users).toContain(
    "## Enumerations\n\n| Name | Values | Description |\n| --- | --- | --- |\n| mood | calm, it's &#124; fine, cross | how somebody is |",
  )
  expect(pageOf('orders')).toContain('| user_id | bigint |  | foreign → [users](/1/DB-users).id |  |  |')
  // Versions before 16 qualify the column.
  expect(pageOf('rich')).toMatch(/WHERE \(?(?:users\.)?id > 7\)?;/)
})

it('reads only the selected schemas and tables', async () => {
  expect((await read(`${base}/${name}`, { schemas: ['app'], exclude: ['lines'] })).tables.map(({ name }) => name)).toEqual(['orders'])
  await expect(read(`${base}/${name}`, { schemas: ['nowhere'] })).rejects.toThrow('There is no schema nowhere.')
})

it('a read-only user gets the same result', async () => {
  expect(await read(`${base.replace('postgres:postgres@', 'reader:only-reads@')}/${name}`)).toEqual(schema)
})

it('does not repeat a wrong password in the message', async () => {
  const error: Error = await read(`${base.replace('postgres:postgres@', 'reader:not-the-one@')}/${name}`).catch((thrown) => thrown)
  expect(error.message).toContain('password authentication failed')
  expect(error.message).not.toContain('not-the-one')
})

it('ends with a sentence when a change of a table that is not committed holds it up', async () => {
  const other = new pg.Client({ connectionString: `${base}/${name}` })
  await other.connect()
  await other.query('begin; alter table users add column held int')
  const late = readSchema(databaseAddress(`${base}/${name}`, '')!, { schemas: [], include: [], exclude: [] }, 'en', 0.01)
  await expect(late).rejects.toThrow(/: the structure was not read within 0\.01 minutes\. A transaction that changes tables/)
  await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable)
  // Its connection has ended.
  const waits = `select from pg_stat_activity where datname = '${name}' and application_name = 'sheaf-push' and wait_event_type = 'Lock'`
  await other.query('rollback')
  await expect.poll(async () => (await other.query(waits)).rowCount).toBe(0)
  await other.end()
})
