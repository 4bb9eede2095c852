import { beforeAll, expect, it } from 'vitest'
import { countFailure } from '../auth/throttle.ts'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { aMember, anItem, aPage, archive, areRefused, aTeamMember, deleteItem } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

onEachDatabase('the life cycle of an item', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    carol = await product.user('carol')
  })
  const isRefused = async (calls: () => Promise<unknown>[], code: number, words = '', without: string[] = []) => {
    const before = await digestOf(product, without)
    await areRefused(calls(), code, words)
    expect(await digestOf(product, without)).toEqual(before)
  }
  const endingCalls = (item_id: string, password: string, { api } = alice) => [
    api.item.delete({ item_id, password }),
    api.item.archive({ item_id, password }),
    api.item.attorn({ item_id, username: carol.username, password }),
  ]

  it('S45: ends only with the acting user’s own password', async () => {
    const item_id = await anItem(alice)
    await isRefused(
      () => [...endingCalls(item_id, ''), ...endingCalls(item_id, 'wrong one'), ...endingCalls(item_id, ` ${PASSWORD}`)],
      10208,
      '',
      ['throttle'],
    )
    // An administrator needs their own password, not the owner's.
    await isRefused(() => endingCalls(item_id, alice.password, product.admin), 10208, '', ['throttle'])
    await isRefused(() => endingCalls(item_id, bob.password, bob), 10303)
    expect(await product.admin.api.item.archive({ item_id, password: product.admin.password })).toBe(1)
    expect(await alice.api.item.delete({ item_id, password: PASSWORD })).toBe(1)
  })

  it('S45: counts wrong passwords over all calls that require it', async () => {
    const eve = await product.user('eve')
    const item_id = await anItem(eve)
    await areRefused([eve.api.item.delete({ item_id, password: 'wrong one' })], 10208)
    for (let n = 1; n < 20; n++) await countFailure(product.server.services, `own ${eve.uid}`, 3600)
    await isRefused(
      () => [...endingCalls(item_id, PASSWORD, eve), eve.api.user.resetPassword({ password: PASSWORD, new_password: 'new horse 77' })],
      429,
    )
    expect(await eve.api.item.detail({ item_id })).toMatchObject({ is_archived: '0' })
    const nearlyOver = later(product, 3300)
    await areRefused([eve.api.item.delete({ item_id, password: PASSWORD })], 429, 'in 5 minutes')
    nearlyOver()
    const { db } = product.server.services.store
    await db
      .updateTable('throttle')
      .set({ until: product.server.services.now() - 1 })
      .where('name', '=', `own ${eve.uid}`)
      .execute()
    expect(await eve.api.item.delete({ item_id, password: PASSWORD })).toBe(1)
  })

  it('compares at most twenty passwords an hour, even of thirty concurrent ones', async () => {
    const eve = await product.user('eve')
    const item_id = await anItem(eve)
    const codes = await Promise.all(
      Array.from({ length: 30 }, () => eve.api.item.delete({ item_id, password: 'wrong one' }).catch(({ code }: { code: number }) => code)),
    )
    expect([10208, 429].map((code) => codes.filter((received) => received === code).length)).toEqual([20, 10])
  })

  it('S39: stays archived, but can still be left, transferred and deleted', async () => {
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id)
    await aMember(product, item_id, bob)
    expect(await alice.api.item.archive({ item_id, password: PASSWORD })).toBe(1)
    expect(await alice.api.item.info({ item_id })).toMatchObject({ is_archived: '1', item_edit: false, item_manage: false })
    expect((await alice.api.item.myList({})).find((tile) => tile.item_id === item_id)).toMatchObject({ is_archived: '1', manage: 1 })
    const clear = { item_id, item_name: 'x', is_archived: '0' } as Parameters<typeof alice.api.item.update>[0]
    await isRefused(
      () => [alice.api.item.update(clear), product.admin.api.item.update(clear), alice.api.item.resetKey({ item_id })],
      10103,
      'archived',
    )
    await isRefused(() => [alice.api.member.save({ item_id, username: carol.username })], 10103, 'archived')
    expect(await bob.api.page.info({ page_id })).toMatchObject({ page_id })
    await bob.api.item.exitItem({ item_id })
    await alice.api.item.attorn({ item_id, username: carol.username, password: PASSWORD })
    expect(await carol.api.item.delete({ item_id, password: PASSWORD })).toBe(1)
  })

  it('S39: takes no write that waits for the end of its archiving', async () => {
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id)
    const revisions = await alice.api.page.history({ page_id })
    const { store } = product.server.services
    const [isWritten, isAwaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const archiving = store.db.transaction().execute(async (trx) => {
      await trx.updateTable('item').set({ is_archived: 1 }).where('item_id', '=', Number(item_id)).execute()
      isWritten.resolve()
      await isAwaited.promise
    })
    await isWritten.promise
    // Their checks see an item that is not archived yet, and their writes wait.
    const writes = Promise.allSettled([
      alice.api.page.save({ item_id, page_title: 'New', page_content: 'x' }),
      alice.api.page.save({ page_id, page_title: 'Start', page_content: 'changed' }),
      alice.api.item.update({ item_id, item_name: 'Renamed', item_description: '', item_domain: '' }),
      alice.api.page.sort({ item_id, pages: JSON.stringify({ [page_id]: 7 }) }),
    ])
    for (let n = 0; n < 10; n++) await bob.api.page.info({ page_id })
    isAwaited.resolve()
    await archiving
    for (const end of await writes) expect(end).toMatchObject({ status: 'rejected', reason: { code: 10103 } })
    expect(await alice.api.item.info({ item_id })).toMatchObject({ item_name: 'Manual', menu: { pages: [{ page_id }] } })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: 'Hello', s_number: '99' })
    expect(await alice.api.page.history({ page_id })).toEqual(revisions)
  })

  it('S40: is missing in every list and at every address once deleted, and keeps its domain', async () => {
    const item_id = await anItem(alice, { item_domain: 'shortlived' })
    await aMember(product, item_id, bob)
    await aTeamMember(product, item_id, carol)
    const { id } = await alice.api.itemGroup.save({ id: '', group_name: 'Group', item_ids: item_id })
    expect(await alice.api.item.delete({ item_id, password: PASSWORD })).toBe(1)
    for (const { api } of [alice, bob, carol, product.admin]) {
      expect((await api.item.myList({})).map((tile) => tile.item_id)).not.toContain(item_id)
      await areRefused([api.item.info({ item_id }), api.item.info({ item_id: 'shortlived' })], 10101)
    }
    expect(await alice.api.item.myList({ item_group_id: id })).toEqual([])
    await isRefused(() => [alice.api.item.add({ item_name: 'x', item_domain: 'Shortlived' })], 10304)
    await isRefused(() => [...endingCalls(item_id, PASSWORD), alice.api.item.getKey({ item_id })], 10303)
  })

  it('S45: can be transferred to an existing user, with everything except the old rights', async () => {
    const item_id = await anItem(alice, { password: 'sesame', item_domain: 'relay' })
    await aMember(product, item_id, bob, { edit: false })
    await aMember(product, item_id, carol)
    const key = await alice.api.item.getKey({ item_id })
    const give = (username: string, password = PASSWORD) => alice.api.item.attorn({ item_id, username, password })
    const gone = await product.user('gone')
    await product.server.services.store.db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    await isRefused(() => [give('ghost-1'), give(''), give(gone.username), give(`${bob.username},${carol.username}`)], 10209)
    const before = await digestOf(product)
    expect(await give(alice.username)).toMatchObject({ uid: alice.uid })
    expect(await digestOf(product)).toEqual(before)
    expect(await give(bob.username.toUpperCase())).toMatchObject({ item_id, uid: bob.uid, username: bob.username, password: '********' })
    expect(await bob.api.item.info({ item_id: 'relay' })).toMatchObject({ item_manage: true })
    expect(await bob.api.member.getList({ item_id })).toMatchObject([{ uid: carol.uid }])
    expect(await bob.api.item.getKey({ item_id })).toEqual(key)
    await areRefused([alice.api.item.info({ item_id }), give(alice.username)], 10303)
  })

  it('R24: is transferred once when its owner transfers it to two people at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const item_id = await anItem(alice)
      const ends = await Promise.allSettled(
        [bob, carol].map(({ username }) => alice.api.item.attorn({ item_id, username, password: PASSWORD })),
      )
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 10303 } })
    }
  })

  it('can be transferred without the teams through which others would keep access', async () => {
    const teamsAfter = async (unbind: string) => {
      const item_id = await anItem(alice, { password: 'sesame' })
      await aTeamMember(product, item_id, alice)
      await aTeamMember(product, item_id, bob)
      await alice.api.item.attorn({ item_id, username: bob.username, password: PASSWORD, unbind })
      return { item_id, teams: (await bob.api.teamItem.getList({ item_id })).map(({ username }) => username) }
    }
    const kept = await teamsAfter('')
    expect(kept.teams.sort()).toEqual([alice.username, bob.username].sort())
    expect(await alice.api.item.info({ item_id: kept.item_id })).toMatchObject({ item_edit: true })
    const { item_id, teams } = await teamsAfter('1')
    expect(teams).toEqual([bob.username])
    await areRefused([alice.api.item.info({ item_id })], 10303)
  })

  it('S79: has one pair of keys with 128 random bits each; a new pair replaces the old one', async () => {
    const item_id = await anItem(alice)
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => alice.api.item.getKey({ item_id })))
    for (const other of others) expect(other).toEqual(first)
    expect(first).toMatchObject({
      item_id,
      api_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      api_token: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const second = await alice.api.item.resetKey({ item_id })
    expect(new Set([first?.api_key, first?.api_token, second.api_key, second.api_token]).size).toBe(4)
    expect(await alice.api.item.getKey({ item_id })).toEqual(second)
    const kept = await product.server.services.store.db.selectFrom('item_key').selectAll().where('item_id', '=', Number(item_id)).execute()
    expect(kept).toMatchObject([{ api_key: second.api_key, api_token: second.api_token }])
    const race = await Promise.allSettled(Array.from({ length: 5 }, () => alice.api.item.resetKey({ item_id })))
    expect(race.map((result) => result.status)).toEqual(Array(5).fill('fulfilled'))
    await archive(product, item_id)
    expect((await alice.api.item.getKey({ item_id })).api_key).toMatch(/^[0-9a-f]{32}$/)
    await deleteItem(product, item_id)
    await areRefused([alice.api.item.getKey({ item_id }), alice.api.item.resetKey({ item_id })], 10303)
  })

  it('can be left only by members; their teams do not change', async () => {
    const [leave, stay] = [await anItem(alice, { password: 'sesame' }), await anItem(alice, { password: 'sesame' })]
    const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Loyal' })
    await alice.api.teamItem.save({ team_id, item_id: `${leave},${stay}` })
    await alice.api.teamMember.save({ team_id, member_username: bob.username })
    await aMember(product, leave, bob, { edit: false })
    expect(await bob.api.item.exitItem({ item_id: leave })).toEqual([])
    await areRefused([bob.api.item.info({ item_id: leave })], 10303)
    expect(await bob.api.item.info({ item_id: stay })).toMatchObject({ item_edit: true })
    expect(await alice.api.teamMember.getList({ team_id })).toMatchObject([{ member_username: bob.username }])
    await isRefused(() => [alice, bob, carol, product.admin].map(({ api }) => api.item.exitItem({ item_id: leave })), 10101, 'not a member')
  })
})
