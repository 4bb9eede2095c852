import { beforeAll, beforeEach, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aMember, anItem, aPage, areRefused, refuseRows } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

onEachDatabase('notices about actions of other users', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    carol = await product.user('carol')
  })
  const db = () => product.server.services.store.db
  beforeEach(async () => void (await db().deleteFrom('notice').execute()))

  const all = ({ api }: TestUser) => api.notice.getList({ notice_type: 'all' })
  /** The notice titles of every user, newest first. */
  const allTitles = async () =>
    Object.fromEntries(await Promise.all([alice, bob, carol, product.admin].map(async (one) => [one.username, await titles(one)])))
  const titles = async (one: TestUser) => (await all(one)).map((row) => row.notice_title)
  const only = async (one: TestUser, ...wanted: string[]) => {
    const expected = [alice, bob, carol, product.admin].map((other) => [other.username, other === one ? wanted : []])
    expect(await allTitles()).toEqual(Object.fromEntries(expected))
    await db().deleteFrom('notice').execute()
  }
  const add = (item_id: string, one: TestUser, member_group_id = '1') =>
    alice.api.member.save({ item_id, username: one.username, member_group_id })

  it('notify a member of being added, changed and removed', async () => {
    const item_id = await anItem(alice, { item_name: 'Manual' })
    const cat_id = await aCatalog(alice, item_id)
    const { item_member_id } = await add(item_id, bob)
    expect(await all(bob)).toEqual([
      {
        notice_id: expect.stringMatching(/^\d+$/),
        notice_title: 'Added to an item',
        from_name: alice.username,
        is_read: '0',
        notice_content: `${alice.username} added you to the item “Manual” (can edit).`,
        notice_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        item_id,
        page_id: '0',
        suggestion_id: '0',
        thread_id: '0',
        source_id: '0',
        setting: '',
        group: 'to_me',
      },
    ])
    await only(bob, 'Added to an item')
    await alice.api.member.update({ item_id, item_member_id, member_group_id: '0' })
    await only(bob, 'Your authority changed')
    // The same authority again, or another catalog, sends no notice.
    await alice.api.member.update({ item_id, item_member_id, member_group_id: '0', cat_id })
    await only(bob)
    await alice.api.member.delete({ item_id, item_member_id })
    expect((await all(bob))[0]).toMatchObject({ item_id: '0', notice_content: `${alice.username} removed you from the item “Manual”.` })
    await only(bob, 'Removed from an item')
  })

  it('notify of joining and leaving a team, its deletion and its transfer', async () => {
    const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Crew' })
    const { id } = await alice.api.teamMember.save({ team_id, member_username: `${bob.username},${carol.username}` })
    expect(await allTitles()).toMatchObject({
      [bob.username]: ['Added to a team'],
      [carol.username]: ['Added to a team'],
      [alice.username]: [],
    })
    await db().deleteFrom('notice').execute()
    await alice.api.teamMember.delete({ id })
    await only(carol, 'Removed from a team')
    await alice.api.team.attorn({ team_id, username: carol.username, password: PASSWORD })
    await only(carol, 'A team is yours now')
    await carol.api.team.delete({ id: team_id })
    await only(bob, 'Removed from a team')
  })

  it('notify of a changed authority through a team, for one member or all', async () => {
    const item_id = await anItem(alice)
    const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Crew' })
    await alice.api.teamMember.save({ team_id, member_username: bob.username })
    await alice.api.teamItem.save({ team_id, item_id })
    await db().deleteFrom('notice').execute()
    const [right] = await alice.api.teamItemMember.getList({ item_id, team_id })
    await alice.api.teamItemMember.save({ id: right?.id as string, member_group_id: '0' })
    await only(bob, 'Your authority changed')
    await alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '0' })
    await only(bob)
    await alice.api.teamItemMember.saveAll({ item_id, team_id, member_group_id: '1' })
    await only(bob, 'Your authority changed')
  })

  it('notify both owners of a transfer, but not the actor', async () => {
    const item_id = await anItem(alice)
    await alice.api.item.attorn({ item_id, username: bob.username, password: PASSWORD })
    await only(bob, 'An item is yours now')
    await product.admin.api.item.attorn({ item_id, username: carol.username, password: product.admin.password })
    expect(await allTitles()).toMatchObject({
      [bob.username]: ['An item was transferred'],
      [carol.username]: ['An item is yours now'],
      admin: [],
    })
  })

  it('say to the next owner of an item with a key that its previous owner can know it', async () => {
    const [item_id, other] = [await anItem(alice), await anItem(alice)]
    await alice.api.item.getKey({ item_id })
    for (const one of [item_id, other]) await alice.api.item.attorn({ item_id: one, username: bob.username, password: PASSWORD })
    const said = (await bob.api.notice.getList({ notice_type: 'all' })).slice(0, 2).map((one) => one.notice_content.includes('API key'))
    expect(said).toEqual([false, true])
  })

  it('notify the item’s owner and the team’s owner when a member leaves', async () => {
    const item_id = await anItem(alice, { item_name: 'Manual' })
    await add(item_id, bob)
    await db().deleteFrom('notice').execute()
    await bob.api.item.exitItem({ item_id })
    expect((await all(alice))[0]).toMatchObject({ item_id, notice_content: `${bob.username} left the item “Manual”.` })
    await only(alice, 'A member left')
    const { id: team_id } = await alice.api.team.save({ id: '', team_name: 'Crew' })
    await alice.api.teamItem.save({ team_id, item_id })
    await alice.api.teamMember.save({ team_id, member_username: bob.username })
    await alice.api.item.attorn({ item_id, username: carol.username, password: PASSWORD })
    await db().deleteFrom('notice').execute()
    await bob.api.item.exitItem({ item_id })
    expect(await allTitles()).toMatchObject({
      [alice.username]: ['A member left'],
      [carol.username]: ['A member left'],
      [bob.username]: [],
    })
  })

  it('S43: are not sent about a private item that the user can no longer read', async () => {
    for (const password of ['sesame', '']) {
      const item_id = await anItem(alice, { password })
      const cat_id = await aCatalog(alice, item_id)
      const { item_member_id } = await add(item_id, bob)
      const [one, two] = [await aPage(bob, item_id), await aPage(bob, item_id)]
      await aPage(bob, item_id, { cat_id })
      await alice.api.member.delete({ item_id, item_member_id })
      await db().deleteFrom('notice').execute()
      await alice.api.page.save({ page_id: one, page_title: 'Secret', page_content: 'x' })
      await alice.api.page.delete({ page_id: two })
      await alice.api.catalog.delete({ item_id, cat_id })
      await only(bob, ...(password ? [] : ['Your page was deleted', 'Your page was deleted', 'Your page was changed']))
    }
  })

  it('S147: name no page and no catalog that is closed to its creator now', async () => {
    const item_id = await anItem(alice, { password: 'sesame' })
    const elsewhere = await anItem(alice, { password: 'sesame' })
    const [open, closed] = [await aCatalog(alice, item_id), await aCatalog(alice, item_id, 'Board')]
    const below = await aCatalog(alice, item_id, 'Pay', closed)
    await aMember(product, item_id, bob, { cat_id: open })
    const pages: string[] = []
    for (let n = 0; n < 6; n++) pages.push(await aPage(bob, item_id, { cat_id: open }))
    const [changed = '', deleted = '', moved = '', ...inside] = pages
    for (const page_id of pages)
      await alice.api.page.save({
        ...{ page_id, page_title: 'Secret', page_content: 'x' },
        cat_id: inside.includes(page_id) ? below : closed,
      })
    await db().deleteFrom('notice').execute()
    await alice.api.page.save({ page_id: changed, page_title: 'Secret', page_content: 'y' })
    await alice.api.page.delete({ page_id: deleted })
    const aim = { item_id, to_item_id: elsewhere, to_cat_id: '0' }
    await alice.api.page.move({ ...aim, page_ids: JSON.stringify([moved]) })
    await alice.api.tree.delete({ item_id, lines: JSON.stringify([{ page_id: inside[0] }]), checked: '' })
    await alice.api.catalog.copy({ cat_id: below, new_p_cat_id: '0', to_item_id: elsewhere, is_del: '1' })
    await alice.api.catalog.delete({ item_id, cat_id: closed })
    await only(bob)
  })

  it('notify the creator of a page of changes by others, once per page and hour', async () => {
    const item_id = await anItem(alice)
    await add(item_id, bob)
    const [one, two] = [await aPage(bob, item_id, { page_title: 'One' }), await aPage(bob, item_id, { page_title: 'Two' })]
    await db().deleteFrom('notice').execute()
    const save = (page_id: string, { api } = alice) => api.page.save({ page_id, page_title: 'Changed', page_content: 'x' })
    await save(one)
    expect(await all(bob)).toMatchObject([
      { item_id, page_id: one, notice_content: `${alice.username} changed your page “One” in “Manual”.` },
    ])
    await save(one)
    await save(one, product.admin)
    await save(one, bob)
    await only(bob, 'Your page was changed')
    await save(two)
    await only(bob, 'Your page was changed')
    await Promise.all([save(one), save(one), save(one)])
    await only(bob, 'Your page was changed')
    await save(one)
    const undo = later(product, 3601)
    await save(one).finally(undo)
    await only(bob, 'Your page was changed', 'Your page was changed')
  })

  it('notify the creator of a page when others delete it or its catalog', async () => {
    const item_id = await anItem(alice)
    const cat_id = await aCatalog(alice, item_id)
    await add(item_id, bob)
    const page = (one: TestUser, cat = '0') => aPage(one, item_id, { cat_id: cat })
    const [his, inside] = [await page(bob), await page(bob, cat_id)]
    await page(alice, cat_id)
    await db().deleteFrom('notice').execute()
    await alice.api.page.delete({ page_id: his })
    expect((await all(bob))[0]?.notice_content).toMatch(/deleted your page “Start” in “Manual”.*30 days/)
    await only(bob, 'Your page was deleted')
    await alice.api.catalog.delete({ item_id, cat_id })
    await only(bob, 'Your page was deleted')
    expect(inside).toBeTruthy()
    await bob.api.page.delete({ page_id: await page(bob) })
    await only(bob)
  })

  it('are written in the transaction of the action: if they cannot be written, nothing changes', async () => {
    const item_id = await anItem(alice)
    await add(item_id, bob)
    const cat_id = await aCatalog(alice, item_id)
    const [page_id] = [await aPage(bob, item_id), await aPage(bob, item_id, { cat_id })]
    const { item_member_id = '' } = (await alice.api.member.getList({ item_id }))[0] ?? {}
    const { id: team_id } = await alice.api.team.save({ team_name: 'Team' })
    const actions: [string, () => Promise<unknown>][] = [
      ['page/save', () => alice.api.page.save({ page_id, page_title: 'T', page_content: 'changed' })],
      ['page/delete', () => alice.api.page.delete({ page_id })],
      ['catalog/delete', () => alice.api.catalog.delete({ item_id, cat_id })],
      ['member/save', () => add(item_id, carol)],
      ['member/update', () => alice.api.member.update({ item_id, item_member_id, member_group_id: '0' })],
      ['member/delete', () => alice.api.member.delete({ item_id, item_member_id })],
      ['teamMember/save', () => alice.api.teamMember.save({ team_id, member_username: bob.username })],
      ['team/attorn', () => alice.api.team.attorn({ team_id, username: bob.username, password: PASSWORD })],
      ['item/attorn', () => alice.api.item.attorn({ item_id, username: bob.username, password: PASSWORD })],
    ]
    const accept = await refuseRows(product, 'notice', 'from_name', alice.username)
    for (const [name, action] of actions) {
      const before = await digestOf(product)
      const end = await action().then(
        () => 'done',
        () => 'failed',
      )
      expect([name, end, await digestOf(product)]).toEqual([name, 'failed', before])
    }
    await accept()
    for (const [name, action] of actions.slice(0, 5)) expect([name, await action().then(() => 'done')]).toEqual([name, 'done'])
  })

  it('are not written when the action is refused', async () => {
    const item_id = await anItem(alice)
    await areRefused([alice.api.member.save({ item_id, username: `${bob.username},ghost-1`, member_group_id: '1' })], 10209)
    await areRefused([alice.api.item.attorn({ item_id, username: bob.username, password: 'wrong one' })], 10208)
    await only(bob)
  })
})
