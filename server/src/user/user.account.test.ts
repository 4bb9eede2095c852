import { beforeAll, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { anItem, areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'

const NEW = 'fresh horse 77'
const DAY = 86_400

onEachDatabase('a user’s own account', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
  })
  const logIn = async ({ username }: TestUser, password = PASSWORD) => {
    const visitor = product.visitor()
    await visitor.api.user.login({ username, password, v_code: '' })
    return visitor
  }
  const change = ({ api }: TestUser, password: string, new_password: string) => api.user.resetPassword({ password, new_password })
  const isRefused = async (calls: () => Promise<unknown>[], code: number, words = '', without: string[] = []) => {
    const before = await digestOf(product, without)
    await areRefused(calls(), code, words)
    expect(await digestOf(product, without)).toEqual(before)
  }

  it('has a name of up to 100 characters, stored unchanged and shown to other users', async () => {
    for (const name of ['爱丽丝 <b>&"\'', 'x'.repeat(100), '']) {
      expect(await alice.api.user.updateInfo({ name })).toEqual([])
      expect(await alice.api.user.info({})).toMatchObject({ name, username: alice.username })
      expect((await bob.api.user.allUser({ username: alice.username }))[0]).toMatchObject({ name })
    }
    await isRefused(() => [alice.api.user.updateInfo({ name: 'x'.repeat(101) })], 10101)
  })

  it('S48: has a group, user name and id that its owner cannot change', async () => {
    const before = await alice.api.user.info({})
    for (const path of ['user/updateInfo', 'user/resetPassword', 'user/info'])
      await product.send({
        method: 'POST',
        url: `/api/${path}`,
        payload: 'name=&groupid=1&uid=1&username=root&email=a%40b.test&email_verify=1&is_disabled=0',
        headers: { ...alice.headers, 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect(await alice.api.user.info({})).toEqual(before)
  })

  it('S11: requires the current password for a new one, which must differ', async () => {
    await isRefused(
      () => [change(alice, 'wrong one', NEW), change(alice, '', NEW), change(alice, `${PASSWORD} `, NEW)],
      10101,
      'current password is wrong',
      ['throttle'],
    )
    await isRefused(() => [change(alice, PASSWORD, PASSWORD)], 10101, 'another password')
  })

  it.each(['', '1234567', 'x'.repeat(129), 'password1', 'PASSWORD1', '12345678', 'qwertyuiop'])(
    'S03: refuses the weak password %j',
    async (bad) => {
      await isRefused(() => [change(alice, PASSWORD, bad)], 10101)
    },
  )

  it.each(['aaaaaaa1', '一二三四五六七八', '        x', 'x'.repeat(128)])('S03: accepts the password %j', async (good) => {
    const user = await product.user('free')
    await change(user, PASSWORD, good)
    expect(await (await logIn(user, good)).api.user.info({})).toMatchObject({ uid: user.uid })
  })

  it('S11: ends all other sessions with a new password, and renews the token of the current one', async () => {
    const item_id = await anItem(bob, { password: 'sesame' })
    const [current, otherSession, otherUser] = [await logIn(alice), await logIn(alice), await logIn(bob)]
    await current.api.item.pwd({ item_id, password: 'sesame' })
    const old = current.headers['cookie'] as string
    expect(await change(current, PASSWORD, NEW)).toEqual([])
    expect(current.headers['cookie']).not.toBe(old)
    expect(await current.api.user.info({})).toMatchObject({ uid: alice.uid })
    expect(await current.api.item.info({ item_id })).toMatchObject({ item_id })
    await areRefused([otherSession.api.user.info({}), alice.api.user.info({})], 10102)
    expect((await product.send({ url: '/api/user/info', headers: { cookie: old } })).json()).toMatchObject({ error_code: 10102 })
    expect(await otherUser.api.user.info({})).toMatchObject({ uid: bob.uid })
    await areRefused([logIn(alice, PASSWORD)], 10204)
    alice.headers = (await logIn(alice, NEW)).headers
    expect(await alice.api.user.info({})).toMatchObject({ uid: alice.uid })
  })

  it('S21: has sessions of up to 30 days without use and 90 days in total', async () => {
    const [used, idle] = [await logIn(bob), await logIn(bob)]
    const at = async (days: number, who: TestUser) => {
      const undo = later(product, days * DAY)
      return who.api.user.info({}).then(
        () => undo(),
        (error: { code: number }) => {
          undo()
          return error.code
        },
      )
    }
    for (const days of [29, 58, 87]) expect(await at(days, used)).toBeUndefined()
    expect([await at(91, used), await at(31, idle)]).toEqual([10102, 10102])
  })

  it('is found by other users, with only its id and names', async () => {
    const [first, second, gone] = [await product.user('FindMe_a'), await product.user('findme-b'), await product.user('findme.c')]
    await product.server.services.store.db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    await first.api.user.updateInfo({ name: 'Ada' })
    const found = (username: string) => bob.api.user.allUser({ username })
    expect(await found(' FINDME ')).toEqual([
      { uid: first.uid, username: first.username, name: 'Ada' },
      { uid: second.uid, username: second.username, name: '' },
    ])
    expect(await found('_a')).toEqual([{ uid: first.uid, username: first.username, name: 'Ada' }])
    for (const sign of ['%', '*', '\\', '%findme', 'find%me', 'f?ndme', "'", '[a-z]', gone.username])
      expect([sign, await found(sign)]).toEqual([sign, []])
    const all = (await found('')).map((row) => row.username)
    expect(all).toEqual(expect.arrayContaining(['admin', alice.username, bob.username, first.username]))
    expect(all).not.toContain(gone.username)
  })
})
