import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, expect, it } from 'vitest'
import { readPlan } from '../import/plan/plan.ts'
import { outline, pagesOf } from '../import/test/plan-sample.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'
import { formatOf } from './text-format.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-format-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (bytes: Buffer | string, fileName: string) => {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return readPlan(path, { fileName, uploadMaxBytes: 1000 })
}
const is = (text: string, name = 'a.json') => formatOf({ name, text, language: 'en' })?.is

const collection = JSON.stringify({ info: { name: '天气' }, item: [{ name: '查询', request: { url: 'http://x.test/天气' } }] })

it('detects the format by the content of the file, not by its name', () => {
  expect(is('{"openapi":"3.1.0"}', 'a.har')).toBe('openapi')
  expect(is('{"swagger":"2.0"}', 'a.txt')).toBe('openapi')
  expect(is("# c\n'openapi' : 3.0.0\n", 'a.json')).toBe('openapi')
  expect(is('{openapi: 3.0.0}', 'a.yaml')).toBe(undefined)
  expect(is('{"log":{"entries":[]}}')).toBe('har')
  expect(is('{"info":{},"item":[]}', 'a.yml')).toBe('postman')
  expect(is('{"collection":{"info":{},"item":[]}}')).toBe('postman')
  expect(is('{"id":"1","requests":[]}')).toBe('postman')
  expect(is('{"version":1,"collections":[]}')).toBe('postman')
  expect(is('{"item_name":"x","pages":{}}')).toBe('showdoc')
  expect(is('# openapi: 3\n', 'a.md')).toBe('markdown')
  for (const other of ['{"a":1}', '[]', 'hello', '', 'key: value', '%PDF-1.4', '"x"']) expect(is(other)).toBe(undefined)
  expect(is('{"info":')).toBe('broken')
})

it.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${collection}`)],
  ['UTF-16 LE', iconv.encode(collection, 'utf-16le', { addBOM: true })],
  ['UTF-16 BE', iconv.encode(collection, 'utf-16be', { addBOM: true })],
  ['GBK', iconv.encode(collection, 'gbk')],
])('reads %s', async (_, bytes) => {
  const plan = await read(bytes, 'x.json')
  expect(plan.item_name).toBe('天气')
  expect([...pagesOf(plan.root).values()][0]).toMatchObject({ title: '查询', content: expect.stringContaining('http://x.test/天气') })
})

it('reads a zip with the extension .json, and a Markdown text', async () => {
  expect(outline((await read(sampleZip([{ name: 'm/a.md', data: '# A' }]), 'a.json')).root)).toEqual(['A'])
  const plan = await read('# Title\n\ntext', 'notes.md')
  expect([plan.item_name, outline(plan.root)]).toEqual(['Title', ['Title']])
})

it('reads prefix_info.json of an exported item without the zip', async () => {
  const page = { page_title: 'P', page_content: 'text', s_number: 1 }
  const info = { item_name: 'I', item_type: '1', pages: { pages: [page], catalogs: [{ cat_name: 'C', pages: [page], catalogs: [] }] } }
  expect(outline((await read(JSON.stringify(info), 'prefix_info.json')).root)).toEqual(['P', 'C/', 'C/P'])
})

it('reports the reason when a file cannot be read', async () => {
  await expect(read('{"info": {\n"name" 1}}', 'x.json')).rejects.toMatchObject({
    error: 'importJson',
    fill: { problem: expect.stringContaining('line 2') },
  })
  await expect(read('hello', 'x.json')).rejects.toMatchObject({ error: 'importKind' })
  await expect(read('', 'x.md')).rejects.toMatchObject({ error: 'importNothing' })
  await expect(read('{"info":{},"item":[]}', 'x.json')).rejects.toMatchObject({ error: 'importNothing' })
  await expect(read(`{"info":{"name":"x"},"item":[${'{"request":"x"},'.repeat(21_000)}1]}`, 'x.json')).rejects.toMatchObject({
    error: 'importTooMany',
  })
})

it('S92: imports or refuses a text of 50 MB, and extremely nested brackets', async () => {
  const plan = await read(
    JSON.stringify({
      info: { name: 'x' },
      item: [{ name: 'r', request: { url: 'x', body: { mode: 'raw', raw: 'a'.repeat(50_000_000) } } }],
    }),
    'x.json',
  )
  expect(plan.skipped).toContainEqual({ name: 'r', reason: 'size' })
  expect([...pagesOf(plan.root).values()][0]?.content.length).toBeLessThan(30_000)
  await expect(read('{"a":'.repeat(200_000), 'x.json')).rejects.toMatchObject({ error: expect.stringMatching(/^import/) })
  await expect(read(Buffer.alloc(65 * 1024 * 1024, 0x20), 'x.json')).rejects.toMatchObject({ error: 'importTextTooBig' })
})
