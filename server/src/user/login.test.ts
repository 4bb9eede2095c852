import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

onEachDatabase('login', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const draw = async (who: TestUser) => {
    const reply = await product.send({ url: '/api/common/verify', headers: who.headers })
    const [cookie] = [reply.headers['set-cookie'] ?? []].flat()
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
  }
  const tryWith = (who: TestUser, username: string, password: string, v_code = '') => who.api.user.login({ username, password, v_code })

  it('accepts the name in any case and returns the account', async () => {
    await alice.api.user.updateInfo({ name: 'Alice Liddell' })
    const visitor = product.visitor()
    const account = await tryWith(visitor, alice.username.toUpperCase(), PASSWORD)
    expect(account).toMatchObject({
      uid: alice.uid,
      username: alice.username,
      groupid: '2',
      name: 'Alice Liddell',
      email: '',
      avatar: '',
      avatar_small: '',
    })
    expect(await visitor.api.user.info({})).toMatchObject({ uid: alice.uid })
    const { username, password } = product.admin
    expect(await tryWith(product.visitor(), username, password)).toMatchObject({ uid: product.admin.uid, groupid: '1' })
  })

  it('accepts the e-mail address', async () => {
    const { db } = product.server.services.store
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
  ])('refuses %j with %j like any wrong login', async (username, password) => {
    await expect(tryWith(product.visitor(), username, password)).rejects.toMatchObject({
      code: 10204,
      message: 'Wrong user name or password',
      data: null,
    })
  })

  it('ignores a password in the address, which proxies log', async () => {
    const { username } = await product.user('query')
    const url = `/api/user/login?${new URLSearchParams({ username, password: PASSWORD })}`
    expect((await product.send({ method: 'POST', url })).json()).toMatchObject({ error_code: 10204 })
  })

  it('returns the same error for an unknown name and a wrong password', async () => {
    const messageFor = (username: string) => tryWith(product.visitor(), username, 'wrong password').catch((error: Error) => error.message)
    expect(await messageFor('nobody-at-all')).toBe(await messageFor(alice.username))
  })

  it('refuses spaces around a password, another case and a longer one', async () => {
    const { username } = await product.user('strict')
    for (const password of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toUpperCase(), 'x'.repeat(1000)])
      await expect(tryWith(product.visitor(), username, password)).rejects.toMatchObject({ code: 10204 })
  })

  it('requires a captcha from the fifth failure, and compares no password without it', async () => {
    const victim = await product.user('victim')
    const visitor = product.visitor()
    for (let n = 1; n <= 4; n++) await expect(tryWith(visitor, victim.username, 'wrong')).rejects.toMatchObject({ code: 10204 })
    await expect(tryWith(visitor, victim.username, 'wrong')).rejects.toMatchObject({ code: 10210 })
    await expect(tryWith(visitor, victim.username, PASSWORD)).rejects.toMatchObject({ code: 10206 })
    await draw(visitor)
    await expect(tryWith(visitor, victim.username.toUpperCase(), PASSWORD, 'wrong')).rejects.toMatchObject({ code: 10206 })
    await expect(tryWith(visitor, victim.username, PASSWORD, 'abc12')).rejects.toMatchObject({ code: 10206 })
    await draw(visitor)
    await expect(tryWith(visitor, victim.username, 'wrong', 'abc12')).rejects.toMatchObject({ code: 10210 })
    await draw(visitor)
    expect(await tryWith(visitor, victim.username, PASSWORD, 'ABC12')).toMatchObject({ uid: victim.uid })
  })

  it('requires no captcha after a successful sign-in', async () => {
    const victim = await product.user('back')
    const visitor = product.visitor()
    for (let n = 1; n <= 5; n++) await tryWith(visitor, victim.username, 'wrong').catch(() => {})
    await draw(visitor)
    expect(await tryWith(visitor, victim.username, PASSWORD, 'abc12')).toMatchObject({ uid: victim.uid })
    expect(await tryWith(product.visitor(), victim.username, PASSWORD)).toMatchObject({ uid: victim.uid })
  })

  /** Sends concurrent sign-ins from given addresses; returns how often each error code was returned. */
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
    return Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((found) => found === code).length]))
  }
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const setCounter = (name: string, count: number) =>
    product.server.services.store.db
      .insertInto('throttle')
      .values({ name, count, until: product.server.services.now() + 3600 })
      .execute()

  it('S08: failures from another network end no session and require no captcha from other users', async () => {
    const victim = await product.user('target')
    expect(await guess(many(8, () => ({ from: '10.7.0.1', username: victim.username })))).toMatchObject({ 10206: 3 })
    expect(await victim.api.user.info({})).toMatchObject({ uid: victim.uid })
    expect(await guess([{ from: '10.7.0.2', username: victim.username, password: PASSWORD }])).toEqual({ 0: 1 })
    expect(await guess([{ from: '10.7.0.1', username: victim.username, password: PASSWORD }])).toEqual({ 10206: 1 })
  })

  it('compares no more passwords of sixty concurrent tries than of sequential ones', async () => {
    const victim = await product.user('rush')
    const answers = await guess(many(60, () => ({ from: '10.7.1.1', username: victim.username })))
    expect(answers).toEqual({ 10204: 4, 10210: 1, 10206: 55 })
    expect(await guess(many(6, (n) => ({ from: `2001:db8:0:7::${n}`, username: 'crowd' })))).toEqual({ 10204: 4, 10210: 1, 10206: 1 })
  })

  it('limits guesses of many addresses for one name, and of one address for many names', async () => {
    const victim = await product.user('known')
    await setCounter(`login ${victim.username}`, 98)
    expect(await guess(many(30, (n) => ({ from: `10.8.0.${n}`, username: victim.username })))).toEqual({ 10204: 1, 10210: 1, 10206: 28 })
    expect(await guess([{ from: '10.8.1.1', username: victim.username, password: PASSWORD }])).toEqual({ 10206: 1 })
    const visitor = product.visitor()
    await draw(visitor)
    expect(await tryWith(visitor, victim.username, PASSWORD, 'abc12')).toMatchObject({ uid: victim.uid })
    await setCounter('login from 10.9.0.1', 98)
    expect(await guess(many(30, (n) => ({ from: '10.9.0.1', username: `list${n}` })))).toEqual({ 10204: 1, 10210: 1, 10206: 28 })
  })

  it('does not count a successful sign-in', async () => {
    const { username } = await product.user('often')
    for (let n = 0; n < 7; n++) expect(await guess([{ from: '10.7.2.1', username, password: PASSWORD }])).toEqual({ 0: 1 })
    const counted = product.server.services.store.db.selectFrom('throttle').select('name')
    expect(await counted.where('name', 'like', `%${username}%`).execute()).toEqual([])
  })

  it('refuses a disabled account', async () => {
    const gone = await product.user('gone')
    const { db } = product.server.services.store
    await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    await expect(gone.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    await expect(tryWith(product.visitor(), gone.username, PASSWORD)).rejects.toMatchObject({ code: 10204 })
  })
})
