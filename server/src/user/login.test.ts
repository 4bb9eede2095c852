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

  it('S08: to be locked out by somebody ends no session, and the code lets in from elsewhere', async () => {
    const victim = await product.user('target')
    for (let n = 1; n <= 8; n++) await tryWith(product.visitor(), victim.username, 'wrong').catch(() => {})
    expect(await victim.api.user.info({})).toMatchObject({ uid: victim.uid })
    const elsewhere = product.visitor()
    await expect(tryWith(elsewhere, victim.username, PASSWORD)).rejects.toMatchObject({ code: 10206 })
    await draw(elsewhere)
    expect(await tryWith(elsewhere, victim.username, PASSWORD, 'abc12')).toMatchObject({ uid: victim.uid })
  })

  it('counts every failure, also of attempts made at once', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => tryWith(product.visitor(), 'crowd', 'wrong')))
    expect(ends.every((end) => end.status === 'rejected')).toBe(true)
    await expect(tryWith(product.visitor(), 'crowd', 'wrong')).rejects.toMatchObject({ code: 10206 })
  })

  it('lets nobody in whose account is disabled', async () => {
    const gone = await product.user('gone')
    const { db } = product.server.house.store
    await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    await expect(gone.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    await expect(tryWith(product.visitor(), gone.username, PASSWORD)).rejects.toMatchObject({ code: 10204 })
  })
})
