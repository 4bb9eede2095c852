import { beforeAll, beforeEach, expect, it } from 'vitest'
import { tidy } from '../retention/retention.ts'
import { writtenDay } from '../runtime/days.ts'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { countQueries } from '../test/queries.ts'
import { deliverAsks } from './ask.deliver.service.ts'

const DAY = 86_400

onEachDatabase('requests for access', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let page_id: string

  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    bob = await product.user('bob')
    item_id = await anItem(alice, { item_name: 'Orders', password: 'sesame' })
    page_id = await aPage(alice, item_id, { page_title: 'Retention' })
    await alice.api.notice.setAllRead({})
  })

  const services = () => product.server.services
  const db = () => services().store.db
  const deliver = () => deliverAsks(services())
  const wish = (more: Record<string, string> = {}) => ({ item_id, page_id: '0', wants: 'read', note: '', ...more })
  const ask = async (who: TestUser, more: Record<string, string> = {}) => {
    await who.api.ask.send(wish(more))
    await deliver()
  }
  const asks = () => alice.api.ask.getList({ item_id })
  const own = (who: TestUser, given = item_id) => who.api.ask.own({ item_id: given, page_id: '0' })
  const notices = async (who: TestUser) =>
    (await who.api.notice.getList({ notice_type: 'unread' })).map(({ notice_content }) => notice_content)
  const decide = (ask_id: string, more: Record<string, string> = {}) =>
    alice.api.ask.decide({ ask_id, yes: '1', member_group_id: '0', cat_id: '0', team_id: '0', answer: '', ...more })
  /** Everything happened earlier, by these seconds. */
  const age = async (seconds: number) => {
    const { ref } = db().dynamic
    for (const column of ['until', 'addtime', 'decided_time'] as const)
      await db()
        .updateTable('access_ask')
        .set((row) => ({ [column]: row(ref<typeof column>(column), '-', seconds) }))
        .execute()
    await db().deleteFrom('throttle').where('name', 'like', 'asks of %').execute()
  }
  const firstAsk = async () => (await asks())[0]?.ask_id ?? ''

  it('a person asks with a note, the owner gets one notice and gives a role and a catalog', async () => {
    const cat_id = await aCatalog(alice, item_id, 'Guides')
    await ask(bob, { page_id, item_id: '0', note: 'I mend\r\nthe examples.\u202e' })
    await ask(bob)
    expect(await notices(alice)).toEqual([`${bob.username} asks to read “Orders”: I mend\nthe examples.`])
    expect(await asks()).toMatchObject([{ uid: bob.uid, wants: 'read', page_title: 'Retention', member_group_id: '' }])
    expect(await own(bob)).toMatchObject({ is_on: '1', state: 'open', wants: 'read' })
    await decide(await firstAsk(), { member_group_id: '1', cat_id })
    expect(await alice.api.member.getList({ item_id })).toMatchObject([{ uid: bob.uid, member_group_id: '1', cat_id }])
    expect(await notices(bob)).toEqual([`${alice.username} added you to the item “Orders” (can edit).`])
    expect([await asks(), (await own(bob)).state]).toEqual([[], 'none'])
  })

  it('a reader who asks to edit keeps one membership; a team of the item is given by its owner', async () => {
    await aMember(product, item_id, bob, { edit: false })
    await ask(bob, { wants: 'edit' })
    expect(await asks()).toMatchObject([{ wants: 'edit', member_group_id: '0' }])
    await decide(await firstAsk(), { member_group_id: '1' })
    expect(await alice.api.member.getList({ item_id })).toMatchObject([{ uid: bob.uid, member_group_id: '1' }])

    const carol = await product.user('carol')
    const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Platform' })
    await ask(carol)
    await expect(decide(await firstAsk(), { team_id })).rejects.toThrow('do not have permission')
    await alice.api.teamItem.save({ team_id, item_id })
    const { id: foreign } = await bob.api.team.save({ id: '', team_name: 'Others' })
    await expect(decide(await firstAsk(), { team_id: foreign })).rejects.toThrow('do not have permission')
    await decide(await firstAsk(), { team_id })
    expect(await alice.api.teamMember.getList({ team_id })).toMatchObject([{ member_uid: carol.uid }])
    expect(await asks()).toEqual([])
  })

  it('a declined person learns the answer and no name, waits fourteen days here, and the owner gets no notice meanwhile', async () => {
    await ask(bob)
    await decide(await firstAsk(), { yes: '0', answer: 'Ask your lead.' })
    const day = writtenDay(services().now(), 'UTC', 'en')
    expect(await notices(bob)).toEqual([`Your request of ${day} was declined: Ask your lead.`])
    const { state, until } = await own(bob)
    expect([state, Math.round((Number(until) - services().now()) / DAY)]).toEqual(['paused', 14])
    await alice.api.notice.setAllRead({})
    await ask(bob)
    await ask(bob, { item_id: '0', page_id })
    expect([await asks(), await notices(alice)]).toEqual([[], []])
    await age(14 * DAY + 1)
    await ask(bob)
    expect(await asks()).toHaveLength(1)
  })

  it('S155: an item that exists, one that does not, one that takes none and one that is closed to requests get the same statements', async () => {
    const closed = await anItem(alice, { item_name: 'Payroll', password: 'sesame' })
    await alice.api.ask.saveSettings({ item_id: closed, ask_access: '0' })
    const carol = await product.user('carol')
    const of = async (given: string) => {
      const count = countQueries(services().store)
      const answer = await carol.api.ask.send(wish({ item_id: given }))
      count.end()
      const { queries, rows } = count
      return { answer, queries, rows, own: { ...(await own(carol, given)), ask_id: '', addtime: '', until: '' } }
    }
    const first = await of(item_id)
    for (const given of [closed, '2000000000', 'no-such-item']) expect(await of(given)).toEqual(first)
    await deliver()
    expect(await own(carol, '2000000000')).toMatchObject({ state: 'open' })
    expect(await alice.api.ask.getList({ item_id: closed })).toEqual([])
    expect(await notices(alice)).toHaveLength(1)
  })

  it('S155: the sixth of a day is refused, twice in parallel is one, twenty are open at most, and withdrawn ones are free', async () => {
    await Promise.all([bob.api.ask.send(wish()), bob.api.ask.send(wish())])
    expect(await db().selectFrom('access_ask').select('ask_id').where('uid', '=', Number(bob.uid)).execute()).toHaveLength(1)
    for (const given of ['2000000001', '2000000002', '2000000003']) await bob.api.ask.send(wish({ item_id: given }))
    await expect(bob.api.ask.send(wish({ item_id: '2000000004' }))).rejects.toThrow('5 requests a day')
    await age(DAY + 1)
    const many = Array.from({ length: 16 }, (_, n) => ({
      uid: Number(bob.uid),
      subject: `i30000000${n}`,
      wants: 'read' as const,
      until: services().now() + DAY,
      addtime: services().now(),
    }))
    await db().insertInto('access_ask').values(many).execute()
    await expect(bob.api.ask.send(wish({ item_id: '2000000005' }))).rejects.toThrow('20 open ones')
    await bob.api.ask.withdraw({ ask_id: (await own(bob)).ask_id })
    await bob.api.ask.send(wish({ item_id: '2000000005' }))
    await expect(alice.api.ask.withdraw({ ask_id: (await own(bob, '2000000005')).ask_id })).rejects.toThrow('decided or withdrawn')
  })

  it('S155: a former manager, a token, another role, a foreign catalog and a decided request are refused', async () => {
    await ask(bob)
    const ask_id = await firstAsk()
    await expect(decide(ask_id, { member_group_id: '2' })).rejects.toThrow('member_group_id')
    const elsewhere = await anItem(alice)
    await expect(decide(ask_id, { cat_id: await aCatalog(alice, elsewhere) })).rejects.toThrow()
    await expect(bob.api.ask.decide({ ask_id, yes: '1', member_group_id: '1', cat_id: '0', team_id: '0', answer: '' })).rejects.toThrow(
      'no access',
    )
    const carol = await product.user('carol')
    await alice.api.item.attorn({ item_id, username: carol.username, password: alice.password })
    await expect(decide(ask_id)).rejects.toThrow('no access')
    await carol.api.ask.decide({ ask_id, yes: '0', member_group_id: '0', cat_id: '0', team_id: '0', answer: '' })
    await expect(carol.api.ask.decide({ ask_id, yes: '1', member_group_id: '1', cat_id: '0', team_id: '0', answer: '' })).rejects.toThrow(
      'decided or withdrawn',
    )
    expect(await carol.api.member.getList({ item_id })).toEqual([])
  })

  it('closes what is done: a person who is in, a disabled one, an expired request; decided ones go after half a year', async () => {
    const states = () => db().selectFrom('access_ask').select('state').where('item_id', '=', Number(item_id)).orderBy('ask_id').execute()
    const [carol, dora] = [await product.user('carol'), await product.user('dora')]
    for (const who of [bob, carol, dora]) await ask(who)
    await aMember(product, item_id, bob, { edit: false })
    await db().updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(carol.uid)).execute()
    expect((await asks()).map(({ uid }) => uid)).toEqual([dora.uid])
    await tidy(services())
    expect((await states()).map(({ state }) => state)).toEqual(['closed', 'closed', 'open'])
    await age(30 * DAY + 1)
    expect(await asks()).toEqual([])
    await tidy(services())
    expect((await states()).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
    await age(180 * DAY + 1)
    await tidy(services())
    expect(await states()).toEqual([])
  })

  it('is off for the whole site by a setting, and takes nothing for an archived item', async () => {
    await product.admin.api.adminSetting.saveConfig({ ask_access: '0' })
    expect([(await own(bob)).is_on, (await alice.api.ask.settings({ item_id })).is_on]).toEqual(['0', '0'])
    await expect(bob.api.ask.send(wish())).rejects.toThrow('takes no requests')
    await product.admin.api.adminSetting.saveConfig({ ask_access: '1' })
    await alice.api.item.archive({ item_id, password: alice.password })
    await ask(bob)
    expect(await asks()).toEqual([])
  })
})
