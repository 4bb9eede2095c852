import { beforeAll, expect, it } from 'vitest'
import { rates } from '../http/limits/rate.ts'
import { tidy } from '../retention/retention.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

const SOLUTION = 'abc12'

onEachDatabase('clients without a session', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  const draw = async () => (await product.visitor().api.common.createCaptcha({})).captcha_id
  const enter = async (who: TestUser, username: string, password = PASSWORD, captcha = SOLUTION, captcha_id?: string) =>
    who.api.user.loginByVerify({ username, password, captcha, captcha_id: captcha_id ?? (await draw()) })
  const join = async (username: string, more: Record<string, string> = {}) =>
    product.visitor().api.user.registerByVerify({ username, password: PASSWORD, confirm_password: PASSWORD, captcha: SOLUTION, ...more })

  it('get a challenge by its id, and log in with its solution', async () => {
    const captcha_id = await draw()
    expect(captcha_id).toMatch(/^\d{1,10}$/)
    for (const method of ['GET', 'POST'] as const) {
      const reply = await product.send({ method, url: `/server/index.php?s=/api/common/showCaptcha&captcha_id=${captcha_id}` })
      expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload.subarray(1, 4).toString()]).toEqual([
        200,
        'image/png',
        'PNG',
      ])
      expect(reply.headers).not.toHaveProperty('set-cookie')
    }
    const visitor = product.visitor()
    const account = await enter(visitor, alice.username.toUpperCase(), PASSWORD, ' ＡBC１2 ', captcha_id)
    expect(account).toMatchObject({ uid: alice.uid, username: alice.username, groupid: '2', name: '', email: '' })
    // W10: clients other than browsers receive the session token.
    const reply = await product.send({ method: 'POST', url: '/api/user/info', payload: `user_token=${account.user_token}` })
    expect(reply.json().data).toMatchObject({ uid: alice.uid })
  })

  it('W10: a browser receives a token that is valid only for its unload beacon', async () => {
    const visitor = product.visitor()
    visitor.headers['sec-fetch-site'] = 'same-origin'
    const { user_token } = await enter(visitor, alice.username)
    const reply = await product.send({ method: 'POST', url: '/api/user/info', payload: `user_token=${user_token}` })
    expect(reply.json()).toMatchObject({ error_code: 10102 })
  })

  it('S07: a challenge is invalid after one try, right or wrong, and after ten minutes', async () => {
    const visitor = product.visitor()
    const used = await draw()
    await enter(product.visitor(), alice.username, PASSWORD, SOLUTION, used)
    await areRefused([enter(visitor, alice.username, PASSWORD, SOLUTION, used)], 10206)
    const guessed = await draw()
    await areRefused([enter(visitor, alice.username, PASSWORD, 'wrong', guessed)], 10206)
    await areRefused([enter(visitor, alice.username, PASSWORD, SOLUTION, guessed), enter(visitor, alice.username, PASSWORD, '')], 10206)
    for (const captcha_id of ['', '0', '999999999'])
      await areRefused([enter(visitor, alice.username, PASSWORD, SOLUTION, captcha_id), join('nobody', { captcha_id })], 10206)
    const late = await draw()
    const { store, now } = product.server.services
    await store.db
      .updateTable('riddle')
      .set({ until: now() - 1 })
      .where('captcha_id', '=', Number(late))
      .execute()
    expect((await product.send({ url: `/api/common/showCaptcha?captcha_id=${late}` })).json()).toMatchObject({ error_code: 10101 })
    await areRefused([enter(visitor, alice.username, PASSWORD, SOLUTION, late)], 10206)
  })

  it('one of several concurrent logins with the same solution succeeds', async () => {
    const captcha_id = await draw()
    const results = await Promise.allSettled([1, 2, 3].map(() => enter(product.visitor(), alice.username, PASSWORD, SOLUTION, captcha_id)))
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  it('S05, W12: failures count together with those of user/login', async () => {
    const victim = await product.user('victim')
    for (let n = 0; n < 5; n++) await areRefused([enter(product.visitor(), victim.username, 'wrong')], 10204)
    const login = product.visitor().api.user.login({ username: victim.username, password: PASSWORD, v_code: '' })
    await areRefused([login], 10206)
    await areRefused([enter(product.visitor(), victim.username, 'wrong'), enter(product.visitor(), 'nobody-here', '')], 10204)
    expect(await enter(product.visitor(), victim.username)).toMatchObject({ uid: victim.uid })
  })

  it('have their expired challenges deleted', async () => {
    const { services } = product.server
    const [late, fresh] = [await draw(), await draw()]
    await services.store.db
      .updateTable('riddle')
      .set({ until: services.now() - 1 })
      .where('captcha_id', '=', Number(late))
      .execute()
    await tidy(services)
    const left = (await services.store.hot<{ captcha_id: number }>('select captcha_id from riddle', [])).map((row) =>
      String(row.captcha_id),
    )
    expect([left.includes(late), left.includes(fresh)]).toEqual([false, true])
  })

  it('register with the same rules as other users', async () => {
    const account = await join('程序员', { captcha_id: await draw() })
    expect(account).toMatchObject({ username: '程序员', groupid: '2', user_token: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await areRefused([join('程序员', { captcha_id: await draw() })], 10101, 'taken')
    await areRefused([join('x', { captcha_id: await draw() })], 10101)
    await areRefused([join('short', { captcha_id: await draw(), password: 'x' })], 10101)
    const { db } = product.server.services.store
    await db.insertInto('site_config').values({ name: 'register_open', value: '0' }).execute()
    await areRefused([join('outsider', { captcha_id: await draw() })], 10101, 'closed')
    await db.deleteFrom('site_config').execute()
  })
})

it('S76: counts calls without a session together with those that have one', () => {
  const rate = rates({ NODE_ENV: 'production' } as Parameters<typeof rates>[0])
  for (let n = 0; n < 10; n++) rate(n % 2 ? 'user/login' : 'user/loginByVerify', '192.0.2.1')
  for (const call of ['user/login', 'user/loginByVerify']) expect(() => rate(call, '192.0.2.1')).toThrow('tooMany')
  for (let n = 0; n < 5; n++) rate('user/registerByVerify', '192.0.2.1')
  expect(() => rate('user/register', '192.0.2.1')).toThrow('tooMany')
})
