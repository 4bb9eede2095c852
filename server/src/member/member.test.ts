import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aCatalog, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('members of an item', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  let dave: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    carol = await product.user('carol')
    dave = await product.user('dave')
  })
  const name = (one: TestUser) => one.username
  const add = (item_id: string, username: string, more: Record<string, string> = {}) =>
    alice.api.member.save({ item_id, username, member_group_id: '1', ...more })
  const list = (item_id: string) => alice.api.member.getList({ item_id })
  const listed = async (item_id: string) => (await list(item_id)).map((row) => row.username)
  const isRefused = async (calls: () => Promise<unknown>[], code: number, words = '') => {
    const before = await digestOf(product)
    await areRefused(calls(), code, words)
    expect(await digestOf(product)).toEqual(before)
  }

  it('are added by name, several in one request, and listed with their authority', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, item_id, 'Part')
    const last = await add(item_id, ` ${name(bob)} ,, ${name(carol).toUpperCase()}，${name(bob)},`, { cat_id, member_group_id: '0' })
    expect(last).toMatchObject({ item_id, username: name(carol), uid: carol.uid, member_group_id: '0', cat_id })
    expect(last.addtime).toMatch(/^\d{10}$/)
    await add(item_id, name(dave))
    const row = { item_id, cat_id, cat_name: 'Part', member_group_id: '0', member_group: 'Read only/Catalog: Part', name: '' }
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(await list(item_id)).toEqual([
      { ...row, item_member_id: expect.any(String), uid: bob.uid, username: name(bob), addtime: date },
      { ...row, item_member_id: last.item_member_id, uid: carol.uid, username: name(carol), addtime: date },
      expect.objectContaining({ username: name(dave), member_group: 'Edit/Catalog: All catalogs', cat_id: '0', cat_name: 'All catalogs' }),
    ])
    expect(await dave.api.item.info({ item_id })).toMatchObject({ item_edit: true, item_manage: false })
  })

  it('W40: are listed for editors with the owner and those of teams, each once, as programs of ShowDoc 3.9 expect', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const [own, other] = [await aCatalog(alice, item_id, 'Own'), await aCatalog(alice, item_id, 'Other')]
    const reader = await product.user('reader')
    const team_id = (await alice.api.team.save({ id: '0', team_name: 'Writers', request_id: '' })).id
    await alice.api.teamMember.save({ team_id, member_username: [bob, carol].map(name).join(',') })
    await alice.api.teamItem.save({ team_id, item_id })
    await add(item_id, name(bob), { member_group_id: '0' })
    await add(item_id, name(dave), { cat_id: own })
    await add(item_id, name(reader), { cat_id: other, member_group_id: '0' })
    const { db } = product.server.services.store
    await db.updateTable('user').set({ name: 'Bob Lee' }).where('uid', '=', Number(bob.uid)).execute()
    const line = (one: TestUser, member_group_id: string, shown = '') => ({
      item_id: Number(item_id),
      uid: Number(one.uid),
      username: name(one),
      username_name: shown || name(one),
      name: shown,
      member_group_id,
    })
    const all = [line(alice, '1'), line(bob, '1', 'Bob Lee'), line(carol, '1'), line(dave, '1'), line(reader, '0')]
    expect(await alice.api.member.getAllList({ item_id })).toEqual(all)
    expect(await carol.api.member.getAllList({ item_id })).toEqual(all)
    // An editor of one catalog gets those who read there.
    expect(await dave.api.member.getAllList({ item_id })).toEqual(all.slice(0, 4))
    await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(carol.uid)).execute()
    expect((await alice.api.member.getAllList({ item_id })).map(({ username }) => username)).not.toContain(name(carol))
    await db.updateTable('user').set({ is_disabled: 0 }).where('uid', '=', Number(carol.uid)).execute()
    await db.updateTable('user').set({ name: '' }).where('uid', '=', Number(bob.uid)).execute()
    const outsider = await product.user('outsider')
    await areRefused([reader.api.member.getAllList({ item_id }), outsider.api.member.getAllList({ item_id })], 10103)
  })

  it('are sorted by displayed name in the order of the language, not by id', async () => {
    const item_id = await anItem(alice)
    const names: [string, string][] = [
      ['m1', 'Zoë'],
      ['m2', '张三'],
      ['m3', 'anna'],
      ['m4', 'Émile'],
      ['m5', '林知远'],
      ['m6', 'Ben 10'],
      ['m7', 'Ben 9'],
      ['m8', ''],
    ]
    const users = await Promise.all(names.map(([prefix]) => product.user(prefix)))
    for (const [n, [, shown]] of names.entries())
      await product.server.services.store.db.updateTable('user').set({ name: shown }).where('uid', '=', Number(users[n]?.uid)).execute()
    await add(item_id, users.map(name).join(','))
    const shown = async () => (await list(item_id)).map((row) => row.name || 'm8')
    expect(await shown()).toEqual([
      'anna',
      'Ben 9',
      'Ben 10',
      'Émile',
      'm8',
      'Zoë',
      ...['张三', '林知远'].toSorted(new Intl.Collator('en').compare),
    ])
    alice.headers['accept-language'] = 'zh-CN'
    expect((await shown()).filter((one) => /\p{Script=Han}/u.test(one))).toEqual(['林知远', '张三'])
    alice.headers['accept-language'] = 'en-US'
  })

  it('S47: are added all or none; the refusal names unknown users', async () => {
    const item_id = await anItem(alice)
    const gone = await product.user('gone')
    await product.server.services.store.db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    await isRefused(() => [add(item_id, `${name(bob)},ghost-1,ghost-2`)], 10209, 'ghost-1, ghost-2')
    await isRefused(() => [add(item_id, `${name(bob)},${gone.username}`)], 10209, gone.username)
    await isRefused(() => [add(item_id, `ghost-1,${name(bob)}`, { member_group_id: '0' })], 10209)
  })

  it.each(['', ' ', ',', ' , ，'])('refuse a list without names: %j', async (username) => {
    const item_id = await anItem(alice)
    await isRefused(() => [add(item_id, username)], 10209)
  })

  it('are limited to 200 in one request', async () => {
    const item_id = await anItem(alice)
    const names = Array.from({ length: 201 }, (_, n) => `nobody${n}`).join()
    await isRefused(() => [add(item_id, names)], 10101)
  })

  it('are not added twice: one existing member refuses the whole list', async () => {
    const item_id = await anItem(alice)
    await add(item_id, name(bob), { member_group_id: '0' })
    await isRefused(() => [add(item_id, name(bob)), add(item_id, `${name(carol)},${name(bob)}`)], 10101, name(bob))
    expect(await list(item_id)).toMatchObject([{ username: name(bob), member_group_id: '0' }])
  })

  it('are added once by concurrent requests', async () => {
    const item_id = await anItem(alice)
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => add(item_id, `${name(carol)},${name(bob)}`)))
    const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason.code)
    expect(refused).toEqual(Array(5).fill(10101))
    expect((await listed(item_id)).sort()).toEqual([name(bob), name(carol)].sort())
  })

  it('S48: never include the owner, alone or in a list', async () => {
    const item_id = await anItem(alice)
    const byAdmin = { item_id, username: name(alice), member_group_id: '0' }
    await isRefused(
      () => [add(item_id, name(alice)), add(item_id, `${name(bob)},${name(alice)}`), product.admin.api.member.save(byAdmin)],
      10101,
    )
  })

  it('S48: accept only known authorities and catalogs of the item', async () => {
    const [item_id, other] = [await anItem(alice), await anItem(alice)]
    const [cat_id, foreign] = [await aCatalog(alice, item_id), await aCatalog(alice, other)]
    const { item_member_id } = await add(item_id, name(carol), { cat_id })
    const change = (more: Record<string, string>) => alice.api.member.update({ item_id, item_member_id, ...more })
    for (const given of ['2', '3', '10', '-1', 'edit', '1.0'])
      await isRefused(() => [add(item_id, name(bob), { member_group_id: given }), change({ member_group_id: given })], 10101)
    for (const given of [foreign, '2000000001', '-1', 'x'])
      await isRefused(() => [add(item_id, name(bob), { cat_id: given }), change({ cat_id: given })], 10101)
  })

  it('can be changed: absent fields stay, and the change takes effect immediately', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, item_id)
    const root = await aPage(alice, item_id)
    const { item_member_id } = await add(item_id, name(bob))
    const change = (more: Record<string, string>) => alice.api.member.update({ item_id, item_member_id, ...more })
    const write = () => bob.api.page.save({ page_id: root, page_title: 'x', page_content: 'x' })
    await write()
    expect(await change({ member_group_id: '0' })).toBe(1)
    await areRefused([write()], 10103)
    await change({ cat_id })
    expect(await list(item_id)).toMatchObject([{ item_member_id, member_group_id: '0', cat_id }])
    await areRefused([bob.api.page.info({ page_id: root })], 10303)
    await change({ member_group_id: '1', cat_id: '0' })
    await write()
    await change({})
    expect(await list(item_id)).toMatchObject([{ item_member_id, member_group_id: '1', cat_id: '0' }])
  })

  it('keep both changes that two managers make at once; a member who is removed twice is removed and notified once', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, item_id)
    const eve = await product.user('eve')
    const news = async () => (await eve.api.notice.getList({})).map((one) => one.notice_title)
    const { item_member_id } = await add(item_id, name(eve))
    for (const [authority, scope] of [
      ['0', cat_id],
      ['1', '0'],
    ] as const) {
      await Promise.all([
        alice.api.member.update({ item_id, item_member_id, cat_id: scope }),
        product.admin.api.member.update({ item_id, item_member_id, member_group_id: authority }),
      ])
      expect(await list(item_id)).toMatchObject([{ member_group_id: authority, cat_id: scope }])
    }
    const before = (await news()).length
    const remove = (who: TestUser) => who.api.member.delete({ item_id, item_member_id })
    const change = () => alice.api.member.update({ item_id, item_member_id, member_group_id: '0' })
    const ends = await Promise.allSettled([remove(alice), remove(product.admin)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await areRefused([change()], 10101)
    expect((await news()).length).toBe(before + 1)
  })

  it('lose their right when removed; a membership id of another item is refused', async () => {
    const [item_id, other] = [await anItem(alice, { password: 'sesame' }), await anItem(alice)]
    const { item_member_id } = await add(item_id, name(bob))
    const { item_member_id: elsewhere } = await dave.api.member.save({
      item_id: await anItem(dave),
      username: name(carol),
      cat_id: '0',
      member_group_id: '1',
    })
    const { api } = alice
    await isRefused(
      () => [
        api.member.delete({ item_id: other, item_member_id }),
        api.member.delete({ item_id: other, item_member_id: elsewhere }),
        api.member.update({ item_id: other, item_member_id: elsewhere, member_group_id: '0' }),
      ],
      10101,
    )
    const editor = await add(item_id, name(carol))
    await isRefused(() => [carol.api.member.delete({ item_id, item_member_id })], 10303)
    await api.member.delete({ item_id, item_member_id: editor.item_member_id })
    expect(await api.member.delete({ item_id, item_member_id })).toBe(1)
    expect(await list(item_id)).toEqual([])
    await areRefused([bob.api.item.info({ item_id })], 10303)
    await areRefused([api.member.delete({ item_id, item_member_id })], 10101)
  })

  it('show their authority and its catalog in the language of the request', async () => {
    const item_id = await anItem(alice)
    const cat_id = await aCatalog(alice, item_id, 'Orders')
    await add(item_id, name(bob), { member_group_id: '0' })
    await add(item_id, name(carol), { cat_id })
    const headers = { ...alice.headers, 'accept-language': 'zh-CN' }
    const reply = await product.send({ url: `/api/member/getList?item_id=${item_id}`, headers })
    expect(reply.json().data).toMatchObject([
      { member_group: '只读/目录：所有目录', cat_name: '所有目录' },
      { member_group: '编辑/目录：Orders', cat_name: 'Orders' },
    ])
  })

  it('limited to a deleted catalog are not listed with all catalogs', async () => {
    const item_id = await anItem(alice)
    const cat_id = await aCatalog(alice, item_id, 'Gone')
    await add(item_id, name(bob), { cat_id })
    await alice.api.catalog.delete({ item_id, cat_id })
    expect(await list(item_id)).toMatchObject([{ cat_id, cat_name: 'Deleted catalog', member_group: 'Edit/Catalog: Deleted catalog' }])
    expect((await bob.api.item.info({ item_id })).item_edit).toBe(false)
  })
})
