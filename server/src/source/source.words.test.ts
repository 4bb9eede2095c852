import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { description, orders } from './test/orders.ts'

onEachDatabase('words of people on the page of a part', (product) => {
  let alice: TestUser
  let item_id: string
  let source_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
    const file = { name: 'orders.json', bytes: description() }
    const added = await product.upload(alice, 'source/add', { item_id, name: 'orders' }, file)
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
    page_id = (await alice.api.item.search({ item_id, keyword: 'pieces' })).pages?.[0]?.page_id ?? ''
  })

  const push = (quantity: string, without = '') =>
    product.upload(
      alice,
      'source/push',
      { source_id },
      { name: 'o.json', bytes: description(orders.filter((one) => one.id !== without).map((one) => ({ ...one, quantity }))) },
    )
  const write = (path: string, words: string, mode = 'replace') => alice.api.source.saveWords({ page_id, path, words, mode })
  const waiting = async () =>
    (await alice.api.source.result({ source_id })).words.map(({ path, state, words, base, now }) => ({ path, state, words, base, now }))
  const raw = async () => (await alice.api.page.info({ page_id, raw: 1 })).page_content
  const text = async () => (await alice.api.page.info({ page_id })).page_content
  const decide = (path: string, choice: string, more: object = {}) =>
    alice.api.source.decide({ source_id, words: JSON.stringify([{ page_id: Number(page_id), path, mode: 'replace', choice, ...more }]) })

  it('are written in place, as a save with a revision, and removed again', async () => {
    expect(await write('body.quantity', 'At most 999.', 'add')).toMatchObject({ page_id, version: '2' })
    expect(await raw()).toBe('```operation orders createOrder\nbody.quantity+: At most 999.\n```\n')
    expect(await text()).toContain('How many pieces<br>At most 999.')
    await write('body.quantity', 'Pieces.')
    expect(await text()).toContain('| quantity | integer | yes | Pieces.<br>At most 999. |')
    const read = await alice.api.source.words({ page_id })
    expect(read.words).toMatchObject([
      { path: 'body.quantity', mode: 'add', words: 'At most 999.', state: 'same', base: 'How many pieces', now: 'How many pieces' },
      { path: 'body.quantity', mode: 'replace', words: 'Pieces.', state: 'same', base: 'How many pieces', now: 'How many pieces' },
    ])
    expect(read).toMatchObject({ version: '3', unreadable: [] })
    await write('body.quantity', '')
    await alice.api.source.saveWords({ page_id, path: 'body.quantity', words: 'Only these.', mode: 'replace', alone: true })
    expect(await raw()).toBe('```operation orders createOrder\nbody.quantity: Only these.\n```\n')
    await write('body.quantity', '')
    expect(await raw()).toBe('```operation orders createOrder\n```\n')
    expect(await alice.api.page.history({ page_id, brief: '1' })).toHaveLength(5)
    await expect(write('body.none', 'x')).rejects.toThrow('There is no field body.none here')
    await expect(alice.api.source.saveWords({ page_id, path: 'summary', words: 'x', mode: 'replace', base_version: '1' })).rejects.toThrow()
  })

  it('count for how much of the description is described; one of an earlier release is counted with its next version', async () => {
    const coverage = async () => {
      const [{ describable, described, described_here } = { describable: '' }] = await alice.api.source.list({ item_id })
      return [describable, described, described_here]
    }
    // Four operations with a summary, two fields of bodies and a parameter; one of these three has a description.
    expect(await coverage()).toEqual(['7', '5', '0'])
    const other = (await alice.api.item.search({ item_id, keyword: 'refund an order' })).pages?.[0]?.page_id ?? ''
    await alice.api.source.saveWords({ page_id: other, path: 'body.quantity', words: 'At most 999.', mode: 'add' })
    await write('body.quantity', 'Pieces.')
    expect(await coverage()).toEqual(['7', '5', '1'])
    expect(await alice.api.source.detail({ source_id })).toMatchObject({ describable: '7', described: '5', described_here: '1' })
    const { db } = product.server.services.store
    await db
      .updateTable('source_part')
      .set({ describable: 0, described: 0, gaps: '[]' })
      .where('source_id', '=', Number(source_id))
      .execute()
    expect(await coverage()).toEqual(['0', '0', '0'])
    await push('How many pieces', 'listOrders')
    // The page of the operation that is gone counts no more; the field of the other one has a description in this version.
    expect(await coverage()).toEqual(['6', '5', '0'])
  })

  it('are shown in the preview of an editor, which gets no more than the page would show (S217)', async () => {
    // Members of a catalog read a private item only there.
    item_id = await anItem(alice, { password: 'sesame' })
    await product.upload(alice, 'source/add', { item_id, name: 'orders' }, { name: 'orders.json', bytes: description() })
    page_id = (await alice.api.item.search({ item_id, keyword: 'pieces' })).pages?.[0]?.page_id ?? ''
    const ids = { page_id, item_id: '0' }
    const block = { kind: 'operation', source: 'orders', key: 'createOrder' }
    const own = await alice.api.source.part({ ...ids, ...block })
    expect(JSON.parse(own.part)).toMatchObject({ title: 'Create an order', body: { call: { method: 'POST' } }, gone: '', language: 'en' })
    const other = await alice.api.source.part({ ...ids, ...block, key: 'refund' })
    expect(other).toMatchObject({
      part: '',
      brief: expect.stringMatching(/^\[Refund an order\]\(\/\d+\/\d+\) · `POST \/refunds`$/),
      schemas: null,
    })
    expect(await alice.api.source.part({ page_id: '0', item_id, ...block })).toMatchObject({
      part: '',
      brief: expect.stringContaining('/orders'),
    })
    for (const missing of [{ key: 'none' }, { source: 'others' }, { kind: 'webhook' }])
      await expect(alice.api.source.part({ ...ids, ...block, ...missing })).rejects.toMatchObject({ code: 10101 })
    await expect(alice.api.source.part({ ...ids, ...block, kind: 'page' })).rejects.toThrow()

    const { menu } = await alice.api.item.info({ item_id })
    const cat_id = menu.catalogs.find(({ pages }) => pages.some((page) => page.page_title === 'Refund an order'))?.cat_id ?? ''
    const scoped = await product.user('scoped')
    await aMember(product, item_id, scoped, { edit: true, cat_id })
    await expect(scoped.api.source.part({ ...ids, ...block })).rejects.toMatchObject({ code: 10103 })
    const here = menu.catalogs.flatMap(({ pages }) => pages).find((page) => page.page_title === 'Refund an order')?.page_id ?? ''
    await expect(scoped.api.source.part({ page_id: here, item_id: '0', ...block })).rejects.toMatchObject({ code: 10101 })
    expect((await scoped.api.source.part({ page_id: here, item_id: '0', ...block, key: 'refund' })).part).toContain('Refund an order')
    await expect(scoped.api.source.part({ page_id: '0', item_id, ...block })).rejects.toMatchObject({ code: 10101 })
  })

  it('wait for a person when the source says something new, who keeps, drops, joins or changes them', async () => {
    await write('body.quantity', 'Our words.')
    await push('Number of pieces')
    expect(await text()).toContain('Our words.')
    expect(await waiting()).toEqual([
      { path: 'body.quantity', state: 'moved_on', words: 'Our words.', base: 'How many pieces', now: 'Number of pieces' },
    ])
    expect(await decide('body.quantity', 'ours')).toEqual({ done: 1, refused: [] })
    expect(await waiting()).toEqual([])
    await push('Count of pieces')
    await decide('body.quantity', 'both')
    expect(await text()).toContain('Count of pieces<br>Our words.')
    await push('Pieces, counted')
    expect(await waiting()).toEqual([])
    await write('body.quantity', '', 'add')
    await write('body.quantity', 'Ours again.')
    await push('Pieces')
    await decide('body.quantity', 'new', { words: 'Both said.' })
    expect(await text()).toContain('| Both said. |')
    await push('Pieces!')
    await decide('body.quantity', 'theirs')
    expect(await text()).toContain('| Pieces! |')
    expect(await raw()).toBe('```operation orders createOrder\n```\n')
  })

  it('are adopted when the source takes them over, and homeless when their place is gone', async () => {
    await write('body.quantity', 'Whole pieces')
    await push('Whole pieces')
    expect(await waiting()).toMatchObject([{ state: 'adopted' }])
    await write('path.id', 'x').catch(() => {})
    await alice.api.page.save({
      page_id,
      page_title: 'Create an order',
      page_content: '```operation orders createOrder\nquery.none: lost words\n```\n',
    })
    expect(await waiting()).toMatchObject([{ path: 'query.none', state: 'homeless', words: 'lost words' }])
    expect(await text()).not.toContain('lost words')
    expect((await alice.api.source.words({ page_id })).words).toMatchObject([{ path: 'query.none', state: 'homeless', now: '' }])
    expect(await decide('query.none', 'drop')).toEqual({ done: 1, refused: [] })
    expect(await waiting()).toEqual([])
    expect(await decide('query.none', 'drop')).toEqual({ done: 0, refused: [{ page_id, path: 'query.none', error: 'wordsPath' }] })
  })

  it('get a new place when theirs is gone: the source says the same there, or a person chooses it', async () => {
    await write('body.quantity', 'At most 999.')
    await write('summary', 'Order now')
    const renamed = (bytes: Buffer) => Buffer.from(bytes.toString().replaceAll('"quantity"', '"amount"'))
    await product.upload(alice, 'source/push', { source_id }, { name: 'o.json', bytes: renamed(description()) })
    const [word] = (await alice.api.source.result({ source_id })).words
    expect(word).toMatchObject({
      path: 'body.quantity',
      state: 'homeless',
      suggested: 'body.amount',
      homes: ['body.amount', 'description', 'body', '200'],
    })
    const onPage = await alice.api.source.words({ page_id })
    expect(onPage).toMatchObject({ source_id, words: [{ suggested: 'body.amount' }, { path: 'summary', suggested: '', homes: [] }] })
    const refused = [{ page_id, path: 'body.quantity', error: 'wordsPath' }]
    for (const to of ['body.none', '', 'summary']) expect(await decide('body.quantity', 'move', { to })).toEqual({ done: 0, refused })
    expect(await decide('body.quantity', 'move', { to: 'body.amount' })).toEqual({ done: 1, refused: [] })
    expect(await waiting()).toEqual([])
    expect(await raw()).toBe('```operation orders createOrder\nsummary: Order now\nbody.amount: At most 999.\n```\n')
    expect(await text()).toMatch(/\| amount \|.*At most 999\./)
    expect(await alice.api.page.history({ page_id, brief: '1' })).toHaveLength(3)
  })

  it('are seen and decided by those who may edit the page', async () => {
    await write('body.quantity', 'Ours')
    await push('Theirs')
    const [editor, scoped, reader] = [await product.user('editor'), await product.user('scoped'), await product.user('reader')]
    await aMember(product, item_id, editor)
    const { menu } = await alice.api.item.info({ item_id })
    const refunds = menu.catalogs.find((one) => one.cat_name === 'Refunds')
    await aMember(product, item_id, scoped, { cat_id: refunds?.cat_id ?? '' })
    await aMember(product, item_id, reader, { edit: false })
    expect((await editor.api.source.result({ source_id })).words).toHaveLength(1)
    for (const who of [scoped, reader]) {
      await expect(who.api.source.result({ source_id })).rejects.toThrow()
      await expect(who.api.source.saveWords({ page_id, path: 'summary', words: 'x', mode: 'add' })).rejects.toThrow()
    }
  })
})
