import { expect, it } from 'vitest'
import { decode, isBinary, isEncoding } from '../lib/decode.ts'
import { folderOf } from '../test/folder.ts'
import { readSource } from './collect.ts'

// 登录 in GBK.
const gbk = Buffer.from([0xb5, 0xc7, 0xc2, 0xbc])
const source = (title: string | Buffer) =>
  Buffer.concat([Buffer.from('/** showdoc\n@title '), Buffer.from(title), Buffer.from('\n@url /x\n*/')])
const choice = { encoding: undefined, maxSize: 1000 }

it('decodes UTF-8 with and without a byte order mark, UTF-16 with one, and GBK', () => {
  expect(decode(Buffer.from('登录'))).toBe('登录')
  expect(decode(Buffer.from('\uFEFF登录'))).toBe('登录')
  expect(decode(Buffer.from('\uFEFF登录', 'utf16le'))).toBe('登录')
  expect(decode(gbk)).toBe('登录')
  expect(decode(Buffer.from([0x93, 0xfa]), 'shift_jis')).toBe('日')
  expect(decode(Buffer.from([0xff, 0xff, 0xff]))).toBeUndefined()
  expect([isEncoding('big5'), isEncoding('klingon')]).toEqual([true, false])
})

it('distinguishes binary files from UTF-16 text', () => {
  expect(isBinary(Buffer.from([1, 0, 2]))).toBe(true)
  expect(isBinary(Buffer.from('\uFEFFab', 'utf16le'))).toBe(false)
})

it('applies --encoding to text files only', () => {
  const folder = folderOf({
    binary: Buffer.from([0, 1, 2]),
    big5: source(Buffer.from([0xb5, 0x6e])),
    wide: Buffer.from(String(source('登')), 'utf16le'),
  })
  const read = (name: string, encoding: string) => readSource(`${folder}/${name}`, { ...choice, encoding })
  expect(read('binary', 'big5')).toEqual({ left: 'binary' })
  expect(read('big5', 'big5')).toMatchObject({ blocks: [{ lines: expect.arrayContaining(['@title 登']) }] })
  expect(read('wide', 'utf-16le')).toMatchObject({ blocks: [{ lines: expect.arrayContaining(['@title 登']) }] })
})

it('detects the encoding of each file', () => {
  const folder = folderOf({
    gbk: source(gbk),
    utf16: Buffer.from(`\uFEFF${source('登录')}`, 'utf16le'),
    large: Buffer.alloc(2000, 'a'),
    binary: Buffer.from([0, 1, 2]),
    odd: source(Buffer.from([0xff, 0xff])),
    plain: 'nothing here',
  })
  const read = (name: string) => readSource(`${folder}/${name}`, choice)
  for (const name of ['gbk', 'utf16']) expect(read(name)).toMatchObject({ blocks: [{ lines: expect.arrayContaining(['@title 登录']) }] })
  expect(['large', 'binary', 'odd', 'none', 'plain'].map(read)).toEqual([
    { left: 'large' },
    { left: 'binary' },
    { left: 'encoding' },
    { left: 'unreadable' },
    { blocks: [] },
  ])
})
