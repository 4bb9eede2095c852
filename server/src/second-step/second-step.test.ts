import { beforeEach, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'
import { codeAt, stepAt } from './totp.rules.ts'

onEachDatabase('a second step', (product) => {
  let alice: TestUser
  let secret: Buffer
  let codes: string[]
  beforeEach(async () => {
    alice = await product.user('alice')
    ;({ secret, codes } = await enrol(product, alice))
  })
  const now = () => product.server.services.now()
  const logIn = (who = product.visitor(), more = {}) => who.api.user.login({ username: alice.username, password: PASSWORD, ...more })

  it('W47: is asked for after the right password, in a session that is a visitor until then', async () => {
    const who = product.visitor()
    await expect(logIn(who)).rejects.toMatchObject({
      code: 10220,
      data: { methods: ['totp', 'recovery'], until: String(now() + 600), trust_days: '30' },
    })
    const before = who.headers['cookie']
    await areRefused([who.api.user.info({}), who.api.item.myList({})], 10102)
    await areRefused([who.api.user.secondStep({ code: '12345' }), who.api.user.secondStep({ code: '1234567' })], 10221)
    expect(await who.api.user.secondStep({ code: await freshCode(product, alice, secret) })).toMatchObject({
      uid: alice.uid,
      must_enrol: '0',
    })
    expect(who.headers['cookie']).not.toBe(before)
    expect(await who.api.user.info({})).toMatchObject({ uid: alice.uid })
    await areRefused([product.visitor().api.user.secondStep({ code: codes[0] })], 10221)
  })
})
