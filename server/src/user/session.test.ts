import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

const form = 'application/x-www-form-urlencoded'

onEachDatabase('sessions', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const logIn = (headers: Record<string, string> = {}) =>
    product.send({
      method: 'POST',
      url: '/api/user/login',
      payload: new URLSearchParams({ username: alice.username, password: PASSWORD }).toString(),
      headers: { 'content-type': form, ...headers },
    })
  const cookieOf = (reply: Awaited<ReturnType<typeof logIn>>) => String(reply.headers['set-cookie']).split(';')[0] as string
  const whoAmI = async (request: { url?: string; headers?: Record<string, string>; payload?: string }) => {
    const reply = await product.send({
      method: 'POST',
      url: '/api/user/info',
      ...request,
      headers: { 'content-type': form, ...request.headers },
    })
    return reply.json<{ error_code: number; data: { uid: string } | null }>()
  }

  it('stores the session in a cookie that scripts cannot read, and only its hash in the database', async () => {
    const reply = await logIn({ 'sec-fetch-site': 'same-origin' })
    const cookie = String(reply.headers['set-cookie'])
    expect(cookie).toMatch(/^sheaf_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/)
    const token = /=([0-9a-f]{64})/.exec(cookie)?.[1] as string
    expect(reply.body).not.toContain(token)
    const rows = await product.server.services.store.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(reply.json().data.user_token)
  })

  it('gives a browser a token that is valid only for the lock', async () => {
    const { user_token } = (await logIn({ 'sec-fetch-site': 'same-origin' })).json().data
    expect(user_token).toMatch(/^[0-9a-f]{64}$/)
    expect(await whoAmI({ payload: `user_token=${user_token}` })).toMatchObject({ error_code: 10102, data: null })
    expect(await whoAmI({ headers: { authorization: `Bearer ${user_token}` } })).toMatchObject({ error_code: 10102 })
    expect(await whoAmI({ headers: { cookie: `sheaf_session=${user_token}` } })).toMatchObject({ error_code: 10102 })
  })

  it('accepts the session of older clients as a field or a bearer token, but not in the address', async () => {
    const { user_token } = (await logIn()).json().data
    expect(await whoAmI({ payload: `user_token=${user_token}` })).toMatchObject({ error_code: 0, data: { uid: alice.uid } })
    expect(await whoAmI({ headers: { authorization: `Bearer ${user_token}` } })).toMatchObject({ data: { uid: alice.uid } })
    const json = { 'content-type': 'application/json' }
    expect(await whoAmI({ headers: json, payload: JSON.stringify({ user_token }) })).toMatchObject({ data: { uid: alice.uid } })
    for (const url of [
      `/api/user/info?user_token=${user_token}`,
      `/server/index.php?s=/api/user/info&user_token=${user_token}`,
      `/server/index.php?s=/api/user/info/user_token/${user_token}`,
      `/api/user/info?user_token[]=${user_token}`,
    ])
      expect(await whoAmI({ url })).toMatchObject({ error_code: 10102, data: null })
    expect(await whoAmI({ headers: json, payload: JSON.stringify({ user_token: [user_token] }) })).toMatchObject({ error_code: 10102 })
  })

  it.each(['x', '0'.repeat(63), '0'.repeat(64), '0'.repeat(10_000), '../../etc/passwd', '%00', "' or 1=1 --", 'null'])(
    'treats %s as no session',
    async (token) => {
      expect(await whoAmI({ headers: { cookie: `sheaf_session=${token}` } })).toMatchObject({ error_code: 10102 })
      expect(await whoAmI({ payload: new URLSearchParams({ user_token: token, redirect_login: 'false' }).toString() })).toMatchObject({
        error_code: 10102,
      })
    },
  )

  it('opens a new session at each login, and ends the previous one', async () => {
    const first = cookieOf(await logIn())
    const second = cookieOf(await logIn({ cookie: first }))
    expect(second).not.toBe(first)
    expect(await whoAmI({ headers: { cookie: first } })).toMatchObject({ error_code: 10102 })
    expect(await whoAmI({ headers: { cookie: second } })).toMatchObject({ error_code: 0 })
  })

  it('S20: ends only the current session at logout, including logout by a link', async () => {
    const [current, other] = [cookieOf(await logIn()), cookieOf(await logIn())]
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { referer: 'https://evil.test/' },
      { origin: 'null' },
    ]) {
      const reply = await product.send({ url: '/api/user/logout', headers: { cookie: current, ...headers } })
      expect(reply.json()).toMatchObject({ error_code: 10103, data: null })
    }
    expect(await whoAmI({ headers: { cookie: current } })).toMatchObject({ error_code: 0 })
    const reply = await product.send({ url: '/api/user/logout', headers: { cookie: current, 'sec-fetch-site': 'same-origin' } })
    expect(reply.json()).toEqual({ error_code: 0, error_message: '', data: [] })
    expect(reply.headers['set-cookie']).toBe('sheaf_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect(await whoAmI({ headers: { cookie: current } })).toMatchObject({ error_code: 10102 })
    expect(await whoAmI({ headers: { cookie: other } })).toMatchObject({ error_code: 0 })
    expect((await product.send({ url: '/api/user/logout', headers: { cookie: current } })).json()).toMatchObject({ error_code: 10102 })
  })

  it('ends when the user follows the logout link, not when an image, a frame or a prefetch requests it', async () => {
    const cookie = cookieOf(await logIn())
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    const logout = async (headers: Record<string, string>) => (await product.send({ url: '/api/user/logout', headers })).json()
    for (const headers of [
      { ...own, 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
      { ...own, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
      { ...own, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
      { ...own, 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
      { cookie, referer: 'http://localhost:80/12/34', accept: 'image/avif,image/*,*/*;q=0.8', host: 'localhost:80' },
    ])
      expect([headers, await logout(headers)]).toEqual([headers, expect.objectContaining({ data: null })])
    expect(await whoAmI({ headers: { cookie } })).toMatchObject({ error_code: 0 })
    expect(await logout({ ...own, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })).toMatchObject({ error_code: 0 })
    expect(await whoAmI({ headers: { cookie } })).toMatchObject({ error_code: 10102 })
  })

  it('ends after 30 idle days and after 90 days at most', async () => {
    const { store, now } = product.server.services
    const day = 86_400
    const age = async (cookie: string, seen: number, made: number) => {
      const { session_id } =
        (await store.db.selectFrom('session').select('session_id').orderBy('session_id', 'desc').executeTakeFirst()) ?? {}
      await store.db
        .updateTable('session')
        .set({ seen_time: now() - seen * day, addtime: now() - made * day })
        .where('session_id', '=', session_id as number)
        .execute()
      return (await whoAmI({ headers: { cookie } })).error_code
    }
    expect(await age(cookieOf(await logIn()), 29, 29)).toBe(0)
    expect(await age(cookieOf(await logIn()), 31, 31)).toBe(10102)
    expect(await age(cookieOf(await logIn()), 1, 91)).toBe(10102)
  })
})
