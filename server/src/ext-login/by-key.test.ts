import { createHash, createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { stopped } from '../test/clock.ts'
import { onEachDatabase, type Person } from '../test/product.ts'

let made = 0

onEachDatabase('the general key', (product) => {
  const db = () => product.server.house.store.db
  const admin = () => product.admin.api.adminSetting
  let key = ''
  // Links are signed by the second: a test says which one, however long it takes.
  beforeAll(() => void stopped(product))
  beforeEach(async () => {
    await db().deleteFrom('site_config').execute()
    key = (await admin().getLoginSecretKey({})).login_secret_key
  })
  const now = () => product.server.house.now()
  const somebody = () => `guest${++made}.${product.server.house.store.kind}`
  const hmac = (username: string, time: number) => createHmac('sha256', key).update(`${username}\n${time}`).digest('hex')
  const md5 = (username: string, time: number) => createHash('md5').update(`${username}${key}${time}`).digest('hex')
  async function come(username: string, more: { time?: number; token?: string; redirect?: string; who?: Person; headers?: object } = {}) {
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

  it('W17: a signed link lets in whoever it names, made when new', async () => {
    const username = somebody()
    const { who, status, location } = await come(username)
    expect([status, location]).toEqual([302, '/item/index'])
    const account = await who.api.user.info({})
    expect(account).toMatchObject({ username, groupid: '2' })
    expect(await who.api.user.outside({})).toMatchObject({ has_password: '0', identities: [] })
    const again = await come(username, { time: now() - 5, redirect: '/7/42?a=1' })
    expect(again.location).toBe('/7/42?a=1')
    expect((await again.who.api.user.info({})).uid).toBe(account.uid)
  })

  it('W17: a link counts once, also of two at the same moment, and a minute either way', async () => {
    const username = somebody()
    const both = await Promise.all([1, 2, 3].map(() => come(username)))
    expect(both.map((one) => one.status).sort()).toEqual([200, 200, 302])
    expect((await come(username, { time: now() - 59 })).status).toBe(302)
    for (const time of [now() - 62, now() + 63, 0]) expect((await come(username, { time })).code).toBe(10101)
    expect((await come(username, { time: now() + 55 })).status).toBe(302)
  })

  it('W17: the form with MD5 counts only where it is switched on, and once as well', async () => {
    const [username, time] = [somebody(), now() - 7]
    expect((await come(username, { time, token: md5(username, time) })).code).toBe(10101)
    await admin().saveConfig({ login_secret_md5: '1' })
    expect((await come(username, { time, token: md5(username, time) })).status).toBe(302)
    expect((await come(username, { time, token: md5(username, time) })).code).toBe(10101)
  })

  it('S79: what is not signed with the key of now is nobody', async () => {
    const username = somebody()
    const old = hmac(username, now())
    await admin().resetLoginSecretKey({})
    for (const token of [old, '', 'f'.repeat(64), '0', `${old}0`]) expect((await come(username, { token })).code).toBe(10101)
    await db().deleteFrom('site_config').execute()
    for (const without of ['', createHmac('sha256', '').update(`${username}\n${now()}`).digest('hex')])
      expect((await come(username, { token: without })).code).toBe(10101)
    expect(await db().selectFrom('user').select('uid').where('username', '=', username).execute()).toEqual([])
  })

  it('a boundary cannot be moved between name and time', async () => {
    const time = now()
    const token = hmac('a', time)
    expect((await come(`a\n${time}`, { time, token })).code).toBe(10101)
  })

  it('never lets in an administrator, under no spelling', async () => {
    for (const name of ['admin', 'ADMIN', ' admin ', 'ａdmin']) expect((await come(name)).code).toBe(10101)
    const alice = await product.user('alice')
    await product.admin.api.adminUser.update({ uid: alice.uid, groupid: '1' })
    expect((await come(alice.username)).code).toBe(10101)
  })

  it('S10: makes nobody where that is switched off, and no names that cannot be', async () => {
    for (const name of ['x', 'a b', '<b>', 'n\u200bame', '']) expect((await come(name)).code).toBe(10101)
    await admin().saveConfig({ ext_register_open: '0' })
    const alice = await product.user('alice')
    expect((await come(somebody())).code).toBe(10101)
    expect((await come(alice.username)).status).toBe(302)
    await admin().saveConfig({ ext_register_open: '1', register_open: '0' })
    expect((await come(somebody())).status).toBe(302)
  })

  it('S16: whoever was disabled or deleted stays out until an administrator says otherwise', async () => {
    const username = somebody()
    const { uid } = await (await come(username)).who.api.user.info({})
    await product.admin.api.adminUser.update({ uid, is_disabled: '1' })
    expect((await come(username, { time: now() - 1 })).code).toBe(10101)
    await product.admin.api.adminUser.update({ uid, is_disabled: '0' })
    await product.admin.api.adminUser.deleteUser({ uid })
    expect((await come(username, { time: now() - 2 })).code).toBe(10101)
    await product.admin.api.adminUser.addUser({ uid: '', username, password: 'long enough 1', name: '' })
    const back = await come(username, { time: now() - 3 })
    expect((await back.who.api.user.info({})).uid).not.toBe(uid)
  })

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test/', '/%09/evil.test', 'javascript:alert(1)'])(
    'S88: %j leads to one’s own items',
    async (redirect) => {
      expect((await come(somebody(), { redirect })).location).toBe('/item/index')
    },
  )

  it('a person in a browser is told on the login what is wrong', async () => {
    const asked = { token: 'x', headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }, redirect: '/7' }
    expect((await come(somebody(), asked)).location).toBe('/user/login?problem=outsideKey&redirect=%2F7')
  })

  it('is written in the log without the key', async () => {
    const username = somebody()
    await come(username)
    const log = await db().selectFrom('audit').selectAll().where('username', '=', username).execute()
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['register', 'key'],
      ['externalLogin', 'key'],
    ])
    expect(JSON.stringify(log)).not.toContain(key)
  })

  it('leads below the path the site is served under', async () => {
    const { config } = product.server.house
    config.BASE_PATH = '/docs'
    try {
      const [username, time] = [somebody(), now()]
      const query = new URLSearchParams({ username, time: String(time), token: hmac(username, time), redirect: '/7' })
      const { headers } = await product.send({ url: `/docs/api/ExtLogin/bySecretKey?${query}` })
      expect(headers.location).toBe('/docs/7')
    } finally {
      config.BASE_PATH = ''
    }
  })
})
