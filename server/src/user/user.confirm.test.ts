import { beforeEach, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { anItem, areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'

/* S163: what requires the own password accepts a confirmed session in its place. */
onEachDatabase('confirming that it is the person', (product) => {
  let alice: TestUser
  beforeEach(async () => {
    alice = await product.user('alice')
  })
  const confirm = (who: TestUser, given: { password?: string; code?: string }) => who.api.user.confirm({ password: '', code: '', ...given })
  const usual = { name: 'CI', item_ids: '', days: '30', is_admin: '0', is_limited: '0', level: '4' }

  it('is needed for each of these calls when the password is empty, and holds for ten minutes in this session', async () => {
    const item_id = await anItem(alice)
    const other = product.visitor()
    await other.api.user.login({ username: alice.username, password: PASSWORD })
    const calls = (who: TestUser) => [
      who.api.item.archive({ item_id, password: '' }),
      who.api.item.attorn({ item_id, username: 'admin', password: '' }),
      who.api.user.updateEmail({ email: `${alice.username}@example.test`, password: '' }),
      who.api.token.save({ ...usual, password: '' }),
    ]
    await areRefused(calls(alice), 10208)
    await areRefused([alice.api.secondStep.beginTotp({})], 10223)
    await areRefused([confirm(alice, { password: 'wrong one 1' })], 10208)
    const { until } = await confirm(alice, { password: PASSWORD })
    expect(Number(until)).toBeGreaterThan(product.server.services.now() + 590)
    expect(await alice.api.secondStep.info({})).toMatchObject({ confirmed_until: until })
    await areRefused(calls(other), 10208)
    // A wrong password is still wrong, and the old password is needed for a new one.
    await areRefused([alice.api.item.archive({ item_id, password: 'wrong one 1' })], 10208)
    await areRefused([alice.api.user.resetPassword({ password: '', new_password: 'another horse 8', end_tokens: '0' })], 10101)
    const reset = later(product, 601)
    await areRefused(calls(alice), 10208)
    reset()
    expect(await alice.api.token.save({ ...usual, password: '' })).toMatchObject({ name: 'CI' })
    expect(await alice.api.item.archive({ item_id, password: '' })).toBe(1)
  })

  it('never by a token, for which the password stays necessary', async () => {
    const item_id = await anItem(alice)
    await confirm(alice, { password: PASSWORD })
    const { token } = await alice.api.token.save({ ...usual, password: '' })
    const call = async (path: string, fields: Record<string, string>) =>
      (
        await product.send({
          method: 'POST',
          url: `/api/${path}`,
          payload: new URLSearchParams(fields).toString(),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).json().error_code
    expect([await call('item/archive', { item_id, password: '' }), await call('item/archive', { item_id, password: PASSWORD })]).toEqual([
      10208, 0,
    ])
    const sessionOnly = await call('user/confirm', { password: PASSWORD })
    expect(sessionOnly).toBeGreaterThan(0)
  })

  it('by a code or a recovery code, each once', async () => {
    const { secret, codes } = await enrol(product, alice)
    await product.server.services.store.db.updateTable('session').set({ confirmed_until: 0 }).execute()
    const code = await freshCode(product, alice, secret)
    await confirm(alice, { code })
    await areRefused([confirm(alice, { code }), confirm(alice, { code: '000000' })], 10221)
    await confirm(alice, { code: codes[0] as string })
    await areRefused([confirm(alice, { code: codes[0] as string })], 10221)
    await areRefused([confirm(alice, {})], 10223)
  })

  it('by a sign-in of the last ten minutes for an account without password and method', async () => {
    const { db } = product.server.services.store
    await db.updateTable('user').set({ password_hash: '' }).where('uid', '=', Number(alice.uid)).execute()
    expect(await alice.api.secondStep.info({})).toMatchObject({ confirm_by: ['fresh'], has_password: false })
    await areRefused([confirm(alice, { password: PASSWORD })], 10208)
    await areRefused([confirm(alice, { code: '000000' })], 10221)
    const reset = later(product, 601)
    await areRefused([confirm(alice, {})], 10223)
    reset()
    await confirm(alice, {})
    const { secret } = await enrol(product, alice, '')
    await areRefused([confirm(alice, {})], 10223)
    await confirm(alice, { code: await freshCode(product, alice, secret) })
  })
})
