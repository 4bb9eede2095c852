import { beforeAll, expect, it } from 'vitest'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('notices to all users', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
  })
  const admin = () => product.admin.api.adminNotice
  const all = (one: TestUser) => one.api.notice.getList({ notice_type: 'all' })

  it('reach all enabled users with unchanged text', async () => {
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '1' })
    const words = { notice_title: 'Tonight', notice_content: 'We update at ten.\n“Save” before. 100% <b>' }
    expect(await admin().send({ ...words, request_id: 'notice-01' })).toEqual({ sent: '2' })
    // A repeated request with the same request_id sends no second notice (W15).
    expect(await admin().send({ ...words, request_id: 'notice-01' })).toEqual({ sent: '2' })
    expect(await all(alice)).toMatchObject([{ ...words, from_name: 'admin', is_read: '0', item_id: '0' }])
    expect(await all(product.admin)).toHaveLength(1)
    const own = (await all(alice))[0]?.notice_id as string
    await alice.api.notice.setRead({ notice_id: own })
    expect(await admin().getList({})).toMatchObject([{ ...words, from_name: 'admin', sent: '2', read: '1' }])
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '0' })
  })

  it('need a title and an administrator', async () => {
    await areRefused([admin().send({ notice_title: ' ', notice_content: 'x' }), admin().send({ notice_title: 'x'.repeat(101) })], 10101)
    await areRefused([admin().send({ notice_title: 'T', notice_content: 'x'.repeat(2001) })], 10101)
    await areRefused([alice.api.adminNotice.send({ notice_title: 'T' }), alice.api.adminNotice.getList({})], 10103)
    expect(await all(alice)).toHaveLength(1)
  })
})
