import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../../test/product.ts'
import { exported, requestExport } from '../../test/samples/exported.ts'
import { sampleZip } from '../../zip/test/zip-sample.ts'
import { description, orders } from '../test/orders.ts'

const WORDS = 'Ours first.\n\n```operation orders createOrder\nbody.quantity+: At most 999.\n```\n'
/** Secrets that no file and no copy has. */
const HUSH = ['hush-header-1', 'hush-value-2']

onEachDatabase('the sources of an item', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let source_id: string
  let api: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
  })

  const push = async (source: string, bytes: Buffer) =>
    (await product.upload(alice, 'source/push', { source_id: source }, { name: 'orders.json', bytes })).json<{
      data: { state: string; made: number; changed: number; gone: number }
    }>().data

  interface Page {
    page_id: string
    page_title: string
  }
  /** The pages of an item by catalog and title. */
  const pages = async (of: string) => {
    const { menu } = await alice.api.item.info({ item_id: of })
    const found = new Map<string, string>()
    const walk = (at: { pages: Page[]; catalogs?: unknown[] }, path: string) => {
      for (const page of at.pages) found.set(`${path}${page.page_title}`, page.page_id)
      for (const one of (at.catalogs ?? []) as (Parameters<typeof walk>[0] & { cat_name: string })[]) walk(one, `${path}${one.cat_name}/`)
    }
    walk(menu, '')
    return found
  }
  /** What the pages of an item show and store, without the ids of the item and its pages. */
  const state = async (of: string) => {
    const found = await pages(of)
    const names = new Map([...found].map(([title, page_id]) => [page_id, title]))
    const plain = (text: string) =>
      text.replace(/\/(\d+)\/(\d+)(?=[)#])/g, (all, at, page) => (at === of ? `→${names.get(page) ?? 'nowhere'}` : all))
    const all: Record<string, { shown: string; stored: string }> = {}
    for (const [title, page_id] of found) {
      const shown = plain((await alice.api.page.info({ page_id })).page_content)
      all[title] = { shown, stored: plain((await alice.api.page.info({ page_id, raw: 1 })).page_content) }
    }
    return all
  }
  const sourcesOf = (of: string) => alice.api.source.list({ item_id: of })

  /** A source with words, a former key, a part that is left out, another page that shows parts, and secrets around it. */
  beforeEach(async () => {
    item_id = await anItem(alice, { item_name: 'Shop' })
    api = await aCatalog(alice, item_id, 'API')
    const first = orders.map((one) => (one.id === 'createOrder' ? { ...one, id: 'makeOrder' } : one))
    const fields = { item_id, cat_id: api, name: 'orders', title: 'Orders', label: '1.0' }
    const added = await product.upload(alice, 'source/add', fields, { name: 'orders.json', bytes: description(first) })
    source_id = added.json<{ data: { source_id: string } }>().data.source_id
    // The block of the page keeps the former key.
    const mine = (await pages(item_id)).get('API/Orders/Create an order') ?? ''
    const page_content = WORDS.replace('createOrder', 'makeOrder')
    await alice.api.page.save({ page_id: mine, page_title: 'Create an order', page_content })
    await push(source_id, description())
    await alice.api.page.delete({ page_id: (await pages(item_id)).get('API/Refunds/Refund an order') ?? '' })
    const guide = 'See:\n\n```operation orders listOrders\n```\n\n```operation orders nothing\n```\n'
    await aPage(alice, item_id, { page_title: 'Guide', page_content: guide })
    await product.server.services.store.db
      .insertInto('source_fetch')
      .values({
        source_id: Number(source_id),
        url: 'https://sources.test/orders.json',
        every_hours: 24,
        header_name: 'X-Key',
        header_sealed: HUSH[0] ?? '',
        next_time: 4_000_000_000,
      })
      .execute()
    const variables = JSON.stringify([{ name: 'tenant', value: HUSH[1] }])
    await alice.api.console.saveEnvironment({ item_id, env_name: 'Test', base_url: 'https://api.test', is_shown: 0, variables })
  })

  const expectViews = async (copy: string) => {
    const before = await state(item_id)
    expect(before['API/Orders/Create an order']?.shown).toContain('How many pieces<br>At most 999.')
    expect(before['API/Orders/Create an order']?.stored).toContain('operation orders makeOrder')
    expect(await state(copy)).toEqual(before)
    const [source] = await sourcesOf(copy)
    expect(source).toMatchObject({ name: 'orders', title: 'Orders', parts: '5', pages: '4', gone: '0', label: '' })
    // Words and pages follow the source of the copy, and what was left out stays so.
    const next = orders.map((one) => (one.id === 'createOrder' ? { ...one, quantity: 'Pieces, whole' } : one))
    expect(await push(source?.source_id ?? '', description(next))).toMatchObject({ state: 'applied', made: 0, changed: 1, gone: 0 })
    const after = await state(copy)
    expect(after['API/Orders/Create an order']?.shown).toContain('Pieces, whole<br>At most 999.')
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(await state(item_id)).toEqual(before)
    const { pages: hits = [] } = await alice.api.item.search({ item_id: copy, keyword: 'whole' })
    expect(hits.map((page) => page.page_title)).toEqual(['Create an order'])
    expect(
      await product.server.services.store.db
        .selectFrom('source_fetch')
        .select('source_id')
        .where('source_id', '=', Number(source?.source_id))
        .execute(),
    ).toEqual([])
  }

  it('are copied with it, and its pages stay views', async () => {
    const { item_id: copy } = await alice.api.item.add({ copy_item_id: item_id, item_name: 'Copy' })
    await expectViews(copy)
  })

  it('are in its Markdown export byte for byte, whose import makes views again', async () => {
    const reply = await requestExport(product, alice, 'markdown', { item_id })
    const files = await exported(product, alice, 'markdown', { item_id })
    expect(files.get('sources/orders.json')?.equals(description())).toBe(true)
    const imported = await product.upload(alice, 'import/auto', { password: '' }, { name: 'shop.zip', bytes: reply.rawPayload })
    const { data } = imported.json<{ data: { item_id: string; report: { skipped: object[] } } }>()
    expect(data.report.skipped).toEqual([])
    await expectViews(data.item_id)
    // Into an item that exists, texts come as they are shown.
    const other = await anItem(alice)
    await product.upload(alice, 'import/auto', { item_id: other }, { name: 'shop.zip', bytes: reply.rawPayload })
    expect(await sourcesOf(other)).toEqual([])
    expect((await state(other))['API/Orders/Create an order']?.stored).toContain('At most 999.')
  })

  it('stay where they are when pages are copied or moved to another item: these keep the text that they show', async () => {
    const [copied, moved] = [await anItem(alice), await anItem(alice)]
    const before = (await state(item_id))['API/Orders/Create an order']?.shown
    const cat_id = api
    await alice.api.catalog.copy({ cat_id, to_item_id: copied, new_p_cat_id: '0', is_del: '0' })
    expect((await state(item_id))['API/Orders/Create an order']?.stored).toContain('operation orders makeOrder')
    await alice.api.catalog.copy({ cat_id, to_item_id: moved, new_p_cat_id: '0', is_del: '1' })
    for (const other of [copied, moved]) {
      const page = (await state(other))['API/Orders/Create an order']
      expect(page?.stored).toBe(page?.shown)
      expect(page?.shown).toBe(before)
      expect(await sourcesOf(other)).toEqual([])
    }
    expect(await push(source_id, Buffer.concat([description(), Buffer.from(' ')]))).toMatchObject({ made: 0 })
  })

  it('are in no export of a part, nor in one of a member who cannot read all of their pages (S217)', async () => {
    const part = await exported(product, alice, 'markdown', { item_id, cat_id: api })
    expect([...part.keys()].filter((name) => name.startsWith('sources/'))).toEqual([])
    expect(part.get('prefix_info.json')?.toString()).not.toContain('"view"')
    await aMember(product, item_id, bob, { cat_id: api })
    expect([...(await exported(product, bob, 'markdown', { item_id })).keys()]).toContain('sources/orders.json')
    const hidden = await aCatalog(alice, item_id, 'Hidden')
    const page_id = (await pages(item_id)).get('API/Orders/Get an order') ?? ''
    await alice.api.page.save({ page_id, page_title: 'Get an order', page_content: '```operation orders getOrder\n```\n', cat_id: hidden })
    const files = await exported(product, bob, 'markdown', { item_id })
    const all = [...files].map(([name, bytes]) => `${name}\n${bytes}`).join('\n')
    expect(all).toContain('At most 999.')
    expect(all).not.toMatch(/sources\/|"view"|Get an order|\/orders\/\{id\}|makeOrder/)
  })

  it('never take secrets with them: headers, tokens, values of environments', async () => {
    const { token } = await alice.api.token.save({ name: 'Build', level: '1', days: '1', password: PASSWORD })
    const bodies: string[] = []
    for (const form of ['source', 'words', 'overlay']) {
      const url = `/api/source/export?${new URLSearchParams({ source_id, form, format: form === 'source' ? '' : 'json' })}`
      bodies.push((await product.send({ url, headers: alice.headers })).body)
    }
    for (const bytes of (await exported(product, alice, 'markdown', { item_id })).values()) bodies.push(bytes.toString())
    const { item_id: copy } = await alice.api.item.add({ copy_item_id: item_id, item_name: 'Copy' })
    bodies.push(JSON.stringify(await sourcesOf(copy)), JSON.stringify(await alice.api.console.environments({ item_id: copy })))
    expect(bodies.join('\n')).toContain('/orders')
    for (const secret of [...HUSH, token, 'X-Key', 'sources.test']) expect(bodies.join('\n')).not.toContain(secret)
  })

  it('of a file that others wrote are read within bounds', async () => {
    const files = await exported(product, alice, 'markdown', { item_id })
    const info = JSON.parse(files.get('prefix_info.json')?.toString() ?? '')
    const [one] = info.sheaf.sources
    const former = ['__proto__', 'createOrder', 'a\0b'].flatMap((key) => [
      ['operation', key, 'createOrder'],
      ['operation', key, 'nothing'],
    ])
    info.sheaf.sources = [
      { ...one, label: 'a\0\ud800', former },
      one,
      { ...one, name: 'none', path: 'sources/none.json' },
      { ...one, name: 'two' },
    ]
    // Two pages of one part, in the words of another.
    const stored = { text: '```operation orders refund\nsummary: \0 Ours\n```', own: ['orders', 'operation', 'refund'] }
    info.pages.pages.push({ page_title: 'One', page_content: 'a', view: stored }, { page_title: 'Two', page_content: 'b', view: stored })
    info.pages.pages.push({ page_title: 'Three', page_content: 'c', view: { text: 7 } })
    files.set('prefix_info.json', Buffer.from(JSON.stringify(info)))
    const bytes = sampleZip([...files].map(([name, data]) => ({ name, data })))
    const imported = await product.upload(alice, 'import/auto', { password: '' }, { name: 'shop.zip', bytes })
    const { data } = imported.json<{ data: { item_id: string; report: { skipped: { name: string; reason: string }[] } } }>()
    expect(data.report.skipped).toEqual([{ name: 'sources/orders.json', reason: 'broken' }])
    expect((await sourcesOf(data.item_id)).map(({ name, parts, pages: shown }) => [name, parts, shown])).toEqual([
      ['orders', '5', '5'],
      ['two', '5', '0'],
    ])
    const shown = await state(data.item_id)
    expect(shown['API/Orders/Create an order']?.shown).toContain('At most 999.')
    expect([shown['One'], shown['Two']].filter((page) => page?.shown.includes('/refunds'))).toHaveLength(2)
    expect(shown['Three']).toEqual({ shown: 'c', stored: 'c' })
    expect(await push((await sourcesOf(data.item_id))[0]?.source_id ?? '', description(orders.slice(0, 3)))).toMatchObject({
      gone: 1,
      made: 0,
    })
  })

  it('that cannot be read are reported, and their pages keep their texts', async () => {
    const files = await exported(product, alice, 'markdown', { item_id })
    files.set('sources/orders.json', Buffer.from('{"openapi": 1'))
    const bytes = sampleZip([...files].map(([name, data]) => ({ name, data })))
    const imported = await product.upload(alice, 'import/auto', { password: '' }, { name: 'shop.zip', bytes })
    const { data } = imported.json<{ data: { item_id: string; report: { skipped: { name: string; reason: string }[] } } }>()
    expect(data.report.skipped).toEqual([{ name: 'sources/orders.json', reason: 'broken' }])
    expect(await sourcesOf(data.item_id)).toEqual([])
    const shown = await state(data.item_id)
    expect(shown['API/Orders/Create an order']?.stored).toContain('At most 999.')
    expect(shown['API/Orders/Create an order']?.stored).toBe(shown['API/Orders/Create an order']?.shown)
  })
})
