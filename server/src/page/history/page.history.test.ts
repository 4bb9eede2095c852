import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage, archive } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'

onEachDatabase('the revisions of a page', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice)
    await aMember(product, item_id, bob)
  })

  const save = (fields: Record<string, string | number>, who = alice) =>
    who.api.page.save({ page_title: 'Title', page_content: 'text', ...fields })
  /** From the oldest to the newest. */
  const revisions = async (page_id: string) => (await alice.api.page.history({ page_id })).reverse()
  const textsOf = async (page_id: string) => (await revisions(page_id)).map((state) => state.page_content)

  it('names the other author in the error for an outdated save, and loses nothing', async () => {
    const page_id = await aPage(alice, item_id)
    await save({ page_id, base_version: 1, page_content: 'by bob' }, bob)
    const late = save({ page_id, base_version: 1, page_content: 'by alice' })
    await expect(late).rejects.toMatchObject({
      code: 10109,
      message: `This page has been changed by ${bob.username} in the meantime`,
      data: { version: '2', author_username: bob.username, author_name: bob.username, addtime: expect.stringMatching(/^\d{10}$/) },
    })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: 'by bob', version: '2' })
    expect(await save({ page_id, base_version: 2, page_content: 'by alice' })).toMatchObject({ version: '3' })
    expect(await textsOf(page_id)).toEqual(['Hello', 'by bob'])
    await expect(save({ page_id, base_version: 9 })).rejects.toMatchObject({ code: 10109 })
  })

  it('keeps the texts of many concurrent saves', async () => {
    const page_id = await aPage(alice, item_id)
    const texts = Array.from({ length: 12 }, (_, n) => `text ${n}`)
    await Promise.all(texts.map((page_content, n) => save({ page_id, page_content }, n % 2 ? alice : bob)))
    const last = await alice.api.page.info({ page_id })
    expect(last.version).toBe('13')
    expect([...(await textsOf(page_id)), last.page_content].sort()).toEqual(['Hello', ...texts].sort())
    const based = await Promise.allSettled(texts.map((page_content) => save({ page_id, page_content, base_version: 13 })))
    expect(based.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of based)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 10109, data: { version: '14' } })
  })

  it('keeps the number of revisions from the settings of the site', async () => {
    const page_id = await aPage(alice, item_id)
    const { db } = product.server.services.store
    for (let n = 1; n <= 21; n++) await save({ page_id, page_content: `state ${n}` })
    expect(await textsOf(page_id)).toEqual(Array.from({ length: 20 }, (_, n) => `state ${n + 1}`))
    await db.insertInto('site_config').values({ name: 'history_version_count', value: '3' }).execute()
    await save({ page_id, page_content: 'state 22' })
    expect(await textsOf(page_id)).toEqual(['state 19', 'state 20', 'state 21'])
    await db.deleteFrom('site_config').execute()
  })

  it('lists the revision before each save, newest first, with or without texts', async () => {
    const page_id = await aPage(alice, item_id)
    expect(await alice.api.page.history({ page_id })).toEqual([])
    await save({ page_id, page_title: 'H2', page_content: '二\r\n<b>&', page_comments: 'second' }, bob)
    await save({ page_id, page_title: 'H3', page_content: 'three' })
    const all = await bob.api.page.history({ page_id })
    expect(all[0]).toEqual({
      page_history_id: expect.stringMatching(/^\d+$/),
      page_id,
      item_id,
      cat_id: '0',
      s_number: '99',
      page_title: 'H2',
      page_content: '二\r\n<b>&',
      page_comments: 'second',
      author_uid: bob.uid,
      author_username: bob.username,
      author_name: bob.username,
      via: '',
      suggestion_id: '0',
      suggested_by: '',
      suggested_by_name: '',
      addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(all[1]).toMatchObject({ page_title: 'Start', page_content: 'Hello', author_username: alice.username })
    expect(await bob.api.page.history({ page_id, brief: '1' })).toEqual(all.map((state) => ({ ...state, page_content: '' })))
  })

  it('returns a revision together with the current page, only if it belongs to that page', async () => {
    const page_id = await aPage(alice, item_id)
    await save({ page_id, page_content: 'now' })
    const page_history_id = (await alice.api.page.history({ page_id }))[0]?.page_history_id ?? ''
    expect(await alice.api.page.diff({ page_id, page_history_id })).toMatchObject({
      page: { page_id, page_content: 'now', version: '2', addtime: expect.stringMatching(/^\d{10}$/) },
      history_page: { page_history_id, page_content: 'Hello', addtime: expect.stringMatching(/^\d{10}$/) },
    })
    const other = await aPage(alice, item_id)
    for (const ids of [
      { page_id: other, page_history_id },
      { page_id, page_history_id: '2000000001' },
    ]) {
      await expect(alice.api.page.diff(ids)).rejects.toMatchObject({ code: 10101 })
      await expect(alice.api.page.updateHistoryComments({ ...ids, page_comments: 'x' })).rejects.toMatchObject({ code: 10101 })
    }
  })

  it('stores a comment of up to 255 characters on a revision, but not in an archived item', async () => {
    const archived = await anItem(alice)
    const page_id = await aPage(alice, archived)
    await save({ page_id, page_content: 'now' })
    const page_history_id = (await alice.api.page.history({ page_id }))[0]?.page_history_id ?? ''
    const comment = (page_comments: string) => alice.api.page.updateHistoryComments({ page_id, page_history_id, page_comments })
    expect(await comment('评审前 <1.0>')).toBe(1)
    expect(await alice.api.page.history({ page_id })).toMatchObject([
      { page_history_id, page_comments: '评审前 <1.0>', page_content: 'Hello' },
    ])
    await expect(comment('x'.repeat(256))).rejects.toMatchObject({ code: 10101 })
    expect(await comment('')).toBe(1)
    await archive(product, archived)
    await expect(comment('late')).rejects.toMatchObject({ code: 10103 })
    expect(await alice.api.page.diff({ page_id, page_history_id })).toMatchObject({ history_page: { page_comments: '' } })
  })

  it('stores twenty revisions of a long page in the space of two, and restores each of them', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `| user_${n} | varchar(${n % 200}) | 第 ${(n * 7919) % 104729} 项 |`)
    const texts = Array.from({ length: 26 }, (_, n) => [...lines.slice(0, n * 100), `change ${n}`, ...lines.slice(n * 100)].join('\n'))
    const page_id = await aPage(alice, item_id, { page_content: texts[0] as string })
    for (const page_content of texts.slice(1)) await save({ page_id, page_content })
    expect(await textsOf(page_id)).toEqual(texts.slice(5, 25))
    const { db } = product.server.services.store
    const rows = await db.selectFrom('page_history').select(['page_content', 'base_id']).where('page_id', '=', Number(page_id)).execute()
    const bytes = rows.reduce((sum, row) => sum + row.page_content.length, 0)
    expect(Buffer.byteLength(texts[0] as string)).toBeGreaterThan(190_000)
    // The base is kept even when it is older than the kept revisions.
    expect([rows.length, bytes < 200_000]).toEqual([21, true])
    await save({ page_id, page_content: 'short' })
    await save({ page_id, page_content: 'shorter' })
    expect((await textsOf(page_id)).slice(-2)).toEqual([texts[25], 'short'])
  })

  it('S55: keeps every text byte by byte, with invalid characters replaced as in the page', async () => {
    const page_id = await aPage(alice, item_id)
    const nasty = [
      '%253C',
      '100% sure',
      '%E6%AD',
      'a\u0000b',
      '\uD800x',
      '\u202E\u200B',
      '<script>1</script>',
      '&amp;&lt;',
      '\r\n\t ',
      '🙂👩‍👩‍👧',
      '\\0 \\u0000',
    ]
    const shown: string[] = []
    for (const page_content of nasty.filter((text) => text.trim())) {
      await save({ page_id, page_content })
      shown.push((await alice.api.page.info({ page_id })).page_content)
    }
    expect(await textsOf(page_id)).toEqual(['Hello', ...shown.slice(0, -1)])
    const [newest] = await alice.api.page.history({ page_id })
    const { history_page } = await alice.api.page.diff({ page_id, page_history_id: newest?.page_history_id ?? '' })
    expect(history_page.page_content).toBe(shown.at(-2))
  })
})
