import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('item settings', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice, { password: 'secret', item_domain: 'mine' })
  })

  const opens = (password: string) =>
    product
      .visitor()
      .api.item.pwd({ item_id, password })
      .then(
        () => true,
        () => false,
      )

  it('never show a visit password', async () => {
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ password: '********' })
    expect(await alice.api.item.myList({})).toMatchObject([{ item_id, password: '', is_private: 1 }])
    const row = await product.server.services.store.db.selectFrom('item').selectAll().executeTakeFirst()
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain('secret')
  })

  it('keep the password if none is sent, or the placeholder is sent', async () => {
    expect(await alice.api.item.update({ item_id, item_name: 'New', item_domain: 'Mine' })).toBe(1)
    expect(await opens('secret')).toBe(true)
    await alice.api.item.update({ item_id, item_name: 'New', password: '********' })
    expect(await opens('secret')).toBe(true)
    expect(await opens('********')).toBe(false)
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ item_name: 'New', item_domain: '', item_description: '' })
  })

  it('accept a new password, which ends every visit', async () => {
    const visitor = product.visitor()
    await visitor.api.item.pwd({ item_id, password: 'secret' })
    expect(await visitor.api.item.info({ item_id })).toMatchObject({ item_id })
    await alice.api.item.update({ item_id, item_name: 'New', password: ' other ' })
    await expect(visitor.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
    expect(await opens('secret')).toBe(false)
    expect(await opens(' other ')).toBe(true)
    await alice.api.item.update({ item_id, item_name: 'New', password: 'secret' })
    await expect(visitor.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('make the item public with an empty password', async () => {
    await alice.api.item.update({ item_id, item_name: 'New', password: '' })
    expect(await product.visitor().api.item.info({ item_id })).toMatchObject({ is_private: 0 })
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ password: '' })
  })

  it('are the name, the description and the domain', async () => {
    const domain = `desk${item_id}`
    await alice.api.item.update({ item_id, item_name: ' Desk ', item_description: 'For 中文 readers', item_domain: domain })
    const wanted = { item_name: 'Desk', item_description: 'For 中文 readers', item_domain: domain }
    expect(await alice.api.item.detail({ item_id })).toMatchObject(wanted)
    expect(await alice.api.item.info({ item_id: domain })).toMatchObject({ item_id, item_name: 'Desk' })
  })

  it('have the same rules as for a new item', async () => {
    const other = await anItem(bob, { item_domain: 'bobs' })
    await expect(alice.api.item.update({ item_id, item_name: '' })).rejects.toMatchObject({ code: 10101 })
    await expect(alice.api.item.update({ item_id, item_name: 'x', item_domain: 'BOBS' })).rejects.toMatchObject({ code: 10304 })
    await expect(alice.api.item.update({ item_id, item_name: 'x', item_domain: '12' })).rejects.toMatchObject({ code: 10305 })
    const rush = await Promise.allSettled([
      alice.api.item.update({ item_id, item_name: 'x', item_domain: 'rush' }),
      bob.api.item.update({ item_id: other, item_name: 'x', item_domain: 'rush' }),
    ])
    expect(rush.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(rush.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 10304 } })
  })

  it('are available to managers, but not to members and visitors', async () => {
    await aMember(product, item_id, bob)
    for (const who of [bob, product.visitor()]) {
      const calls = [who.api.item.update({ item_id, item_name: 'Bobs' }), who.api.item.detail({ item_id })]
      await areRefused(calls, who === bob ? 10303 : 10102)
    }
    expect(await product.admin.api.item.update({ item_id, item_name: 'By the administrator' })).toBe(1)
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ item_name: 'By the administrator', uid: alice.uid })
  })

  it('return the same error for a missing item as for one without access', async () => {
    const foreign = await alice.api.item.detail({ item_id: '1' }).catch((error: Error) => error.message)
    expect(await bob.api.item.detail({ item_id }).catch((error: Error) => error.message)).toBe(foreign)
  })

  it('cannot be changed once the item is archived, even by administrators', async () => {
    await archive(product, item_id)
    for (const who of [alice, product.admin])
      await expect(who.api.item.update({ item_id, item_name: 'Late' })).rejects.toMatchObject({
        code: 10103,
        message: expect.stringMatching(/archived/),
      })
    expect(await alice.api.item.detail({ item_id })).toMatchObject({ is_archived: '1', item_name: 'By the administrator' })
  })
})
