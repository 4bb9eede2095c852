import { beforeAll, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { anItem, areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type Person } from '../test/product.ts'

const NEW = 'fresh horse 77'
const DAY = 86_400

onEachDatabase('the own account', (product) => {
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
  })
  const logIn = async ({ username }: Person, password = PASSWORD) => {
    const one = product.visitor()
    await one.api.user.login({ username, password, v_code: '' })
    return one
  }
  const change = ({ api }: Person, password: string, new_password: string) => api.user.resetPassword({ password, new_password })
  const isRefused = async (calls: () => Promise<unknown>[], code: number, words = '', without: string[] = []) => {
    const before = await digestOf(product, without)
    await areRefused(calls(), code, words)
    expect(await digestOf(product, without)).toEqual(before)
  }

  it('has a name, up to 100 characters, raw, shown wherever people are', async () => {
    for (const name of ['爱丽丝 <b>&"\'', 'x'.repeat(100), '']) {
      expect(await alice.api.user.updateInfo({ name })).toEqual([])
      expect(await alice.api.user.info({})).toMatchObject({ name, username: alice.username })
      expect((await bob.api.user.allUser({ username: alice.username }))[0]).toMatchObject({ name })
    }
    await isRefused(() => [alice.api.user.updateInfo({ name: 'x'.repeat(101) })], 10101)
  })

  it('S48: has no rank, name or number that its owner could set', async () => {
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

  it('S11: takes a new password against the present one, and not the same again', async () => {
    await isRefused(
      () => [change(alice, 'wrong one', NEW), change(alice, '', NEW), change(alice, `${PASSWORD} `, NEW)],
      10101,
      'current password is wrong',
      ['throttle'],
    )
    await isRefused(() => [change(alice, PASSWORD, PASSWORD)], 10101, 'another password')
  })

  it.each(['', '1234567', 'x'.repeat(129), 'password1', 'PASSWORD1', '12345678', 'qwertyuiop'])(
    'S03: takes no bad password: %j',
    async (bad) => {
      await isRefused(() => [change(alice, PASSWORD, bad)], 10101)
    },
  )

  it.each(['aaaaaaa1', '一二三四五六七八', '        x', 'x'.repeat(128)])('S03: takes any other: %j', async (good) => {
    const one = await product.user('free')
    await change(one, PASSWORD, good)
    expect(await (await logIn(one, good)).api.user.info({})).toMatchObject({ uid: one.uid })
  })

  it('S11: ends all other sessions with a new password, and goes on under a new value', async () => {
    const item_id = await anItem(bob, { password: 'sesame' })
    const [here, there, others] = [await logIn(alice), await logIn(alice), await logIn(bob)]
    await here.api.item.pwd({ item_id, password: 'sesame' })
    const old = here.headers['cookie'] as string
    expect(await change(here, PASSWORD, NEW)).toEqual([])
    expect(here.headers['cookie']).not.toBe(old)
    expect(await here.api.user.info({})).toMatchObject({ uid: alice.uid })
    expect(await here.api.item.info({ item_id })).toMatchObject({ item_id })
    await areRefused([there.api.user.info({}), alice.api.user.info({})], 10102)
    expect((await product.send({ url: '/api/user/info', headers: { cookie: old } })).json()).toMatchObject({ error_code: 10102 })
    expect(await others.api.user.info({})).toMatchObject({ uid: bob.uid })
    await areRefused([logIn(alice, PASSWORD)], 10204)
    alice.headers = (await logIn(alice, NEW)).headers
    expect(await alice.api.user.info({})).toMatchObject({ uid: alice.uid })
  })

  it('S21: stays open while it is used, for 30 days from look to look and 90 in all', async () => {
    const [used, idle] = [await logIn(bob), await logIn(bob)]
    const at = async (days: number, one: Person) => {
      const undo = later(product, days * DAY)
      return one.api.user.info({}).then(
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

  it('is found by others, with nothing but its number and names', async () => {
    const [first, second, gone] = [await product.user('FindMe_a'), await product.user('findme-b'), await product.user('findme.c')]
    await product.server.house.store.db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(gone.uid)).execute()
    const found = (username: string) => bob.api.user.allUser({ username })
    expect(await found(' FINDME ')).toEqual([
      { uid: first.uid, username: first.username, name: '' },
      { uid: second.uid, username: second.username, name: '' },
    ])
    expect(await found('_a')).toEqual([{ uid: first.uid, username: first.username, name: '' }])
    for (const sign of ['%', '*', '\\', '%findme', 'find%me', 'f?ndme', "'", '[a-z]', gone.username])
      expect([sign, await found(sign)]).toEqual([sign, []])
    const everybody = (await found('')).map((row) => row.username)
    expect(everybody).toEqual(expect.arrayContaining(['admin', alice.username, bob.username, first.username]))
    expect(everybody).not.toContain(gone.username)
  })
})
