import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { grant } from '../access/permission.ts'
import { removePage } from '../page/page.store.ts'
import { aMember, anItem, aPage, archive } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { description, orders } from './test/orders.ts'

type Report = Record<'source_id' | 'version_id' | 'seq' | 'state', string> & Record<'made' | 'changed' | 'binned' | 'kept' | 'gone', number>
interface Answer<T> {
  error_code: number
  error_name?: string
  data: T
}

onEachDatabase('a source', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
  })

  const add = async (fields: Record<string, string> = {}, bytes = description(), who = alice) =>
    (await product.upload(who, 'source/add', { item_id, name: 'orders', title: 'Orders', ...fields }, { name: 'orders.json', bytes })).json<
      Answer<{ source_id: string; report: Report }>
    >()
  const push = async (source_id: string, bytes: Buffer, fields: Record<string, string> = {}, who = alice) =>
    (await product.upload(who, 'source/push', { source_id, ...fields }, { name: 'orders.json', bytes })).json<Answer<Report>>()
  const pages = async () => {
    const { menu } = await alice.api.item.info({ item_id })
    const all = [...menu.pages, ...menu.catalogs.flatMap((catalog) => [...catalog.pages, ...catalog.catalogs.flatMap((one) => one.pages)])]
    return new Map(all.map((page) => [page.page_title, page.page_id]))
  }
  const pageOf = async (title: string) => {
    const page_id = (await pages()).get(title) ?? ''
    return { ...(await alice.api.page.info({ page_id })), raw: (await alice.api.page.info({ page_id, raw: 1 })).page_content }
  }

  it('makes a page of each operation, in the order of the file, whose text is whole for every client', async () => {
    const { error_code, data } = await add()
    expect(error_code).toBe(0)
    expect(data.report).toMatchObject({ state: 'applied', seq: '1', parts: 5, made: 5, changed: 0 })
    const { menu } = await alice.api.item.info({ item_id })
    expect(menu.pages.map((page) => page.page_title)).toEqual(['Introduction'])
    expect(menu.catalogs.map((one) => [one.cat_name, one.pages.map((page) => page.page_title)])).toEqual([
      ['Orders', ['Create an order', 'List orders', 'Get an order']],
      ['Refunds', ['Refund an order']],
    ])
    const page = await pageOf('Create an order')
    expect(page.raw).toBe('```operation orders createOrder\n```\n')
    expect(page.page_content).toContain('POST /orders')
    expect(page.page_content).toContain('| quantity | integer | yes | How many pieces |')
    expect(await alice.api.source.list({ item_id })).toMatchObject([
      { name: 'orders', title: 'Orders', seq: '1', parts: '5', pages: '5', gone: '0', state: 'applied' },
    ])
    expect((await alice.api.item.search({ item_id, keyword: 'pieces' })).pages?.map((one) => one.page_title)).toEqual(['Create an order'])
  })

  it('has the same text as the importer would have written', async () => {
    await add()
    const other = await anItem(alice)
    await product.upload(alice, 'import/auto', { item_id: other }, { name: 'orders.json', bytes: description() })
    const { pages: imported } = await alice.api.item.search({ item_id: other, keyword: 'pieces' })
    const plain = await alice.api.page.info({ page_id: imported?.[0]?.page_id ?? '' })
    expect((await pageOf('Create an order')).page_content).toBe(plain.page_content)
  })

  it('brings changed pages up to date without a version, and keeps what people wrote', async () => {
    const { source_id } = (await add()).data
    const before = await pageOf('Create an order')
    const words = `Ours first.\n\n\`\`\`operation orders createOrder\nbody.quantity+: At most 999.\n\`\`\`\n\nOurs last.\n`
    await alice.api.page.save({ page_id: before.page_id, page_title: 'Create an order', page_content: words })
    const saved = await pageOf('Create an order')
    expect(saved).toMatchObject({ raw: words, version: '2' })
    expect(saved.page_content).toMatch(/^Ours first\.[\s\S]*How many pieces<br>At most 999\.[\s\S]*Ours last\.\n$/)
    const next = orders.map((one) => (one.id === 'createOrder' ? { ...one, quantity: 'Pieces, a whole number' } : one))
    const { data } = await push(source_id, description(next), { label: '1.5.0' })
    expect(data).toMatchObject({ state: 'applied', seq: '2', made: 0, changed: 1, gone: 0 })
    const after = await pageOf('Create an order')
    expect(after).toMatchObject({ raw: words, version: '2', page_id: before.page_id })
    expect(after.page_content).toContain('Pieces, a whole number<br>At most 999.')
    const { html } = await alice.api.page.view({ page_id: before.page_id })
    expect(html).toContain('<div class="call whole">')
    expect(html).toContain('a whole number')
    expect(html).toContain('At most 999.')
    expect(html).toMatch(/Ours first\.[\s\S]*Ours last\./)
    expect(html).not.toContain('sheaf-page:')
    expect((await alice.api.item.search({ item_id, keyword: 'whole number' })).pages).toHaveLength(1)
    expect((await alice.api.page.history({ page_id: before.page_id })).map((one) => one.page_content)).toEqual([before.raw])
    expect(
      (
        await alice.api.page.diff({
          page_id: before.page_id,
          page_history_id: (await alice.api.page.history({ page_id: before.page_id }))[0]?.page_history_id ?? '',
        })
      ).page.page_content,
    ).toBe(words)
  })

  it('compares versions in YAML like those in JSON, and keeps the parsed form of the present one only', async () => {
    const yaml = (operations = orders) => Buffer.from(stringify(JSON.parse(description(operations).toString())))
    const { source_id } = (await add({}, yaml())).data
    const kept = async () => {
      const rows = product.server.services.store.db.selectFrom('source_version').select(['seq', 'document'])
      const all = await rows.where('source_id', '=', Number(source_id)).orderBy('seq').execute()
      return all.map(({ seq, document }) => [seq, document !== null])
    }
    expect(await kept()).toEqual([[1, true]])
    const lengths = async () =>
      (
        await product.server.services.store.db
          .selectFrom('source_part')
          .select('chars')
          .where('source_id', '=', Number(source_id))
          .execute()
      )
        .map(({ chars }) => chars)
        .sort()
    const before = await lengths()
    expect(Math.min(...before)).toBeGreaterThan(10)
    // As after an update of the server: lengths are not known yet.
    await product.server.services.store.db.updateTable('source_part').set({ chars: 0 }).where('source_id', '=', Number(source_id)).execute()
    const next = orders.map((one) => (one.id === 'createOrder' ? { ...one, maximum: 9 } : one))
    expect((await push(source_id, yaml(next))).data).toMatchObject({ changed: 1, risky: 1 })
    expect(await kept()).toEqual([
      [1, false],
      [2, true],
    ])
    expect(await lengths()).not.toContain(0)
    expect((await push(source_id, description())).data).toMatchObject({ changed: 1, risky: 0, safe: 1 })
    expect(await kept()).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ])
    expect(await lengths()).toEqual(before)
  })

  it('changes nothing for the same bytes, and makes a version without changes for the same meaning', async () => {
    const { source_id } = (await add()).data
    const state = async () => JSON.stringify([...(await pages())])
    const before = await state()
    expect((await push(source_id, description())).data).toMatchObject({ state: 'same', seq: '1' })
    const spaced = Buffer.from(JSON.stringify(JSON.parse(description().toString()), null, 2))
    expect((await push(source_id, spaced)).data).toMatchObject({ state: 'applied', seq: '2', made: 0, changed: 0, gone: 0 })
    expect(await state()).toBe(before)
    const { list } = await alice.api.source.versions({ source_id })
    expect(list.map(({ seq, is_current }) => [seq, is_current])).toEqual([
      ['2', '1'],
      ['1', '0'],
    ])
  })

  it('keeps as many versions as the site says, and the one that pages show', async () => {
    const { source_id } = (await add()).data
    await product.admin.api.adminSetting.saveConfig({ source_versions: '2' })
    for (const quantity of ['Pieces', 'How many', 'Count'])
      await push(source_id, description(orders.map((one) => (one.id === 'createOrder' ? { ...one, quantity } : one))))
    await product.admin.api.adminSetting.saveConfig({ source_versions: '50' })
    const { list, total } = await alice.api.source.versions({ source_id })
    expect([list.map(({ seq, is_current }) => [seq, is_current]), total]).toEqual([
      [
        ['4', '1'],
        ['3', '0'],
      ],
      '2',
    ])
  })

  it('says in sentences what changed for those who use the API, the worst first', async () => {
    const { source_id, report } = (await add()).data
    expect(report).toMatchObject({ breaking: 0, changes: [] })
    const next = orders.filter((one) => one.id !== 'refund').map((one) => (one.id === 'createOrder' ? { ...one, quantity: 'Pieces' } : one))
    const { data } = await push(source_id, description([...next, { path: '/carts', id: 'listCarts', summary: 'List carts' }]))
    expect(data).toMatchObject({ breaking: 1, safe: 1, words: 1 })
    const changes = await alice.api.source.changes({ source_id })
    expect(changes.map((one) => one.class)).toEqual(['breaking', 'safe', 'words'])
    expect(changes[0]?.text).toContain('POST /refunds')
    expect(changes[1]).toMatchObject({ text: expect.stringContaining('GET /carts'), page_id: (await pages()).get('List carts') })
    const [chinese] = await alice.api.source.changes({ source_id, language: 'zh' })
    expect(chinese?.text).toMatch(/\p{Script=Han}/u)
    expect((await alice.api.source.versions({ source_id })).list[0]).toMatchObject({ breaking: '1', safe: '1', words: '1', risky: '0' })
  })

  it('finds parts by all words of title, path or key, with their page; wildcards are plain characters', async () => {
    const { source_id } = (await add()).data
    const keysOf = async (keyword: string) => (await alice.api.source.parts({ source_id, keyword })).map(({ key }) => key)
    const [found] = await alice.api.source.parts({ source_id, keyword: ' ORDER  create ' })
    expect(found).toMatchObject({ kind: 'operation', key: 'createOrder', method: 'POST', path: '/orders' })
    expect(found?.page_id).toBe((await pages()).get(found?.title ?? ''))
    expect(await keysOf('')).toContain('createOrder')
    for (const keyword of ['create nothing', '%', 'create_rder', '\\']) expect(await keysOf(keyword)).toEqual([])
    // Parts that are gone are not found.
    await push(source_id, description(orders.filter((one) => one.id !== 'refund')))
    expect(await keysOf('refund')).toEqual([])
  })

  it('follows renamed and moved operations with the same page, and old names still show it', async () => {
    const { source_id } = (await add()).data
    const { page_id } = await pageOf('Get an order')
    const other = await aPage(alice, item_id, { page_title: 'Guide', page_content: 'See\n\n```operation orders getOrder\n```\n' })
    expect((await alice.api.page.info({ page_id: other })).page_content).toBe(
      `See\n\n[Get an order](/${item_id}/${page_id}) · \`GET /orders/{id}\`\n`,
    )
    const renamed = orders.map((one) => (one.id === 'getOrder' ? { ...one, id: 'readOrder', summary: 'Read an order' } : one))
    expect((await push(source_id, description(renamed))).data).toMatchObject({ made: 0, gone: 0 })
    expect(await pageOf('Read an order')).toMatchObject({ page_id, raw: '```operation orders getOrder\n```\n' })
    expect((await alice.api.page.info({ page_id: other })).page_content).toContain('[Read an order]')
    const moved = renamed.map((one) => (one.id === 'readOrder' ? { ...one, path: '/orders/{number}/details' } : one))
    expect((await push(source_id, description(moved))).data).toMatchObject({ made: 0, gone: 0 })
    expect((await pageOf('Read an order')).page_content).toContain('GET /orders/{number}/details')
  })

  it('keeps a title that a person has changed, and follows the others', async () => {
    const { source_id } = (await add()).data
    const { page_id, raw } = await pageOf('List orders')
    await alice.api.page.save({ page_id, page_title: 'All orders', page_content: raw })
    await push(source_id, description(orders.map((one) => ({ ...one, summary: `${one.summary} now` }))))
    expect([...(await pages()).keys()]).toEqual([
      'Introduction',
      'Create an order now',
      'All orders',
      'Get an order now',
      'Refund an order now',
    ])
  })

  it('moves the page of a part that is gone to the recycle bin, keeps one with words, and both come back', async () => {
    const { source_id } = (await add()).data
    const refund = await pageOf('Refund an order')
    const list = await pageOf('List orders')
    await alice.api.page.save({ page_id: list.page_id, page_title: 'List orders', page_content: `Ours.\n\n${list.raw}` })
    const left = orders.filter((one) => one.id !== 'refund' && one.id !== 'listOrders')
    const { data } = await push(source_id, description(left), { label: '2.0' })
    expect(data).toMatchObject({ state: 'applied', gone: 2, binned: 1, kept: 1 })
    expect([...(await pages()).keys()]).toEqual(['Introduction', 'Create an order', 'List orders', 'Get an order'])
    expect((await pageOf('List orders')).page_content).toMatch(/^Ours\.\n\n> The source no longer has this since 2\.0\./)
    expect((await alice.api.recycle.getList({ item_id })).map((one) => one.page_title)).toEqual(['Refund an order'])
    expect((await push(source_id, description())).data).toMatchObject({ made: 1, gone: 0 })
    expect(await pageOf('Refund an order')).toMatchObject({ page_id: refund.page_id, page_content: refund.page_content })
    expect((await pageOf('List orders')).page_content).not.toContain('no longer')
    expect(await alice.api.recycle.getList({ item_id })).toEqual([])
    const { menu } = await alice.api.item.info({ item_id })
    expect(menu.catalogs[1]).toMatchObject({ cat_name: 'Refunds', pages: [{ page_title: 'Refund an order' }] })
  })

  it('makes no page again that a person has deleted, until it is put back', async () => {
    const { source_id } = (await add()).data
    const { page_id } = await pageOf('Refund an order')
    await alice.api.page.delete({ page_id })
    await push(source_id, description(orders.map((one) => ({ ...one, summary: `${one.summary}!` }))))
    expect((await pages()).has('Refund an order!')).toBe(false)
    const { left_out } = await alice.api.source.detail({ source_id })
    expect(left_out).toMatchObject([{ kind: 'operation', key: 'refund', title: 'Refund an order!' }])
    expect(await alice.api.source.putBack({ source_id, kind: 'operation', key: 'refund' })).toEqual({ page_id })
    expect((await alice.api.source.detail({ source_id })).left_out).toEqual([])
    expect((await alice.api.page.info({ page_id })).page_content).toContain('POST /refunds')
  })

  it('makes no page again that is no longer in the recycle bin, unless its part had been gone', async () => {
    const { source_id } = (await add()).data
    const { services } = product.server
    const purge = async (title: string) => {
      const [row] = (await alice.api.recycle.getList({ item_id })).filter((one) => one.page_title === title)
      const target = { permission: grant(Number(item_id)), store: services.store, at: services.now() }
      await services.store.write((trx) => removePage({ ...target, trx }, Number(row?.page_id)))
    }
    await alice.api.page.delete({ page_id: (await pageOf('Refund an order')).page_id })
    await purge('Refund an order')
    await push(source_id, description(orders.filter((one) => one.id !== 'listOrders')))
    await purge('List orders')
    expect((await push(source_id, description())).data).toMatchObject({ made: 1 })
    expect([...(await pages()).keys()]).toEqual(['Introduction', 'Create an order', 'List orders', 'Get an order'])
    expect((await alice.api.source.detail({ source_id })).left_out).toMatchObject([{ key: 'refund' }])
  })

  it('holds a version that loses many pages or all operations, until a manager decides', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ path: `/things/${n}`, id: `thing${n}`, summary: `Thing ${n}` }))
    const { source_id } = (await add({}, description(many))).data
    for (const bytes of [description(many.slice(0, 6)), description([])]) {
      const { data } = await push(source_id, bytes)
      expect(data).toMatchObject({ state: 'held' })
      expect((await pages()).size).toBe(13)
      expect(await alice.api.source.list({ item_id })).toMatchObject([{ state: 'held', seq: '1' }])
    }
    const held = (await push(source_id, description(many.slice(0, 6)))).data
    expect(await alice.api.source.release({ source_id, version_id: held.version_id, action: 'apply' })).toMatchObject({
      state: 'applied',
      binned: 6,
    })
    expect((await pages()).size).toBe(7)
    expect(await alice.api.source.list({ item_id })).toMatchObject([{ state: 'applied', seq: held.seq }])
  })

  it('applies no held version that another manager drops meanwhile', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ path: `/things/${n}`, id: `thing${n}`, summary: `Thing ${n}` }))
    const { source_id } = (await add({}, description(many))).data
    const { version_id } = (await push(source_id, description(many.slice(0, 6)))).data
    const release = (action: string) => alice.api.source.release({ source_id, version_id, action })
    const { db } = product.server.services.store
    const transaction = db.transaction.bind(db)
    const begin = vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      const builder = transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = async (work) => {
        await release('drop')
        return execute(work)
      }
      return builder
    })
    await expect(release('apply')).rejects.toMatchObject({ code: 10101 })
    begin.mockRestore()
    expect((await pages()).size).toBe(13)
    const { list } = await alice.api.source.versions({ source_id })
    expect(list.map(({ state, is_current }) => [state, is_current])).toEqual([
      ['dropped', '0'],
      ['applied', '1'],
    ])
  })

  it('refuses an older version, other files and wrong names, and a failure leaves no source', async () => {
    const { source_id } = (await add({ label: 'a' })).data
    const later = description(orders.slice(0, 3))
    expect((await push(source_id, later, { commit_time: '2000' })).data.state).toBe('applied')
    expect((await push(source_id, description(), { commit_time: '1000' })).data.state).toBe('older')
    expect((await push(source_id, description(), { commit_time: '1000', force: '1' })).data.state).toBe('applied')
    expect(await push(source_id, Buffer.from('{"a": 1}'))).toMatchObject({ error_code: 10101, error_name: 'sourceKind' })
    expect(await add()).toMatchObject({ error_name: 'sourceName' })
    expect(await add({ name: 'Not a name' })).toMatchObject({ error_name: 'sourceNameForm' })
    expect(await add({ name: 'other' }, Buffer.from('openapi: [1'))).toMatchObject({ error_name: 'importYaml' })
    expect(await alice.api.source.list({ item_id })).toHaveLength(1)
    const table = await anItem(alice, { item_type: '4' })
    expect(await add({ item_id: table })).toMatchObject({ error_name: 'sourceItem' })
  })

  it('is deleted with its pages as plain ones, or with them in the recycle bin', async () => {
    for (const way of ['keep', 'bin']) {
      const { source_id } = (await add({ name: way })).data
      const { page_id, page_content } = await pageOf('List orders')
      await expect(alice.api.source.delete({ source_id, pages: way, password: 'wrong' })).rejects.toMatchObject({ code: 10208 })
      await alice.api.source.delete({ source_id, pages: way, password: alice.password })
      if (way === 'keep') expect((await alice.api.page.info({ page_id, raw: 1 })).page_content).toBe(page_content)
      else expect((await alice.api.recycle.getList({ item_id })).map((one) => one.page_title)).toContain('List orders')
      for (const one of (await pages()).values()) await alice.api.page.delete({ page_id: one })
    }
    expect(await alice.api.source.list({ item_id })).toEqual([])
  })

  it('leaves the texts of pages as they are when it is deleted, also where they show its parts in brief, and other sources', async () => {
    const { source_id } = (await add()).data
    const other = (await add({ name: 'other' })).data.source_id
    const block = (name: string) => `\`\`\`operation ${name} getOrder\n\`\`\`\n`
    const brief = await aPage(alice, item_id, { page_title: 'Guide', page_content: block('orders') })
    const own = (await alice.api.item.search({ item_id, keyword: 'Refund' })).pages?.map((one) => one.page_id) ?? []
    const raws = async () => Promise.all(own.map(async (page_id) => (await alice.api.page.info({ page_id, raw: 1 })).page_content))
    const mixed = own[(await raws()).findIndex((one) => one.includes('other refund'))] ?? ''
    const text = `${(await alice.api.page.info({ page_id: mixed, raw: 1 })).page_content}\n${block('orders')}`
    await alice.api.page.save({ page_id: mixed, page_title: 'Refund an order', page_content: text })
    const { page_content } = await alice.api.page.info({ page_id: brief })
    await alice.api.source.delete({ source_id, pages: 'keep', password: alice.password })
    expect((await alice.api.page.info({ page_id: brief, raw: 1 })).page_content).toBe(page_content)
    expect((await alice.api.page.info({ page_id: mixed, raw: 1 })).page_content).toBe(text)
    expect((await alice.api.source.detail({ source_id: other })).left_out).toEqual([])
  })

  it('S217: shows nothing of a part to an editor of another catalog who names it, but keeps what a page has shown', async () => {
    const secret = await anItem(alice, { password: 'sesame' })
    await add({ item_id: secret })
    const { menu } = await alice.api.item.info({ item_id: secret })
    const refunds = menu.catalogs.find((one) => one.cat_name === 'Refunds')?.cat_id ?? ''
    const scoped = await product.user('scoped')
    await aMember(product, secret, scoped, { cat_id: refunds })
    const page_content = 'Guess:\n\n```operation orders getOrder\n```\n'
    const page_id = await aPage(scoped, secret, { cat_id: refunds, page_content })
    expect((await scoped.api.page.info({ page_id })).page_content).toBe(page_content)
    expect((await scoped.api.page.view({ page_id })).html).not.toContain('Get an order')
    await scoped.api.page.save({ page_id, page_title: 'Start', page_content: page_content.replace('getOrder', 'refund') })
    expect((await scoped.api.page.info({ page_id })).page_content).toContain('Refund an order')
    await alice.api.page.save({ page_id, page_title: 'Start', page_content })
    await scoped.api.page.save({ page_id, page_title: 'Guide', page_content: `${page_content}\nMore.` })
    expect((await scoped.api.page.info({ page_id })).page_content).toMatch(/Get an order[\s\S]*More\./)
  })

  it('gives the file as it was received, to readers only the present one', async () => {
    const { source_id, report } = (await add()).data
    const get = async (who: TestUser, version_id = '') =>
      await product.send({ url: `/api/source/file?source_id=${source_id}&version_id=${version_id}`, headers: who.headers })
    expect((await get(alice)).rawPayload.equals(description())).toBe(true)
    await push(source_id, description(orders.slice(0, 3)))
    const reader = await product.user('reader')
    expect((await get(reader)).rawPayload.equals(description(orders.slice(0, 3)))).toBe(true)
    expect((await get(reader, report.version_id)).json()).toMatchObject({ error_name: 'noPermission' })
    expect((await get(alice, report.version_id)).rawPayload.equals(description())).toBe(true)
  })

  it('is changed by those who may edit its whole catalog, and not in an archived item', async () => {
    const { source_id } = (await add()).data
    const [editor, scoped] = [await product.user('editor'), await product.user('scoped')]
    await aMember(product, item_id, editor)
    const { menu } = await alice.api.item.info({ item_id })
    await aMember(product, item_id, scoped, { cat_id: menu.catalogs[0]?.cat_id ?? '' })
    expect((await push(source_id, description(orders.slice(1)), {}, editor)).data.state).toBe('applied')
    expect(await push(source_id, description(), {}, scoped)).toMatchObject({ error_name: 'noPermission' })
    await expect(editor.api.source.update({ source_id, title: 'x' })).rejects.toMatchObject({ code: 10303 })
    await archive(product, item_id)
    expect(await push(source_id, description())).toMatchObject({ error_name: 'archived' })
  })
})

onEachDatabase('what clients save back to a page that shows a part', (product) => {
  let alice: TestUser
  let item_id: string
  let source_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
    const file = { name: 'orders.json', bytes: description() }
    source_id = (await product.upload(alice, 'source/add', { item_id, name: 'orders' }, file)).json<Answer<{ source_id: string }>>().data
      .source_id
  })
  const aView = async () => {
    const { pages } = await alice.api.item.search({ item_id, keyword: 'pieces' })
    return alice.api.page.info({ page_id: pages?.[0]?.page_id ?? '' })
  }
  const raw = async (page_id: string) => (await alice.api.page.info({ page_id, raw: 1 })).page_content

  it.each([
    ['the same text', (text: string) => text],
    ['with Windows line endings and spaces', (text: string) => text.replaceAll('\n', '  \r\n')],
    ['without its last line break', (text: string) => text.trimEnd()],
  ])('%s changes nothing', async (_, change) => {
    const { page_id, page_title, page_content } = await aView()
    const block = await raw(page_id)
    const row = await alice.api.page.save({ page_id, page_title, page_content: change(page_content) })
    expect(row).toMatchObject({ page_id, version: '1', page_content })
    expect(await raw(page_id)).toBe(block)
    expect(await alice.api.page.history({ page_id })).toEqual([])
  })

  it('the same text with another title or place changes only these', async () => {
    const { page_id, page_content } = await aView()
    const block = await raw(page_id)
    await alice.api.page.save({ page_id, page_title: 'Place an order', page_content, cat_id: '0' })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_title: 'Place an order', cat_id: '0', version: '2', page_content })
    expect(await raw(page_id)).toBe(block)
  })

  it('any other text is stored as it came; the history has the view, and no sync changes the page again', async () => {
    const { page_id, page_title, page_content } = await aView()
    const block = await raw(page_id)
    const text = `${page_content}\nAdded by an old client.\n`
    await alice.api.page.save({ page_id, page_title, page_content: text })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: text, version: '2' })
    expect(await raw(page_id)).toBe(text)
    const [revision] = await alice.api.page.history({ page_id })
    expect(revision?.page_content).toBe(block)
    expect((await alice.api.source.detail({ source_id })).left_out).toMatchObject([{ key: 'createOrder' }])
    const next = description(orders.map((one) => ({ ...one, quantity: 'Another text' })))
    await product.upload(alice, 'source/push', { source_id }, { name: 'orders.json', bytes: next })
    expect((await alice.api.page.info({ page_id })).page_content).toBe(text)
    // Restoring the view from the history attaches the part again, with its present text.
    await alice.api.page.save({ page_id, page_title, page_content: revision?.page_content ?? '' })
    expect((await alice.api.page.info({ page_id })).page_content).toContain('Another text')
    expect((await alice.api.source.detail({ source_id })).left_out).toEqual([])
  })

  it('the part can be shown again above a text that replaced it', async () => {
    const { page_id, page_title } = await aView()
    await alice.api.page.save({ page_id, page_title, page_content: 'Kept text' })
    await alice.api.source.putBack({ source_id, kind: 'operation', key: 'createOrder' })
    const page = await alice.api.page.info({ page_id })
    expect(page.page_content).toContain('POST /orders')
    expect(page.page_content).toMatch(/Kept text$/)
  })

  it('is the same for programs with the keys of the item, and a copy or a move has the text alone', async () => {
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    const { page_id, page_title, page_content, cat_id } = await aView()
    const block = await raw(page_id)
    const { cat_name } = (await alice.api.catalog.catList({ item_id })).find((one) => one.cat_id === cat_id) ?? { cat_name: '' }
    await alice.api.open.updatePage({ api_key, api_token, cat_name, page_title, page_content })
    expect(await raw(page_id)).toBe(block)
    expect((await alice.api.page.info({ page_id })).version).toBe('1')
    const other = await anItem(alice)
    await alice.api.page.move({ item_id, page_ids: JSON.stringify([Number(page_id)]), to_item_id: other, to_cat_id: '0' })
    expect(await raw(page_id)).toBe(page_content)
    expect((await alice.api.source.list({ item_id }))[0]).toMatchObject({ parts: '5', pages: '4' })
  })

  it('a page keeps its text as its own when it is detached', async () => {
    const { page_id, page_content } = await aView()
    await alice.api.source.detach({ page_id })
    expect(await raw(page_id)).toBe(page_content)
    await expect(alice.api.source.detach({ page_id })).rejects.toMatchObject({ code: 10101 })
  })
})

onEachDatabase('a source by the keys of its item', (product) => {
  it('is made and brought up to date by a build, which can compare first', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    const keys = await alice.api.item.getKey({ item_id }).then(({ api_key, api_token }) => ({ api_key, api_token }))
    const push = async (fields: Record<string, string>, bytes = description()) =>
      (await product.upload(product.visitor(), 'open/pushSource', { ...keys, name: 'orders', ...fields }, { name: 'o.json', bytes })).json<
        Answer<Report>
      >()
    expect(await push({ mode: 'check' })).toMatchObject({ error_name: 'notFound' })
    expect((await push({ cat_name: 'API/Orders', label: '1.0' })).data).toMatchObject({ state: 'applied', made: 5 })
    const changed = description(orders.slice(0, 3))
    expect((await push({ mode: 'check' }, changed)).data).toMatchObject({ state: 'checked', gone: 1, changed: 0 })
    expect((await push({}, changed)).data).toMatchObject({ state: 'applied', binned: 1 })
    expect(await alice.api.open.getSources(keys)).toMatchObject([{ name: 'orders', seq: '2', title: 'Orders API' }])
    const { menu } = await alice.api.item.info({ item_id })
    expect(menu.catalogs[0]?.catalogs[0]?.cat_name).toBe('Orders')
    const [page] = menu.catalogs[0]?.catalogs[0]?.pages ?? []
    expect(await alice.api.page.info({ page_id: page?.page_id ?? '' })).toMatchObject({ author_username: 'API' })
    expect(await push({ api_token: 'wrong' })).toMatchObject({ error_name: 'keysWrong' })
  })
})
