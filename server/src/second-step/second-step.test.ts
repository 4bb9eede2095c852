import { beforeEach, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { bytesOf, enrol, freshCode } from '../test/second-step.ts'
import { makeToken } from '../user/user.store.ts'
import { codeAt, stepAt } from './totp.rules.ts'

onEachDatabase('a second step', (product) => {
  let alice: TestUser
  let secret: Buffer
  let codes: string[]
  beforeEach(async () => {
    alice = await product.user('alice')
    ;({ secret, codes } = await enrol(product, alice))
  })
  const visitor = () => product.visitor()
  const db = () => product.server.services.store.db
  const now = () => product.server.services.now()
  const logIn = (who = visitor(), more = {}) => who.api.user.login({ username: alice.username, password: PASSWORD, ...more })
  /** A visitor whose sign-in waits for the code. */
  async function waiting() {
    const who = visitor()
    await expect(logIn(who)).rejects.toMatchObject({ code: 10220 })
    return who
  }
  const fresh = () => freshCode(product, alice, secret)
  const finish = (who: TestUser, code: string) => who.api.user.secondStep({ code, trust: '0' })
  const noticesOf = async (who: TestUser) => (await who.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)

  it('W47: is asked for after the right password, in a session that is a visitor until then', async () => {
    expect(new Set(codes).size).toBe(10)
    const who = visitor()
    const data = {
      methods: ['totp', 'recovery'],
      until: expect.toSatisfy((until) => Math.abs(Number(until) - now() - 600) <= 2),
      trust_days: '30',
    }
    await expect(logIn(who)).rejects.toMatchObject({ code: 10220, data, message: expect.stringContaining('token') })
    const pending = { ...who.headers }
    await areRefused([who.api.user.info({}), who.api.item.myList({}), who.api.secondStep.info({})], 10102)
    await areRefused([finish(who, '12345'), finish(who, '1234567')], 10221)
    expect(await finish(who, await fresh())).toMatchObject({ uid: alice.uid, must_enrol: '0' })
    expect(await who.api.user.info({})).toMatchObject({ uid: alice.uid })
    // S156: the session of the first step has ended, so that a person who knows its cookie has nothing.
    expect(who.headers['cookie']).not.toBe(pending['cookie'])
    await areRefused([finish(visitor(), codes[0] as string)], 10221, 'expired')
    const reply = await product.send({ url: '/api/user/info', headers: pending })
    expect(reply.json()).toMatchObject({ error_code: 10102 })
  })

  it('W47: is taken with the password in one call, also in full-width digits, and never twice', async () => {
    const code = await fresh()
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    expect(await logIn(visitor(), { otp: wide })).toMatchObject({ uid: alice.uid })
    await areRefused([logIn(visitor(), { otp: code })], 10221)
    await areRefused([finish(await waiting(), code)], 10221)
    const bob = await product.user('bob')
    const other = await enrol(product, bob)
    await areRefused([logIn(visitor(), { otp: await freshCode(product, bob, other.secret) })], 10221)
  })

  it('R24: ends when its last two methods are removed at the same time', async () => {
    const uid = Number(alice.uid)
    const app = await db().selectFrom('second_step').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
    for (let round = 0; round < 10; round++) {
      await db().updateTable('user').set({ has_second_step: 1, has_passkey: 1 }).where('uid', '=', uid).execute()
      await db()
        .insertInto('second_step')
        .values(app)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const passkey = { uid, credential_id: `${uid} ${round}`, handle: 'h', public_key: 'k', counter: 0, name: 'Key', addtime: 1 }
      const { passkey_id } = await db()
        .insertInto('passkey')
        .values({ ...passkey, transports: '', is_uv: 1, is_backed_up: 0, used_time: 0 })
        .returning('passkey_id')
        .executeTakeFirstOrThrow()
      await Promise.all([alice.api.secondStep.endTotp({}), alice.api.secondStep.endPasskey({ passkey_id: String(passkey_id) })])
      const state = db().selectFrom('user').select(['has_second_step', 'has_passkey']).where('uid', '=', uid)
      expect(await state.executeTakeFirst()).toEqual({ has_second_step: 0, has_passkey: 0 })
    }
    expect(await logIn()).toMatchObject({ uid: alice.uid })
  })

  it('R24: keeps one of its last two methods when both are removed at the same time and the site requires one', async () => {
    const uid = Number(alice.uid)
    const app = await db().selectFrom('second_step').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
    const value = JSON.stringify({ mfa_require: 2, people_since: 1 })
    await db().insertInto('site_config').values({ name: 'sign_in', value }).execute()
    for (let round = 0; round < 10; round++) {
      await db().updateTable('user').set({ has_second_step: 1, has_passkey: 1 }).where('uid', '=', uid).execute()
      await db()
        .insertInto('second_step')
        .values(app)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db().deleteFrom('passkey').where('uid', '=', uid).execute()
      const passkey = { uid, credential_id: `${uid} ${round}`, handle: 'h', public_key: 'k', counter: 0, name: 'Key', addtime: 1 }
      const { passkey_id } = await db()
        .insertInto('passkey')
        .values({ ...passkey, transports: '', is_uv: 1, is_backed_up: 0, used_time: 0 })
        .returning('passkey_id')
        .executeTakeFirstOrThrow()
      const ends = await Promise.allSettled([
        alice.api.secondStep.endTotp({}),
        alice.api.secondStep.endPasskey({ passkey_id: String(passkey_id) }),
      ])
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect((await alice.api.secondStep.info({})).methods).toHaveLength(1)
    }
    await db().deleteFrom('site_config').where('name', '=', 'sign_in').execute()
  })

  it('S157: a code that is sent in parallel opens one session', async () => {
    const code = await fresh()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => logIn(visitor(), { otp: code })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('S156: ends with a new password, with the account, and after ten minutes', async () => {
    const [changed, disabled, late] = [await waiting(), await waiting(), await waiting()]
    const reset = later(product, 601)
    await areRefused([finish(late, await fresh())], 10221, 'expired')
    reset()
    await alice.api.user.resetPassword({ password: PASSWORD, new_password: 'another horse 8', end_tokens: '0' })
    await areRefused([finish(changed, await fresh())], 10221, 'expired')
    await db().updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(alice.uid)).execute()
    await areRefused([finish(disabled, await fresh())], 10221, 'expired')
  })

  it('S160: five wrong codes end the attempt, ten within an hour stop codes for an hour, and a right password changes nothing', async () => {
    const first = await waiting()
    for (let n = 0; n < 4; n++) await areRefused([finish(first, '000000')], 10221, 'not correct')
    await areRefused([finish(first, '000000')], 10221, 'expired')
    await areRefused([finish(first, await fresh())], 10221, 'expired')
    const second = await waiting()
    for (let n = 0; n < 4; n++) await areRefused([finish(second, 'AAAAA-AAAAA')], 10221, 'not correct')
    await areRefused([logIn(visitor(), { otp: '000000' })], 10221, '60 minutes')
    await areRefused([logIn(visitor(), { otp: codes[0] as string })], 10221, '60 minutes')
    await areRefused([finish(await waiting(), await fresh())], 10221, '60 minutes')
    expect(await noticesOf(alice)).toContain('Many wrong codes')
    const reset = later(product, 3601)
    expect(await logIn(visitor(), { otp: await fresh() })).toMatchObject({ uid: alice.uid })
    reset()
  })

  it('S160: a recovery code signs in once, in any form, also in parallel; the person is informed', async () => {
    const [one = '', two = ''] = codes
    expect(await logIn(visitor(), { otp: one.toLowerCase().replace('-', ' ') })).toMatchObject({ uid: alice.uid })
    await areRefused([logIn(visitor(), { otp: one })], 10221)
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => logIn(visitor(), { otp: two })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await alice.api.secondStep.info({})).toMatchObject({ codes_left: '8', codes_total: '10', methods: ['totp'] })
    const texts = (await alice.api.notice.getList({ notice_type: 'all' })).map(({ notice_content }) => notice_content)
    expect(texts.filter((text) => text.includes('recovery code'))).toHaveLength(2)
  })

  it('S160: new codes end the previous ones, and the database has none of them', async () => {
    const fresh = (await alice.api.secondStep.newCodes({})).codes
    await areRefused([logIn(visitor(), { otp: codes[0] as string })], 10221)
    const stored = JSON.stringify([
      await db().selectFrom('recovery_code').selectAll().execute(),
      await db().selectFrom('second_step').selectAll().execute(),
      await db().selectFrom('audit').selectAll().execute(),
      await db().selectFrom('notice').selectAll().execute(),
    ])
    for (const text of [...fresh, ...fresh.map((code) => code.replace('-', '')), secret.toString('base64')])
      expect(stored).not.toContain(text)
    expect(await logIn(visitor(), { otp: fresh[0] as string })).toMatchObject({ uid: alice.uid })
  })

  it('is set up with a right code within ten minutes, needs a confirmed session, and ends its other sessions', async () => {
    const bob = await product.user('bob')
    const other = visitor()
    await other.api.user.login({ username: bob.username, password: PASSWORD })
    await areRefused([bob.api.secondStep.beginTotp({}), bob.api.secondStep.addTotp({ code: '1', end_others: '0' })], 10223)
    await bob.api.user.confirm({ password: PASSWORD, code: '' })
    await areRefused([bob.api.secondStep.addTotp({ code: '000000', end_others: '0' })], 10101, 'Start it again')
    const begun = await bob.api.secondStep.beginTotp({})
    expect(begun).toMatchObject({ otpauth: expect.stringContaining(`otpauth://totp/Sheaf:${bob.username}?secret=${begun.secret}`) })
    expect(begun.svg).toMatch(/^<svg [^>]*><path [^>]*\/><path [^>]*\/><\/svg>$/)
    await areRefused([bob.api.secondStep.addTotp({ code: '000000', end_others: '0' })], 10221)
    expect(await bob.api.secondStep.info({})).toMatchObject({ methods: [], confirm_by: ['password'] })
    const { secret } = await enrol(product, bob)
    await bob.api.secondStep.beginTotp({})
    const replaced = await enrolAgain(bob)
    await areRefused(
      [product.visitor().api.user.login({ username: bob.username, password: PASSWORD, otp: codeAt(secret, stepAt(now())) })],
      10221,
    )
    expect(replaced).toEqual([])
    await areRefused([other.api.user.info({})], 10102)
    expect(await bob.api.user.info({})).toMatchObject({ uid: bob.uid })
    await bob.api.secondStep.endTotp({})
    expect(await product.visitor().api.user.login({ username: bob.username, password: PASSWORD })).toMatchObject({ uid: bob.uid })
    expect(await noticesOf(bob)).toEqual(['Second step switched off', 'Authenticator app replaced', 'Second step switched on'])
  })

  /** Replaces the app; the recovery codes stay. */
  async function enrolAgain(who: TestUser) {
    const { secret } = await who.api.secondStep.beginTotp({})
    return (await who.api.secondStep.addTotp({ code: codeAt(bytesOf(secret), stepAt(now())), end_others: '1' })).codes
  }

  it('leaves no row when its account is deleted', async () => {
    await waiting()
    await product.admin.api.adminUser.deleteUser({ uid: alice.uid })
    for (const table of ['second_step', 'recovery_code', 'device', 'pending_step'] as const)
      expect([table, await db().selectFrom(table).selectAll().where('uid', '=', Number(alice.uid)).execute()]).toEqual([table, []])
  })

  it('S161: stays after a forgotten password, which signs no one in', async () => {
    await db().updateTable('user').set({ email: 'alice@example.test' }).where('uid', '=', Number(alice.uid)).execute()
    const token = await makeToken(db(), 'reset', Number(alice.uid), 'alice@example.test', now() + 3600)
    const who = visitor()
    await who.api.user.resetPasswordByUrl({ new_password: 'fresh horse 77', uid: alice.uid, email: 'alice@example.test', token })
    await areRefused([who.api.user.info({})], 10102)
    await areRefused([who.api.user.login({ username: alice.username, password: 'fresh horse 77' })], 10220)
  })
})
