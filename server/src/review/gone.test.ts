import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem, aPage, aTeamMember } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { setReview } from '../test/reviews.ts'
import { informOfReviews } from './due.service.ts'

onEachDatabase('people and teams who are not responsible any more', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let page_id: string
  const run = (hours = 1) => {
    const { services } = product.server
    return informOfReviews({ ...services, now: () => services.now() + hours * 3600 })
  }
  const noticesOf = async (who: TestUser) =>
    (await who.api.notice.getList({ count: '100' })).filter((one) => one.item_id === item_id).map((one) => one.notice_content)
  const gone = (name: string, pages = '2 pages') =>
    `${pages} of “Shop” ${pages === '1 page' ? 'has' : 'have'} no one responsible since ${name} left.`
  const stewardOf = async () => (await alice.api.review.info({ kind: 'page', subject_id: page_id })).steward
  const aBoundTeam = async (who: TestUser) => {
    await aTeamMember(product, item_id, who)
    const { db } = product.server.services.store
    const { id, team_id } = await db.selectFrom('team_item').selectAll().where('item_id', '=', Number(item_id)).executeTakeFirstOrThrow()
    return { id: String(id), team_id: String(team_id) }
  }

  beforeAll(async () => {
    alice = await product.user('alice')
  })
  beforeEach(async () => {
    bob = await product.user('bob')
    item_id = await anItem(alice, { item_name: 'Shop', password: 'sesame' })
    page_id = await aPage(alice, item_id, { page_title: 'Refunds' })
    await aPage(alice, item_id, { page_title: 'Orders' })
    await aMember(product, item_id, bob)
  })

  it('the owner is informed once when their account is deleted, under the name of that day', async () => {
    await setReview(alice, item_id, {}, { uid: bob.uid, days: '90' })
    await product.admin.api.adminUser.update({ uid: bob.uid, name: 'Bob Miller' })
    await product.admin.api.adminUser.deleteUser({ uid: bob.uid })
    expect(await noticesOf(alice)).toEqual([gone('Bob Miller')])
    for (const hours of [1, 2]) await run(hours)
    expect(await noticesOf(alice)).toEqual([gone('Bob Miller')])
  })

  it('without a name if the administrator takes it off, and not when someone above is responsible', async () => {
    const carol = await product.user('carol')
    await aMember(product, item_id, carol)
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    await product.admin.api.adminUser.deleteUser({ uid: bob.uid, hide_name: '1' })
    expect(await noticesOf(alice)).toEqual([gone('Former member', '1 page')])
    await setReview(alice, item_id, {}, { uid: alice.uid })
    await setReview(alice, item_id, { page_id }, { uid: carol.uid })
    await product.admin.api.adminUser.deleteUser({ uid: carol.uid })
    expect(await stewardOf()).toMatchObject({ uid: alice.uid })
    expect(await noticesOf(alice)).toEqual([gone('Former member', '1 page')])
  })

  it('a disabled account is none until it is enabled; its deletion afterwards is no news', async () => {
    await setReview(alice, item_id, {}, { uid: bob.uid })
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '1' })
    for (const hours of [1, 2]) await run(hours)
    expect([await noticesOf(alice), await stewardOf()]).toMatchObject([[gone(bob.username)], { uid: '0' }])
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '0' })
    await run(3)
    expect(await stewardOf()).toMatchObject({ uid: bob.uid })
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '1' })
    await run(4)
    await product.admin.api.adminUser.deleteUser({ uid: bob.uid })
    expect(await noticesOf(alice)).toEqual([gone(bob.username), gone(bob.username)])
  })

  it('a member who is removed is none; the manager who removes them learns of it within the hour', async () => {
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    const [{ item_member_id = '' } = {}] = await alice.api.member.getList({ item_id })
    await alice.api.member.delete({ item_id, item_member_id })
    for (const hours of [1, 2]) await run(hours)
    expect(await noticesOf(alice)).toEqual([gone(bob.username, '1 page')])
  })

  it('a team that leaves the item, or is deleted', async () => {
    const { id, team_id } = await aBoundTeam(bob)
    await setReview(alice, item_id, {}, { team_id })
    await alice.api.teamItem.delete({ id })
    expect(await noticesOf(alice)).toEqual([gone('Team')])
    const second = await aBoundTeam(bob)
    await setReview(alice, item_id, { page_id }, { team_id: second.team_id })
    await bob.api.team.delete({ id: second.team_id })
    expect(await noticesOf(alice)).toEqual([gone('Team', '1 page'), gone('Team')])
    for (const hours of [1, 2]) await run(hours)
    expect(await noticesOf(alice)).toHaveLength(2)
  })

  it('a team that leaves with a transfer, of which the new owner is informed', async () => {
    const { team_id } = await aBoundTeam(bob)
    await setReview(alice, item_id, {}, { team_id })
    const carol = await product.user('carol')
    await alice.api.item.attorn({ item_id, username: carol.username, password: PASSWORD, unbind: '1' })
    expect(await noticesOf(carol)).toContain(gone('Team'))
    expect(await noticesOf(alice)).not.toContain(gone('Team'))
  })

  it('a team of one item is none for pages that move to another', async () => {
    const { team_id } = await aBoundTeam(bob)
    await setReview(alice, item_id, { page_id }, { team_id })
    const from = item_id
    item_id = await anItem(alice, { item_name: 'Shop' })
    await alice.api.page.move({ item_id: from, page_ids: JSON.stringify([page_id]), to_item_id: item_id, to_cat_id: '0' })
    await run()
    expect([await noticesOf(alice), await stewardOf()]).toMatchObject([[gone('Team', '1 page')], { team_id: '0' }])
  })
})
