import { beforeAll, beforeEach, expect, it } from 'vitest'
import { findMeanings } from '../change/finding/finding.service.ts'
import { aCatalog, aMember, anItem, aPage, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { setReview } from '../test/reviews.ts'
import { makeNews } from './news/news.service.ts'

onEachDatabase('what a person watches because they are responsible', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let cat_id: string
  let page_id: string
  const info = (who: TestUser, kind = 'page', subject_id = page_id) => who.api.watch.info({ kind, subject_id })
  const listOf = async (who: TestUser) =>
    (await who.api.watch.getList({ page: '1', count: '50' })).list.filter((row) => row.item_id === item_id)
  const settle = async () => {
    const { services } = product.server
    await findMeanings(services)
    await makeNews(services, 'test', services.now)
  }
  const newsOf = async (who: TestUser) => {
    await settle()
    return (await who.api.notice.getList({})).filter((one) => one.item_id === item_id && one.group === 'watched').map((one) => one.page_id)
  }
  const save = (page_content: string) => alice.api.page.save({ page_id, page_title: 'Refunds', page_content })

  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
  })
  beforeEach(async () => {
    item_id = await anItem(alice, { item_name: 'Shop', password: 'sesame' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    page_id = await aPage(alice, item_id, { cat_id, page_title: 'Refunds' })
    await aMember(product, item_id, bob)
    await settle()
  })

  it('is the changes of the page, the catalog or the item, for as long as they are responsible', async () => {
    expect(await info(bob)).toMatchObject({ level: 'none' })
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    expect(await info(bob)).toMatchObject({ level: 'changes', source: 'steward', from_kind: 'page', own_level: 'none' })
    expect(await listOf(bob)).toMatchObject([{ kind: 'page', subject_id: page_id, name: 'Refunds', level: 'changes', source: 'steward' }])
    expect((await alice.api.watch.people({ kind: 'page', subject_id: page_id })).map(({ uid, source }) => [uid, source])).toContainEqual([
      bob.uid,
      'steward',
    ])
    await save('two')
    expect(await newsOf(bob)).toEqual([page_id])
    // Changes, and no talk.
    await alice.api.comment.add({ page_id, content: 'Since when?' })
    expect(await newsOf(bob)).toEqual([page_id])
    await setReview(alice, item_id, { page_id }, { uid: '0' })
    expect([(await info(bob)).level, await listOf(bob)]).toEqual(['none', []])
    await setReview(alice, item_id, { cat_id }, { uid: bob.uid })
    expect(await info(bob)).toMatchObject({ level: 'changes', source: 'steward', from_kind: 'catalog', from_name: 'Orders' })
    await setReview(alice, item_id, { cat_id }, { uid: '0' })
    await setReview(alice, item_id, {}, { uid: bob.uid })
    expect(await info(bob)).toMatchObject({ level: 'changes', source: 'steward', from_kind: 'item', from_name: 'Shop' })
    expect(await info(bob, 'catalog', cat_id)).toMatchObject({ level: 'changes', from_kind: 'item' })
    expect(await listOf(bob)).toMatchObject([{ kind: 'item', subject_id: item_id, source: 'steward' }])
    const sibling = await aPage(alice, item_id, { page_title: 'Sibling' })
    expect(await info(bob, 'page', sibling)).toMatchObject({ level: 'changes', source: 'steward' })
  })

  it('can be switched off and stays off, and what was chosen by hand stays when the duty ends', async () => {
    await setReview(alice, item_id, { cat_id }, { uid: bob.uid })
    await bob.api.watch.set({ kind: 'catalog', subject_id: cat_id, level: 'muted' })
    await save('two')
    expect(await newsOf(bob)).toEqual([])
    await setReview(alice, item_id, { cat_id }, { days: '30' })
    await setReview(alice, item_id, { cat_id }, { uid: '0' })
    await setReview(alice, item_id, { cat_id }, { uid: bob.uid })
    expect(await info(bob)).toMatchObject({ level: 'muted', source: 'own', from_kind: 'catalog' })
    await bob.api.watch.set({ kind: 'catalog', subject_id: cat_id, level: 'all' })
    await setReview(alice, item_id, { cat_id }, { uid: '0' })
    expect(await info(bob)).toMatchObject({ level: 'all', source: 'own' })
  })

  it('takes nothing from a person who watches everything above', async () => {
    await bob.api.watch.set({ kind: 'item', subject_id: item_id, level: 'all' })
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    expect(await info(bob)).toMatchObject({ level: 'all', source: 'own', from_kind: 'item' })
    // The item as a whole is muted, but not what one is responsible for.
    await bob.api.watch.set({ kind: 'item', subject_id: item_id, level: 'muted' })
    expect(await info(bob)).toMatchObject({ level: 'changes', source: 'steward', from_kind: 'page' })
  })

  it('ends with the right to edit, and is not there for who cannot read', async () => {
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    const { db } = product.server.services.store
    await db.deleteFrom('item_member').where('uid', '=', Number(bob.uid)).where('item_id', '=', Number(item_id)).execute()
    await save('two')
    expect([await newsOf(bob), await listOf(bob)]).toEqual([[], []])
  })

  it('of a team is that of its members, at most two hundred', async () => {
    const carol = await product.user('carol')
    await aTeamMember(product, item_id, carol)
    const { db } = product.server.services.store
    const { team_id } = await db.selectFrom('team_item').selectAll().where('item_id', '=', Number(item_id)).executeTakeFirstOrThrow()
    await setReview(alice, item_id, { cat_id }, { team_id: String(team_id) })
    expect(await info(carol)).toMatchObject({ level: 'changes', source: 'steward', team_name: 'Team', from_kind: 'catalog' })
    expect(await listOf(carol)).toMatchObject([{ kind: 'catalog', source: 'steward', team_name: 'Team' }])
    await save('two')
    expect([await newsOf(carol), await newsOf(bob)]).toEqual([[page_id], []])
    expect((await carol.api.watch.getList({ page: '1', count: '50' })).automatic).toBe('1')
    // Two hundred accounts that came before hers.
    const row = { team_id, item_id: Number(item_id), member_group_id: 1, cat_id: 0, addtime: 1 }
    const others = Array.from({ length: 200 }, (_, n) => ({ ...row, member_uid: Number(carol.uid) - 100_000 - n }))
    await db.insertInto('team_item_member').values(others).execute()
    expect([(await info(carol)).level, await listOf(carol)]).toEqual(['none', []])
    await db.deleteFrom('team_item_member').where('member_uid', '<', 0).execute()
    await setReview(alice, item_id, { cat_id }, { team_id: '0' })
    expect((await info(carol)).level).toBe('none')
  })
})
