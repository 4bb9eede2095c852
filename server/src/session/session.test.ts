import { beforeEach, expect, it } from 'vitest'
import { aBrowser as browserOf } from '../test/browser.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'

onEachDatabase('the sessions of a person', (product) => {
  let alice: TestUser
  beforeEach(async () => {
    alice = await product.user('alice')
  })
  const db = () => product.server.services.store.db

  function aBrowser(agent?: string) {
    const { jar, call } = browserOf(product, agent)
    const logIn = async (more = {}) => (await call('user/login', { username: alice.username, password: PASSWORD, ...more })).error_code
    const info = async () => (await call('user/info')).error_code
    return { jar, call, logIn, info }
  }
  const trustedRows = () => db().selectFrom('device').select('trusted_until').where('uid', '=', Number(alice.uid)).execute()

  it('S165: are listed with names of browser and system, without any token or hash', async () => {
    const browser = aBrowser()
    await browser.logIn()
    const list = await alice.api.session.getList({})
    expect(list).toMatchObject([
      { is_own: true, way: '', is_program: true },
      { is_own: false, way: 'password', browser: 'Firefox', system: 'macOS', is_program: false, address: '127.0.0.1', trusted_until: '0' },
    ])
    const { token_hash, beacon_hash, device_hash } = await db()
      .selectFrom('session')
      .selectAll()
      .orderBy('session_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const shown = JSON.stringify(list)
    for (const secret of [...browser.jar.values(), token_hash, String(beacon_hash), device_hash]) expect(shown).not.toContain(secret)
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      ['addtime', 'address', 'browser', 'is_own', 'is_program', 'seen_time', 'session_id', 'system', 'trusted_until', 'way'].sort(),
    )
  })

  it('S165: end with the next call, and those of another person are refused like missing ones', async () => {
    const [one, two, three] = [aBrowser(), aBrowser(), aBrowser()]
    for (const browser of [one, two, three]) await browser.logIn()
    const ids = (await alice.api.session.getList({})).filter(({ is_own }) => !is_own).map(({ session_id }) => session_id)
    const bob = await product.user('bob')
    for (const session_id of [ids[0] as string, '999999'])
      await areRefused([bob.api.session.end({ session_id }), bob.api.session.forgetDevice({ session_id })], 10101)
    await alice.api.session.end({ session_id: ids[0] as string })
    expect([await one.info(), await two.info(), await three.info()]).toEqual([0, 0, 10102])
    await areRefused([alice.api.session.end({ session_id: ids[0] as string })], 10101)
    expect(await alice.api.session.endOthers({})).toEqual({ ended: '2' })
    expect([await one.info(), await two.info(), (await alice.api.user.info({})).uid]).toEqual([10102, 10102, alice.uid])
    const [own] = await alice.api.session.getList({})
    await alice.api.session.end({ session_id: own?.session_id as string })
    await areRefused([alice.api.user.info({})], 10102)
  })

  it('are seen and ended by administrators, who see no secret of the second step', async () => {
    const { secret } = await enrol(product, alice)
    const seen = await product.admin.api.adminUser.sessions({ uid: alice.uid })
    expect(seen).toMatchObject({ methods: ['totp'], codes_left: '10', sessions: [{ is_own: false }] })
    await product.admin.api.adminUser.endSessions({ uid: alice.uid })
    await areRefused([alice.api.user.info({})], 10102)
    await areRefused([product.admin.api.adminUser.endSecondStep({ uid: alice.uid })], 10223)
    await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
    await areRefused([product.admin.api.adminUser.endSecondStep({ uid: product.admin.uid })], 10101)
    for (let twice = 0; twice < 2; twice++) await product.admin.api.adminUser.endSecondStep({ uid: alice.uid })
    const again = product.visitor()
    expect(await again.api.user.login({ username: alice.username, password: PASSWORD })).toMatchObject({ uid: alice.uid })
    const notices = (await again.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)
    expect(notices.slice(0, 2)).toEqual(['Your second step was removed', 'Your sessions were ended'])
    const logged = await db().selectFrom('audit').select('action').where('subject', '=', alice.username).execute()
    expect(logged.map(({ action }) => action)).toEqual(['sessionsEnded', 'secondStepRemoved'])
    expect(secret).toHaveLength(20)
  })

  it('W49: the cookie of a browser is set for a person only, and its name opens nothing by itself', async () => {
    const browser = aBrowser()
    await browser.call('common/verify')
    expect([...browser.jar.keys()]).toEqual(['sheaf_session'])
    await browser.logIn()
    const first = browser.jar.get('sheaf_device')
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    await browser.logIn()
    expect(browser.jar.get('sheaf_device')).toBe(first)
    // A value that this server has never set is replaced.
    const planted = aBrowser()
    planted.jar.set('sheaf_device', 'ab'.repeat(32))
    await planted.logIn()
    expect(planted.jar.get('sheaf_device')).not.toBe('ab'.repeat(32))
    expect(await aBrowser('curl/8.5').logIn()).toBe(0)
    const rows = JSON.stringify(await db().selectFrom('device').selectAll().execute())
    expect(rows).not.toContain(first as string)
  })

  it('S164: a trusted device needs the password alone, until the trust ends', async () => {
    const { secret } = await enrol(product, alice)
    const browser = aBrowser()
    const trust = async () => {
      expect(await browser.logIn()).toBe(10220)
      expect((await browser.call('user/secondStep', { code: await freshCode(product, alice, secret), trust: '1' })).error_code).toBe(0)
      expect(await browser.logIn()).toBe(0)
    }
    await trust()
    const listed = await alice.api.session.getList({})
    expect(listed.map(({ way, trusted_until }) => [way, trusted_until > '0'])).toEqual([
      ['', false],
      ['trusted', true],
    ])
    const session_id = listed[1]?.session_id as string
    // The cookie without the password, and with another account, opens nothing.
    const stolen = aBrowser()
    stolen.jar.set('sheaf_device', browser.jar.get('sheaf_device') as string)
    expect(await stolen.logIn({ password: 'wrong wrong 1' })).toBe(10204)
    const bob = await product.user('bob')
    await enrol(product, bob)
    expect(await stolen.logIn({ username: bob.username })).toBe(10220)
    await alice.api.session.forgetDevice({ session_id })
    expect(await browser.logIn()).toBe(10220)

    await trust()
    const [, other] = await alice.api.session.getList({})
    await alice.api.session.end({ session_id: other?.session_id as string })
    expect(await browser.logIn()).toBe(10220)
    await trust()
    await alice.api.session.endOthers({})
    expect(await browser.logIn()).toBe(10220)
    await trust()
    const admin = product.admin.api
    await enrolAdmin()
    await admin.adminSetting.saveSignIn({ trust_days: '0' })
    expect(await browser.logIn()).toBe(10220)
    await admin.adminSetting.saveSignIn({ trust_days: '30' })
    expect(await trustedRows()).not.toContainEqual({ trusted_until: expect.toSatisfy((at) => at > 0) })
    await trust()
    await alice.api.user.resetPassword({ password: PASSWORD, new_password: 'another horse 8', end_tokens: '0' })
    expect(await browser.logIn({ password: 'another horse 8' })).toBe(10220)
  })
  const enrolAdmin = () => product.admin.api.user.confirm({ password: product.admin.password, code: '' })

  it('S164: at most fifty browsers are known of a person', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({
      uid: Number(alice.uid),
      device_hash: `old ${n}`,
      addtime: n + 1,
      seen_time: n + 1,
    }))
    await db().insertInto('device').values(rows).execute()
    await aBrowser().logIn()
    const kept = await db().selectFrom('device').select('device_hash').where('uid', '=', Number(alice.uid)).execute()
    expect([kept.length, kept.some(({ device_hash }) => device_hash === 'old 0')]).toEqual([50, false])
  })

  it('W9: last as long as the site allows', async () => {
    const { now } = product.server.services
    const browser = aBrowser()
    await browser.logIn()
    const age = async (seen: number, opened: number) => {
      const times = { seen_time: now() - seen * 86_400, addtime: now() - opened * 86_400 }
      await db().updateTable('session').set(times).where('uid', '=', Number(alice.uid)).execute()
      return browser.info()
    }
    expect(await age(2, 8)).toBe(0)
    await enrolAdmin()
    await areRefused([product.admin.api.adminSetting.saveSignIn({ session_days: '91' })], 10101)
    const saved = await product.admin.api.adminSetting.saveSignIn({ session_idle_days: '1', session_days: '7' })
    expect(saved).toMatchObject({ session_idle_days: '1', session_days: '7', mfa_require: '0', trust_days: '30' })
    expect([await age(2, 2), await age(0, 8), await age(0, 6)]).toEqual([10102, 10102, 0])
    await product.admin.api.adminSetting.saveSignIn({ session_idle_days: '30', session_days: '90' })
  })
})
