import { expect, it } from 'vitest'
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

it.each(['oracle://db.test/shop', 'shop', '.', ''])('%j is not a database address', (text) => {
  expect(databaseAddress(text, folder)).toBeUndefined()
})
