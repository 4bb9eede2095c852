import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

/* The names that people read: the display name, otherwise the user name. What existing clients read stays as it is. */
onEachDatabase('the name of a person', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob, carol] = await Promise.all([product.user('alice'), product.user('bob'), product.user('carol')])
    item_id = await anItem(alice)
    await Promise.all([aMember(product, item_id, bob), aMember(product, item_id, carol)])
    await rename(bob, 'Bob Field')
  })
  const db = () => product.server.services.store.db
  const rename = (who: TestUser, name: string) => db().updateTable('user').set({ name }).where('uid', '=', Number(who.uid)).execute()
  const byBob = () => ({ author_username: bob.username, author_name: 'Bob Field' })
  const byAlice = () => ({ author_username: alice.username, author_name: alice.username })
  const save = (who: TestUser, page_id: string, more: Record<string, string> = {}) =>
    who.api.page.save({ page_id, page_title: 'Start', page_content: `by ${who.username}`, ...more })

  it('is in a page, in its view, and in its history', async () => {
    const page_id = await aPage(bob, item_id)
    expect(await alice.api.page.info({ page_id })).toMatchObject(byBob())
    expect(await alice.api.page.view({ page_id })).toMatchObject(byBob())
    expect(await alice.api.item.getPage({ page_id })).toMatchObject(byBob())
    await save(alice, page_id)
    expect(await bob.api.page.info({ page_id })).toMatchObject(byAlice())
    const [kept] = await alice.api.page.history({ page_id, brief: '1' })
    expect(kept).toMatchObject(byBob())
    expect(await alice.api.page.history({ page_id })).toMatchObject([byBob()])
    const { page, history_page } = await alice.api.page.diff({ page_id, page_history_id: kept?.page_history_id ?? '' })
    expect([page, history_page]).toMatchObject([byAlice(), byBob()])
  })

  it('is not given away by a single-page link', async () => {
    const page_id = await aPage(bob, item_id)
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: '1' })) as { unique_key: string }
    expect(await carol.api.page.view({ unique_key })).toMatchObject({ author_username: bob.username, author_name: bob.username })
    expect(Object.keys(await carol.api.page.infoByKey({ unique_key }))).not.toContain('author_name')
  })

  it('is that of who edits a page now, and of who saved it first', async () => {
    const page_id = await aPage(alice, item_id)
    await bob.api.page.setLock({ page_id, item_id })
    expect(await alice.api.page.isLock({ page_id })).toMatchObject({ lock_username: bob.username, lock_name: 'Bob Field' })
    await save(bob, page_id)
    await expect(save(alice, page_id, { base_version: '1' })).rejects.toMatchObject({
      message: `This page has been changed by ${bob.username} in the meantime`,
      data: byBob(),
    })
  })

  it('is in suggestions, of all who made, decided and overtook them, and in the history that comes of them', async () => {
    const page_id = await aPage(alice, item_id, { page_content: 'one\ntwo\nthree\nfour' })
    const suggest = (who: TestUser, page_content: string) => who.api.suggestion.save({ page_id, base_version: '1', page_content })
    const { suggestion_id, ...made } = await suggest(bob, '1\ntwo\nthree\nfour')
    expect(made).toMatchObject({ username: bob.username, name: 'Bob Field', decided_username: '', decided_name: '' })
    const other = await suggest(carol, 'one\ntwo\nthree\n4')
    await bob.api.page.setLock({ page_id, item_id })
    await save(bob, page_id, { page_content: 'one\ntwo\n3\nfour' })
    const { current, others } = await alice.api.suggestion.info({ suggestion_id: other.suggestion_id })
    expect(current).toMatchObject({ ...byBob(), lock_username: bob.username, lock_name: 'Bob Field', meanwhile: [byBob()] })
    expect(others).toMatchObject([{ username: bob.username, name: 'Bob Field' }])
    await rename(carol, 'Carol Day')
    await carol.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '2' })
    const decided = { name: 'Bob Field', decided_username: carol.username, decided_name: 'Carol Day' }
    expect((await alice.api.suggestion.getList({ item_id, page_id, state: 'decided' })).list).toMatchObject([decided])
    const proposer = { suggested_by: bob.username, suggested_by_name: 'Bob Field', author_name: 'Carol Day' }
    expect(await alice.api.page.info({ page_id })).toMatchObject(proposer)
    await save(alice, page_id)
    expect((await alice.api.page.history({ page_id }))[0]).toMatchObject(proposer)
    await rename(carol, '')
  })

  it('is in the latest changes, in the recycle bin and in the audit log', async () => {
    const own = await anItem(bob)
    const page_id = await aPage(bob, own)
    expect((await bob.api.item.latest({})).find((row) => row.item_id === own)).toMatchObject(byBob())
    await bob.api.page.delete({ page_id })
    const deleted = { del_by_username: bob.username, del_by_name: 'Bob Field' }
    expect(await bob.api.recycle.getList({ item_id: own })).toMatchObject([deleted])
    expect(await bob.api.recycle.info({ item_id: own, page_id })).toMatchObject(byBob())
    const { list } = await product.admin.api.adminLog.getList({ username: bob.username, page: '1', count: '5' })
    expect(list[0]).toMatchObject({ username: bob.username, name: 'Bob Field' })
  })

  it('stays the recorded user name for a user who is gone, and for what the open API did', async () => {
    const page_id = await aPage(carol, item_id)
    await db().updateTable('page').set({ author_username: 'API' }).where('page_id', '=', Number(page_id)).execute()
    await rename(carol, 'Carol Day')
    expect(await alice.api.page.info({ page_id })).toMatchObject({ author_username: 'API', author_name: 'API' })
    const other = await aPage(carol, item_id)
    await db().updateTable('page').set({ author_uid: 999_999 }).where('page_id', '=', Number(other)).execute()
    expect(await alice.api.page.info({ page_id: other })).toMatchObject({ author_name: carol.username })
  })
})
