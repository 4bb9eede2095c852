import { expect, it } from 'vitest'
import { run } from '../run.ts'
import { folderOf } from '../test/folder.ts'
import { databaseAddress } from './read.ts'

const folder = folderOf({ data: '' })

it.each([
  ['postgres://me:s%40fe@db.test/shop?sslmode=require', { kind: 'postgres', shown: 'postgres://me@db.test/shop', password: 's%40fe' }],
  ['postgresql://db.test/shop', { kind: 'postgres', password: undefined }],
  ['mysql://me@db.test/shop?password=safe', { kind: 'mysql', shown: 'mysql://me@db.test/shop', password: 'safe' }],
  ['mariadb://me:safe@db.test:3307/shop', { kind: 'mysql', shown: 'mariadb://me@db.test:3307/shop' }],
  ['shop.db', { kind: 'sqlite', target: `${folder}/shop.db` }],
  ['data', { kind: 'sqlite', target: `${folder}/data` }],
  ['sqlite:data/shop', { kind: 'sqlite', target: `${folder}/data/shop` }],
  ['sqlite:///var/shop.db', { kind: 'sqlite', target: '/var/shop.db' }],
])('parses the address %s', (text, address) => expect(databaseAddress(text, folder)).toMatchObject(address))

it.each(['oracle://db.test/shop', 'constructor://db.test/shop', 'shop', '.', ''])('%j is not a database address', (text) => {
  expect(databaseAddress(text, folder)).toBeUndefined()
})

it.each([
  'postgres://me:pa/SECRET@db.test/shop',
  'postgres://me:SECRET#1@db.test/shop',
  'oracle://me:SEC@SECRET@db.test/shop',
  'jdbc:mysql://db.test/shop?user=me&password=SECRET',
  'sqlserver://db.test;user=me;password=SECRET',
  'host=db.test user=me password=SECRET',
  'me:SECRET@tcp(db.test:3306)/shop',
  'jdbc:oracle:thin:scott/SECRET@//db.test:1521/shop',
  'postgres:me:SECRET@db.test',
])('the message about the address %s has no password', async (address) => {
  let text = ''
  const [out, err] = [(part: string) => (text += part), (part: string) => (text += part)]
  const env = { SHEAF_URL: 'http://site.test', SHEAF_KEY: 'a key', SHEAF_TOKEN: 'a token', SHEAF_DATABASE_URL: address }
  expect(await run(['database'], { env, folder, version: '1', isTerminal: false, out, err })).toBe(2)
  expect(text).toContain('is no database this program reads')
  expect(text).not.toContain('SECRET')
})
