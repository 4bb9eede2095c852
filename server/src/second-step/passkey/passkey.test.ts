import { beforeEach, expect, it } from 'vitest'
import { Authenticator, addPasskey, passkeyLogin } from '../../test/authenticator.ts'
import { later } from '../../test/clock.ts'
import { areRefused } from '../../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../../test/product.ts'
import { enrol, freshCode } from '../../test/second-step.ts'

const ORIGIN = 'https://docs.example.test'

onEachDatabase(
  'passkeys',
  (product) => {
    let alice: TestUser
    const visitor = () => product.visitor()
    const db = () => product.server.services.store.db
    beforeEach(async () => {
      await db().deleteFrom('rate').execute()
      alice = await product.user('alice')
      await alice.api.user.confirm({ password: PASSWORD, code: '' })
    })
    const logIn = (who = visitor(), more = {}) => who.api.user.login({ username: alice.username, password: PASSWORD, ...more })
    const noticesOf = async (who: TestUser) =>
      (await who.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)
    const options = (who: TestUser, purpose = '') => who.api.user.passkeyOptions({ username: '', purpose })
    /** A visitor whose sign-in waits for the second step. */
    async function waiting() {
      const who = visitor()
      await expect(logIn(who)).rejects.toMatchObject({ code: 10220 })
      return who
    }

    it('is added, signs in without a name or a password, is renamed and removed', async () => {
      const key = new Authenticator(ORIGIN, { isSynced: true })
      expect(await visitor().api.user.oauthInfo({})).toMatchObject({ passkey_open: '0' })
      const begun = await alice.api.secondStep.beginPasskey({})
      expect(begun).toMatchObject({
        rp: { id: 'docs.example.test' },
        user: { name: alice.username },
        attestation: 'none',
        excludeCredentials: [],
        pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
        authenticatorSelection: { userVerification: 'preferred', residentKey: 'preferred' },
      })
      expect(Buffer.from(begun.user.id, 'base64url')).toHaveLength(32)
      const { passkey, codes } = await alice.api.secondStep.addPasskey({ answer: JSON.stringify(key.create(begun)), name: ' Work laptop ' })
      expect(codes).toHaveLength(10)
      expect(passkey).toMatchObject({ name: 'Work laptop', is_uv: true, is_backed_up: true, used_time: '0' })
      expect(await alice.api.secondStep.info({})).toMatchObject({
        methods: ['passkey'],
        passkeys: [passkey],
        confirm_by: ['password', 'passkey', 'recovery'],
        codes_left: '10',
      })
      expect(await visitor().api.user.oauthInfo({})).toMatchObject({ passkey_open: '1' })

      const who = visitor()
      expect(await passkeyLogin(who.api, key)).toMatchObject({ uid: alice.uid, must_enrol: '0' })
      expect((await who.api.session.getList({}))[0]).toMatchObject({ way: 'passkey', is_own: true })
      const renamed = await alice.api.secondStep.renamePasskey({ passkey_id: passkey.passkey_id, name: 'Laptop' })
      expect(renamed).toMatchObject({ name: 'Laptop', used_time: expect.not.stringMatching(/^0$/) })
      // The second one has the same handle, and comes without new codes.
      const second = await alice.api.secondStep.beginPasskey({})
      expect([second.user.id, second.excludeCredentials.map(({ id }) => id)]).toEqual([begun.user.id, [key.credential_id]])
      const other = new Authenticator(ORIGIN)
      const added = await alice.api.secondStep.addPasskey({ answer: JSON.stringify(other.create(second)), name: '' })
      expect([added.codes, added.passkey.name]).toEqual([[], 'lightMyRequest'])
      await alice.api.secondStep.endPasskey({ passkey_id: passkey.passkey_id })
      await areRefused([passkeyLogin(visitor().api, key)], 10221, 'not known')
      await alice.api.secondStep.endPasskey({ passkey_id: added.passkey.passkey_id })
      expect(await alice.api.secondStep.info({})).toMatchObject({ methods: [], codes_total: '0', passkeys: [] })
      expect(await logIn()).toMatchObject({ uid: alice.uid })
      expect((await noticesOf(alice)).sort()).toEqual(
        ['A passkey was added', 'A passkey was added', 'A passkey was removed', 'Second step switched off'].sort(),
      )
    })

    it.each([-7, -8, -257])('signs with the algorithm %i', async (alg) => {
      const key = new Authenticator(ORIGIN, { alg })
      await addPasskey(alice.api, key)
      expect(await passkeyLogin(visitor().api, key)).toMatchObject({ uid: alice.uid })
    })

    it('W47: is a second step after the password, also without verification', async () => {
      const key = new Authenticator(ORIGIN, { verifies: false, counts: false })
      const { codes } = await addPasskey(alice.api, key, 'Security key')
      expect(await alice.api.secondStep.info({})).toMatchObject({ passkeys: [{ is_uv: false }] })
      await areRefused([passkeyLogin(visitor().api, key)], 10221, 'cannot sign in alone')
      const who = visitor()
      await expect(logIn(who)).rejects.toMatchObject({ code: 10220, data: { methods: ['passkey', 'recovery'], trust_days: '30' } })
      const asked = await options(who, 'step')
      expect(asked).toMatchObject({
        userVerification: 'preferred',
        allowCredentials: [{ id: key.credential_id, transports: ['hybrid', 'internal'] }],
      })
      const answer = JSON.stringify(key.get(asked, { handle: undefined }))
      expect(await who.api.user.secondStep({ code: '', passkey: answer, trust: '1' })).toMatchObject({ uid: alice.uid })
      expect((await who.api.session.getList({}))[0]).toMatchObject({ way: 'passkey' })
      // Not for the session of another sign-in, and not to sign in alone.
      const next = await waiting()
      const stolen = JSON.stringify(key.get(await options(next, 'step'), {}))
      await areRefused([(await waiting()).api.user.secondStep({ code: '', passkey: stolen, trust: '0' })], 10221, 'took too long')
      await areRefused([next.api.user.passkeyLogin({ answer: stolen })], 10221, 'took too long')
      await areRefused([options(visitor(), 'step')], 10221, 'expired')
      expect(await logIn(visitor(), { otp: codes[0] as string })).toMatchObject({ uid: alice.uid })
    })

    it('S156: five wrong answers end the attempt', async () => {
      const key = new Authenticator(ORIGIN)
      await addPasskey(alice.api, key)
      const who = await waiting()
      const wrong = async () => {
        const asked = await options(who, 'step')
        return who.api.user.secondStep({ code: '', passkey: JSON.stringify(key.get(asked, { flags: 0 })), trust: '0' })
      }
      for (let n = 0; n < 4; n++) await areRefused([wrong()], 10221, 'could not be verified')
      await areRefused([wrong()], 10221, 'expired')
      await areRefused([wrong()], 10221, 'expired')
    })

    it('S163: confirms that it is the person, in this session only, and a wrong one does not', async () => {
      const key = new Authenticator(ORIGIN)
      await addPasskey(alice.api, key)
      await db().updateTable('session').set({ confirmed_until: 0 }).execute()
      await areRefused([alice.api.secondStep.beginPasskey({}), alice.api.secondStep.endPasskey({ passkey_id: '1' })], 10223)
      const answer = async (say = {}) => JSON.stringify(key.get(await options(alice, 'confirm'), say))
      const confirm = (passkey: string, who = alice) => who.api.user.confirm({ password: '', code: '', passkey })
      await areRefused([confirm(await answer({ origin: 'https://docs.example.test:8443' }))], 10221)
      const right = await answer()
      const other = visitor()
      await passkeyLogin(other.api, key)
      await areRefused([confirm(right, other)], 10221)
      await confirm(await answer())
      expect(await alice.api.secondStep.beginPasskey({})).toMatchObject({ rp: { id: 'docs.example.test' } })
      await areRefused([options(visitor(), 'confirm')], 10102)
    })

    it('lives with an authenticator app: each can go first', async () => {
      const key = new Authenticator(ORIGIN)
      const { secret, codes } = await enrol(product, alice)
      const { passkey, codes: more } = await addPasskey(alice.api, key)
      expect([codes.length, more]).toEqual([10, []])
      expect(await alice.api.secondStep.info({})).toMatchObject({ methods: ['passkey', 'totp'] })
      expect(await logIn(visitor(), { otp: await freshCode(product, alice, secret) })).toMatchObject({ uid: alice.uid })
      await alice.api.secondStep.endTotp({})
      await areRefused([logIn(visitor(), { otp: await freshCode(product, alice, secret) })], 10221)
      expect(await alice.api.secondStep.info({})).toMatchObject({ methods: ['passkey'], codes_left: '10' })
      await enrol(product, alice)
      await alice.api.secondStep.endPasskey({ passkey_id: passkey.passkey_id })
      expect(await alice.api.secondStep.info({})).toMatchObject({ methods: ['totp'], codes_left: '10' })
      await areRefused([logIn()], 10220)
      expect(await noticesOf(alice)).toEqual(expect.arrayContaining(['Authenticator app removed', 'A passkey was removed']))
    })

    it('is of one person: another neither renames nor removes it, an administrator takes all off, and none outlives the account', async () => {
      const key = new Authenticator(ORIGIN)
      const { passkey } = await addPasskey(alice.api, key)
      const bob = await product.user('bob')
      await bob.api.user.confirm({ password: PASSWORD, code: '' })
      const { passkey_id } = passkey
      await areRefused(
        [bob.api.secondStep.renamePasskey({ passkey_id, name: 'Mine' }), bob.api.secondStep.endPasskey({ passkey_id })],
        10101,
      )
      const copied = { answer: JSON.stringify(key.create(await bob.api.secondStep.beginPasskey({}))), name: '' }
      await areRefused([bob.api.secondStep.addPasskey(copied)], 10101, 'registered already')
      expect(await bob.api.secondStep.info({})).toMatchObject({ methods: [] })
      expect(await product.admin.api.adminUser.sessions({ uid: alice.uid })).toMatchObject({ methods: ['passkey'] })
      await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
      await product.admin.api.adminUser.endSecondStep({ uid: alice.uid })
      await areRefused([passkeyLogin(visitor().api, key)], 10221)
      expect(await logIn()).toMatchObject({ uid: alice.uid })
      await addPasskey(bob.api, new Authenticator(ORIGIN))
      await product.admin.api.adminUser.deleteUser({ uid: bob.uid })
      expect(await db().selectFrom('passkey').select('uid').where('uid', '=', Number(bob.uid)).execute()).toEqual([])
    })

    it('has twenty at most, also in parallel', async () => {
      const keys = Array.from({ length: 18 }, () => new Authenticator(ORIGIN))
      for (const key of keys) {
        await db().deleteFrom('rate').execute()
        await addPasskey(alice.api, key)
      }
      await db().deleteFrom('rate').execute()
      const answers: string[] = []
      for (let n = 0; n < 4; n++)
        answers.push(JSON.stringify(new Authenticator(ORIGIN).create(await alice.api.secondStep.beginPasskey({}))))
      const results = await Promise.allSettled(answers.map((answer) => alice.api.secondStep.addPasskey({ answer, name: '' })))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      await areRefused([alice.api.secondStep.beginPasskey({})], 10101, '20 passkeys')
    })

    it('S159: a name has passkeys whether or not it exists, the same each time', async () => {
      const key = new Authenticator(ORIGIN)
      await addPasskey(alice.api, key)
      const without = await product.user('bob')
      const ask = async (username: string) => {
        const { challenge: _c, ...asked } = await visitor().api.user.passkeyOptions({ username, purpose: '' })
        return asked
      }
      const [real, bob, none] = [await ask(alice.username), await ask(without.username), await ask('no-such-person')]
      expect(real.allowCredentials).toEqual([{ type: 'public-key', id: key.credential_id }])
      expect([await ask(without.username.toUpperCase()), await ask(' no-such-person ')]).toEqual([bob, none])
      for (const asked of [bob, none]) {
        expect(Object.keys(asked)).toEqual(Object.keys(real))
        expect(asked).toMatchObject({ userVerification: 'required', rpId: 'docs.example.test' })
        expect(asked.allowCredentials.length).toBeGreaterThan(0)
        for (const one of asked.allowCredentials) {
          expect(Object.keys(one).sort()).toEqual(['id', 'type'])
          expect(Buffer.from(one.id, 'base64url').length).toBeGreaterThanOrEqual(20)
        }
      }
      expect(bob.allowCredentials[0]?.id).not.toBe(none.allowCredentials[0]?.id)
      // With a name, only a passkey of this account signs in, with or without its handle.
      expect(await passkeyLogin(visitor().api, key, { handle: undefined }, alice.username)).toMatchObject({ uid: alice.uid })
      await areRefused(
        [passkeyLogin(visitor().api, key, {}, without.username), passkeyLogin(visitor().api, key, {}, 'no-such-person')],
        10221,
      )
    })

    it('S161: signs in no disabled account, and no account after its passkey expired from the session', async () => {
      const key = new Authenticator(ORIGIN)
      await addPasskey(alice.api, key)
      const late = visitor()
      const asked = await options(late)
      const reset = later(product, 301)
      await areRefused([late.api.user.passkeyLogin({ answer: JSON.stringify(key.get(asked)) })], 10221, 'took too long')
      reset()
      await db().updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(alice.uid)).execute()
      await areRefused([passkeyLogin(visitor().api, key)], 10221, 'not known')
    })
  },
  { PUBLIC_URL: ORIGIN },
)

onEachDatabase('a site without an address for passkeys', (product) => {
  it('W55: says so, and has everything else', async () => {
    const alice = await product.user('alice')
    await alice.api.user.confirm({ password: PASSWORD, code: '' })
    expect(await alice.api.secondStep.info({})).toMatchObject({ has_passkey_address: false, passkeys: [] })
    await areRefused(
      [alice.api.secondStep.beginPasskey({}), product.visitor().api.user.passkeyOptions({ username: '', purpose: '' })],
      10101,
      'https',
    )
    const { codes } = await enrol(product, alice)
    expect(codes).toHaveLength(10)
  })
})
