import { beforeAll, expect, it } from 'vitest'
import { type ShopTable, snapshot } from '../source/test/shop.ts'
import { aMember, anItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

/** In the catalog `billing`: invoices, notes and a view. Outside of it: tables whose names are canaries. */
const billing: ShopTable[] = [
  {
    name: 'canary_salaries',
    columns: [{ name: 'id' }, { name: 'invoice_id' }],
    keys: [{ column: 'invoice_id', table: 'invoices', schema: 'billing' }],
  },
  { name: 'canary_people', columns: [{ name: 'id' }] },
  {
    ...{ name: 'invoices', schema: 'billing', columns: [{ name: 'id' }, { name: 'payer' }, { name: 'note_id' }] },
    keys: [
      { column: 'payer', table: 'canary_people' },
      { column: 'note_id', table: 'notes', schema: 'billing' },
    ],
    triggers: [{ name: 'audit', definition: 'INSERT INTO canary_people VALUES (1)' }],
  },
  { name: 'notes', schema: 'billing', columns: [{ name: 'id' }] },
  { name: 'report', schema: 'billing', columns: [{ name: 'id' }], definition: 'SELECT id FROM canary_salaries' },
]

onEachDatabase('tables that a reader cannot open (S217)', (product) => {
  let alice: TestUser
  let scoped: TestUser
  let item_id: string
  let source_id: string
  let cat_id: string
  const pages = new Map<string, string>()
  beforeAll(async () => {
    alice = await product.user('alice')
    scoped = await product.user('scoped')
    item_id = await anItem(alice, { password: 'open sesame' })
    const added = await product.upload(alice, 'source/add', { item_id, name: 'main' }, { name: 'shop.json', bytes: snapshot(billing) })
    source_id = added.json().data.source_id
    const { menu } = await alice.api.item.info({ item_id })
    for (const page of [...menu.pages, ...menu.catalogs.flatMap((one) => one.pages)]) pages.set(page.page_title, page.page_id)
    cat_id = menu.catalogs[0]?.cat_id ?? ''
    await aMember(product, item_id, scoped, { edit: true, cat_id })
    // The overview is moved to the catalog that the member can read.
    const overview = await alice.api.page.info({ page_id: idOf('Database overview'), raw: 1 })
    await alice.api.page.save({ ...overview, cat_id })
  })
  const idOf = (title: string) => pages.get(title) ?? ''
  const mine = ['invoices', 'notes', 'report', 'Database overview']

  /** Everything that these pages answer to a person. */
  const read = async (who: TestUser) => {
    const texts = await Promise.all(
      mine.flatMap((title) => {
        const page_id = idOf(title)
        return [
          who.api.page.info({ page_id }).then((page) => page.page_content),
          who.api.item.getPage({ page_id, item_id }).then((page) => page.page_content),
          who.api.page.view({ page_id }).then(({ html }) => html),
          product.send({ url: `/${item_id}/${page_id}.md`, headers: who.headers }).then(({ body }) => body),
          product.send({ url: `/${item_id}/${page_id}`, headers: who.headers }).then(({ body }) => body),
        ]
      }),
    )
    const full = await product.send({ url: `/${item_id}/llms-full.txt`, headers: who.headers })
    return [...texts, full.body].join('\n')
  }

  it('are not named to a member of one catalog, who sees all of their own', async () => {
    const all = await read(scoped)
    expect(all).not.toContain('canary')
    const { html } = await scoped.api.page.view({ page_id: idOf('invoices') })
    expect(html).toContain(`href="/${item_id}/${idOf('notes')}"`)
    expect(html).toContain('t1 ||--o{ t0')
    expect(html).toContain('audit')
    const overview = await scoped.api.page.view({ page_id: idOf('Database overview') })
    expect(overview.html).toContain('invoices')
    expect(overview.html).toContain('2 tables, one view')
    const { page_content } = await scoped.api.page.info({ page_id: idOf('invoices') })
    expect(page_content).toContain(`[billing.notes](/${item_id}/${idOf('notes')})`)
  })

  it('are named to those who can read all of the item', async () => {
    const all = await read(alice)
    for (const name of ['canary_salaries', 'canary_people', 'SELECT id FROM canary_salaries', 'INSERT INTO canary_people'])
      expect(all).toContain(name)
    const { html } = await alice.api.page.view({ page_id: idOf('invoices') })
    expect(html).toContain(`href="/${item_id}/${idOf('canary_salaries')}"`)
    const visitor = product.visitor()
    await visitor.api.item.pwd({ item_id, password: 'open sesame' })
    expect((await visitor.api.page.view({ page_id: idOf('invoices') })).html).toContain('canary_people')
  })

  it('are not named by a single-page link, which shows its table and nothing of another one', async () => {
    for (const title of ['invoices', 'Database overview']) {
      const { unique_key } = (await alice.api.page.createSinglePage({ page_id: idOf(title), isCreateSiglePage: 'true' })) as {
        unique_key: string
      }
      const visitor = product.visitor()
      const seen = [
        (await visitor.api.page.infoByKey({ unique_key })).page_content,
        (await visitor.api.page.view({ page_id: '0', unique_key })).html,
        (await product.send({ url: `/p/${unique_key}.md` })).body,
        (await product.send({ url: `/p/${unique_key}` })).body,
      ].join('\n')
      expect(seen).not.toMatch(/canary|notes|billing\.report/)
    }
  })

  it('are found by no search, and named by no change', async () => {
    for (const keyword of ['canary_people', 'canary_salaries', 'canary'])
      expect((await scoped.api.item.search({ item_id, keyword })).pages ?? []).toEqual([])
    const next = billing.map((table) =>
      table.name === 'notes'
        ? { ...table, columns: [{ name: 'id' }, { name: 'of' }], keys: [{ column: 'of', table: 'canary_people' }] }
        : table,
    )
    await product.upload(alice, 'source/push', { source_id }, { name: 'shop.json', bytes: snapshot(next) })
    const feed = (who: TestUser) => product.send({ url: `/${item_id}/sources.json?page_id=${idOf('notes')}`, headers: who.headers })
    expect((await feed(alice)).body).toContain('canary_people')
    const { body } = await feed(scoped)
    expect(body).toContain('foreign key added')
    expect(body).not.toContain('canary')
  })

  it('appear and go as pages are moved, without a new version', async () => {
    const view = async () => (await scoped.api.page.view({ page_id: idOf('invoices') })).html
    const people = await alice.api.page.info({ page_id: idOf('canary_people'), raw: 1 })
    await alice.api.page.save({ ...people, cat_id })
    expect(await view()).toContain('canary_people')
    await alice.api.page.save({ ...people, cat_id: '0' })
    expect(await view()).not.toContain('canary')
    // A source of the catalog, one of whose tables was moved out of it.
    const bytes = snapshot([
      { name: 'canary_moved', columns: [{ name: 'id' }] },
      { name: 'stays', columns: [{ name: 'id' }] },
    ])
    const added = await product.upload(alice, 'source/add', { item_id, cat_id, name: 'inner' }, { name: 'inner.json', bytes })
    const inner = added.json().data.source_id
    const { menu } = await alice.api.item.info({ item_id })
    const moved = menu.catalogs.flatMap((one) => one.pages).find((one) => one.page_title === 'canary_moved')
    await alice.api.page.save({ ...(await alice.api.page.info({ page_id: moved?.page_id ?? '', raw: 1 })), cat_id: '0' })
    const parts = async (who: TestUser) => (await who.api.source.parts({ source_id: inner, keyword: '' })).map(({ title }) => title)
    expect(await parts(alice)).toEqual(['Database overview', 'canary_moved', 'stays'])
    expect(await parts(scoped)).toEqual(['Database overview', 'stays'])
  })

  it('what a person saves back is the text that they got: the page stays as it is (T47)', async () => {
    for (const who of [alice, scoped]) {
      const page = await who.api.page.info({ page_id: idOf('invoices') })
      await who.api.page.save(page)
      const { page_content } = await alice.api.page.info({ page_id: idOf('invoices'), raw: 1 })
      expect(page_content).toBe('```table main billing.invoices\n```\n')
    }
  })
})
