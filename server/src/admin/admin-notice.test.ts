import { beforeAll, expect, it } from 'vitest'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type Person } from '../test/product.ts'

onEachDatabase('notices to everybody', (product) => {
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
  })
  const admin = () => product.admin.api.adminNotice
  const all = (one: Person) => one.api.notice.getList({ notice_type: 'all' })

  it('reach all who can sign in, in the words they were written in', async () => {
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '1' })
    const words = { notice_title: 'Tonight', notice_content: 'We update at ten.\n“Save” before. 100% <b>' }
    expect(await admin().send({ ...words, request_id: 'notice-01' })).toEqual({ sent: '2' })
    // Sent twice by a shaky line, told once (W15).
    expect(await admin().send({ ...words, request_id: 'notice-01' })).toEqual({ sent: '2' })
    expect(await all(alice)).toMatchObject([{ ...words, from_name: 'admin', is_read: '0', item_id: '0' }])
    expect(await all(product.admin)).toHaveLength(1)
    const own = (await all(alice))[0]?.notice_id as string
    await alice.api.notice.setRead({ notice_id: own })
    expect(await admin().getList({})).toMatchObject([{ ...words, from_name: 'admin', sent: '2', read: '1' }])
    await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '0' })
  })

  it('need a title, and are administrators’ alone', async () => {
    await areRefused([admin().send({ notice_title: ' ', notice_content: 'x' }), admin().send({ notice_title: 'x'.repeat(101) })], 10101)
    await areRefused([admin().send({ notice_title: 'T', notice_content: 'x'.repeat(2001) })], 10101)
    await areRefused([alice.api.adminNotice.send({ notice_title: 'T' }), alice.api.adminNotice.getList({})], 10103)
    expect(await all(alice)).toHaveLength(1)
  })
})
