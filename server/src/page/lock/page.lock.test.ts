import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage, archive, areRefused } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'

onEachDatabase('the edit lock', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice)
    await aMember(product, item_id, bob)
  })
  const take = (who: TestUser, page_id: string, more: Record<string, string> = {}) => who.api.page.setLock({ page_id, item_id, ...more })
  const lockOf = (who: TestUser, page_id: string) => who.api.page.isLock({ page_id })
  const free = { lock: 0, lock_uid: '', lock_username: '', lock_name: '', is_cur_user: 0 }
  const heldByAlice = () => ({ lock: 1, lock_uid: alice.uid, lock_username: alice.username, lock_name: alice.username })
  const setUntil = async (page_id: string, until: number) => {
    const { db } = product.server.services.store
    await db.updateTable('page_lock').set({ until }).where('page_id', '=', Number(page_id)).execute()
  }

  it('R09: is taken, shown to editors, renewed only by its holder, and released', async () => {
    const page_id = await aPage(alice, item_id)
    expect(await lockOf(bob, page_id)).toEqual(free)
    expect(await take(alice, page_id)).toEqual({ id: page_id })
    expect(await lockOf(alice, page_id)).toEqual({ ...heldByAlice(), is_cur_user: 1 })
    expect(await lockOf(bob, page_id)).toEqual({ ...heldByAlice(), is_cur_user: 0 })
    for (const more of [{}, { lock_to: '1000' }, { lock_to: '2147483647' }])
      await expect(take(bob, page_id, more)).rejects.toMatchObject({ code: 10108, message: `${alice.username} is editing this page` })
    expect(await take(alice, page_id)).toEqual({ id: page_id })
    expect(await take(alice, page_id, { lock_to: '1000' })).toEqual({ id: page_id })
    expect(await lockOf(bob, page_id)).toEqual(free)
    expect(await take(bob, page_id, { lock_to: '1000' })).toEqual({ id: page_id })
    expect(await lockOf(bob, page_id)).toEqual(free)
  })

  it('is free for a page that does not exist yet, and taking it changes nothing', async () => {
    const newPages = [{ page_id: '0' }, { page_id: '' }, { page_id: 'undefined' }, {}] as { page_id: string }[]
    for (const page of newPages) {
      expect(await alice.api.page.isLock(page)).toEqual(free)
      expect(await product.visitor().api.page.isLock(page)).toEqual(free)
      expect(await alice.api.page.setLock({ ...page, item_id })).toEqual({ id: '0' })
      expect(await bob.api.page.setLock({ ...page, item_id, lock_to: '1000' })).toEqual({ id: '0' })
    }
    await areRefused([product.visitor().api.page.setLock({ page_id: '0', item_id })], 10102)
    expect(await product.server.services.store.db.selectFrom('page_lock').selectAll().execute()).toEqual([])
  })

  it('names its holder by user name and display name', async () => {
    const page_id = await aPage(alice, item_id)
    const nora = await product.user('nora')
    await nora.api.user.updateInfo({ name: 'Nora Lind' })
    await aMember(product, item_id, nora)
    await take(nora, page_id)
    expect(await lockOf(bob, page_id)).toMatchObject({ lock: 1, lock_uid: nora.uid, lock_username: nora.username, lock_name: 'Nora Lind' })
  })

  it('R09: expires five minutes after the last heartbeat by the server’s clock, regardless of the requested time', async () => {
    const page_id = await aPage(alice, item_id)
    const { services } = product.server
    const until = async () =>
      (await services.store.db.selectFrom('page_lock').select('until').where('page_id', '=', Number(page_id)).executeTakeFirstOrThrow())
        .until
    for (const lock_to of ['', '5000', '2147483647']) {
      await take(alice, page_id, { lock_to })
      expect((await until()) - services.now()).toBeGreaterThanOrEqual(298)
      expect((await until()) - services.now()).toBeLessThanOrEqual(300)
    }
    await setUntil(page_id, services.now())
    expect(await lockOf(alice, page_id)).toEqual(free)
    await take(bob, page_id)
    expect(await lockOf(alice, page_id)).toMatchObject({ lock_username: bob.username, is_cur_user: 0 })
    await expect(take(alice, page_id)).rejects.toMatchObject({ code: 10108 })
  })

  it('is invalid if it was taken before the clock was set back', async () => {
    const page_id = await aPage(alice, item_id)
    await take(alice, page_id)
    await setUntil(page_id, product.server.services.now() + 400 * 86_400)
    expect(await lockOf(bob, page_id)).toEqual(free)
    await take(bob, page_id)
    expect(await lockOf(alice, page_id)).toMatchObject({ lock_username: bob.username, is_cur_user: 0 })
  })

  it('R09: goes to one user of fifty concurrent requests', async () => {
    const page_id = await aPage(alice, item_id)
    const users = await Promise.all(Array.from({ length: 10 }, (_, n) => product.user(`many${n}`)))
    for (const user of users) await aMember(product, item_id, user)
    const results = await Promise.allSettled(users.flatMap((user) => Array.from({ length: 5 }, () => take(user, page_id))))
    const holder = (await lockOf(alice, page_id)).lock_uid
    const won = results.flatMap((result, n) => (result.status === 'fulfilled' ? [users[Math.floor(n / 5)]?.uid] : []))
    expect(won).toEqual(Array(5).fill(holder))
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 10108 })
  })

  it('R09: refuses a late save of a former holder by version, not by lock', async () => {
    const page_id = await aPage(alice, item_id)
    await take(alice, page_id)
    await setUntil(page_id, 1)
    await take(bob, page_id)
    const save = (who: TestUser, base_version: number) =>
      who.api.page.save({ page_id, page_title: 'T', page_content: `by ${who.username}`, base_version })
    await save(bob, 1)
    await expect(save(alice, 1)).rejects.toMatchObject({ code: 10109, data: { version: '2', author_username: bob.username } })
    expect(await save(alice, 2)).toMatchObject({ version: '3' })
  })

  it('R09: the lock of a deleted user or a deleted page is invalid', async () => {
    const page_id = await aPage(alice, item_id)
    const ghost = await product.user('ghost')
    await aMember(product, item_id, ghost)
    await take(ghost, page_id)
    await product.server.services.store.db.deleteFrom('user').where('uid', '=', Number(ghost.uid)).execute()
    expect(await lockOf(bob, page_id)).toEqual(free)
    expect(await take(bob, page_id)).toEqual({ id: page_id })
    await alice.api.page.delete({ page_id })
    for (const who of [alice, bob]) {
      await expect(take(who, page_id)).rejects.toMatchObject({ code: 10103 })
      await expect(lockOf(who, page_id)).rejects.toMatchObject({ code: 10103 })
    }
  })

  it('R09: the lock of a user who lost the right to edit is invalid', async () => {
    const page_id = await aPage(alice, item_id)
    const gone = await product.user('gone')
    await aMember(product, item_id, gone)
    await take(gone, page_id)
    await expect(take(alice, page_id)).rejects.toMatchObject({ code: 10108 })
    const { db } = product.server.services.store
    await db.deleteFrom('item_member').where('uid', '=', Number(gone.uid)).execute()
    expect(await take(alice, page_id)).toEqual({ id: page_id })
    expect(await lockOf(bob, page_id)).toMatchObject({ lock_username: alice.username })
  })

  it('is released by the beacon of a closing tab, which sends only its token', async () => {
    const page_id = await aPage(alice, item_id)
    await take(bob, page_id)
    const login = await product.send({
      method: 'POST',
      url: '/api/user/login',
      payload: new URLSearchParams({ username: bob.username, password: bob.password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' },
    })
    const { user_token } = login.json().data
    const payload = new URLSearchParams({ page_id, item_id, lock_to: '1000', user_token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' }
    expect((await product.send({ method: 'POST', url: '/api/page/setLock', payload, headers })).json()).toMatchObject({ error_code: 0 })
    expect(await lockOf(alice, page_id)).toEqual(free)
  })

  it('S44: is hidden from users without access; on an archived item it can be read but not taken', async () => {
    const secret = await anItem(alice, { password: 'sesame' })
    const page_id = await aPage(alice, secret)
    await alice.api.page.setLock({ page_id, item_id: secret })
    const otherUser = await product.user('outsider')
    for (const who of [otherUser, bob]) {
      await expect(lockOf(who, page_id)).rejects.toMatchObject({ code: 10103, data: null })
      await expect(who.api.page.setLock({ page_id, item_id: secret })).rejects.toMatchObject({ code: 10103, data: null })
      await expect(who.api.page.setLock({ page_id, item_id })).rejects.toMatchObject({ code: 10103, data: null })
    }
    await expect(alice.api.page.setLock({ page_id, item_id })).rejects.toMatchObject({ code: 10103 })
    await archive(product, secret)
    expect(await lockOf(alice, page_id)).toMatchObject({ lock: 1 })
    await expect(alice.api.page.setLock({ page_id, item_id: secret })).rejects.toMatchObject({ code: 10103 })
  })
})
