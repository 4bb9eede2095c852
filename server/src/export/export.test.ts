import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it, vi } from 'vitest'
import { aCatalog, aFile, aMember, anItem, aPage, archive, areRefused, aTeamMember, deleteItem, manyPages } from '../test/given.ts'
import { isForAll, onEachDatabase, type TestUser } from '../test/product.ts'
import { aBook, exported, requestExport } from '../test/samples/exported.ts'

const formats = ['markdown', 'html', 'word']

onEachDatabase('exports', (product, kind) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
  })

  const textOf = (files: Map<string, Buffer>) => [...files].map(([name, bytes]) => `${name}\n${bytes}`).join('\n')

  it('S35: members of a catalog can export that catalog only, for any parameters they send', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const [own, other] = [await aCatalog(alice, item_id, 'Own'), await aCatalog(alice, item_id, 'Other SECRET')]
    const below = await aCatalog(alice, item_id, 'Below', own)
    const sign = await aFile(product, item_id, Buffer.from('SECRET file'), {
      owner: alice,
      page_id: await aPage(alice, item_id, { cat_id: other, page_content: 'SECRET' }),
    })
    const root = await aPage(alice, item_id, { page_title: 'Root SECRET', page_content: 'SECRET' })
    const text = `Mine ![](/server/index.php?s=/api/attachment/visitFile/sign/${sign}) [to](/${item_id}/${root})`
    await aMember(product, item_id, bob, { cat_id: own })
    const mine = await aPage(bob, item_id, { cat_id: below, page_title: 'Mine', page_content: text })
    for (const format of formats) {
      const reply = await requestExport(product, bob, format, { item_id })
      expect([format, reply.statusCode, reply.headers['content-disposition']]).toEqual([format, 200, expect.stringContaining('Manual')])
      for (const fields of [{ cat_id: other }, { page_id: root }])
        expect((await requestExport(product, bob, format, { item_id, ...fields } as never)).json()).toMatchObject({
          error_code: 10103,
          data: null,
        })
    }
    for (const format of ['markdown', 'html']) {
      const all = textOf(await exported(product, bob, format, { item_id }))
      expect(all).toContain('Mine')
      expect(all).not.toContain('SECRET')
    }
    const { nodes } = await bob.api.export.outline({ item_id })
    expect(nodes.map(({ title, number, level }) => [title, number, level])).toEqual([
      ['Own', '1', 1],
      ['Below', '1.1', 2],
      ['Mine', '1.1.1', 3],
    ])
    const { pages } = await bob.api.export.pages({ item_id, page_ids: JSON.stringify([Number(root), Number(mine)]) })
    expect(pages.map(({ page_id }) => page_id)).toEqual([mine])
  })

  it('S31: refuses to export a page or a catalog of another item', async () => {
    const [mine, foreign] = [await anItem(bob), await anItem(alice, { password: 'sesame' })]
    const cat_id = await aCatalog(alice, foreign)
    const page_id = await aPage(alice, foreign)
    for (const format of formats)
      for (const fields of [{ page_id }, { cat_id }])
        expect((await requestExport(product, bob, format, { item_id: mine, ...fields } as never)).json()).toMatchObject({
          error_code: 10103,
          data: null,
        })
    expect(await bob.api.export.pages({ item_id: mine, page_ids: JSON.stringify([Number(page_id)]) })).toEqual({ pages: [] })
  })

  it('R24: have every page once, also when pages move to other catalogs while the tree is read', async () => {
    const { store } = product.server.services
    const executor = store.db.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    const outlineDuring = async (item_id: string, change: () => Promise<unknown>) => {
      let isChanged = false
      const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
        const result = await execute(query)
        if (!isChanged && query.sql.includes('octet_length')) {
          isChanged = true
          await change()
        }
        return result as never
      })
      const { nodes } = await alice.api.export.outline({ item_id }).finally(() => spy.mockRestore())
      return nodes.filter((node) => node.kind === 'page').map((node) => node.id)
    }
    const move = (item_id: string, page_id: string, to_cat_id: string) =>
      alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: item_id, to_cat_id })
    const item_id = await anItem(alice)
    const [first, last] = [await aCatalog(alice, item_id, 'First'), await aCatalog(alice, item_id, 'Last')]
    const early = await aPage(alice, item_id, { cat_id: first, page_title: 'Early', s_number: '1' })
    await manyPages(product, alice, item_id, 1000, first)
    const late = await aPage(alice, item_id, { cat_id: last, page_title: 'Late' })
    const moved = await outlineDuring(item_id, async () => {
      await move(item_id, late, '0')
      await move(item_id, early, last)
    })
    expect([moved.filter((id) => id === early), moved.filter((id) => id === late)]).toEqual([[early], [late]])
    expect(new Set(moved).size).toBe(1002)

    const small = await anItem(alice)
    const cat_id = await aCatalog(alice, small, 'Ends')
    const page_id = await aPage(alice, small, { cat_id })
    const { hot } = store
    let isRead = false
    store.hot = async <Row>(text: string, values: unknown[]) => {
      const rows = await hot<Row>(text, values)
      if (!isRead && text.includes('from catalog where item_id') && text.includes('s_number')) {
        isRead = true
        await move(small, page_id, await aCatalog(alice, small, 'New'))
      }
      return rows
    }
    const { nodes } = await alice.api.export.outline({ item_id: small }).finally(() => {
      store.hot = hot
    })
    expect(nodes.filter((node) => node.kind === 'page').map((node) => node.id)).toEqual([page_id])
  })

  it('exports what is selected, and refuses a selection with one line of another item or out of scope', async () => {
    const item_id = await anItem(alice)
    const [own, other] = [await aCatalog(alice, item_id, 'Own'), await aCatalog(alice, item_id, 'Other')]
    const [first, second, third] = [
      await aPage(alice, item_id, { cat_id: own, page_title: 'First' }),
      await aPage(alice, item_id, { cat_id: other, page_title: 'Second' }),
      await aPage(alice, item_id, { page_title: 'Third' }),
    ]
    const foreign = await aPage(alice, await anItem(alice))
    await aMember(product, item_id, bob, { cat_id: own })
    const lines = (...some: object[]) => ({ item_id, lines: JSON.stringify(some) })
    const titles = async (who: TestUser, given: { item_id: string; lines: string }) =>
      (await who.api.export.outline(given)).nodes.map(({ title }) => title)
    expect(await titles(alice, lines({ page_id: second }, { cat_id: own }))).toEqual(['Own', 'First', 'Second'])
    const zip = textOf(await exported(product, alice, 'markdown', lines({ page_id: second }, { cat_id: own }) as never))
    expect([zip.includes('First'), zip.includes('Second'), zip.includes('Third')]).toEqual([true, true, false])
    expect(await titles(bob, lines({ page_id: first }))).toEqual(['First'])
    for (const line of [{ page_id: second }, { page_id: third }, { cat_id: other }, { page_id: foreign }])
      for (const format of formats)
        expect((await requestExport(product, bob, format, lines({ page_id: first }, line) as never)).json()).toMatchObject({
          error_code: 10103,
        })
  })

  it('S37, S40: readers cannot export; a deleted item cannot be exported; an archived item can', async () => {
    const item_id = await anItem(alice)
    await aPage(alice, item_id)
    await aMember(product, item_id, bob, { edit: false })
    const tom = await product.user('tom')
    await aTeamMember(product, item_id, tom, { edit: false })
    for (const user of [bob, tom])
      for (const format of formats)
        expect((await requestExport(product, user, format, { item_id })).json()).toMatchObject({ error_code: 10103, data: null })
    for (const user of [bob, tom])
      await areRefused([user.api.export.outline({ item_id }), user.api.export.pages({ item_id, page_ids: '[1]' })], 10103)
    expect((await requestExport(product, product.visitor(), 'markdown', { item_id })).json()).toMatchObject({ error_code: 10102 })
    await archive(product, item_id)
    expect((await requestExport(product, alice, 'markdown', { item_id })).headers['content-type']).toBe('application/zip')
    await deleteItem(product, item_id)
    for (const format of formats)
      expect((await requestExport(product, alice, format, { item_id })).json()).toMatchObject({ error_code: 10103, data: null })
  })

  it('reports its progress and its completion', async () => {
    const { item_id } = await aBook(product, alice)
    const request_id = 'export-watch-01'
    expect(await alice.api.export.progress({ request_id })).toEqual({ stage: 'none', done: 0, total: 0 })
    await requestExport(product, alice, 'markdown', { item_id, request_id })
    await expect.poll(() => alice.api.export.progress({ request_id })).toEqual({ stage: 'done', done: 7, total: 7 })
    expect(await bob.api.export.progress({ request_id })).toMatchObject({ stage: 'none' })
    // A finished export stays finished; the same request_id can be used again.
    expect(await alice.api.export.cancel({ request_id })).toEqual([])
    expect(await alice.api.export.progress({ request_id })).toMatchObject({ stage: 'done' })
    expect((await requestExport(product, alice, 'html', { item_id, request_id })).statusCode).toBe(200)
    const both = await Promise.all([
      requestExport(product, alice, 'markdown', { item_id, request_id }),
      requestExport(product, alice, 'markdown', { item_id, request_id }),
    ])
    expect(both.map((reply) => reply.rawPayload.length > 1000)).toEqual([true, true])
  })

  // Neither paths and addresses in a text nor the rate limit depend on the database.
  if (!isForAll(kind)) return

  it('S93, S94: opens no path and sends no request to another server', async () => {
    const requests: string[] = []
    const sink = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.writeHead(302, { location: '/again' }).end()
    })
    await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done))
    const outside = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`
    const item_id = await anItem(alice)
    const secret = await aFile(product, await anItem(alice, { password: 'sesame' }), Buffer.from('SECRET'), {
      owner: alice,
      name: 'secret.txt',
    })
    const mine = await anItem(bob)
    const targets = [
      '/etc/passwd',
      '../../../../../../etc/passwd',
      'file:///etc/passwd',
      '/proc/self/environ',
      '../sheaf.db',
      '..\\..\\sheaf.db',
      '%2e%2e%2fsheaf.db',
      ...['/a.png', '/redirect', '/server/index.php?s=/api/attachment/visitFile/sign/0123456789abcdef0123456789abcdef'].map(
        (path) => outside + path,
      ),
      '//127.0.0.1/x.png',
      'ftp://127.0.0.1/x',
      'data:text/plain;base64,U0VDUkVU',
      'http://[::1]/x',
      'http://169.254.169.254/latest/meta-data',
      `/server/index.php?s=/api/attachment/visitFile/sign/../../../${secret}`,
    ]
    const page_content = targets
      .map((to) => `![a](${to})\n\n[b](${to})\n\n<img src="${to}"><a href='${to}'>c</a>\n\n[d]: ${to}`)
      .join('\n\n')
    await aPage(alice, item_id, { page_content })
    // Bob knows only the sign of a file of another item.
    await aPage(bob, mine, { page_content: `${page_content}\n\n![a](/server/index.php?s=/api/attachment/visitFile/sign/${secret})` })
    for (const [user, id] of [
      [alice, item_id],
      [bob, mine],
    ] as const)
      for (const format of formats) {
        const reply = await requestExport(product, user, format, { item_id: id })
        expect([format, reply.statusCode, reply.headers['content-type']]).toEqual([format, 200, expect.not.stringContaining('json')])
      }
    for (const format of ['markdown', 'html']) {
      const files = await exported(product, bob, format, { item_id: mine })
      expect([...files.keys()].filter((name) => /secret|passwd|sheaf\.db/.test(name))).toEqual([])
      expect(textOf(files)).not.toMatch(/root:[x*]:0|SQLite format|SECRET$/m)
      expect([...files.keys()].filter((name) => name.includes('..') || name.startsWith('/'))).toEqual([])
    }
    expect(requests).toEqual([])
    sink.close()
  })

  it('S76: is limited to twenty exports an hour per user', async () => {
    const { rates } = await import('../http/limits/rate.ts')
    const rate = rates({ NODE_ENV: 'production', RATE_LIMITS: 'on' })
    for (let n = 0; n < 20; n++) rate(`export/${formats[n % 3]}`, 'u1')
    expect(() => rate('export/word', 'u1')).toThrow()
    expect(() => rate('export/word', 'u2')).not.toThrow()
    await wait(0)
  })
})
