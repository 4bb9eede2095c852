import { beforeAll, beforeEach, expect, it } from 'vitest'
import { description, orders } from '../source/test/orders.ts'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

/** S153: what ends a verified mark, and what keeps it. */
onEachDatabase('verified marks', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let cat_id: string
  let page_id: string
  const verify = async (id = page_id) => {
    const { version } = await bob.api.page.info({ page_id: id })
    return (await bob.api.review.verify({ page_id: id, version, until: '0', note: '' })).mark.state
  }
  const markOf = async (id = page_id) => {
    const { mark } = await alice.api.review.info({ kind: 'page', subject_id: id })
    const [last] = (await alice.api.review.trail({ page_id: id, page: '1', count: '1' })).list
    return [mark.state, last?.ended_reason]
  }
  const save = (page_content: string, more: Record<string, string> = {}, who = alice) =>
    who.api.page.save({ page_id, page_title: 'Refunds', page_content, ...more })

  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
  })
  beforeEach(async () => {
    item_id = await anItem(alice, { item_name: 'Shop' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    page_id = await aPage(alice, item_id, { cat_id, page_title: 'Refunds', page_content: 'one' })
    await aMember(product, item_id, bob)
    await alice.api.review.set({ item_id, subjects: JSON.stringify([{ kind: 'item', subject_id: item_id }]), uid: bob.uid, days: '90' })
    expect(await verify()).toBe('verified')
  })

  it('end when someone saves another text, also an earlier one, and not by a small change (W45)', async () => {
    await save('two', { is_minor: '1' })
    expect(await markOf()).toEqual(['verified', ''])
    await save('two')
    expect(await markOf()).toEqual(['verified', ''])
    await save('three')
    expect(await markOf()).toEqual(['changed', 'changed'])
    const ended = async () => (await alice.api.review.trail({ page_id, page: '1', count: '1' })).list[0]
    expect(await ended()).toMatchObject({ ended_version: '4', ended_username: alice.username, ended_name: alice.username })
    const { db } = product.server.services.store
    await db.updateTable('user').set({ name: 'Alice Ames' }).where('uid', '=', Number(alice.uid)).execute()
    expect(await ended()).toMatchObject({ ended_username: alice.username, ended_name: 'Alice Ames' })
    await verify()
    await save('one')
    expect(await markOf()).toEqual(['changed', 'changed'])
    // A small change does not bring it back.
    await save('two', { is_minor: '1' })
    expect(await markOf()).toEqual(['changed', 'changed'])
  })

  it('are renewed by a save of a person who has checked the whole page', async () => {
    await save('two', { is_checked: '1' }, bob)
    const { mark } = await alice.api.review.info({ kind: 'page', subject_id: page_id })
    expect(mark).toMatchObject({ state: 'verified', verified_version: '2', verified_username: bob.username })
    const { list } = await alice.api.review.trail({ page_id, page: '1', count: '10' })
    expect(list.map(({ version, ended_reason }) => [version, ended_reason])).toEqual([
      ['2', ''],
      ['1', 'verified'],
    ])
    // A new page as well, and one without a period has nothing to renew.
    const made = await alice.api.page.save({ item_id, cat_id, page_title: 'New', page_content: 'x', is_checked: '1' })
    expect(await markOf(made.page_id)).toEqual(['verified', ''])
    const elsewhere = await aPage(alice, await anItem(alice))
    await alice.api.page.save({ page_id: elsewhere, page_title: 'Start', page_content: 'y', is_checked: '1' })
    expect(await markOf(elsewhere)).toEqual(['', undefined])
  })

  it('end by the open API, an accepted suggestion, an import and a source', async () => {
    const keys = await alice.api.item.getKey({ item_id })
    await product.visitor().api.open.updateItem({ ...keys, cat_name: 'Orders', page_title: 'Refunds', page_content: 'pushed' })
    expect(await markOf()).toEqual(['changed', 'api'])
    await verify()
    const { suggestion_id } = await alice.api.suggestion.save({
      page_id,
      base_version: '2',
      page_title: 'Refunds',
      page_content: 'suggested',
    })
    await bob.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '2' })
    expect(await markOf()).toEqual(['changed', 'suggestion'])
    const start = await aPage(alice, item_id, { page_title: 'a' })
    await verify(start)
    await product.upload(alice, 'import/auto', { item_id }, { name: 'Shop.zip', bytes: sampleZip([{ name: 'a.md', data: 'imported' }]) })
    expect((await alice.api.page.info({ page_id: start })).page_content).toContain('imported')
    expect(await markOf(start)).toEqual(['changed', 'import'])
    const added = await product.upload(alice, 'source/add', { item_id, cat_id, name: 'orders' }, { name: 'o.json', bytes: description() })
    const { source_id } = added.json().data as { source_id: string }
    const { db } = product.server.services.store
    const parts = db.selectFrom('source_part').select('page_id').where('source_id', '=', Number(source_id)).where('kind', '=', 'operation')
    const pages = (await parts.execute()).map((part) => String(part.page_id))
    for (const id of pages) expect(await verify(id)).toBe('verified')
    const changed = orders.map((one) => (one.id === 'createOrder' ? { ...one, quantity: 'Pieces' } : one))
    await product.upload(alice, 'source/push', { source_id }, { name: 'o.json', bytes: description(changed) })
    const marks = await Promise.all(pages.map(async (id) => (await markOf(id)).join(' ')))
    expect(marks.toSorted()).toEqual(['changed sync', ...Array.from({ length: pages.length - 1 }, () => 'verified ')])
  })

  it('stay with a page that moves and comes back, and not with its copy', async () => {
    const other = await anItem(alice, { item_name: 'Other' })
    const lines = JSON.stringify([{ page_id }])
    expect(await alice.api.tree.check({ item_id, lines, action: 'move', to_item_id: other })).toMatchObject({ stewards: '1' })
    const target = { item_id, lines, to_item_id: other, to_cat_id: '0', checked: '' }
    await alice.api.tree.copy(target)
    const copy = (await alice.api.item.info({ item_id: other })).menu.pages[0]?.page_id ?? ''
    expect(await markOf(copy)).toEqual(['', undefined])
    const { batch_id } = await alice.api.tree.move({ ...target, password: '' })
    // Without a period it shows nothing there, and the trail stays.
    expect(await markOf()).toEqual(['', ''])
    expect(await alice.api.review.info({ kind: 'page', subject_id: page_id })).toMatchObject({ steward: { uid: '0' }, is_unowned: true })
    await alice.api.tree.undo({ batch_id })
    expect(await markOf()).toEqual(['verified', ''])
    expect(await alice.api.review.info({ kind: 'page', subject_id: page_id })).toMatchObject({ steward: { uid: bob.uid } })
    await alice.api.page.delete({ page_id })
    expect(await alice.api.review.getList({ item_id })).toMatchObject({ total: '0' })
    await alice.api.recycle.recover({ item_id, page_id })
    expect(await markOf()).toEqual(['verified', ''])
  })

  it('a steward of the page itself falls away where they cannot edit, and is back where they can', async () => {
    await alice.api.review.set({ item_id, subjects: JSON.stringify([{ kind: 'page', subject_id: page_id }]), uid: bob.uid, days: '30' })
    const other = await anItem(alice, { item_name: 'Other' })
    const lines = JSON.stringify([{ page_id }])
    await alice.api.tree.move({ item_id, lines, to_item_id: other, to_cat_id: '0', checked: '', password: '' })
    const there = await alice.api.review.info({ kind: 'page', subject_id: page_id })
    expect(there).toMatchObject({
      mark: { state: 'verified' },
      steward: { uid: '0' },
      own: { uid: bob.uid, is_gone: true },
      period: { days: '30' },
    })
    await aMember(product, other, bob)
    const away = { item_id: other, lines, to_item_id: item_id, to_cat_id: '0', checked: '', password: '' }
    await alice.api.tree.move(away)
    expect(await alice.api.review.info({ kind: 'page', subject_id: page_id })).toMatchObject({
      steward: { uid: bob.uid },
      own: { is_gone: false },
    })
  })
})
