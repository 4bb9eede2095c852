import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('watching', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let [top, below, page_id] = ['', '', '']
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    item_id = await anItem(alice, { item_name: 'Orders', password: 'sesame' })
    top = await aCatalog(alice, item_id)
    below = await aCatalog(alice, item_id, 'Returns', top)
    page_id = await aPage(alice, item_id, { cat_id: below, page_title: 'Refunds' })
    await aMember(product, item_id, bob, { edit: false })
  })
  const info = ({ api }: TestUser, kind: string, subject_id: string) => api.watch.info({ kind, subject_id })

  it('counts what is set nearest: thread, page, catalogs upwards, item', async () => {
    expect(await info(bob, 'page', page_id)).toMatchObject({ level: 'none', source: '', own_level: 'none', watchers: null })
    await bob.api.watch.set({ kind: 'item', subject_id: item_id, level: 'all' })
    expect(await info(bob, 'page', page_id)).toMatchObject({ level: 'all', from_kind: 'item', from_id: item_id, from_name: 'Orders' })
    await bob.api.watch.set({ kind: 'catalog', subject_id: top, level: 'muted' })
    expect(await info(bob, 'page', page_id)).toMatchObject({ level: 'muted', source: 'own', from_kind: 'catalog', from_id: top })
    expect(await bob.api.watch.set({ kind: 'page', subject_id: page_id, level: 'changes' })).toMatchObject({
      level: 'changes',
      from_kind: 'page',
      from_name: '',
      own_level: 'changes',
    })
    const listed = (await bob.api.watch.getList({ page: '1', count: '10' })).list
    expect(listed.sort((one, other) => (one.kind < other.kind ? 1 : -1))).toMatchObject([
      { kind: 'page', subject_id: page_id, name: 'Refunds', level: 'changes', source: 'own', item_name: 'Orders' },
      { kind: 'item', subject_id: item_id, name: 'Orders', level: 'all' },
      { kind: 'catalog', subject_id: top, level: 'muted' },
    ])
    for (const [kind, subject_id] of [
      ['page', page_id],
      ['catalog', top],
      ['item', item_id],
    ] as const)
      await bob.api.watch.set({ kind, subject_id, level: 'none' })
    expect(await info(bob, 'page', page_id)).toMatchObject({ level: 'none', from_kind: '', from_id: '0', own_level: 'none' })
  })

  it('is set for a selection of an item at once: for all of it, or for none', async () => {
    const [emma, liam] = [await product.user('emma'), await product.user('liam')]
    const bookId = await anItem(emma, { password: 'sesame' })
    const cat_id = await aCatalog(emma, bookId)
    const pages = [await aPage(emma, bookId), await aPage(emma, bookId, { cat_id })]
    const other = await aPage(emma, await anItem(emma))
    await aMember(product, bookId, liam, { edit: false, cat_id })
    const lines = (...some: object[]) => JSON.stringify(some)
    const set = (who: TestUser, given: string, level = 'all') => who.api.watch.setMany({ item_id: bookId, lines: given, level })
    const levels = async (who: TestUser) =>
      (await who.api.watch.getList({ find: '' })).list
        .filter((row) => row.item_id === bookId && row.source === 'own')
        .map((row) => [row.kind, row.subject_id, row.level])
    expect(await set(emma, lines({ page_id: pages[0] }, { cat_id }))).toEqual({ subjects: '2' })
    expect((await levels(emma)).sort()).toEqual([
      ['catalog', cat_id, 'all'],
      ['page', pages[0], 'all'],
    ])
    // A reader of one catalog, and pages that are elsewhere or nowhere: nothing of the rest is set either.
    for (const line of [{ page_id: pages[0] }, { page_id: other }, { page_id: '999999999' }, { cat_id: '999999999' }])
      await areRefused([set(liam, lines({ page_id: pages[1] }, line))], 10303)
    await areRefused([set(alice, lines({ page_id: pages[1] }))], 10303)
    await areRefused([set(emma, '[]'), set(emma, lines({ page_id: pages[0] }), 'often'), set(emma, '{}')], 10101)
    expect(await levels(liam)).toEqual([])
    await set(liam, lines({ page_id: pages[1] }, { cat_id }), 'muted')
    expect((await levels(liam)).map(([, , level]) => level)).toEqual(['muted', 'muted'])
    await set(emma, lines({ page_id: pages[0] }, { cat_id }), 'none')
    expect(await levels(emma)).toEqual([])
    const { db } = product.server.services.store
    const about = { uid: Number(emma.uid), kind: 'page' as const, item_id: 1, level: 'all' as const, source: 'own' as const, addtime: 1 }
    for (let from = 0; from < 1999; from += 500)
      await db
        .insertInto('watch')
        .values(Array.from({ length: Math.min(500, 1999 - from) }, (_, n) => ({ ...about, subject_id: 10_000_000 + from + n })))
        .execute()
    await areRefused([set(emma, lines({ page_id: pages[0] }, { cat_id }))], 10101, '2000')
    expect(await levels(emma)).toEqual([])
    await set(emma, lines({ cat_id }))
    // With no room left, what is watched already can still be changed.
    await areRefused([emma.api.watch.set({ kind: 'page', subject_id: pages[0] ?? '', level: 'all' })], 10101, '2000')
    expect(await emma.api.watch.set({ kind: 'catalog', subject_id: cat_id, level: 'muted' })).toMatchObject({ own_level: 'muted' })
  })

  it('includes pages that one made and threads that one wrote in; each can be muted', async () => {
    expect(await info(alice, 'page', page_id)).toMatchObject({ level: 'changes', source: 'made', watchers: '1' })
    const { thread } = await bob.api.comment.add({ page_id, content: 'Since when?' })
    expect(await info(bob, 'thread', thread.thread_id)).toMatchObject({ level: 'all', source: 'wrote' })
    expect((await bob.api.watch.getList({ page: '1', count: '10' })).list).toMatchObject([
      { kind: 'thread', source: 'wrote', page_title: 'Refunds' },
    ])
    const found = async (find: string) => (await bob.api.watch.getList({ page: '1', count: '10', find })).list.map(({ kind }) => kind)
    expect([await found('REFUND'), await found('nothing')]).toEqual([['thread'], []])
    expect((await bob.api.watch.getList({ page: '1', count: '10' })).automatic).toBe('1')
    await bob.api.watch.set({ kind: 'thread', subject_id: thread.thread_id, level: 'muted' })
    expect(await info(bob, 'thread', thread.thread_id)).toMatchObject({ level: 'muted', own_level: 'muted' })
    await alice.api.watch.set({ kind: 'page', subject_id: page_id, level: 'muted' })
    expect(await info(alice, 'page', page_id)).toMatchObject({ level: 'muted', watchers: '0' })
    await alice.api.watch.set({ kind: 'page', subject_id: page_id, level: 'none' })
  })

  it('of a team is set by managers, says so to its members, and gives way to their own setting', async () => {
    const carol = await product.user('carol')
    await aTeamMember(product, item_id, carol)
    const { team_id } = (await alice.api.teamItem.getList({ item_id }))[0] as { team_id: string }
    await areRefused([bob.api.watch.ofTeam({ item_id, cat_id: top, team_id, level: 'changes' })], 10303)
    expect(await alice.api.watch.ofTeam({ item_id, cat_id: top, team_id, level: 'changes' })).toMatchObject([
      { cat_id: top, level: 'changes', members: '1' },
    ])
    expect(await info(carol, 'page', page_id)).toMatchObject({
      level: 'changes',
      source: 'team',
      from_kind: 'catalog',
      team_name: expect.any(String),
    })
    await areRefused([bob.api.watch.people({ kind: 'page', subject_id: page_id })], 10303)
    expect(await alice.api.watch.people({ kind: 'page', subject_id: page_id })).toMatchObject([
      { username: alice.username, source: 'made' },
      { username: carol.username, source: 'team' },
    ])
    await carol.api.watch.set({ kind: 'catalog', subject_id: top, level: 'muted' })
    expect(await info(carol, 'page', page_id)).toMatchObject({ level: 'muted', source: 'own' })
    expect(await alice.api.watch.ofTeam({ item_id, cat_id: top, team_id, level: 'none' })).toEqual([])
  })

  it('lists Chinese names in the order of the language of the reader', async () => {
    const owner = await product.user('owner')
    owner.headers['accept-language'] = 'zh-CN'
    const item = await anItem(owner)
    for (const name of ['张三', '王芳', '李明']) {
      const member = await product.user('member')
      await member.api.user.updateInfo({ name })
      await aMember(product, item, member)
      await member.api.watch.set({ kind: 'item', subject_id: item, level: 'changes' })
    }
    const people = await owner.api.watch.people({ kind: 'item', subject_id: item })
    expect(people.map(({ name }) => name).filter(Boolean)).toEqual(['李明', '王芳', '张三'])
  })

  it('ends where the right to read ends', async () => {
    const dave = await product.user('dave')
    await areRefused([info(dave, 'page', page_id), dave.api.watch.set({ kind: 'catalog', subject_id: top, level: 'all' })], 10303)
    const { item_member_id } = await alice.api.member.save({ item_id, username: dave.username, member_group_id: '0' })
    await dave.api.watch.set({ kind: 'page', subject_id: page_id, level: 'all' })
    await alice.api.member.delete({ item_id, item_member_id })
    expect(await dave.api.watch.getList({ page: '1', count: '10' })).toEqual({ list: [], total: '0', automatic: '0' })
    expect(await product.server.services.store.db.selectFrom('watch').selectAll().where('uid', '=', Number(dave.uid)).execute()).toEqual([])
  })

  it('W56: keeps hours, zone and language of a person, and refuses what is none', async () => {
    expect(await bob.api.watch.settings({})).toMatchObject({
      rows: { to_me: { list: true, mail: 'soon' }, watched: { mail: 'daily' } },
      mail: 'off',
    })
    const rows = { watched: { list: true, mail: 'weekly' }, to_me: { list: false, mail: 'none' } } as const
    const saved = await bob.api.watch.saveSettings({
      rows: JSON.stringify(rows) as never,
      zone: 'Asia/Shanghai',
      language: 'zh',
      digest_hour: '7',
    })
    expect(saved).toMatchObject({
      rows: { watched: { mail: 'weekly' }, to_me: { list: true, mail: 'none' }, due: { mail: 'weekly' } },
      zone: 'Asia/Shanghai',
      digest_hour: '7',
    })
    expect(await bob.api.watch.saveSettings({})).toEqual(saved)
    await areRefused([bob.api.watch.saveSettings({ zone: 'Mars/Base' }), bob.api.watch.saveSettings({ digest_day: '8' })], 10101)
  })
})
