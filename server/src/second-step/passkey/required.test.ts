import { beforeEach, expect, it } from 'vitest'
import { Authenticator, addPasskey, passkeyLogin } from '../../test/authenticator.ts'
import { aBrowser } from '../../test/browser.ts'
import { later } from '../../test/clock.ts'
import { areRefused } from '../../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../../test/product.ts'
import { enrol, freshCode } from '../../test/second-step.ts'

const ORIGIN = 'https://docs.example.test'
const DAY = 86_400

onEachDatabase(
  'a passkey that the site requires of administrators',
  (product) => {
    const db = () => product.server.services.store.db
    let boss: TestUser
    const ownKey = new Authenticator(ORIGIN)
    const save = (fields: Parameters<TestUser['api']['adminSetting']['saveSignIn']>[0], who = product.admin) =>
      who.api.adminSetting.saveSignIn(fields)
    const confirmed = (who: TestUser, password = PASSWORD) => who.api.user.confirm({ password, code: '' })
    const logIn = (who: TestUser, more = {}) => who.api.user.login({ username: boss.username, password: PASSWORD, ...more })
    beforeEach(async () => {
      await db().deleteFrom('site_config').execute()
      await db().deleteFrom('rate').execute()
      boss = await product.user('boss')
      await db().updateTable('user').set({ groupid: 1 }).where('uid', '=', Number(boss.uid)).execute()
      await confirmed(boss)
      await confirmed(product.admin, product.admin.password)
    })

    it('S162: is switched on by an administrator who has one, and keeps them one', async () => {
      await areRefused([save({ mfa_require: '1', mfa_passkey_only: '1' }, boss)], 10101, 'second step for your own')
      await enrol(product, boss)
      await areRefused([save({ mfa_require: '1', mfa_passkey_only: '1' }, boss)], 10101, 'Add a passkey')
      // Without a second step that is required, it says nothing.
      expect(await save({ mfa_passkey_only: '1' }, boss)).toMatchObject({ mfa_passkey_only: '1', passkey_from: '0' })
      const { passkey } = await addPasskey(boss.api, new Authenticator(ORIGIN))
      const saved = await save({ mfa_require: '1' }, boss)
      expect(Number(saved.passkey_from)).toBeGreaterThan(product.server.services.now() + 13 * DAY)
      expect(saved).toMatchObject({ has_own_passkey: true, admins_passkey: '1', has_passkey_address: true })
      await areRefused([boss.api.secondStep.endPasskey({ passkey_id: passkey.passkey_id })], 10101, 'requires a passkey')
      await boss.api.secondStep.endTotp({})
      await areRefused([boss.api.secondStep.endPasskey({ passkey_id: passkey.passkey_id })], 10101)
      await save({ mfa_require: '0' }, boss)
      await boss.api.secondStep.endPasskey({ passkey_id: passkey.passkey_id })
    })

    it('S164: after the days, codes of an app and trusted devices are not enough; a recovery code and a passkey are', async () => {
      const key = new Authenticator(ORIGIN)
      const { secret, codes } = await enrol(product, boss)
      await addPasskey(boss.api, key)
      const who = aBrowser(product)
      const enter = async (more = {}) =>
        (await who.call('user/login', { username: boss.username, password: PASSWORD, ...more })) as { error_code: number; data: unknown }
      const step = (fields: Record<string, string>) => who.call('user/secondStep', { trust: '1', ...fields })
      expect(await enter()).toMatchObject({ error_code: 10220, data: { methods: ['passkey', 'totp', 'recovery'], trust_days: '30' } })
      expect(await step({ code: await freshCode(product, boss, secret) })).toMatchObject({ error_code: 0 })
      await save({ mfa_require: '1', mfa_passkey_only: '1', mfa_grace_days: '2' }, boss)
      expect(await enter()).toMatchObject({ error_code: 0 })
      const reset = later(product, 2 * DAY + 1)
      expect(await enter()).toMatchObject({ error_code: 10220, data: { methods: ['passkey', 'recovery'], trust_days: '0' } })
      const code = await freshCode(product, boss, secret)
      expect(await step({ code })).toMatchObject({ error_code: 10221, error_message: expect.stringContaining('with a passkey') })
      await areRefused([logIn(product.visitor(), { otp: code })], 10221, 'with a passkey')
      const asked = (await who.call('user/passkeyOptions', { purpose: 'step' })).data as never
      const answered = await step({ passkey: JSON.stringify(key.get(asked)) })
      expect(answered).toMatchObject({ error_code: 0, data: { uid: boss.uid, must_enrol: '0' } })
      // It is not trusted afterwards either.
      expect(await enter()).toMatchObject({ error_code: 10220 })
      expect(await logIn(product.visitor(), { otp: codes[0] as string })).toMatchObject({ uid: boss.uid })
      expect(await passkeyLogin(product.visitor().api, key)).toMatchObject({ uid: boss.uid })
      reset()
    })

    it('S162: an administrator with an app alone is led to a passkey, and everyone else is not asked', async () => {
      const alice = await product.user('alice')
      await confirmed(alice)
      const ofAlice = await enrol(product, alice)
      const { secret } = await enrol(product, boss)
      await addPasskey(product.admin.api, ownKey).catch(() => {})
      await save({ mfa_require: '2', mfa_passkey_only: '1', mfa_grace_days: '0' })
      await areRefused([boss.api.adminLog.getList({}), boss.api.item.myList({})], 10222)
      const who = product.visitor()
      const code = await freshCode(product, boss, secret)
      expect(await logIn(who, { otp: code })).toMatchObject({ must_enrol: '1' })
      await areRefused([who.api.item.myList({})], 10222)
      expect(await who.api.secondStep.info({})).toMatchObject({ passkey_from: expect.not.stringMatching(/^0$/), methods: ['totp'] })
      await confirmed(who)
      await addPasskey(who.api, new Authenticator(ORIGIN))
      expect(await who.api.item.myList({})).toEqual([])
      const login = { username: alice.username, password: PASSWORD, otp: await freshCode(product, alice, ofAlice.secret) }
      expect(await product.visitor().api.user.login(login)).toMatchObject({ must_enrol: '0' })
      // A site that can no longer use passkeys accepts codes again.
      const { config } = product.server.services
      product.server.services.config = { ...config, PUBLIC_URL: 'http://docs.example.test' }
      expect(await boss.api.item.myList({})).toEqual([])
      product.server.services.config = config
    })
  },
  { PUBLIC_URL: ORIGIN },
)
