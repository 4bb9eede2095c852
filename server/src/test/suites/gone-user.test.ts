import { beforeEach, expect, it } from 'vitest'
import { makeToken } from '../../user/user.store.ts'
import { aFile, aMember, anItem, aPage, areRefused, aTeamMember } from '../given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../product.ts'

/* S16: a disabled or deleted user loses access with the next request. A later user with the same name is a new account. */
onEachDatabase('a disabled or deleted user', (product) => {
  let alice: TestUser
  let bob: TestUser
  let shared: string
  let own: string
  beforeEach(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    ;[shared, own] = [await anItem(alice, { password: 'sesame' }), await anItem(bob, { password: 'sesame', item_domain: `d${bob.uid}x` })]
    await aMember(product, shared, bob)
    await aTeamMember(product, shared, bob)
    await aPage(bob, shared)
    await aFile(product, own, Buffer.from('x'), { owner: bob })
    await bob.api.itemGroup.save({ id: '', group_name: 'Mine', item_ids: shared })
    await bob.api.item.sort({ data: `{"${shared}":1}`, item_group_id: '0' })
    await alice.api.item.attorn({ item_id: await anItem(alice), username: bob.username, password: PASSWORD })
  })
  const db = () => product.server.services.store.db
  const disable = () => db().updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(bob.uid)).execute()
  const remove = () => db().deleteFrom('user').where('uid', '=', Number(bob.uid)).execute()

  it.each([
    ['disabled', disable],
    ['deleted', remove],
  ] as const)('%s: has no valid session, however it is sent, and cannot sign in', async (_how, end) => {
    const other = product.visitor()
    await other.api.user.login({ username: bob.username, password: PASSWORD, v_code: '' })
    const { now } = product.server.services
    const token = await makeToken(db(), 'reset', Number(bob.uid), '', now() + 3600)
    const verify = await makeToken(db(), 'verify', Number(bob.uid), '', now() + 3600)
    expect(await bob.api.item.info({ item_id: shared })).toMatchObject({ item_edit: true })
    await end()
    for (const { api } of [bob, other])
      await areRefused(
        [api.user.info({}), api.item.myList({}), api.page.save({ item_id: shared, page_title: 'x', page_content: 'x' })],
        10102,
      )
    await areRefused([bob.api.item.info({ item_id: shared }), bob.api.item.info({ item_id: own })], 10303)
    for (const headers of [{ authorization: `Bearer ${bob.token}` }, { cookie: `sheaf_session=${bob.token}` }])
      expect((await product.send({ url: '/api/user/info', headers })).json()).toMatchObject({ error_code: 10102, data: null })
    const visitor = product.visitor().api.user
    await areRefused([visitor.login({ username: bob.username, password: PASSWORD, v_code: '' })], 10204)
    await areRefused([visitor.resetPasswordByUrl({ new_password: 'fresh horse 77', uid: bob.uid, email: '', token })], 10101)
    await areRefused([visitor.verifyEmail({ uid: bob.uid, email: '', token: verify })], 10101)
    await areRefused([alice.api.member.save({ item_id: shared, username: bob.username, member_group_id: '1' })], 10209)
    await areRefused([alice.api.item.attorn({ item_id: shared, username: bob.username, password: PASSWORD })], 10209)
    expect(await alice.api.user.allUser({ username: bob.username })).toEqual([])
  })

  it('disabled: keeps the username, which cannot be registered again', async () => {
    await disable()
    await areRefused([registerAs(bob.username)], 10101, 'taken')
  })

  it('deleted: a new user with the same name inherits nothing', async () => {
    await remove()
    const heir = await registerAs(bob.username)
    expect(Number(heir.uid)).toBeGreaterThan(Number(bob.uid))
    const { api } = heir
    expect([
      await api.item.myList({}),
      await api.notice.getList({ notice_type: 'all' }),
      await api.itemGroup.getList({}),
      await api.team.getList({}),
    ]).toEqual([[], [], [], []])
    await areRefused([api.item.info({ item_id: shared }), api.item.info({ item_id: own }), api.item.detail({ item_id: own })], 10303)
    await areRefused([bob.api.user.info({})], 10102)
  })

  async function registerAs(username: string) {
    const one = product.visitor()
    const drawn = await product.send({ url: '/api/common/verify' })
    one.headers['cookie'] = String(drawn.headers['set-cookie']).split(';')[0] as string
    const { uid } = await one.api.user.register({ username, password: PASSWORD, confirm_password: PASSWORD, v_code: 'abc12' })
    return Object.assign(one, { uid })
  }
})
