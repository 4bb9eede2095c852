import { beforeAll, expect, it } from 'vitest'
import { description } from '../../source/test/orders.ts'
import { aCatalog, aMember, anItem, aPage, archive } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { rendered } from './page.render.service.ts'

onEachDatabase('page/view', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })

  const view = async (page_content: string, language?: string) =>
    alice.api.page.view({ page_id: await aPage(alice, item_id, { page_content }), language })

  it('returns HTML and headings', async () => {
    const page = await view('# Orders\n\nSome **bold** text\n\n## 查询 `GET`\n\n## 查询 `GET`\n')
    expect(page).toMatchObject({ item_id, cat_id: '0', page_title: 'Start', version: '1', attachment_count: '0', unique_key: '' })
    expect(page.html).toContain('<strong>bold</strong>')
    expect(page.headings.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Orders'],
      [2, '查询 GET'],
      [2, '查询 GET'],
    ])
    expect(new Set(page.headings.map((heading) => heading.id)).size).toBe(3)
    for (const { id } of page.headings) expect(page.html).toContain(`id="${id}"`)
  })

  it('names the sources whose parts a page shows, but not for a single-page link', async () => {
    const file = { name: 'orders.json', bytes: description() }
    await product.upload(alice, 'source/add', { item_id, name: 'orders', title: 'Orders', label: '1.4.0' }, file)
    const { pages } = await alice.api.item.search({ item_id, keyword: 'pieces' })
    const page_id = pages?.[0]?.page_id ?? ''
    expect((await alice.api.page.view({ page_id })).sources).toMatchObject([{ name: 'orders', title: 'Orders', label: '1.4.0', seq: '1' }])
    expect((await view('Plain')).sources).toEqual([])
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: '1' })) as { unique_key: string }
    expect((await product.visitor().api.page.view({ page_id: '0', unique_key })).sources).toEqual([])
  })

  it('has code samples of a page made by an API client; its text and the printed page have none', async () => {
    const page_content = JSON.stringify({ info: { from: 'runapi', method: 'get', url: 'http://a.example/x' }, request: {}, response: {} })
    const page_id = await aPage(alice, item_id, { page_content })
    expect((await alice.api.page.view({ page_id })).html).toContain('<div class="code samples">')
    expect((await alice.api.page.info({ page_id })).page_content).toBe(page_content)
    const stored = { page_id: Number(page_id), item_id: Number(item_id), version: 1, page_content, is_composed: 0 }
    const printed = await rendered(product.server.services, stored, 'en')
    expect(printed.html).toContain('http://a.example')
    expect(printed.html).not.toContain('samples')
  })

  it('lists the features that the browser must load', async () => {
    expect((await view('plain')).needs).toEqual([])
    expect((await view('```mermaid\ngraph TD; A-->B\n```')).needs).not.toEqual([])
  })

  it.each([
    '<script>window.__mark=1</script>',
    '<img src=x onerror="window.__mark=1">',
    '[x](javascript:window.__mark=1)',
    '[x](vbscript:x) ![x](data:text/html;base64,PHNjcmlwdD4=)',
    '<iframe srcdoc="<script>window.__mark=1</script>"></iframe>',
    '<object data="x"></object><embed src="x">',
    '<svg><script>window.__mark=1</script></svg><svg onload="window.__mark=1">',
    '<meta http-equiv="refresh" content="0;url=x"><base href="//x"><link rel="import" href="x">',
    '<form action="//x"><button formaction="javascript:x">x</button></form>',
    '<math><mtext><style><img src=x onerror=window.__mark=1></style></mtext></math>',
  ])('removes scripts from %j', async (page_content) => {
    const { html } = await view(`before\n\n${page_content}\n\nafter`)
    expect(html).toContain('before')
    const tags = html.match(/<[^>]*>/g)?.join('')
    expect(tags).not.toMatch(
      /<(script|iframe|object|embed|meta|base|link|form|svg)\b|\son\w+\s*=|(href|src|formaction)="?\s*(javascript|vbscript|data:text)/i,
    )
  })

  it('shows a save immediately', async () => {
    const page_id = await aPage(alice, item_id, { page_content: 'first' })
    expect((await alice.api.page.view({ page_id })).html).toContain('first')
    await alice.api.page.save({ page_id, page_title: 'Start', page_content: 'second' })
    expect(await alice.api.page.view({ page_id })).toMatchObject({ html: expect.stringContaining('second'), version: '2' })
  })

  it('writes its interface texts in the requested language', async () => {
    const words = await Promise.all(
      ['en', 'zh', undefined, 'xx'].map((language) => view('```json\n{}\n```\n\n| a |\n|---|\n| b |\n', language)),
    )
    expect(words[2]?.html).toBe(words[0]?.html)
    expect(words[3]?.html).toBe(words[0]?.html)
  })

  it('returns the previous and the next page in reading order', async () => {
    const book = await anItem(alice, { password: 'sesame' })
    const [b, a] = [await aCatalog(alice, book, 'B'), await aCatalog(alice, book, 'A')]
    const a1 = await aCatalog(alice, book, 'A1', a)
    await alice.api.catalog.save({ item_id: book, cat_id: a, cat_name: 'A', s_number: 1 })
    const order = []
    for (const [page_title, cat_id] of [
      ['root', '0'],
      ['in A', a],
      ['in A1', a1],
      ['in B', b],
    ] as const)
      order.push(await aPage(alice, book, { page_title, cat_id }))
    const adjacent = async (who: TestUser, page_id: string) => {
      const { previous, next } = await who.api.page.view({ page_id })
      return [previous?.page_title, next?.page_title]
    }
    const all = await Promise.all(order.map((page_id) => adjacent(alice, page_id)))
    expect(all).toEqual([
      [undefined, 'in A'],
      ['root', 'in A1'],
      ['in A', 'in B'],
      ['in A1', undefined],
    ])
    const scoped = await product.user('scoped')
    await aMember(product, book, scoped, { edit: false, cat_id: a })
    expect(await adjacent(scoped, order[1] as string)).toEqual([undefined, 'in A1'])
    expect(await adjacent(scoped, order[2] as string)).toEqual(['in A', undefined])
    await expect(adjacent(scoped, order[3] as string)).rejects.toMatchObject({ code: 10303, data: { item_id: book } })
    const otherUser = await product.user('no-member')
    for (const who of [otherUser, product.visitor()])
      await expect(adjacent(who, order[3] as string)).rejects.toMatchObject({ code: 10303, data: null })
  })

  it('refuses a request without a valid page', async () => {
    for (const fields of [{}, { page_id: '0' }, { page_id: '1' }, { page_id: '1', unique_key: 'x' }, { page_id: '2147483647' }])
      await expect(alice.api.page.view(fields)).rejects.toMatchObject({ code: 10101 })
  })

  it('returns whether the user can edit the page, also by its single-page link', async () => {
    const book = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, book, 'Orders')
    const page_id = await aPage(alice, book, { cat_id })
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key: string }
    const [editor, elsewhere, reader, otherUser] = await Promise.all(
      ['editor', 'elsewhere', 'only-reader', 'outsider'].map((name) => product.user(name)),
    )
    await aMember(product, book, editor as TestUser, { cat_id })
    await aMember(product, book, elsewhere as TestUser, { cat_id: await aCatalog(alice, book, 'Returns') })
    await aMember(product, book, reader as TestUser, { edit: false })
    const byNumber = [alice, product.admin, editor, reader].map((who) => (who as TestUser).api.page.view({ page_id }))
    expect((await Promise.all(byNumber)).map((page) => page.editable)).toEqual([true, true, true, false])
    const everyone = [alice, product.admin, editor, elsewhere, reader, otherUser, product.visitor()]
    const byLink = () => Promise.all(everyone.map((who) => (who as TestUser).api.page.view({ page_id: 0, unique_key })))
    expect((await byLink()).map((page) => page.editable)).toEqual([true, true, true, false, false, false, false])
    await archive(product, book)
    expect((await byLink()).map((page) => page.editable)).toEqual(everyone.map(() => false))
  })

  it('returns whether the user can delete the page: managers and its creator can', async () => {
    const [maker, other, reader] = await Promise.all(['maker', 'other', 'reader'].map((name) => product.user(name)))
    for (const who of [maker, other]) await aMember(product, item_id, who as TestUser)
    await aMember(product, item_id, reader as TestUser, { edit: false })
    const page_id = await aPage(maker as TestUser, item_id)
    const views = [maker, alice, product.admin, other, reader, product.visitor()].map((who) => (who as TestUser).api.page.view({ page_id }))
    expect((await Promise.all(views)).map((page) => page.deletable)).toEqual([true, true, true, false, false, false])
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key: string }
    expect(await alice.api.page.view({ page_id: 0, unique_key })).toMatchObject({
      deletable: false,
      created: expect.stringMatching(/^\d{10}$/),
    })
    await archive(product, item_id)
    expect((await alice.api.page.view({ page_id })).deletable).toBe(false)
  })
})
