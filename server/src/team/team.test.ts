import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { anItem, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

onEachDatabase('a team', (product) => {
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
  const aTeam = async (owner = alice, team_name = 'Crew') => (await owner.api.team.save({ id: '', team_name })).id
  const join = (team_id: string, ...members: TestUser[]) =>
    alice.api.teamMember.save({ team_id, member_username: members.map((one) => one.username).join() })
  const crew = async (team_id: string) => (await alice.api.teamMember.getList({ team_id })).map((row) => row.member_username)
  const mine = async (team_id: string, one = alice) => (await one.api.team.getList({})).find((row) => row.id === team_id)
  const isRefused = async (calls: () => Promise<unknown>[], code: number, words = '') => {
    const before = await digestOf(product)
    await areRefused(calls(), code, words)
    expect(await digestOf(product)).toEqual(before)
  }

  it('has a name and an owner; only the owner sees and changes it', async () => {
    const id = await aTeam(alice, ' Platform ')
    expect(await mine(id)).toEqual({
      id,
      team_name: 'Platform',
      uid: alice.uid,
      username: alice.username,
      memberCount: '0',
      itemCount: '0',
      addtime: expect.stringMatching(/^\d{4}-/),
      last_update_time: expect.stringMatching(/^\d{4}-/),
    })
    expect(await alice.api.team.save({ id, team_name: 'Platforms' })).toMatchObject({ id, team_name: 'Platforms', uid: alice.uid })
    expect(await mine(id, bob)).toBeUndefined()
    expect(await mine(id, product.admin)).toBeUndefined()
    for (const { api } of [mallory, product.admin])
      await isRefused(
        () => [
          api.team.save({ id, team_name: 'Mine' }),
          api.team.delete({ id }),
          api.teamMember.getList({ team_id: id }),
          api.teamMember.save({ team_id: id, member_username: mallory.username }),
          api.teamItem.getListByTeam({ team_id: id }),
          api.team.attorn({ team_id: id, username: mallory.username, password: PASSWORD }),
          api.team.delete({ id: '2000000001' }),
        ],
        10103,
      )
  })

  it.each(['', ' ', 'x'.repeat(101)])('needs a name of 1 to 100 characters, not %j', async (team_name) => {
    const id = await aTeam()
    await isRefused(() => [alice.api.team.save({ id: '', team_name }), alice.api.team.save({ id, team_name })], 10101)
  })

  it('adds members by name, several in one request, and lists them newest first', async () => {
    const team_id = await aTeam()
    const last = await join(team_id, carol, bob)
    expect(last).toMatchObject({ team_id, member_uid: bob.uid, member_username: bob.username })
    expect((await crew(team_id)).sort()).toEqual([bob.username, carol.username].sort())
    expect(await mine(team_id)).toMatchObject({ memberCount: '2' })
    await join(team_id, mallory)
    expect((await crew(team_id))[0]).toBe(mallory.username)
  })

  it('S47: adds all members or none', async () => {
    const team_id = await aTeam()
    await join(team_id, bob)
    const add = (member_username: string) => alice.api.teamMember.save({ team_id, member_username })
    await isRefused(() => [add(`${carol.username},ghost-1`), add('ghost-1')], 10209, 'ghost-1')
    await isRefused(() => [add(''), add(' , ')], 10209)
    await isRefused(() => [add(bob.username), add(`${carol.username},${bob.username}`)], 10101, bob.username)
  })

  it('adds members once for concurrent requests', async () => {
    const team_id = await aTeam()
    const ends = await Promise.allSettled([join(team_id, bob, carol), join(team_id, carol, bob), join(team_id, bob, carol)])
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))).toEqual([10101, 10101])
    expect(await crew(team_id)).toHaveLength(2)
  })

  it('only its owner removes members, which removes every right the team gave them', async () => {
    const team_id = await aTeam()
    const item_id = await anItem(alice, { password: 'sesame' })
    await alice.api.teamItem.save({ team_id, item_id })
    const { id } = await join(team_id, bob)
    expect(await bob.api.item.info({ item_id })).toMatchObject({ item_edit: true })
    await isRefused(
      () => [mallory.api.teamMember.delete({ id }), bob.api.teamMember.delete({ id }), product.admin.api.teamMember.delete({ id })],
      10103,
    )
    expect(await alice.api.teamMember.delete({ id })).toBe(1)
    await areRefused([bob.api.item.info({ item_id })], 10303)
    await areRefused([alice.api.teamMember.delete({ id })], 10103)
    expect(await crew(team_id)).toEqual([])
  })

  it('does not count deleted items', async () => {
    const team_id = await aTeam()
    const [stays, goes] = [await anItem(alice), await anItem(alice)]
    await alice.api.teamItem.save({ team_id, item_id: `${stays},${goes}` })
    expect(await mine(team_id)).toMatchObject({ itemCount: '2' })
    await deleteItem(product, goes)
    expect(await mine(team_id)).toMatchObject({ itemCount: '1' })
    expect((await alice.api.teamItem.getListByTeam({ team_id })).map((row) => row.item_id)).toEqual([stays])
  })

  it('removes its members from its items when deleted; the items stay', async () => {
    const team_id = await aTeam()
    const item_id = await anItem(alice, { password: 'sesame' })
    await alice.api.teamItem.save({ team_id, item_id })
    await join(team_id, bob)
    expect(await alice.api.team.delete({ id: team_id })).toBe(1)
    await areRefused([bob.api.item.info({ item_id })], 10303)
    expect(await bob.api.item.myList({})).toEqual([])
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ uid: alice.uid })
    expect(await alice.api.teamItem.getList({ item_id })).toEqual([])
    await areRefused([alice.api.team.delete({ id: team_id })], 10103)
  })

  it('S45: is transferred with its items to an existing user, with the owner’s password', async () => {
    const team_id = await aTeam()
    const [item_id, unbound, others] = [await anItem(alice), await anItem(alice), await anItem(bob)]
    await alice.api.teamItem.save({ team_id, item_id })
    const bound = { team_id: Number(team_id), item_id: Number(others), addtime: 1 }
    await product.server.services.store.db.insertInto('team_item').values(bound).execute()
    const give = (username: string, password = PASSWORD) => alice.api.team.attorn({ team_id, username, password })
    await isRefused(() => [give('ghost-1'), give(''), give(`${carol.username},${bob.username}`)], 10209)
    await areRefused([give(carol.username, 'wrong one'), give(carol.username, '')], 10208)
    expect(await give(carol.username)).toBe(null)
    expect([await mine(team_id), (await mine(team_id, carol))?.uid]).toEqual([undefined, carol.uid])
    expect(await carol.api.item.detail({ item_id })).toMatchObject({ uid: carol.uid, username: carol.username })
    await areRefused([alice.api.item.detail({ item_id })], 10303)
    // Items that the previous owner does not own are not transferred.
    expect(await alice.api.item.detail({ item_id: unbound })).toMatchObject({ uid: alice.uid })
    expect(await bob.api.item.detail({ item_id: others })).toMatchObject({ uid: bob.uid })
  })

  it('R24: is transferred once when its owner transfers it to two people at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const team_id = await aTeam()
      const ends = await Promise.allSettled(
        [bob, carol].map(({ username }) => alice.api.team.attorn({ team_id, username, password: PASSWORD })),
      )
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 10103 } })
    }
  })

  it('R24: is not changed by its former owner when it is transferred between the check and the write', async () => {
    const { store } = product.server.services
    const afterTransfer = async (write: (team: { team_id: string; item_id: string }) => Promise<unknown>) => {
      const [team_id, item_id] = [await aTeam(), await anItem(alice)]
      await join(team_id, bob)
      const { db } = store
      const transaction = db.transaction.bind(db)
      let isGiven = false
      const give = async () => {
        if (isGiven) return
        isGiven = true
        await alice.api.team.attorn({ team_id, username: carol.username, password: PASSWORD })
      }
      db.transaction = () => {
        const begun = transaction()
        const execute = begun.execute.bind(begun)
        begun.execute = async (work) => {
          db.transaction = transaction
          await give()
          return execute(work)
        }
        return begun
      }
      await areRefused([write({ team_id, item_id }).finally(() => (db.transaction = transaction))], 10103)
      expect(isGiven).toBe(true)
      expect(await mine(team_id, carol)).toMatchObject({ team_name: 'Crew', memberCount: '1', itemCount: '0' })
    }
    await afterTransfer(({ team_id: id }) => alice.api.team.save({ id, team_name: 'Mine' }))
    await afterTransfer(({ team_id: id }) => alice.api.team.delete({ id }))
    await afterTransfer(({ team_id }) => join(team_id, mallory))
    await afterTransfer(async ({ team_id }) => {
      const [row] = await alice.api.teamMember.getList({ team_id })
      return alice.api.teamMember.delete({ id: row?.id ?? '' })
    })
    await afterTransfer((team) => alice.api.teamItem.save(team))
  })
})
