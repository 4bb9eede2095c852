import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { description } from '../test/orders.ts'

const yaml = readFileSync(new URL('../../../../testdata/realworld/api/openapi.yml', import.meta.url))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Words that end what is around them: fences, tags, comments, tables (S216). */
const hostile = [
  '```\n</script>\n-->\n| a |\r\nb',
  'path: other\nbody.quantity: mine',
  '   # not a comment\n\n```operation orders refund\n```',
  'x'.repeat(60_000),
]

onEachDatabase('a source as a file', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const tie = async (item_id: string, bytes: Buffer, name = 'orders.json') => {
    const added = await product.upload(alice, 'source/add', { item_id, name: 'orders' }, { name, bytes })
    return added.json<{ data: { source_id: string } }>().data.source_id
  }
  const get = (who: TestUser, source_id: string, form: string, format = '') =>
    product.send({ url: `/api/source/export?${new URLSearchParams({ source_id, form, format })}`, headers: who.headers })
  const pageOf = async (item_id: string, title: string) => {
    const { pages = [] } = await alice.api.item.search({ item_id, keyword: title })
    return pages.find((page) => page.page_title === title)?.page_id ?? ''
  }
  /** The composed pages of an item by their titles. */
  const textsOf = async (item_id: string) => {
    const { menu } = await alice.api.item.info({ item_id })
    const texts = new Map<string, string>()
    const open = [menu]
    for (let one = open.pop(); one; one = open.pop()) {
      for (const { page_id, page_title } of one.pages) texts.set(page_title, (await alice.api.page.info({ page_id })).page_content)
      open.push(...(one.catalogs as unknown as (typeof menu)[]))
    }
    return texts
  }

  it('is given back byte for byte', async () => {
    for (const [name, bytes, ending] of [
      ['api.yml', yaml, '.yml'],
      ['api.yml.gz', gzipSync(yaml), '.yml.gz'],
    ] as const) {
      const answer = await get(alice, await tie(await anItem(alice), bytes, name), 'source')
      expect(sha256(answer.rawPayload)).toBe(sha256(bytes))
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="orders-1${ending}"`)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('has the words of people in place, and shows the same texts in another item', async () => {
    const item_id = await anItem(alice)
    const source_id = await tie(item_id, description())
    const create = await pageOf(item_id, 'Create an order')
    const write = (page_id: string, path: string, words: string, mode = 'replace') =>
      alice.api.source.saveWords({ page_id, path, words, mode })
    const texts = hostile.map((words) => words.replace(/\r\n?/g, '\n').trim())
    await write(create, 'body.quantity', hostile[0] ?? '')
    await write(create, 'description', hostile[1] ?? '')
    await write(create, '200', hostile[2] ?? '', 'add')
    await write(await pageOf(item_id, 'Get an order'), 'path.id', hostile[3] ?? '')
    await write(await pageOf(item_id, 'Refund an order'), 'summary', 'Give the money back')

    const answer = await get(alice, source_id, 'words')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="orders-1-words.json"')
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    const { paths } = JSON.parse(answer.payload)
    const schema = paths['/orders'].post.requestBody.content['application/json'].schema
    expect(schema.properties.quantity.description).toBe(texts[0])
    expect(paths['/orders'].post.description).toBe(texts[1])
    expect(paths['/orders'].post.responses['200'].description).toBe(`Done\n\n${texts[2]}`)
    expect(paths['/orders/{id}'].get.parameters[0].description).toBe(texts[3])
    expect(paths['/refunds'].post.summary).toBe('Give the money back')
    expect(answer.payload).not.toContain('x-sheaf')

    const [before, other] = [await textsOf(item_id), await anItem(alice)]
    await tie(other, answer.rawPayload)
    const after = await textsOf(other)
    expect(after.has('Give the money back')).toBe(true)
    expect(after.get('Create an order')).toBe(before.get('Create an order'))
    expect(after.get('Get an order')).toBe(before.get('Get an order'))
    expect(after.get('List orders')).toBe(before.get('List orders'))

    const overlay = await get(alice, source_id, 'overlay')
    expect(overlay.headers['content-disposition']).toBe('attachment; filename="orders-1-overlay.json"')
    const { actions } = JSON.parse(overlay.payload)
    expect(actions).toContainEqual({ target: "$.paths['/refunds'].post", update: { summary: 'Give the money back' } })
    const inYaml = await get(alice, source_id, 'overlay', 'yaml')
    expect(inYaml.payload).toContain('overlay: 1.0.0\n')
    expect(inYaml.headers['content-disposition']).toBe('attachment; filename="orders-1-overlay.yaml"')
  })

  it('keeps YAML as it is apart from the words, which can also be about a part that is gone', async () => {
    const item_id = await anItem(alice)
    const source_id = await tie(item_id, yaml, 'api.yml')
    const tags = await pageOf(item_id, 'Get tags')
    await alice.api.source.saveWords({ page_id: tags, path: 'description', words: 'All tags.\nNewest first.', mode: 'replace' })
    const { payload } = await get(alice, source_id, 'words')
    const lines = new Set(yaml.toString().split('\n'))
    expect(payload.split('\n').filter((line) => !lines.has(line))).toEqual([
      '      description: |-',
      '        All tags.',
      '        Newest first.',
    ])
    const without = yaml.toString().replace('  /tags:', '  x-tags:')
    await product.upload(alice, 'source/push', { source_id }, { name: 'api.yml', bytes: Buffer.from(without) })
    expect((await get(alice, source_id, 'words')).payload).toMatch(/^x-sheaf-unplaced:\n {2}operation GetTags:\n {4}description: \|-\n/)
  })

  it('is for readers of the whole source', async () => {
    const item_id = await anItem(alice, { item_type: '1', password: 'open sesame' })
    const source_id = await tie(item_id, description())
    const [outsider, scoped, reader] = [await product.user('outsider'), await product.user('scoped'), await product.user('reader')]
    const refund = await pageOf(item_id, 'Refund an order')
    const { cat_id } = await alice.api.page.info({ page_id: refund })
    await aMember(product, item_id, scoped, { edit: false, cat_id })
    await aMember(product, item_id, reader, { edit: false })
    for (const form of ['source', 'words', 'overlay']) {
      for (const who of [outsider, scoped, product.visitor()]) {
        const { payload } = await get(who, source_id, form)
        expect(JSON.parse(payload).error_code).not.toBe(0)
        expect(payload).not.toContain('createOrder')
      }
      expect((await get(reader, source_id, form)).headers['content-disposition']).toContain('attachment')
    }
    expect(JSON.parse((await get(outsider, source_id, 'words')).payload)).toEqual(
      JSON.parse((await get(outsider, '987654', 'words')).payload),
    )
    expect(JSON.parse((await get(reader, source_id, 'other')).payload)).toMatchObject({ error_name: 'badInput' })
  })
})
