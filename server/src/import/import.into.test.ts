import { beforeAll, beforeEach, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aMember, anItem, aPage, archive, areRefused, refuseRows } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

const zip = (files: Record<string, string | Buffer>) => sampleZip(Object.entries(files).map(([name, data]) => ({ name, data })))
const manual = {
  'm/index.md': '# Start\n\nSee [Log in](api/login.md) ![x](x.png)\n',
  'm/api/login.md': '# Log in\n\nsecond text\n',
  'm/api/v1/old.md': '# Old\n\nold\n',
  'm/x.png': PIXEL,
}

onEachDatabase('import into an existing item', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
  })
  beforeEach(async () => {
    item_id = await anItem(alice)
  })

  const send = async (file: Buffer, fields: Record<string, string> = {}, who = alice, path = 'import/auto') =>
    (await product.upload(who, path, { item_id, ...fields }, { name: 'm.zip', bytes: file })).json<{
      error_code: number
      error_message: string
      data: { item_id: string; pages: number; existing: number; report: Record<string, number> & { skipped: object[] } }
    }>()

  const outline = async (id = item_id) => {
    const { menu } = await alice.api.item.info({ item_id: id })
    type Catalog = (typeof menu.catalogs)[number]
    const rows = (prefix: string, pages: { page_title: string }[], catalogs: Catalog[]): string[] => [
      ...pages.map((page) => prefix + page.page_title),
      ...catalogs.flatMap((one) => [`${prefix}${one.cat_name}/`, ...rows(`${prefix}${one.cat_name}/`, one.pages, one.catalogs)]),
    ]
    return rows('', menu.pages, menu.catalogs)
  }
  const pageOf = async (title: string) => {
    const { pages } = await alice.api.item.search({ item_id, keyword: title })
    const page = pages?.find((one) => one.page_title === title)
    return alice.api.page.info({ page_id: page?.page_id ?? '' })
  }

  it('updates the page of a catalog where an earlier import has created it, outside the catalog', async () => {
    const cat_id = await aCatalog(alice, item_id, 'api')
    const outside = await aPage(alice, item_id, { page_title: 'The API', page_content: 'first text' })
    await aPage(alice, item_id, { page_title: 'Log in', page_content: 'old', cat_id })
    const wiki = { 'm/api.md': '# The API\n\nsecond text\n', 'm/api/login.md': '# Log in\n\nold', 'm/errors.md': '# Errors' }
    expect((await send(zip(wiki))).data.report).toMatchObject({ catalogs: 0, pages: 1, updated: 1 })
    expect(await alice.api.page.info({ page_id: outside })).toMatchObject({ page_content: 'second text\n', cat_id: '0' })
    // A page of the file that belongs there takes the existing one.
    expect((await send(zip({ ...wiki, 'm/The API.md': '# The API' }))).data.report).toMatchObject({ catalogs: 0, pages: 1, updated: 1 })
    expect(await outline()).toEqual(['The API', 'Errors', 'api/', 'api/The API', 'api/Log in'])
  })

  it('updates the catalog that an earlier import made of the folder below the only page at the top', async () => {
    const cat_id = await aCatalog(alice, item_id, 'Handbook')
    const top = await aPage(alice, item_id, { page_title: 'Our handbook', page_content: 'old' })
    const leave = await aPage(alice, item_id, { page_title: 'Leave', page_content: 'old', cat_id })
    const wiki = { 'Handbook.md': '# Our handbook\n\nnew\n', 'Handbook/Leave.md': '# Leave\n\nnew\n', 'Handbook/Pay.md': '# Pay' }
    expect((await send(zip(wiki))).data.report).toMatchObject({ catalogs: 0, pages: 1, updated: 2 })
    const [first, second] = [await alice.api.page.info({ page_id: top }), await alice.api.page.info({ page_id: leave })]
    expect([first.page_content, first.cat_id, second.page_content, second.cat_id]).toEqual(['new\n', '0', 'new\n', cat_id])
    expect((await send(zip(wiki))).data.report).toMatchObject({ catalogs: 0, pages: 0, updated: 0, unchanged: 3 })
  })

  it('updates pages with the same title in the same catalog, with history and author, and adds the rest', async () => {
    const cat_id = await aCatalog(alice, item_id, 'api')
    const login = await aPage(alice, item_id, { page_title: 'Log in', page_content: 'first text', cat_id, s_number: 7 })
    await aPage(alice, item_id, { page_title: 'Log in', page_content: 'another, at the root', s_number: 3 })
    await aMember(product, item_id, bob)
    const { error_code, data } = await send(zip(manual), {}, bob)
    expect(error_code).toBe(0)
    expect(data).toMatchObject({ item_id, item_name: 'Manual', report: { catalogs: 1, pages: 2, updated: 1, unchanged: 0, files: 1 } })
    expect(await outline()).toEqual(['Log in', 'Start', 'api/', 'api/Log in', 'api/v1/', 'api/v1/Old'])
    const page = await alice.api.page.info({ page_id: login })
    expect(page).toMatchObject({ page_content: 'second text\n', version: '2', author_uid: bob.uid, cat_id, s_number: '7' })
    expect(await alice.api.page.history({ page_id: login })).toMatchObject([{ page_content: 'first text', author_uid: alice.uid }])
    const start = await pageOf('Start')
    expect(start).toMatchObject({ author_uid: bob.uid, attachment_count: '1' })
    expect(start.page_content).toContain(`[Log in](/${item_id}/${login})`)
    const { db } = product.server.services.store
    expect(await db.selectFrom('item').select('item_id').where('is_del', '=', 2).execute()).toEqual([])
    expect(
      await db.selectFrom('page').select('page_id').where('item_id', 'not in', db.selectFrom('item').select('item_id')).execute(),
    ).toEqual([])
  })

  it('makes new and changed text searchable, and removes replaced text from the index', async () => {
    await send(zip(manual))
    await send(zip({ ...manual, 'm/api/login.md': '# Log in\n\nquite different words' }))
    const found = async (keyword: string) => (await alice.api.item.search({ item_id, keyword })).pages?.map((page) => page.page_title) ?? []
    expect(await found('different')).toEqual(['Log in'])
    expect(await found('second')).toEqual([])
    expect(await found('Old')).toEqual(['Old'])
  })

  it('changes nothing when it is repeated: it creates no page, catalog, file or revision twice', async () => {
    await send(zip(manual))
    const digestBefore = await digestOf(product, ['item', 'job', 'sqlite_sequence', 'throttle'])
    const { data } = await send(zip(manual))
    expect(data.report).toMatchObject({ catalogs: 0, pages: 0, updated: 0, unchanged: 3, files: 1 })
    expect(await digestOf(product, ['item', 'job', 'sqlite_sequence', 'throttle'])).toEqual(digestBefore)
  })

  it('finds pages and catalogs again that an import named before the site had a table of contents', async () => {
    const files = { 'start.md': 'Text', 'guide/a.md': '# A\n\nfirst', 'guide/b.md': 'Untitled' }
    await send(zip(files))
    const menu = '# Site\n\n- [Start here](start.md)\n- The guide\n  - [A](guide/a.md)\n  - [Page B](guide/b.md)\n'
    const { data } = await send(zip({ ...files, 'guide/a.md': '# A\n\nsecond', 'guide/c.md': '# C', 'SUMMARY.md': menu }))
    expect(data.report).toMatchObject({ catalogs: 0, pages: 1, updated: 1, unchanged: 2 })
    expect(await outline()).toEqual(['start', 'guide/', 'guide/A', 'guide/b', 'guide/C'])
  })

  it('matches pages with the same title in order, and adds the remaining one', async () => {
    for (const text of ['one', 'two']) await aPage(alice, item_id, { page_title: 'Same', page_content: text })
    const pages = ['1', '2', '3'].map((text, n) => ({ page_title: 'Same', page_content: text, s_number: n }))
    const file = Buffer.from(JSON.stringify({ item_name: 'x', item_type: 1, pages: { pages, catalogs: [] } }))
    const { data } = await send(file)
    expect(data.report).toMatchObject({ pages: 1, updated: 2 })
    expect(await outline()).toEqual(['Same', 'Same', 'Same'])
  })

  it('keeps the order of existing pages, and inserts a new page after its predecessor in the file', async () => {
    const names = ['A', 'C', 'B']
    for (const [n, page_title] of names.entries()) await aPage(alice, item_id, { page_title, s_number: n + 1 })
    const pages = ['A', 'A2', 'B', 'C', 'C2'].map((page_title, s_number) => ({ page_title, page_content: 'x', s_number }))
    await send(Buffer.from(JSON.stringify({ item_name: 'x', item_type: 1, pages: { pages, catalogs: [] } })))
    expect(await outline()).toEqual(['A', 'A2', 'C', 'C2', 'B'])
  })

  it('imports into a catalog, and joins catalogs that would be too deep', async () => {
    const cat_id = await aCatalog(alice, item_id, 'In', await aCatalog(alice, item_id, 'Outer'))
    const { data } = await send(zip(manual), { cat_id })
    expect(await outline()).toEqual([
      'Outer/',
      'Outer/In/',
      'Outer/In/Start',
      'Outer/In/api/',
      'Outer/In/api/Log in',
      'Outer/In/api / v1/',
      'Outer/In/api / v1/Old',
    ])
    expect(data.report.skipped).toEqual([{ name: 'api / v1', reason: 'joined' }])
  })

  it('previews the changes without making them', async () => {
    await aPage(alice, item_id, { page_title: 'Start' })
    const digestBefore = await digestOf(product)
    const { data } = await send(zip(manual), {}, alice, 'import/preview')
    expect(data).toEqual({ item_name: 'Manual', catalogs: 2, pages: 2, existing: 1, skipped: [] })
    expect(await digestOf(product)).toEqual(digestBefore)
  })

  it('requires edit rights on the target, and refuses archived items and single-page items', async () => {
    const [inside, outside] = [await aCatalog(alice, item_id, 'In'), await aCatalog(alice, item_id, 'Out')]
    const [reader, scoped] = await Promise.all([product.user('reader'), product.user('scoped')])
    await aMember(product, item_id, reader, { edit: false })
    await aMember(product, item_id, scoped, { cat_id: inside })
    const single = await anItem(alice, { item_type: 2 })
    const digestBefore = await digestOf(product, ['job'])
    for (const [who, fields, code] of [
      [bob, {}, 10103],
      [reader, {}, 10103],
      [scoped, {}, 10103],
      [scoped, { cat_id: outside }, 10103],
      [alice, { cat_id: '1' }, 10101],
      [alice, { item_id: single }, 10101],
      [alice, { item_id: '1' }, 10103],
    ] as const)
      for (const path of ['import/auto', 'import/preview', 'import/markdown', 'importSwagger/import', 'importPostman/import'])
        expect(await send(zip(manual), fields, who, path)).toMatchObject({ error_code: code, data: null })
    expect(await digestOf(product, ['job'])).toEqual(digestBefore)
    expect(await send(zip(manual), { cat_id: inside }, scoped)).toMatchObject({ error_code: 0 })
    expect(await outline()).toContain('In/api/Log in')
    await archive(product, item_id)
    expect(await send(zip(manual))).toMatchObject({ error_code: 10103, error_message: expect.stringContaining('archived') })
  })

  it('returns only the item_id to older clients', async () => {
    for (const path of ['import/markdown', 'importSwagger/import', 'importPostman/import']) {
      expect((await send(zip(manual), {}, alice, path)).data).toEqual({ item_id })
      expect((await send(zip(manual), { item_id: '' }, alice, path)).data).toEqual({ item_id: expect.stringMatching(/^\d+$/) })
    }
  })

  it('S92: leaves nothing behind when it fails halfway', async () => {
    await send(zip({ 'm/index.md': '# Start\n\nhello' }))
    // Internal tables of the full-text index still differ after words are removed.
    const ignoredTables = ['job', 'item', 'page_words_data', 'page_words_idx']
    const digestBefore = await digestOf(product, ignoredTables)
    const restore = await refuseRows(product, 'page_history', 'page_title', 'Start')
    expect(await send(zip(manual))).toMatchObject({ error_code: 500, data: null })
    await restore()
    expect(await digestOf(product, ignoredTables)).toEqual(digestBefore)
    expect(await outline()).toEqual(['Start'])
    expect((await send(zip(manual))).error_code).toBe(0)
  })

  it('is atomic: concurrent readers see either all changes or none', async () => {
    const files = (text: string) =>
      zip(Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`m/c${n % 6}/p${n}.md`, `# P${n}\n\n${text} ${n}\n`])))
    await send(files('first'))
    let done = false
    const more = { ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`m/new/n${n}.md`, `# N${n}\n\nx\n`])) }
    const combined = sampleZip([
      ...Object.entries(more).map(([name, data]) => ({ name, data })),
      ...Array.from({ length: 120 }, (_, n) => ({ name: `m/c${n % 6}/p${n}.md`, data: `# P${n}\n\nsecond ${n}\n` })),
    ])
    const running = send(combined).finally(() => {
      done = true
    })
    const seen = new Set<number>()
    while (!done) seen.add((await outline()).filter((row) => !row.endsWith('/')).length)
    expect((await running).data.report).toMatchObject({ pages: 60, updated: 120 })
    expect([...seen].every((count) => count === 120 || count === 180)).toBe(true)
    expect((await outline()).filter((row) => !row.endsWith('/'))).toHaveLength(180)
  })

  it('creates no duplicates when two imports of one file run concurrently, and keeps concurrent edits', async () => {
    const page_id = await aPage(alice, item_id, { page_title: 'Own', page_content: 'mine' })
    const results = await Promise.all([send(zip(manual)), send(zip(manual)), aPage(alice, item_id, { page_title: 'Meanwhile' })])
    expect(results.slice(0, 2)).toMatchObject([{ error_code: 0 }, { error_code: 0 }])
    expect((await outline()).sort()).toEqual(['Meanwhile', 'Own', 'Start', 'api/', 'api/Log in', 'api/v1/', 'api/v1/Old'])
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: 'mine', version: '1' })
  })

  it('notifies the creators of changed pages once', async () => {
    await aMember(product, item_id, bob)
    for (let n = 0; n < 5; n++) await aPage(bob, item_id, { page_title: `P${n}`, page_content: 'x' })
    await send(zip(Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`m/p${n}.md`, `# P${n}\n\ny`]))))
    const { db } = product.server.services.store
    const notices = await db
      .selectFrom('notice')
      .select(['kind', 'notice_content'])
      .where('uid', '=', Number(bob.uid))
      .where('item_id', '=', Number(item_id))
      .execute()
    expect(notices.map((one) => one.kind)).toEqual(['pagesChanged'])
    expect(JSON.parse(notices[0]?.notice_content ?? '')).toMatchObject({ pages: 5, item: 'Manual' })
  })

  it('makes imported API descriptions private unless the request sets a password', async () => {
    const file = Buffer.from(JSON.stringify({ info: { name: 'C' }, item: [{ name: 'R', request: 'http://x.test/r' }] }))
    const make = async (fields: Record<string, string>) => (await send(file, { item_id: '', ...fields })).data.item_id
    const [byDefault, open, own] = [await make({}), await make({ password: '' }), await make({ password: 'sesame' })]
    await areRefused([product.visitor().api.item.info({ item_id: byDefault }), product.visitor().api.item.info({ item_id: own })], 10303)
    expect(await product.visitor().api.item.info({ item_id: open })).toMatchObject({ item_name: 'C' })
  })

  it('creates an API client item when an API client requests it', async () => {
    const collection = { info: { name: 'C' }, item: [{ name: 'R', request: { method: 'POST', url: 'http://x.test/r' } }] }
    const described = { openapi: '3.0.0', info: { title: 'O', version: '1' }, paths: { '/r': { post: { summary: 'R', responses: {} } } } }
    for (const file of [collection, described]) {
      const { data } = await send(Buffer.from(JSON.stringify(file)), { item_id: '', from: 'runapi' })
      const { menu, item_type } = await alice.api.item.info({ item_id: data.item_id })
      expect(item_type).toBe('3')
      const { page_content } = await alice.api.page.info({ page_id: menu.pages.at(-1)?.page_id ?? '' })
      expect(JSON.parse(page_content)).toMatchObject({
        info: { from: 'runapi', title: 'R', method: 'post', url: expect.stringContaining('/r') },
      })
    }
  })
})

onEachDatabase(
  'import with an upload quota',
  (product) => {
    it('R24: S67: imports at the same time use the rest of the quota once', async () => {
      const carol = await product.user('carol')
      const file = zip({ 'm/a.md': '# A\n\n[x](x.csv)', 'm/x.csv': Buffer.alloc(700_000, 65) })
      const one = () => product.upload(carol, 'import/auto', {}, { name: 'm.zip', bytes: file })
      const ends = (await Promise.all([one(), one(), one()])).map((reply) => reply.json<{ error_code: number }>().error_code)
      expect(ends.filter((code) => code === 0)).toHaveLength(1)
    })

    it('S67: refuses an import that exceeds the quota of the user, and leaves nothing behind', async () => {
      const alice = await product.user('alice')
      const item_id = await anItem(alice)
      const file = zip({ 'm/a.md': '# A\n\n[x](x.csv)', 'm/x.csv': Buffer.alloc(700_000, 65) })
      const send = (fields: Record<string, string>) => product.upload(alice, 'import/auto', fields, { name: 'm.zip', bytes: file })
      expect((await send({ item_id })).json()).toMatchObject({ error_code: 0, data: { report: { files: 1 } } })
      expect((await send({ item_id })).json()).toMatchObject({ error_code: 0, data: { report: { unchanged: 1 } } })
      for (const fields of [{}, { item_id: await anItem(alice, { item_name: 'Other' }) }])
        expect((await send(fields)).json()).toMatchObject({ error_code: 10101, error_message: expect.stringContaining('1 MB'), data: null })
      expect(await alice.api.attachment.getMyList({ page: '1', count: '5' })).toMatchObject({ total: '1' })
    })
  },
  { UPLOAD_QUOTA_MB: '1' },
)
