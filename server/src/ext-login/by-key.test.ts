import { createHash, createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { readSignIn, storeSignIn } from '../auth/sign-in-settings.ts'
import { stopped } from '../test/clock.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { enrol } from '../test/second-step.ts'

let made = 0

onEachDatabase('login by signed link', (product) => {
  const db = () => product.server.services.store.db
  const admin = () => product.admin.api.adminSetting
  let key = ''
  // Links carry a time in seconds. The stopped clock makes it independent of the test's duration.
  beforeAll(() => void stopped(product))
  beforeEach(async () => {
    await db().deleteFrom('site_config').execute()
    key = (await admin().getLoginSecretKey({})).login_secret_key
  })
  const now = () => product.server.services.now()
  const newName = () => `guest${++made}.${product.server.services.store.kind}`
  const hmac = (username: string, time: number) => createHmac('sha256', key).update(`${username}\n${time}`).digest('hex')
  const md5 = (username: string, time: number) => createHash('md5').update(`${username}${key}${time}`).digest('hex')
  async function followLink(
    username: string,
    more: { time?: number; token?: string; redirect?: string; who?: TestUser; headers?: object } = {},
  ) {
    const { time = now(), token = hmac(username, time), redirect = '', who = product.visitor(), headers = {} } = more
    const query = new URLSearchParams({ username, time: String(time), token, redirect })
    const reply = await product.send({
      url: `/api/ExtLogin/bySecretKey?${query}`,
      headers: { ...who.headers, ...headers } as Record<string, string>,
    })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return { who, status: reply.statusCode, location: reply.headers.location, code: reply.statusCode === 302 ? 0 : reply.json().error_code }
  }

  it('W17: a signed link signs in the user it names and creates a new one', async () => {
    const username = newName()
    const { who, status, location } = await followLink(username)
    expect([status, location]).toEqual([302, '/item/index'])
    const account = await who.api.user.info({})
    expect(account).toMatchObject({ username, groupid: '2' })
    expect(await who.api.user.outside({})).toMatchObject({ has_password: '0', identities: [] })
    const again = await followLink(username, { time: now() - 5, redirect: '/7/42?a=1' })
    expect(again.location).toBe('/7/42?a=1')
    expect((await again.who.api.user.info({})).uid).toBe(account.uid)
  })

  it('S161: a signed link asks for the second step of its account with mfa_outside', async () => {
    const alice = await product.user('alice')
    await enrol(product, alice)
    expect((await followLink(alice.username)).location).toBe('/item/index')
    await storeSignIn(db(), { ...readSignIn(null), mfa_outside: 1 })
    const { who, location } = await followLink(alice.username, { time: now() - 1, headers: { accept: 'text/html' } })
    expect(location).toMatch(/^\/user\/secondStep\?/)
    await expect(who.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    expect(await followLink(alice.username, { time: now() - 2 })).toMatchObject({ status: 200, code: 10220 })
  })

  it('W17: a link works once, even concurrently, and within a minute of its time', async () => {
    const username = newName()
    const both = await Promise.all([1, 2, 3].map(() => followLink(username)))
    expect(both.map((one) => one.status).sort()).toEqual([200, 200, 302])
    expect((await followLink(username, { time: now() - 59 })).status).toBe(302)
    for (const time of [now() - 62, now() + 63, 0]) expect((await followLink(username, { time })).code).toBe(10101)
    expect((await followLink(username, { time: now() + 55 })).status).toBe(302)
  })

  it('W17: an MD5 link works only when enabled, and once', async () => {
    const [username, time] = [newName(), now() - 7]
    expect((await followLink(username, { time, token: md5(username, time) })).code).toBe(10101)
    await admin().saveConfig({ login_secret_md5: '1' })
    expect((await followLink(username, { time, token: md5(username, time) })).status).toBe(302)
    expect((await followLink(username, { time, token: md5(username, time) })).code).toBe(10101)
  })

  it('S79: refuses a link that is not signed with the current key', async () => {
    const username = newName()
    const old = hmac(username, now())
    await admin().resetLoginSecretKey({})
    for (const token of [old, '', 'f'.repeat(64), '0', `${old}0`]) expect((await followLink(username, { token })).code).toBe(10101)
    await db().deleteFrom('site_config').execute()
    for (const without of ['', createHmac('sha256', '').update(`${username}\n${now()}`).digest('hex')])
      expect((await followLink(username, { token: without })).code).toBe(10101)
    expect(await db().selectFrom('user').select('uid').where('username', '=', username).execute()).toEqual([])
  })

  it('refuses a name that shifts the boundary to the time', async () => {
    const time = now()
    const token = hmac('a', time)
    expect((await followLink(`a\n${time}`, { time, token })).code).toBe(10101)
  })

  it('never signs in an administrator, in any spelling of the name', async () => {
    for (const name of ['admin', 'ADMIN', ' admin ', 'ａdmin']) expect((await followLink(name)).code).toBe(10101)
    const alice = await product.user('alice')
    await product.admin.api.adminUser.update({ uid: alice.uid, groupid: '1' })
    expect((await followLink(alice.username)).code).toBe(10101)
  })

  it('S10: creates no user when registration is off, and none with an invalid name', async () => {
    for (const name of ['x', 'a b', '<b>', 'n\u200bame', '']) expect((await followLink(name)).code).toBe(10101)
    await admin().saveConfig({ ext_register_open: '0' })
    const alice = await product.user('alice')
    expect((await followLink(newName())).code).toBe(10101)
    expect((await followLink(alice.username)).status).toBe(302)
    await admin().saveConfig({ ext_register_open: '1', register_open: '0' })
    expect((await followLink(newName())).status).toBe(302)
  })

  it('S16: a disabled or deleted user stays out until an administrator restores them', async () => {
    const username = newName()
    const { uid } = await (await followLink(username)).who.api.user.info({})
    await product.admin.api.adminUser.update({ uid, is_disabled: '1' })
    expect((await followLink(username, { time: now() - 1 })).code).toBe(10101)
    await product.admin.api.adminUser.update({ uid, is_disabled: '0' })
    await product.admin.api.adminUser.deleteUser({ uid })
    expect((await followLink(username, { time: now() - 2 })).code).toBe(10101)
    await product.admin.api.adminUser.addUser({ uid: '', username, password: 'long enough 1', name: '' })
    const back = await followLink(username, { time: now() - 3 })
    expect((await back.who.api.user.info({})).uid).not.toBe(uid)
  })

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test/', '/%09/evil.test', 'javascript:alert(1)'])(
    'S88: %j redirects to the user’s items',
    async (redirect) => {
      expect((await followLink(newName(), { redirect })).location).toBe('/item/index')
    },
  )

  it('redirects a browser to the login screen with the problem', async () => {
    const wrong = { token: 'x', headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }, redirect: '/7' }
    expect((await followLink(newName(), wrong)).location).toBe('/user/login?problem=outsideKey&redirect=%2F7')
  })

  it('is recorded in the audit log without the key', async () => {
    const username = newName()
    await followLink(username)
    const log = await db().selectFrom('audit').selectAll().where('username', '=', username).execute()
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['register', 'key'],
      ['externalLogin', 'key'],
    ])
    expect(JSON.stringify(log)).not.toContain(key)
  })

  it('redirects below the base path of the site', async () => {
    const { config } = product.server.services
    config.BASE_PATH = '/docs'
    try {
      const [username, time] = [newName(), now()]
      const query = new URLSearchParams({ username, time: String(time), token: hmac(username, time), redirect: '/7' })
      const { headers } = await product.send({ url: `/docs/api/ExtLogin/bySecretKey?${query}` })
      expect(headers.location).toBe('/docs/7')
    } finally {
      config.BASE_PATH = ''
    }
  })
})
