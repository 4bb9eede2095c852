import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, PASSWORD, type Person } from '../test/product.ts'

onEachDatabase('login', (product) => {
  let alice: Person
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const draw = async (one: Person) => {
    const reply = await product.send({ url: '/api/common/verify', headers: one.headers })
    const [cookie] = [reply.headers['set-cookie'] ?? []].flat()
    if (cookie) one.headers['cookie'] = cookie.split(';')[0] as string
  }
  const tryWith = (one: Person, username: string, password: string, v_code = '') => one.api.user.login({ username, password, v_code })

  it('lets in by name in any case and tells who it is', async () => {
    const one = product.visitor()
    const account = await tryWith(one, alice.username.toUpperCase(), PASSWORD)
    expect(account).toMatchObject({
      uid: alice.uid,
      username: alice.username,
      groupid: '2',
      name: '',
      email: '',
      avatar: '',
      avatar_small: '',
    })
    expect(await one.api.user.info({})).toMatchObject({ uid: alice.uid })
  })

  it('lets in by e-mail address', async () => {
    const { db } = product.server.house.store
    const email = 'Alice@Example.test'
    await db.updateTable('user').set({ email, email_key: email.toLowerCase() }).where('uid', '=', Number(alice.uid)).execute()
    expect(await tryWith(product.visitor(), 'alice@EXAMPLE.test', PASSWORD)).toMatchObject({ uid: alice.uid, email })
  })

  it.each([
    ['', ''],
    [' ', ' '],
    ['nobody-here', PASSWORD],
    ['nobody-here', ''],
    ['a\u0000b', PASSWORD],
    ["' or '1'='1", "' or '1'='1"],
  ])('answers %j with %j as any wrong login', async (username, password) => {
    await expect(tryWith(product.visitor(), username, password)).rejects.toMatchObject({
      code: 10204,
      message: 'Wrong user name or password',
      data: null,
    })
  })

  it('reads no password from an address, which proxies write into their logs', async () => {
    const { username } = await product.user('query')
    const url = `/api/user/login?${new URLSearchParams({ username, password: PASSWORD })}`
    expect((await product.send({ method: 'POST', url })).json()).toMatchObject({ error_code: 10204 })
  })

  it('says the same of an unknown name and of a wrong password', async () => {
    const say = (username: string) => tryWith(product.visitor(), username, 'wrong password').catch((error: Error) => error.message)
    expect(await say('nobody-at-all')).toBe(await say(alice.username))
  })

  it('refuses blanks around a password, a longer and a shorter one', async () => {
    const { username } = await product.user('strict')
    for (const password of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toUpperCase(), 'x'.repeat(1000)])
      await expect(tryWith(product.visitor(), username, password)).rejects.toMatchObject({ code: 10204 })
  })

  it('asks for the captcha from the fifth failure on, and looks at nothing without it', async () => {
    const victim = await product.user('victim')
    const one = product.visitor()
    for (let n = 1; n <= 4; n++) await expect(tryWith(one, victim.username, 'wrong')).rejects.toMatchObject({ code: 10204 })
    await expect(tryWith(one, victim.username, 'wrong')).rejects.toMatchObject({ code: 10210 })
    await expect(tryWith(one, victim.username, PASSWORD)).rejects.toMatchObject({ code: 10206 })
    await draw(one)
    await expect(tryWith(one, victim.username.toUpperCase(), PASSWORD, 'wrong')).rejects.toMatchObject({ code: 10206 })
    await expect(tryWith(one, victim.username, PASSWORD, 'abc12')).rejects.toMatchObject({ code: 10206 })
    await draw(one)
    await expect(tryWith(one, victim.username, 'wrong', 'abc12')).rejects.toMatchObject({ code: 10210 })
    await draw(one)
    expect(await tryWith(one, victim.username, PASSWORD, 'ABC12')).toMatchObject({ uid: victim.uid })
  })

  it('asks for no captcha any more after a sign-in with it', async () => {
    const victim = await product.user('back')
    const one = product.visitor()
    for (let n = 1; n <= 5; n++) await tryWith(one, victim.username, 'wrong').catch(() => {})
    await draw(one)
    expect(await tryWith(one, victim.username, PASSWORD, 'abc12')).toMatchObject({ uid: victim.uid })
    expect(await tryWith(product.visitor(), victim.username, PASSWORD)).toMatchObject({ uid: victim.uid })
  })

  /** Sign-ins from an address of one's choice, at once; the codes they are answered with, each with how often. */
  const guess = async (tries: { from: string; username: string; password?: string }[]) => {
    const answers = await Promise.all(
      tries.map(({ from, username, password = 'wrong' }) =>
        product.server.app.inject({
          method: 'POST',
          url: '/api/user/login',
          payload: new URLSearchParams({ username, password, v_code: '' }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          remoteAddress: from,
        }),
      ),
    )
    const codes = answers.map((answer) => answer.json<{ error_code: number }>().error_code)
    return Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((one) => one === code).length]))
  }
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const have = (name: string, count: number) =>
    product.server.house.store.db
      .insertInto('throttle')
      .values({ name, count, until: product.server.house.now() + 3600 })
      .execute()

  it('S08: failures of somebody elsewhere end no session and force no captcha on anybody', async () => {
    const victim = await product.user('target')
    expect(await guess(many(8, () => ({ from: '10.7.0.1', username: victim.username })))).toMatchObject({ 10206: 3 })
    expect(await victim.api.user.info({})).toMatchObject({ uid: victim.uid })
    expect(await guess([{ from: '10.7.0.2', username: victim.username, password: PASSWORD }])).toEqual({ 0: 1 })
    expect(await guess([{ from: '10.7.0.1', username: victim.username, password: PASSWORD }])).toEqual({ 10206: 1 })
  })

  it('compares no more passwords of sixty that come at once than of those one after another', async () => {
    const victim = await product.user('rush')
    const answers = await guess(many(60, () => ({ from: '10.7.1.1', username: victim.username })))
    expect(answers).toEqual({ 10204: 4, 10210: 1, 10206: 55 })
    expect(await guess(many(6, (n) => ({ from: `2001:db8:0:7::${n}`, username: 'crowd' })))).toEqual({ 10204: 4, 10210: 1, 10206: 1 })
  })

  it('bounds what many addresses guess of one name together, and what one address guesses of many names', async () => {
    const victim = await product.user('known')
    await have(`login ${victim.username}`, 98)
    expect(await guess(many(30, (n) => ({ from: `10.8.0.${n}`, username: victim.username })))).toEqual({ 10204: 1, 10210: 1, 10206: 28 })
    expect(await guess([{ from: '10.8.1.1', username: victim.username, password: PASSWORD }])).toEqual({ 10206: 1 })
    const one = product.visitor()
    await draw(one)
    expect(await tryWith(one, victim.username, PASSWORD, 'abc12')).toMatchObject({ uid: victim.uid })
    await have('login from 10.9.0.1', 98)
    expect(await guess(many(30, (n) => ({ from: '10.9.0.1', username: `list${n}` })))).toEqual({ 10204: 1, 10210: 1, 10206: 28 })
  })

  it('counts no sign-in that was right', async () => {
    const { username } = await product.user('often')
    for (let n = 0; n < 7; n++) expect(await guess([{ from: '10.7.2.1', username, password: PASSWORD }])).toEqual({ 0: 1 })
    const counted = product.server.house.store.db.selectFrom('throttle').select('name')
    expect(await counted.where('name', 'like', `%${username}%`).execute()).toEqual([])
  })

  it('lets nobody in whose account is disabled', async () => {
    const gone = await product.user('gone')
    const { db } = product.server.house.store
    await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    await expect(gone.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    await expect(tryWith(product.visitor(), gone.username, PASSWORD)).rejects.toMatchObject({ code: 10204 })
  })
})
