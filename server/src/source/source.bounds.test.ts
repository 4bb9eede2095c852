import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '../context.ts'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { aMember, anItem } from '../test/given.ts'
import { onEachDatabase, onOneDatabase, type Product, type TestUser } from '../test/product.ts'
import { readDescription } from './source.read.ts'
import { description, orders } from './test/orders.ts'

interface Answer {
  error_code: number
  error_name?: string
  data: { source_id: string; state: string; seq: string; parts: number; report: object }
}

const senderIn =
  (product: Product) =>
  async (who: TestUser, path: string, fields: Record<string, string>, bytes: Buffer, name = 'orders.json'): Promise<Answer> =>
    (await product.upload(who, path, fields, { name, bytes })).json()

/** What may change when a version is held: what is known about versions and keys, and who is notified. */
const CHANGES = ['source', 'source_version', 'notice', 'item_key']

const things = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `/things/${n}`, id: `thing${n}`, summary: `Thing ${n}` }))

onEachDatabase('many versions of a source', (product) => {
  let alice: TestUser
  const send = senderIn(product)
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it('S223: with which too much would go are held for every sender, also with force, and no page changes', async () => {
    const item_id = await anItem(alice)
    const editor = await product.user('editor')
    await aMember(product, item_id, editor)
    const keys = await alice.api.item.getKey({ item_id }).then(({ api_key, api_token }) => ({ api_key, api_token }))
    const { source_id } = (await send(alice, 'source/add', { item_id, name: 'things' }, description(things(12)))).data
    const before = await digestOf(product, CHANGES)
    for (const bytes of [description([]), description(things(4)), description(orders)])
      for (const sent of [
        send(editor, 'source/push', { source_id, force: '1' }, bytes),
        send(product.visitor(), 'open/pushSource', { ...keys, name: 'things', force: '1' }, bytes),
      ])
        expect((await sent).data).toMatchObject({ state: 'held' })
    expect(await digestOf(product, CHANGES)).toEqual(before)
  })

  it('R126: whose first one ended with the server leave their name to the next source', async () => {
    const item_id = await anItem(alice)
    const source_id = (await send(alice, 'source/add', { item_id, name: 'things' }, description(things(1)))).data.source_id
    const { db } = product.server.services.store
    for (const table of ['source_version', 'source_part'] as const)
      await db.deleteFrom(table).where('source_id', '=', Number(source_id)).execute()
    await db.updateTable('source').set({ version_id: 0 }).where('source_id', '=', Number(source_id)).execute()
    const again = () => send(alice, 'source/add', { item_id, name: 'things' }, description(things(2)))
    // The first version can still be on its way.
    expect(await again()).toMatchObject({ error_name: 'sourceName' })
    const back = later(product, 3600)
    expect((await again().finally(back)).data.report).toMatchObject({ state: 'applied', parts: 3 })
    expect(await alice.api.source.list({ item_id })).toHaveLength(1)
  })

  it('S224: that arrive together are applied one after another or refused as busy, and leave nothing behind', async () => {
    const item_id = await anItem(alice)
    const names = ['one', 'two', 'three']
    const sources = await Promise.all(
      names.map(async (name) => (await send(alice, 'source/add', { item_id, name }, description(things(3), name))).data.source_id),
    )
    const rows = (table: 'item' | 'page') => product.server.services.store.db.selectFrom(table).select('item_id').execute()
    const [items, pages] = [(await rows('item')).length, (await rows('page')).length]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const source_id = sources[n % 3] as string
        return send(alice, 'source/push', { source_id }, description([...things(3), { path: '/new', id: 'new', summary: `New ${n}` }]))
      }),
    )
    const refused = answers.filter((one) => one.error_code !== 0)
    expect(refused.filter((one) => one.error_name !== 'sourceBusy')).toEqual([])
    expect(answers.filter((one) => one.error_code === 0 && one.data.state !== 'applied')).toEqual([])
    for (const [n, source_id] of sources.entries()) {
      const applied = answers.filter((one, k) => k % 3 === n && one.error_code === 0)
      const { list } = await alice.api.source.versions({ source_id })
      expect(applied.length).toBeGreaterThan(0)
      // Each acknowledged version is there, and no other one.
      expect(list.map(({ seq }) => Number(seq)).sort((a, b) => a - b)).toEqual([1, ...applied.map((_, k) => k + 2)])
      expect(new Set(applied.map(({ data }) => data.seq)).size).toBe(applied.length)
    }
    expect((await rows('item')).length).toBe(items)
    expect((await rows('page')).length).toBe(pages + 3)
  })
})

const document = (more: string) =>
  `openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {responses: {'200': {description: Done}}}}}\n${more}`

/** YAML that costs more than its length (S210), JSON that does (S211): the name, the file, and how it ends. */
const heavy: [name: string, file: () => Buffer | string, isRead: boolean][] = [
  ['10,001 aliases', () => document(`x-a: &a {b: 1}\nx-list: [${'*a,'.repeat(10_001)}1]`), false],
  [
    'anchors that double 40 times',
    () => document(`x-0: &n0 [1]\n${Array.from({ length: 40 }, (_, n) => `x-${n + 1}: &n${n + 1} [*n${n},*n${n}]`).join('\n')}`),
    false,
  ],
  ['an alias of itself in a merge key', () => document('x-a: &a\n  <<: *a\n  b: 1'), false],
  ['a tag of a program', () => document('x-a: !!js/function "function () { while (true) {} }"'), true],
  ['a depth of 10,000', () => document(`x-a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`), false],
  ['the same key twice', () => document('info: {title: Second, version: "2"}'), true],
  ['UTF-16', () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(document(''), 'utf16le')]), true],
  ['JSON of a depth of 1,000,000', () => `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`, false],
  ['24 MB of brackets', () => '['.repeat(24 * 1024 * 1024 - 1), false],
  [
    'half a pair of surrogates, numbers without end and with 400 digits',
    () =>
      `{"openapi":"3.1.0","info":{"title":"\\ud800 T","version":"1"},"x-n":[1e999,-0,${'9'.repeat(400)}],"paths":{"/a":{"get":{"responses":{"200":{"description":"Done"}}}}}}`,
    true,
  ],
]

onOneDatabase('a description', (product) => {
  let alice: TestUser
  let item_id: string
  let n = 0
  const send = senderIn(product)
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })

  it.each(heavy)('S210, S211: with %s is read or refused, and changes nothing', async (_, file, isRead) => {
    const { error_code, error_name, data } = await send(
      alice,
      'source/add',
      { item_id, name: `file-${n++}` },
      Buffer.from(file()),
      'orders.yaml',
    )
    expect([error_code, error_name]).toEqual(isRead ? [0, undefined] : [10101, expect.stringMatching(/^(?:import|source)/)])
    const left = (await alice.api.source.list({ item_id })).map((one) => one.source_id)
    expect(left).toEqual(isRead ? [data.source_id] : [])
    if (isRead) await alice.api.source.delete({ source_id: data.source_id, pages: 'bin', password: alice.password })
  })

  it('S214: with a pattern that takes years to test is read, shown and compared; no pattern is run', async () => {
    const sku = (pattern: string) => ({
      type: 'string',
      pattern,
      example: `${'a'.repeat(60)}!`,
      default: `${'a'.repeat(60)}!`,
      enum: [`${'a'.repeat(60)}!`],
    })
    const file = (pattern: string) =>
      Buffer.from(
        JSON.stringify({
          openapi: '3.1.0',
          info: { title: 'T', version: '1' },
          paths: {
            '/a': {
              post: {
                operationId: 'a',
                parameters: [{ name: 'sku', in: 'query', schema: sku(pattern) }],
                requestBody: {
                  content: {
                    'application/json': {
                      schema: { type: 'object', properties: { sku: sku(pattern) }, patternProperties: { [pattern]: { type: 'string' } } },
                    },
                  },
                },
                responses: { 200: { description: 'Done' } },
              },
            },
          },
        }),
      )
    const { source_id } = (await send(alice, 'source/add', { item_id, name: 'slow' }, file('^(a+)+$'))).data
    expect((await send(alice, 'source/push', { source_id }, file('^((a+)+)+$'))).data).toMatchObject({ state: 'applied' })
    const { menu } = await alice.api.item.info({ item_id })
    const shown = await alice.api.page.info({ page_id: menu.pages.at(-1)?.page_id ?? '' })
    expect(JSON.stringify(shown)).toContain('((a+)+)+')
  })
})

it('keeps the parts of a description in memory of their own length', async () => {
  const path = join(tmpdir(), `sheaf-read-${process.pid}.json`)
  onTestFinished(() => rmSync(path, { force: true }))
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`/orders/${n}`, { get: { responses: { 200: { description: 'OK' } } } }]),
  )
  writeFileSync(path, JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }))
  const nothing = { known: [], before: undefined, accepted: new Set<string>(), overview: undefined }
  const ctx = { gone: new AbortController().signal } as Ctx
  const { parts } = await readDescription({ path, fileName: 'shop.json' }, { language: 'en', views: 'all' }, nothing, ctx)
  const bodies = parts.flatMap(({ body }) => (body ? [body] : []))
  expect(bodies.length).toBeGreaterThanOrEqual(30)
  for (const body of bodies) expect(body.buffer.byteLength).toBe(body.byteLength)
})
