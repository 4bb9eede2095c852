import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, fulfilled } from '../test/at-once.ts'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aMember, anItem, aPage, areRefused } from '../test/given.ts'
import { addGrant } from '../test/grants.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { tidyTokens } from './token.tidy.service.ts'

const DAY = 86_400
const usual = { name: 'CI', level: '3', days: '30' }

onEachDatabase('personal tokens', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'seal' })
    page_id = await aPage(alice, item_id)
  })
  const services = () => product.server.services
  async function after(seconds: number, work: () => Promise<unknown>) {
    const back = later(product, seconds)
    await work().finally(back)
  }

  /** Makes a call with this header and no session. */
  async function call(path: string, fields: Record<string, string>, headers: Record<string, string>) {
    const reply = await product.send({
      method: 'POST',
      url: `/api/${path}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { host: 'sheaf.test', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      ...reply.json<{ error_code: number; error_name?: string; data: Record<string, string> }>(),
    }
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const read = (token: string) => call('page/info', { page_id }, bearer(token))
  const refused = (error_name: string) => expect.objectContaining({ error_name })

  it('are shown once, and listed with their last four characters', async () => {
    const { token, ...made } = await alice.api.token.save(usual)
    expect(token).toMatch(/^sheaf_pat_[\w-]{43}[0-9A-Za-z]{6}$/)
    const [listed] = await alice.api.token.getList({})
    expect(listed).toEqual(made)
    expect(listed).toMatchObject({
      name: 'CI',
      level: '3',
      is_admin: '0',
      is_limited: '0',
      hint: token.slice(-4),
      calls: '0',
      ended_time: '0',
    })
  })

  it('are at most fifty of a user, also when many are made at the same time', async () => {
    const hoarder = await product.user('hoarder')
    const row = { uid: Number(hoarder.uid), level: 1, at: services().now() }
    await services().store.write(async (trx) => {
      for (let n = 1; n < 50; n++) await addGrant(trx, row)
    })
    const save = () => hoarder.api.token.save(usual)
    expect(fulfilled(await atOnce(product, [save, save, save]))).toHaveLength(1)
    expect(await hoarder.api.token.getList({})).toHaveLength(50)
    await areRefused([hoarder.api.token.save(usual)], 10101, '50')
  })

  it('S102: are stored as a hash only, also for a request that is repeated', async () => {
    const create = () => alice.api.token.save({ ...usual, request_id: 'request-token-1' })
    const [one, two] = await Promise.all([create(), create()])
    const three = await create()
    expect([two.grant_id, three.grant_id]).toEqual([one.grant_id, one.grant_id])
    for (const table of ['access_grant', 'access_secret', 'repeat', 'audit'] as const) {
      const rows = await services().store.db.selectFrom(table).selectAll().execute()
      expect([table, JSON.stringify(rows).includes(three.token.slice(10, 30))]).toEqual([table, false])
    }
    // The client did not receive the first response, so the last token replaces it.
    expect((await read(three.token)).data).toMatchObject({ page_id })
    expect(await read(one.token)).toEqual(refused('tokenInvalid'))
  })

  it('act for their person from any program, and show when they were used', async () => {
    const { token, grant_id } = await alice.api.token.save(usual)
    const page = await call(
      'page/save',
      { page_id, page_title: 'Start', page_content: 'By a program' },
      { ...bearer(token), 'user-agent': 'build/1.2' },
    )
    expect(page.data).toMatchObject({ page_id, page_content: 'By a program', author_username: alice.username })
    expect((await read(token)).data).toMatchObject({ page_content: 'By a program' })
    const used = (await alice.api.token.getList({})).find((row) => row.grant_id === grant_id)
    expect(used).toMatchObject({ last_used_agent: 'build/1.2', last_used_time: expect.stringMatching(/^\d{10}$/) })
  })

  it('W18: are accepted in two headers, and win over a cookie', async () => {
    const { token } = await alice.api.token.save(usual)
    expect((await call('page/info', { page_id }, { 'x-api-token': token })).error_code).toBe(0)
    expect((await call('page/info', { page_id }, { authorization: `bearer   ${token}` })).error_code).toBe(0)
    // With a key, it is the key pair of an item.
    expect((await call('page/info', { page_id }, { 'x-api-token': token, 'x-api-key': 'x' })).error_code).toBeGreaterThan(0)
    const bob = await product.user('bob')
    expect((await call('user/info', {}, { ...bearer(token), ...bob.headers })).error_name).toBe('sessionOnly')
  })

  it('S100: are not read from addresses, fields and cookies', async () => {
    const { token } = await alice.api.token.save(usual)
    for (const [fields, headers] of [
      [{ user_token: token }, {}],
      [{ token, api_token: token }, {}],
      [{}, { cookie: `sheaf_session=${token}; cookie_token=${token}; PHPSESSID=${token}` }],
    ] as const)
      expect((await call('page/info', { page_id, ...fields }, headers)).error_code).toBeGreaterThan(0)
    const reply = await product.send({ url: `/api/page/info?page_id=${page_id}&user_token=${token}&access_token=${token}` })
    expect(reply.json().error_code).toBeGreaterThan(0)
  })

  it('S101: a wrong, shortened, changed or expired token is refused, also together with a valid cookie', async () => {
    const { token, grant_id } = await alice.api.token.save(usual)
    const wrong = [
      token.slice(0, -1),
      token.toUpperCase(),
      `${token}=`,
      `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
      'sheaf_pat_',
      'ai_x',
    ]
    for (const one of wrong)
      expect(await call('page/info', { page_id }, { ...alice.headers, ...bearer(one) })).toMatchObject({
        status: 401,
        error_code: 401,
        error_name: 'tokenInvalid',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
    await after(30 * DAY, async () => expect((await read(token)).error_name).toBe('tokenInvalid'))
    expect((await read(token)).error_code).toBe(0)
    await alice.api.token.end({ grant_id })
    expect((await read(token)).error_name).toBe('tokenInvalid')
  })

  it('S101: refuses a wrong checksum without a query', async () => {
    const queries: string[] = []
    const { store } = services()
    const { hot } = store
    store.hot = (statement, values) => {
      queries.push(statement)
      return hot(statement, values)
    }
    await read(`sheaf_pat_${'a'.repeat(43)}000000`)
    store.hot = hot
    expect(queries.filter((statement) => statement.includes('access_secret'))).toEqual([])
  })

  describe('end', () => {
    it('one by one, or all at once, and stay in the list', async () => {
      const carol = await product.user('carol')
      const made = [await carol.api.token.save(usual), await carol.api.token.save(usual), await carol.api.token.save(usual)]
      await carol.api.token.end({ grant_id: made[0]?.grant_id ?? '' })
      expect((await carol.api.token.getList({})).map(({ ended_time }) => ended_time === '0')).toEqual([true, true, false])
      await product.admin.api.adminAgent.end({ grant_id: made[1]?.grant_id ?? '' })
      expect((await carol.api.token.getList({})).map(({ ended_by }) => ended_by)).toEqual(['', 'admin', 'own'])
      await carol.api.token.end({})
      expect((await carol.api.token.getList({})).map(({ ended_time }) => ended_time === '0')).toEqual([false, false, false])
    })

    it('S99: with the next call after their user was disabled, and work again afterwards', async () => {
      const dave = await product.user('dave')
      await aMember(product, item_id, dave)
      const { token } = await dave.api.token.save(usual)
      expect((await read(token)).error_code).toBe(0)
      await product.admin.api.adminUser.update({ uid: dave.uid, is_disabled: '1' })
      expect((await read(token)).error_name).toBe('tokenInvalid')
      await product.admin.api.adminUser.update({ uid: dave.uid, is_disabled: '0' })
      expect((await read(token)).error_code).toBe(0)
    })

    it('S99: a removed membership counts with the next call', async () => {
      const erin = await product.user('erin')
      await aMember(product, item_id, erin)
      const { token } = await erin.api.token.save(usual)
      expect((await read(token)).error_code).toBe(0)
      await services().store.db.deleteFrom('item_member').where('uid', '=', Number(erin.uid)).execute()
      expect((await read(token)).error_code).toBeGreaterThan(0)
    })

    it('are kept when their user changes the password, unless the user wants them to end', async () => {
      const frank = await product.user('frank')
      const { token } = await frank.api.token.save(usual)
      const works = async () => (await call('item/myList', { original: '0' }, bearer(token))).error_code === 0
      await frank.api.user.resetPassword({ password: PASSWORD, new_password: 'another horse 8' })
      expect(await works()).toBe(true)
      await frank.api.user.resetPassword({ password: 'another horse 8', new_password: PASSWORD, end_tokens: '1' })
      expect(await works()).toBe(false)
    })

    it('when an administrator sets the password, and go with a deleted account', async () => {
      const grace = await product.user('grace')
      const { token } = await grace.api.token.save(usual)
      await product.admin.api.adminUser.changePassword({ uid: grace.uid, new_password: 'another horse 8' })
      expect((await call('item/myList', { original: '0' }, bearer(token))).error_name).toBe('tokenInvalid')
      await product.admin.api.adminUser.deleteUser({ uid: grace.uid })
      const left = await services().store.db.selectFrom('access_grant').select('grant_id').where('uid', '=', Number(grace.uid)).execute()
      expect(left).toEqual([])
    })
  })

  describe('are limited', () => {
    it('to items: others are closed to them, also in lists and searches', async () => {
      const other = await anItem(alice, { item_name: 'Other', password: 'seal' })
      await aPage(alice, other, { page_title: 'Harbour', page_content: 'Harbour' })
      await aPage(alice, item_id, { page_title: 'Harbour', page_content: 'Harbour' })
      const { token } = await alice.api.token.save({ ...usual, level: '1', is_limited: '1', item_ids: `[${item_id}]` })
      const items = (await call('item/myList', { original: '0' }, bearer(token))).data as unknown as { item_id: string }[]
      expect(items.map((item) => item.item_id)).toEqual([item_id])
      const own = (await call('item/itemList', {}, bearer(token))).data as unknown as { item_id: string }[]
      expect(own.map((item) => item.item_id)).toEqual([item_id])
      const found = JSON.stringify((await call('search/all', { keyword: 'Harbour', page: '1', count: '20' }, bearer(token))).data)
      expect(found).toContain(`"item_id":"${item_id}"`)
      expect(found).not.toContain(`"item_id":"${other}"`)
      expect(await call('item/info', { item_id: other }, bearer(token))).toEqual(refused('noVisit'))
      expect(await call('item/add', { item_name: 'New' }, bearer(token))).toEqual(refused('levelMissing'))
    })

    it('to an item creates no other one', async () => {
      const { token } = await alice.api.token.save({ ...usual, is_limited: '1', item_ids: `[${item_id}]` })
      expect(await call('item/add', { item_name: 'New' }, bearer(token))).toEqual(refused('itemsOnly'))
    })

    it('and can be narrowed, but never widened', async () => {
      const { grant_id } = await alice.api.token.save(usual)
      const change = (fields: Record<string, string>) => alice.api.token.update({ grant_id, name: 'CI', level: '3', ...fields })
      expect(await change({ name: 'Build', level: '2', days: '10' })).toMatchObject({ name: 'Build', level: '2' })
      await expect(change({ level: '3' })).rejects.toThrow('more rights')
      await expect(change({ level: '2', days: '11' })).rejects.toThrow('more rights')
      expect(await change({ level: '1', is_limited: '1', item_ids: `[${item_id}]` })).toMatchObject({
        items: [{ item_id, item_name: 'Manual' }],
      })
      await expect(change({ level: '1' })).rejects.toThrow('more rights')
      const other = await anItem(alice)
      await expect(change({ level: '1', is_limited: '1', item_ids: `[${item_id},${other}]` })).rejects.toThrow('more rights')
      await alice.api.token.end({ grant_id })
      await expect(change({ level: '1', is_limited: '1', item_ids: `[${item_id}]` })).rejects.toThrow('is revoked')
    })

    it('to items that their user can read', async () => {
      const bob = await product.user('bob')
      await expect(bob.api.token.save({ ...usual, is_limited: '1', item_ids: `[${item_id}]` })).rejects.toThrow('items that you can read')
      await expect(bob.api.token.save({ ...usual, is_limited: '1', item_ids: '[]' })).rejects.toThrow('items that you can read')
      const many = `[${Array.from({ length: 101 }, (_, n) => n + 1)}]`
      await expect(bob.api.token.save({ ...usual, is_limited: '1', item_ids: many })).rejects.toThrow()
    })

    it('in number and in days', async () => {
      const henry = await product.user('henry')
      for (const days of ['0', '367', '-1']) await expect(henry.api.token.save({ ...usual, days })).rejects.toThrow()
      for (const level of ['0', '5']) await expect(henry.api.token.save({ ...usual, level })).rejects.toThrow()
      for (let n = 0; n < 50; n++) await henry.api.token.save(usual)
      await expect(henry.api.token.save(usual)).rejects.toThrow('50 tokens already')
      await henry.api.token.end({})
      expect((await henry.api.token.save(usual)).name).toBe('CI')
    })
  })

  it('with all rights of their user require the password', async () => {
    await expect(alice.api.token.save({ ...usual, level: '4' })).rejects.toThrow('password')
    const { token } = await alice.api.token.save({ ...usual, level: '4', password: PASSWORD })
    expect((await call('item/detail', { item_id }, bearer(token))).error_code).toBe(0)
    await expect(alice.api.token.save({ ...usual, is_admin: '1', password: PASSWORD })).rejects.toThrow()
  })

  it('S103: act as an administrator only if their user chose so', async () => {
    const { admin } = product
    const ordinary = await admin.api.token.save({ ...usual, level: '4', password: admin.password })
    const administering = await admin.api.token.save({ ...usual, level: '4', is_admin: '1', password: admin.password })
    expect(await read(ordinary.token)).toEqual(refused('noVisit'))
    expect((await call('adminOverview/info', {}, bearer(ordinary.token))).error_name).toBe('noPermission')
    expect((await read(administering.token)).error_code).toBe(0)
    expect((await call('adminOverview/info', {}, bearer(administering.token))).error_code).toBe(0)
    expect((await call('adminUser/getList', {}, bearer(administering.token))).error_name).toBe('sessionOnly')
  })

  it('S102: cannot create, show or end tokens, and change nothing when refused', async () => {
    const { token, grant_id } = await alice.api.token.save({ ...usual, level: '4', password: PASSWORD })
    const before = await digestOf(product, ['token_call'])
    for (const [path, fields] of [
      ['token/save', usual],
      ['token/getList', {}],
      ['token/calls', { grant_id }],
      ['token/end', { grant_id }],
      ['user/resetPassword', { password: PASSWORD, new_password: 'another horse 8' }],
      ['item/getKey', { item_id }],
      ['item/pwd', { item_id, password: 'seal' }],
      ['user/login', { username: alice.username, password: PASSWORD, v_code: '' }],
    ] as const)
      expect(await call(path, fields, bearer(token))).toEqual(refused('sessionOnly'))
    expect(await digestOf(product, ['token_call'])).toEqual(before)
  })

  it('are not visible to others', async () => {
    const { grant_id } = await alice.api.token.save(usual)
    const bob = await product.user('bob')
    expect(await bob.api.token.getList({})).toEqual([])
    await areRefused(
      [bob.api.token.end({ grant_id }), bob.api.token.calls({ grant_id }), bob.api.token.update({ grant_id, name: 'x', level: '1' })],
      10101,
    )
  })

  it('W30: have a log of their calls, with the outcome', async () => {
    const { token, grant_id } = await alice.api.token.save({ ...usual, level: '3' })
    await call('page/save', { page_id, page_title: 'Start', page_content: 'Logged' }, bearer(token))
    await call('page/save', { page_id: '2000000001', page_title: 'Start', page_content: 'x' }, bearer(token))
    await call('item/update', { item_id }, bearer(token))
    await read(token)
    const logged = () => alice.api.token.calls({ grant_id, page: '1', count: '10' })
    await expect.poll(async () => (await logged()).total).toBe('4')
    const { list } = await logged()
    expect(list.map(({ call: path, outcome }) => [path, Number(outcome) > 0]).sort()).toEqual([
      ['item/update', true],
      ['page/info', false],
      ['page/save', false],
      ['page/save', true],
    ])
    expect(list.find((row) => row.call === 'page/info')).toMatchObject({ page_id, address: '127.0.0.1' })
  })

  it('W30: their log names items and pages only as long as the user can read them', async () => {
    const bob = await product.user('bob')
    const locked = await anItem(alice, { item_name: 'Payroll', password: 'closed-1' })
    const cat_id = await aCatalog(alice, locked)
    const [inside, outside] = [
      await aPage(alice, locked, { page_title: 'Overtime', cat_id }),
      await aPage(alice, locked, { page_title: 'Salaries' }),
    ]
    await aMember(product, locked, bob, { edit: false, cat_id })
    const { token, grant_id } = await bob.api.token.save(usual)
    await call('page/info', { page_id: inside }, bearer(token))
    await call('page/info', { page_id: outside }, bearer(token))
    await call('item/info', { item_id: locked }, bearer(token))
    const logged = async () => (await bob.api.token.calls({ grant_id, page: '1', count: '10' })).list
    await expect.poll(async () => (await logged()).length).toBe(3)
    const names = async () => (await logged()).map((row) => [row.page_id, row.item_name, row.page_title]).sort()
    expect(await names()).toEqual(
      [
        ['0', 'Payroll', ''],
        [inside, 'Payroll', 'Overtime'],
        [outside, 'Payroll', ''],
      ].sort(),
    )
    const [member] = await alice.api.member.getList({ item_id: locked })
    await alice.api.member.delete({ item_id: locked, item_member_id: member?.item_member_id ?? '' })
    expect((await logged()).map(({ item_name, page_title }) => item_name + page_title)).toEqual(['', '', ''])
  })

  it('W31: two tokens of a user do not receive the responses of each other', async () => {
    const [one, two] = [await alice.api.token.save(usual), await alice.api.token.save(usual)]
    const add = async ({ token }: { token: string }) =>
      (await call('page/save', { item_id, page_title: 'Repeated', page_content: 'x', request_id: 'request-00001' }, bearer(token))).data[
        'page_id'
      ]
    expect(await add(one)).toBe(await add(one))
    expect(await add(two)).not.toBe(await add(one))
  })

  it('notify their user seven days before the end, once, and are removed with their log', async () => {
    const iris = await product.user('iris')
    const { token } = await iris.api.token.save(usual)
    await call('notice/setAllRead', {}, bearer(token))
    const titles = async () => (await iris.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)
    await tidyTokens(services(), {})
    expect(await titles()).toEqual([])
    await after(24 * DAY, async () => {
      await tidyTokens(services(), {})
      await tidyTokens(services(), {})
      expect(await titles()).toEqual(['A token expires soon'])
    })
    await after(61 * DAY, async () => {
      await tidyTokens(services(), {})
      for (const table of ['access_grant', 'token_call'] as const)
        expect(await services().store.db.selectFrom(table).selectAll().where('uid', '=', Number(iris.uid)).execute()).toEqual([])
    })
  })
})
