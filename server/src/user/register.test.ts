import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, PASSWORD, type Person } from '../test/product.ts'

const CODE = 'abc12'

onEachDatabase('register', (product) => {
  /** A visitor with a captcha before their eyes. */
  async function newcomer() {
    const one = product.visitor()
    const reply = await product.send({ url: '/api/common/verify' })
    one.headers['cookie'] = String(reply.headers['set-cookie']).split(';')[0] as string
    return one
  }
  const register = (one: Person, username: string, more: Record<string, string> = {}) =>
    one.api.user.register({ username, password: PASSWORD, confirm_password: PASSWORD, v_code: CODE, ...more })
  const usersNamed = (username_key: string) =>
    product.server.house.store.db.selectFrom('user').selectAll().where('username_key', '=', username_key).execute()

  const newestSession = async () =>
    (await product.server.house.store.hot<{ id: number }>('select max(session_id) as id from session', []))[0]?.id ?? 0

  let alice: Person
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it('makes an ordinary user and logs in', async () => {
    const one = await newcomer()
    expect(await register(one, ' 张三_z.-9 ')).toMatchObject({
      username: '张三_z.-9',
      groupid: '2',
      name: '',
      email: '',
      email_verify: '0',
    })
    expect(await one.api.user.info({})).toMatchObject({ username: '张三_z.-9' })
    const [row] = await usersNamed('张三_z.-9')
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each(['', ' ', 'a', 'a'.repeat(31), 'a b', 'a@b', "a'b", 'a<b', 'a\u200bb', 'a\u202eb', 'a\u0000b', 'a\nb', 'Ωmega', '🙂🙂'])(
    'refuses the name %j',
    async (username) => {
      await expect(register(await newcomer(), username)).rejects.toMatchObject({ code: 10101 })
    },
  )

  it.each(['ab', 'n'.repeat(30), '张三'])('takes the name %j', async (username) => {
    expect(await register(await newcomer(), username)).toMatchObject({ username })
  })

  it('takes a name once, in any case and any Unicode form', async () => {
    const wide = alice.username.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
    for (const username of [alice.username, alice.username.toUpperCase(), wide, ` ${alice.username} `])
      await expect(register(await newcomer(), username)).rejects.toMatchObject({
        ...{ code: 10101, message: 'This user name is taken', data: { field: 'username' } },
      })
  })

  it('makes one account of two registrations at once', async () => {
    const both = await Promise.all([newcomer(), newcomer()])
    const ends = await Promise.allSettled([register(both[0], 'Twin'), register(both[1], 'twin')])
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected'])
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
    await expect(register(await newcomer(), 'somebody', { password, confirm_password })).rejects.toMatchObject({ code: 10101 })
    expect(await usersNamed('somebody')).toEqual([])
  })

  it('takes any composition of eight characters', async () => {
    await expect(
      register(await newcomer(), 'composer', { password: '一二三四五六七八', confirm_password: '一二三四五六七八' }),
    ).resolves.toMatchObject({ username: 'composer' })
  })

  it('needs the captcha, which is used up right or wrong', async () => {
    for (const v_code of ['', 'wrong', 'abc1'])
      await expect(register(await newcomer(), 'guesser', { v_code })).rejects.toMatchObject({ code: 10206 })
    await expect(register(product.visitor(), 'guesser')).rejects.toMatchObject({ code: 10206 })
    const one = await newcomer()
    await expect(register(one, 'guesser', { v_code: 'wrong' })).rejects.toMatchObject({ code: 10206 })
    await expect(register(one, 'guesser')).rejects.toMatchObject({ code: 10206 })
    const other = await newcomer()
    await expect(register(other, 'x')).rejects.toMatchObject({ code: 10101 })
    await expect(register(other, 'guesser')).rejects.toMatchObject({ code: 10206 })
    expect(await usersNamed('guesser')).toEqual([])
  })

  it('takes no captcha of another session', async () => {
    const [drawn, other] = [await newcomer(), product.visitor()]
    const { headers } = await product.send({ url: '/api/common/verify' })
    other.headers['cookie'] = String(headers['set-cookie']).split(';')[0] as string
    await product.server.house.store.db
      .deleteFrom('captcha')
      .where('session_id', '=', await newestSession())
      .execute()
    await expect(register(other, 'borrower')).rejects.toMatchObject({ code: 10206 })
    expect(await register(drawn, 'lender')).toMatchObject({ username: 'lender' })
  })

  it('takes a captcha for ten minutes', async () => {
    const one = await newcomer()
    const { store, now } = product.server.house
    await store.db
      .updateTable('captcha')
      .set({ until: now() - 1 })
      .execute()
    await expect(register(one, 'late')).rejects.toMatchObject({ code: 10206 })
  })

  it('is closed when the administrator closed it', async () => {
    const { db } = product.server.house.store
    await db.insertInto('site_config').values({ name: 'register_open', value: '0' }).execute()
    await expect(register(await newcomer(), 'outsider')).rejects.toMatchObject({ code: 10101, message: expect.stringMatching(/closed/) })
    await db.deleteFrom('site_config').execute()
    expect(await usersNamed('outsider')).toEqual([])
  })
})
