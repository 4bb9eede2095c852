import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aMember, anItem, aPage, archive, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('the items of a team', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  let mallory: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    carol = await product.user('carol')
    mallory = await product.user('mallory')
  })
  const aTeam = async (...members: TestUser[]) => {
    const { id } = await alice.api.team.save({ id: '', team_name: 'Crew' })
    if (members.length) await alice.api.teamMember.save({ team_id: id, member_username: members.map((one) => one.username).join() })
    return id
  }
  const bind = (team_id: string, ...items: string[]) => alice.api.teamItem.save({ team_id, item_id: items.join() })
  const bound = async (team_id: string) => (await alice.api.teamItem.getListByTeam({ team_id })).map((row) => row.item_id)
  const rights = (item_id: string, team_id: string) => alice.api.teamItemMember.getList({ item_id, team_id })
  const rightOf = async (item_id: string, team_id: string, one: TestUser) =>
    (await rights(item_id, team_id)).find((row) => row.member_uid === one.uid)?.id as string
  const isRefused = async (calls: () => Promise<unknown>[], code: number) => {
    const before = await digestOf(product)
    await areRefused(calls(), code)
    expect(await digestOf(product)).toEqual(before)
  }

  it('are bound several in one request; the item lists its teams, and their members can edit it', async () => {
    const team_id = await aTeam(bob)
    const [one, two] = [await anItem(alice, { item_name: 'One', password: 'sesame' }), await anItem(alice)]
    expect(await bind(team_id, one, two)).toMatchObject({ team_id, item_id: two, id: expect.any(String) })
    expect((await bound(team_id)).sort()).toEqual([one, two].sort())
    const team = { team_id, team_name: 'Crew', uid: alice.uid, username: alice.username }
    expect(await alice.api.teamItem.getList({ item_id: one })).toMatchObject([team])
    expect(await bob.api.item.info({ item_id: one })).toMatchObject({ item_edit: true, item_manage: false })
    expect((await bob.api.item.myList({})).map((tile) => [tile.item_id, tile.creator, tile.manage])).toEqual([
      [one, 0, 0],
      [two, 0, 0],
    ])
    expect(await rights(one, team_id)).toMatchObject([
      { member_uid: bob.uid, member_username: bob.username, member_group_id: '1', cat_id: '0', cat_name: 'All catalogs' },
    ])
  })

  it('S47: are bound all or none, and never another user’s, archived, deleted or missing one', async () => {
    const team_id = await aTeam()
    const [own, foreign, old, gone, edited] = [
      await anItem(alice),
      await anItem(mallory),
      await anItem(alice),
      await anItem(alice),
      await anItem(mallory),
    ]
    await archive(product, old)
    await deleteItem(product, gone)
    await aMember(product, edited, alice)
    for (const other of [foreign, gone, edited, '2000000001'])
      await isRefused(() => [bind(team_id, own, other), bind(team_id, other, own)], 10303)
    await isRefused(() => [bind(team_id, own, old)], 10103)
    for (const list of [
      '',
      ',',
      `${own},x`,
      `${own};1`,
      `${own},-1`,
      `${own},1.5`,
      Array(201)
        .fill('1')
        .map((_, n) => n + 1)
        .join(),
    ])
      await isRefused(() => [alice.api.teamItem.save({ team_id, item_id: list })], 10101)
    await bind(team_id, own)
    const next = await anItem(alice)
    await isRefused(() => [bind(team_id, own), bind(team_id, next, own)], 10101)
    expect(await bound(team_id)).toEqual([own])
  })

  it('are bound once by concurrent requests', async () => {
    const [team_id, one, two] = [await aTeam(bob), await anItem(alice), await anItem(alice)]
    const ends = await Promise.allSettled([bind(team_id, one, two), bind(team_id, two, one), bind(team_id, one, two)])
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))).toEqual([10101, 10101])
    expect(await bound(team_id)).toHaveLength(2)
  })

  it('are open to every member of the team, in any order of binding and joining', async () => {
    for (let round = 0; round < 5; round++) {
      const [team_id, item_id] = [await aTeam(), await anItem(alice, { password: 'sesame' })]
      const add = () => alice.api.teamMember.save({ team_id, member_username: carol.username })
      if (round === 0) await add().then(() => bind(team_id, item_id))
      else if (round === 1) await bind(team_id, item_id).then(add)
      else await Promise.all([add(), bind(team_id, item_id)])
      expect(await carol.api.item.info({ item_id })).toMatchObject({ item_edit: true })
    }
  })

  it('change authority and scope immediately, for one member or all', async () => {
    const [team_id, item_id] = [await aTeam(bob, carol), await anItem(alice, { password: 'sesame' })]
    await bind(team_id, item_id)
    const [cat_id, root] = [await aCatalog(alice, item_id, 'Part'), await aPage(alice, item_id)]
    const [his, hers] = [await rightOf(item_id, team_id, bob), await rightOf(item_id, team_id, carol)]
    expect(await alice.api.teamItemMember.save({ id: his, member_group_id: '0' })).toBe(1)
    await areRefused([bob.api.page.save({ item_id, page_title: 'x', page_content: 'x' })], 10103)
    expect(await alice.api.teamItemMember.save({ id: hers, cat_id })).toBe(1)
    await areRefused([carol.api.page.info({ page_id: root })], 10303)
    const listed = new Map((await rights(item_id, team_id)).map((row) => [row.id, row]))
    expect(listed.get(his)).toMatchObject({ member_group_id: '0', cat_id: '0', cat_name: 'All catalogs' })
    expect(listed.get(hers)).toMatchObject({ member_group_id: '1', cat_id, cat_name: 'Part' })
    expect(await alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '0' })).toBe(1)
    expect((await rights(item_id, team_id)).map((row) => `${row.member_group_id} ${row.cat_id}`).sort()).toEqual(['0 0', `0 ${cat_id}`])
    expect(await alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '0' })).toBe(0)
  })

  it('S48: accept only known authorities and catalogs of the item', async () => {
    const [team_id, item_id, other] = [await aTeam(bob), await anItem(alice), await anItem(alice)]
    await bind(team_id, item_id)
    const foreign = await aCatalog(alice, other)
    const id = await rightOf(item_id, team_id, bob)
    const all = (member_group_id: string) => alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id })
    for (const member_group_id of ['2', '-1', 'x'])
      await isRefused(() => [alice.api.teamItemMember.save({ id, member_group_id }), all(member_group_id)], 10101)
    for (const cat_id of [foreign, '2000000001', 'x']) await isRefused(() => [alice.api.teamItemMember.save({ id, cat_id })], 10101)
  })

  it('are configured only by managers of the item who own the team', async () => {
    const [team_id, item_id] = [await aTeam(bob), await anItem(alice, { password: 'sesame' })]
    const { id: binding } = await bind(team_id, item_id)
    const id = await rightOf(item_id, team_id, bob)
    for (const { api } of [bob, mallory])
      await isRefused(
        () => [
          api.teamItemMember.getList({ item_id, team_id }),
          api.teamItemMember.save({ id, member_group_id: '1' }),
          api.teamItemMember.save({ id: '2000000001', member_group_id: '1' }),
          api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '1' }),
          api.teamItem.getList({ item_id }),
          api.teamItem.delete({ id: binding }),
          api.teamItem.delete({ id: '2000000001' }),
        ],
        10303,
      )
    // The administrator manages the item, but cannot change another user's team (D6).
    await isRefused(() => [product.admin.api.teamItemMember.save({ id, member_group_id: '0' })], 10103)
    expect(await product.admin.api.teamItem.getList({ item_id })).toHaveLength(1)
  })

  it('are unbound by their manager, which removes all rights the team gave', async () => {
    const [team_id, item_id, other] = [await aTeam(bob), await anItem(alice, { password: 'sesame' }), await anItem(alice)]
    const [{ id }, elsewhere] = [await bind(team_id, item_id), await aTeam(bob)]
    await bind(team_id, other)
    await bind(elsewhere, other)
    expect(await alice.api.teamItem.delete({ id })).toBe(1)
    await areRefused([bob.api.item.info({ item_id })], 10303)
    expect([await bound(team_id), await bound(elsewhere)]).toEqual([[other], [other]])
    expect(await bob.api.item.info({ item_id: other })).toMatchObject({ item_edit: true })
    await areRefused([alice.api.teamItem.delete({ id })], 10303)
    // After binding again, every member has the right to edit.
    await bind(team_id, item_id)
    expect(await bob.api.item.info({ item_id })).toMatchObject({ item_edit: true })
  })

  it('cannot be bound, unbound or configured once archived', async () => {
    const [team_id, item_id] = [await aTeam(bob), await anItem(alice)]
    const { id: binding } = await bind(team_id, item_id)
    const id = await rightOf(item_id, team_id, bob)
    await archive(product, item_id)
    await isRefused(
      () => [
        alice.api.teamItem.delete({ id: binding }),
        alice.api.teamItemMember.save({ id, member_group_id: '0' }),
        alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '0' }),
      ],
      10103,
    )
  })
})
