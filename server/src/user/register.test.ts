import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

const CODE = 'abc12'

onEachDatabase('register', (product) => {
  /** A visitor with a captcha. */
  async function visitorWithCaptcha() {
    const visitor = product.visitor()
    const reply = await product.send({ url: '/api/common/verify' })
    visitor.headers['cookie'] = String(reply.headers['set-cookie']).split(';')[0] as string
    return visitor
  }
  const register = (who: TestUser, username: string, more: Record<string, string> = {}) =>
    who.api.user.register({ username, password: PASSWORD, confirm_password: PASSWORD, v_code: CODE, ...more })
  const usersNamed = (username_key: string) =>
    product.server.services.store.db.selectFrom('user').selectAll().where('username_key', '=', username_key).execute()

  const newestSession = async () =>
    (await product.server.services.store.hot<{ id: number }>('select max(session_id) as id from session', []))[0]?.id ?? 0

  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it('creates a user without administrator rights and logs in', async () => {
    const visitor = await visitorWithCaptcha()
    expect(await register(visitor, ' 张三_z.-9 ')).toMatchObject({
      username: '张三_z.-9',
      groupid: '2',
      name: '',
      email: '',
      email_verify: '0',
    })
    expect(await visitor.api.user.info({})).toMatchObject({ username: '张三_z.-9' })
    const [row] = await usersNamed('张三_z.-9')
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each(['', ' ', 'a', 'a'.repeat(31), 'a b', 'a@b', "a'b", 'a<b', 'a\u200bb', 'a\u202eb', 'a\u0000b', 'a\nb', 'Ωmega', '🙂🙂'])(
    'refuses the name %j',
    async (username) => {
      await expect(register(await visitorWithCaptcha(), username)).rejects.toMatchObject({ code: 10101 })
    },
  )

  it.each(['ab', 'n'.repeat(30), '张三'])('accepts the name %j', async (username) => {
    expect(await register(await visitorWithCaptcha(), username)).toMatchObject({ username })
  })

  it('refuses a taken name, in any case and any Unicode form', async () => {
    const wide = alice.username.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
    for (const username of [alice.username, alice.username.toUpperCase(), wide, ` ${alice.username} `])
      await expect(register(await visitorWithCaptcha(), username)).rejects.toMatchObject({
        code: 10101,
        message: 'This user name is taken',
        data: { field: 'username' },
      })
  })

  it('creates one account from two concurrent registrations', async () => {
    const both = await Promise.all([visitorWithCaptcha(), visitorWithCaptcha()])
    const results = await Promise.allSettled([register(both[0], 'Twin'), register(both[1], 'twin')])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await usersNamed('twin')).toHaveLength(1)
  })

  it.each([
    ['1234567', '1234567'],
    ['password1', 'password1'],
    ['x'.repeat(129), 'x'.repeat(129)],
    [PASSWORD, `${PASSWORD} `],
    [PASSWORD, ''],
    ['', ''],
  ])('refuses the password %j repeated as %j', async (password, confirm_password) => {
    await expect(register(await visitorWithCaptcha(), 'somebody', { password, confirm_password })).rejects.toMatchObject({ code: 10101 })
    expect(await usersNamed('somebody')).toEqual([])
  })

  it('accepts any eight characters as a password', async () => {
    await expect(
      register(await visitorWithCaptcha(), 'composer', { password: '一二三四五六七八', confirm_password: '一二三四五六七八' }),
    ).resolves.toMatchObject({ username: 'composer' })
  })

  it('requires the captcha, which is invalid after one try', async () => {
    for (const v_code of ['', 'wrong', 'abc1'])
      await expect(register(await visitorWithCaptcha(), 'guesser', { v_code })).rejects.toMatchObject({ code: 10206 })
    await expect(register(product.visitor(), 'guesser')).rejects.toMatchObject({ code: 10206 })
    const visitor = await visitorWithCaptcha()
    await expect(register(visitor, 'guesser', { v_code: 'wrong' })).rejects.toMatchObject({ code: 10206 })
    await expect(register(visitor, 'guesser')).rejects.toMatchObject({ code: 10206 })
    const other = await visitorWithCaptcha()
    await expect(register(other, 'x')).rejects.toMatchObject({ code: 10101 })
    await expect(register(other, 'guesser')).rejects.toMatchObject({ code: 10206 })
    expect(await usersNamed('guesser')).toEqual([])
  })

  it('refuses the captcha of another session', async () => {
    const [drawn, other] = [await visitorWithCaptcha(), product.visitor()]
    const { headers } = await product.send({ url: '/api/common/verify' })
    other.headers['cookie'] = String(headers['set-cookie']).split(';')[0] as string
    await product.server.services.store.db
      .deleteFrom('captcha')
      .where('session_id', '=', await newestSession())
      .execute()
    await expect(register(other, 'borrower')).rejects.toMatchObject({ code: 10206 })
    expect(await register(drawn, 'lender')).toMatchObject({ username: 'lender' })
  })

  it('accepts a captcha for ten minutes', async () => {
    const { db } = product.server.services.store
    const after = async (minutes: number) => {
      const visitor = await visitorWithCaptcha()
      await db
        .updateTable('captcha')
        .set((row) => ({ until: row('until', '-', minutes * 60) }))
        .execute()
      return register(visitor, `after${minutes}`)
    }
    expect(await after(9)).toMatchObject({ username: 'after9' })
    await expect(after(11)).rejects.toMatchObject({ code: 10206 })
  })

  it('is refused when the administrator has disabled it', async () => {
    const { db } = product.server.services.store
    await db.insertInto('site_config').values({ name: 'register_open', value: '0' }).execute()
    await expect(register(await visitorWithCaptcha(), 'outsider')).rejects.toMatchObject({
      code: 10101,
      message: expect.stringMatching(/closed/),
    })
    await db.deleteFrom('site_config').execute()
    expect(await usersNamed('outsider')).toEqual([])
  })
})
