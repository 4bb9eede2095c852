import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { renewNoted } from './source.shared.service.ts'

const array = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })
const json = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } })
const get = (operationId: string, schema: object) => ({
  get: { operationId, summary: operationId, tags: ['Orders'], responses: { 200: json(schema) } },
})
const shop = (sku = 'The number of the article') =>
  Buffer.from(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/orders': get('listOrders', array('Order')),
        '/orders/{id}': get('getOrder', { $ref: '#/components/schemas/Order' }),
        '/health': get('health', { type: 'object', properties: { sku: { type: 'string', description: 'No article' } } }),
      },
      components: {
        schemas: {
          Order: { properties: { lines: array('Line'), state: { type: 'string' } } },
          Line: { properties: { sku: { type: 'string', description: sku } } },
        },
      },
    }),
  )

onEachDatabase('words about a schema', (product) => {
  let alice: TestUser
  let item_id: string
  let source_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
    const added = await product.upload(alice, 'source/add', { item_id, name: 'shop', views: 'all' }, { name: 's.json', bytes: shop() })
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
  })

  const pageOf = async (title: string) => {
    const { menu } = await alice.api.item.info({ item_id })
    return menu.catalogs.flatMap(({ pages }) => pages).find((page) => page.page_title === title)?.page_id ?? ''
  }
  const textOf = async (title: string) => (await alice.api.page.info({ page_id: await pageOf(title) })).page_content
  const renew = () => renewNoted(product.server.services)
  const rawOf = async (page_id: string) => (await alice.api.page.info({ page_id, raw: '1' })).page_content
  const write = async (schema: string, path: string, words: string, mode = 'replace', who = alice) =>
    who.api.source.saveWords({ page_id: await pageOf(schema), path, words, mode })

  it('are shown everywhere it is used, after the words of the operation and before those of the source', async () => {
    expect((await write('Line', 'fields.sku', 'Eight digits.')).version).toBe('2')
    expect(await textOf('Line')).toContain('Eight digits.')
    const schemasOf = async (title: string) =>
      (await alice.api.page.view({ page_id: await pageOf(title) })).sources.map((source) => source.schema)
    expect([await schemasOf('Line'), await schemasOf('getOrder')]).toEqual([['Line'], ['']])
    expect(await renew()).toBe(3)
    expect(await renew()).toBe(0)
    for (const title of ['listOrders', 'getOrder', 'Order']) expect(await textOf(title)).toContain('| Eight digits. |')
    expect(await textOf('health')).toContain('No article')
    const found = await alice.api.item.search({ item_id, keyword: 'digits' })
    expect(found.pages?.map((one) => one.page_title).sort()).toEqual(['Line', 'Order', 'getOrder', 'listOrders'])

    await alice.api.source.saveWords({ page_id: await pageOf('getOrder'), path: '200.lines[].sku', words: 'Ours.', mode: 'replace' })
    expect(await textOf('getOrder')).toContain('| Ours. |')
    await write('Order', 'fields.lines[].sku', 'Of this order.')
    await renew()
    expect(await textOf('getOrder')).toContain('| Ours. |')
    expect(await textOf('listOrders')).toContain('| Of this order. |')

    const saved = await alice.api.source.saveWords({
      page_id: await pageOf('listOrders'),
      schema: 'Line',
      path: 'fields.sku',
      words: 'Nine digits.',
      mode: 'replace',
      base_version: '2',
    })
    expect(saved).toMatchObject({ page_id: await pageOf('Line'), version: '3' })

    await write('Line', 'fields.sku', '')
    await write('Order', 'fields.lines[].sku', '')
    await renew()
    expect(await textOf('listOrders')).toContain('| The number of the article |')
  })

  it('are on a screen that was shown before, at once and only as long as they are there', async () => {
    const viewOf = async (title: string) => (await alice.api.page.view({ page_id: await pageOf(title) })).html
    expect(await viewOf('listOrders')).toContain('The number of the article')
    await write('Line', 'fields.sku', 'Eight digits.')
    expect(await viewOf('listOrders')).toContain('Eight digits.')
    // The text of the page was never composed with these words, so nothing but the words distinguishes the two screens.
    await write('Line', 'fields.sku', '')
    expect(await viewOf('listOrders')).not.toContain('Eight digits.')
    await renew()
    expect(await viewOf('listOrders')).not.toContain('Eight digits.')
    await write('Line', 'fields.sku', 'Eight digits.')
    const line = await pageOf('Line')
    await alice.api.page.delete({ page_id: line })
    expect(await viewOf('listOrders')).not.toContain('Eight digits.')
    await alice.api.recycle.recover({ item_id, page_id: line })
    expect(await viewOf('listOrders')).toContain('Eight digits.')
  })

  it('go and come with the page of the schema, and stay when the source changes', async () => {
    await write('Line', 'fields.sku', 'Eight digits.', 'add')
    await renew()
    const line = await pageOf('Line')
    await alice.api.page.delete({ page_id: line })
    await renew()
    expect(await textOf('listOrders')).toContain('| The number of the article |')
    await alice.api.recycle.recover({ item_id, page_id: line })
    await renew()
    expect(await textOf('listOrders')).toContain('| The number of the article<br>Eight digits. |')
    await alice.api.source.saveWords({ page_id: line, path: 'fields.sku', words: 'Ours.', mode: 'replace', alone: true })
    await product.upload(alice, 'source/push', { source_id }, { name: 's.json', bytes: shop('The article') })
    expect(await textOf('listOrders')).toContain('| Ours. |')
    expect((await alice.api.source.result({ source_id })).words).toMatchObject([
      { path: 'fields.sku', state: 'moved_on', words: 'Ours.', base: 'The number of the article', now: 'The article' },
    ])
  })

  it('get a page for the schema when they are written, which later versions keep', async () => {
    item_id = await anItem(alice)
    const added = await product.upload(alice, 'source/add', { item_id, name: 'shop' }, { name: 's.json', bytes: shop() })
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
    const here = await pageOf('getOrder')
    expect((await alice.api.source.words({ page_id: here })).schemas).toMatchObject([
      { schema: 'Order', page_id: '0', version: '0', words: [] },
      { schema: 'Line', page_id: '0', version: '0', words: [] },
    ])
    const given = { page_id: here, schema: 'Line', mode: 'replace' }
    const all = await Promise.allSettled(
      ['One.', 'Two.'].map((words) => alice.api.source.saveWords({ ...given, path: 'fields.sku', words, base_version: '0' })),
    )
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true)
    const top = (await alice.api.item.info({ item_id })).menu.pages
    expect(top.map((page) => page.page_title)).toEqual(['Introduction', 'Line'])
    const line = top[1]?.page_id ?? ''
    const { version } = await alice.api.page.info({ page_id: line })
    await alice.api.source.saveWords({ ...given, path: 'fields.sku', words: 'Eight digits.', base_version: version })
    expect(await textOf('getOrder')).toContain('| Eight digits. |')
    await renew()
    expect(await textOf('listOrders')).toContain('| Eight digits. |')
    const { html } = await alice.api.source.schema({ page_id: top[0]?.page_id ?? '', name: 'Line', language: 'en' })
    expect(html).toContain('Eight digits.')
    const pushed = await product.upload(alice, 'source/push', { source_id }, { name: 's.json', bytes: shop('The article') })
    expect(pushed.json<{ data: object }>().data).toMatchObject({ state: 'applied', made: 0, gone: 0 })
    expect(await textOf('listOrders')).toContain('| Eight digits. |')
    expect((await alice.api.page.info({ page_id: line })).page_content).toContain('Eight digits.')
    await expect(alice.api.source.saveWords({ ...given, schema: 'None', path: 'fields.sku', words: 'x' })).rejects.toMatchObject({
      code: 10101,
    })
  })

  it.each(['all', 'operations'])('go on with a schema that was renamed when a person says so, with its page (views: %s)', async (views) => {
    item_id = await anItem(alice)
    const added = await product.upload(alice, 'source/add', { item_id, name: 'shop', views }, { name: 's.json', bytes: shop() })
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
    const given = { page_id: await pageOf('getOrder'), schema: 'Line', path: 'fields.sku', mode: 'replace' }
    const { page_id } = await alice.api.source.saveWords({ ...given, words: 'Eight digits.' })
    await renew()
    const row = Buffer.from(shop().toString().replaceAll('"Line"', '"Row"').replaceAll('/Line"', '/Row"'))
    await product.upload(alice, 'source/push', { source_id }, { name: 's.json', bytes: row })
    await renew()
    expect(await textOf('listOrders')).toContain('| The number of the article |')
    const [match, ...others] = (await alice.api.source.result({ source_id })).matches
    expect(others).toEqual([])
    expect(match).toMatchObject({ from_title: 'Line', from_page_id: page_id, to_title: 'Row' })
    const answer = await alice.api.source.decideMatch({ source_id, match_id: match?.match_id ?? '', choice: 'yes' })
    expect(answer).toEqual({ page_id, kept_page_id: '0' })
    expect(await alice.api.page.info({ page_id })).toMatchObject({
      page_title: 'Row',
      page_content: expect.stringContaining('Eight digits.'),
    })
    await renew()
    for (const title of ['listOrders', 'getOrder']) expect(await textOf(title)).toContain('| Eight digits. |')
    await alice.api.source.saveWords({ ...given, schema: 'Row', words: 'Nine digits.' })
    expect(await textOf('getOrder')).toContain('| Nine digits. |')
    expect((await alice.api.page.info({ page_id })).page_content).toContain('Nine digits.')
  })

  it('tell those who edit only an operation nothing about the pages of its schemas (S217)', async () => {
    item_id = await anItem(alice)
    await product.upload(alice, 'source/add', { item_id, name: 'shop' }, { name: 's.json', bytes: shop() })
    const { menu } = await alice.api.item.info({ item_id })
    const cat_id = menu.catalogs.find((one) => one.cat_name === 'Orders')?.cat_id ?? ''
    const [editor, reader] = [await product.user('editor-of-orders'), await product.user('reader-of-orders')]
    await alice.api.item.update({ item_id, item_name: 'Shop', item_description: '', password: 'sesame' })
    await aMember(product, item_id, editor, { cat_id })
    await aMember(product, item_id, reader, { cat_id, edit: false })
    const here = await pageOf('getOrder')
    const made = await alice.api.source.saveWords({ page_id: here, schema: 'Line', path: 'fields.sku', words: 'Eight.', mode: 'replace' })
    await renew()
    const pages = async () => (await alice.api.item.info({ item_id })).menu.pages.map((page) => page.page_title)
    const before = await pages()
    // A schema with a page, one without, and none get the same answer.
    const answers = []
    for (const schema of ['Line', 'Order', 'None'])
      answers.push(
        await editor.api.source
          .saveWords({ page_id: here, schema, path: 'fields.sku', words: 'Theirs.', mode: 'replace' })
          .catch(({ code, message }) => [code, message]),
      )
    expect(answers).toEqual([[10103, expect.any(String)], answers[0], answers[0]])
    expect(await pages()).toEqual(before)
    expect((await alice.api.page.info({ page_id: made.page_id })).page_content).toContain('Eight.')
    expect((await editor.api.source.words({ page_id: here })).schemas).toEqual([])
    for (const who of [editor, reader]) {
      // What is written about a schema is read where an operation uses it, and not on a page that is closed.
      const { html } = await who.api.page.view({ page_id: here })
      expect(html).toContain('Eight.')
      expect(html).not.toContain(`/${item_id}/${made.page_id}`)
      await expect(who.api.page.view({ page_id: made.page_id })).rejects.toMatchObject({ code: 10303 })
    }
    await expect(reader.api.source.words({ page_id: here })).rejects.toMatchObject({ code: 10103 })
    await expect(reader.api.source.saveWords({ page_id: here, schema: 'Line', path: 'fields.sku', words: 'x' })).rejects.toMatchObject({
      code: 10103,
    })
    // The editor of the catalog that has the page of the schema writes for all that use it.
    await alice.api.page.save({ page_id: made.page_id, page_title: 'Line', page_content: await rawOf(made.page_id), cat_id })
    await editor.api.source.saveWords({ page_id: here, schema: 'Line', path: 'fields.sku', words: 'Theirs.', mode: 'replace' })
    await renew()
    expect(await textOf('listOrders')).toContain('| Theirs. |')
  })

  it('are written by those who can edit its page (S217)', async () => {
    const scoped = await product.user('scoped')
    const { menu } = await alice.api.item.info({ item_id })
    await aMember(product, item_id, scoped, { cat_id: menu.catalogs.find((one) => one.cat_name === 'Orders')?.cat_id ?? '' })
    await expect(write('Line', 'fields.sku', 'Theirs.', 'replace', scoped)).rejects.toThrow()
    expect((await scoped.api.source.words({ page_id: await pageOf('getOrder') })).schemas).toEqual([])
    await write('Line', 'fields.sku', 'Eight digits.')
    expect((await alice.api.source.words({ page_id: await pageOf('getOrder') })).schemas).toMatchObject([
      { schema: 'Order', version: '1', words: [] },
      {
        schema: 'Line',
        page_id: await pageOf('Line'),
        version: '2',
        words: [{ path: 'fields.sku', words: 'Eight digits.', state: 'same' }],
      },
    ])
    await expect(write('Line', 'fields.none', 'x')).rejects.toThrow('There is no field fields.none here')
  })
})
