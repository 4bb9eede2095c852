import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem, aPage, areRefused, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { setReview, verifyNow } from '../test/reviews.ts'

onEachDatabase('what a page shows of its review', (product) => {
  let alice: TestUser
  let bob: TestUser
  let reader: TestUser
  let item_id: string
  let page_id: string
  const reviewOf = async (who: TestUser) => (await who.api.page.view({ page_id })).review
  const stewardOf = async (who: TestUser) => (await reviewOf(who))?.steward
  const save = (page_content: string, more: Record<string, string> = {}) =>
    alice.api.page.save({ page_id, page_title: 'Refunds', page_content, ...more })
  /** The page and its review say the same. */
  const stateOf = async (who: TestUser) => {
    const { verified_history_id } = await who.api.review.info({ kind: 'page', subject_id: page_id })
    expect((await reviewOf(who))?.verified_history_id).toBe(verified_history_id)
    return verified_history_id
  }

  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    reader = await product.user('reader')
  })
  beforeEach(async () => {
    item_id = await anItem(alice, { item_name: 'Shop' })
    page_id = await aPage(alice, item_id, { page_title: 'Refunds', page_content: 'one' })
    await aMember(product, item_id, bob)
  })

  it('S154: the name of who is responsible, for people who are signed in and see marks', async () => {
    await setReview(alice, item_id, { page_id }, { uid: bob.uid })
    // A page without a period shows nothing.
    for (const who of [alice, reader]) expect(await reviewOf(who)).toBeUndefined()
    await setReview(alice, item_id, {}, { days: '90' })
    const person = { uid: bob.uid, username: bob.username, name: bob.username, team_id: '0', team_name: '' }
    for (const who of [alice, bob, reader]) expect(await stewardOf(who)).toEqual(person)
    expect(JSON.stringify(await product.visitor().api.page.view({ page_id }))).not.toContain(bob.username)
    const made = await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: '1' })
    const unique_key = 'unique_key' in made ? made.unique_key : ''
    for (const who of [reader, product.visitor()])
      expect(JSON.stringify(await who.api.page.view({ page_id: '0', unique_key }))).not.toContain(bob.username)
    await alice.api.review.saveSettings({ item_id, review_show: '0' })
    expect([await stewardOf(bob), await stewardOf(reader)]).toEqual([person, undefined])
    await alice.api.review.saveSettings({ item_id, review_show: '1' })
    await alice.api.item.update({ item_id, item_name: 'Shop', password: 'sesame' })
    await areRefused([reader.api.page.view({ page_id }), product.visitor().api.page.view({ page_id })], 10303)
    expect(await stewardOf(bob)).toEqual(person)
  })

  it('a team as who is responsible, until it leaves the item', async () => {
    await aTeamMember(product, item_id, bob)
    const { db } = product.server.services.store
    const { id, team_id } = await db.selectFrom('team_item').selectAll().where('item_id', '=', Number(item_id)).executeTakeFirstOrThrow()
    await setReview(alice, item_id, {}, { team_id: String(team_id), days: '90' })
    const team = { uid: '0', username: '', name: '', team_id: String(team_id), team_name: 'Team' }
    for (const who of [alice, reader]) expect(await stewardOf(who)).toEqual(team)
    await alice.api.teamItem.delete({ id: String(id) })
    expect([await stewardOf(alice), (await reviewOf(alice))?.is_unowned]).toEqual([undefined, true])
  })

  it('S153: editors compare the text that was verified with the present one, after every kind of change', async () => {
    await setReview(alice, item_id, { page_id }, { days: '90' })
    await verifyNow(bob, product, page_id)
    expect(await stateOf(bob)).toBe('0')
    const isVerified = async (who = bob) => {
      const page_history_id = await stateOf(who)
      expect(Number(page_history_id)).toBeGreaterThan(0)
      const { history_page } = await who.api.page.diff({ page_id, page_history_id })
      return history_page.page_content
    }
    await save('two')
    expect([await isVerified(), await isVerified(alice)]).toEqual(['one', 'one'])
    await save('three', { is_minor: '1' })
    await save('three', { page_title: 'Money back' })
    await alice.api.page.save({ page_id, page_title: 'Refunds', page_content: 'four' })
    const keys = await alice.api.item.getKey({ item_id })
    await product.visitor().api.open.updatePage({ page_title: 'Refunds', page_content: 'five', ...keys })
    expect(await isVerified()).toBe('one')
    for (const who of [reader, product.visitor()]) expect(await stateOf(who)).toBe('0')
    await aMember(product, item_id, reader, { edit: false })
    expect(await stateOf(reader)).toBe('0')
    // A verification of the present text ends that.
    await verifyNow(alice, product, page_id)
    expect(await stateOf(bob)).toBe('0')
    await save('six')
    expect(await isVerified()).toBe('five')
  })

  it('compares nothing when the verified text is no longer kept', async () => {
    await setReview(alice, item_id, { page_id }, { days: '90' })
    await verifyNow(bob, product, page_id)
    await product.admin.api.adminSetting.saveConfig({ history_version_count: '2' })
    for (const text of ['two', 'three']) await save(text)
    expect(Number(await stateOf(bob))).toBeGreaterThan(0)
    await save('four')
    expect(await stateOf(bob)).toBe('0')
    await product.admin.api.adminSetting.saveConfig({ history_version_count: '20' })
  })
})
