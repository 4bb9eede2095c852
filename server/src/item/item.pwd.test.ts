import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('S42: a visit password', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'open sesame' })
    page_id = await aPage(alice, item_id)
  })

  const enter = async (who: TestUser, fields: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const reply = await product.server.app.inject({
      method: 'POST',
      url: '/api/item/pwd',
      payload: new URLSearchParams(fields).toString(),
      headers: { ...who.headers, 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress,
    })
    const cookie = reply.headers['set-cookie']
    if (cookie) who.headers['cookie'] = String(cookie).split(';')[0] as string
    return reply.json<{ error_code: number; data: unknown }>()
  }

  it('is required by item/info and page/info, which reveal nothing else', async () => {
    for (const path of [`item/info?item_id=${item_id}`, `page/info?page_id=${page_id}`]) {
      const reply = await product.send({ url: `/api/${path}` })
      expect(reply.json()).toEqual({ error_code: 10303, error_message: expect.any(String), data: null, error_name: 'noVisit' })
      expect(reply.body).not.toMatch(/Manual|Start|Hello|alice/)
    }
    for (const path of ['item/info?item_id=1', 'page/info?page_id=1'])
      expect((await product.send({ url: `/api/${path}` })).json()).toMatchObject({ error_code: 10101, data: null })
  })

  it('opens only its item and only for this session', async () => {
    const other = await anItem(alice, { password: 'open sesame' })
    const visitor = product.visitor()
    expect(await enter(visitor, { item_id, password: 'open sesame' })).toEqual({
      error_code: 0,
      error_message: '',
      data: { refer_url: '' },
    })
    expect(await visitor.api.item.info({ item_id })).toMatchObject({
      item_id,
      is_login: false,
      item_edit: false,
      item_manage: false,
      is_private: 1,
    })
    expect(await visitor.api.page.info({ page_id })).toMatchObject({ page_content: 'Hello' })
    await expect(visitor.api.item.info({ item_id: other })).rejects.toMatchObject({ code: 10303 })
    await expect(product.visitor().api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('opens the item of a page if only the page is known', async () => {
    const visitor = product.visitor()
    expect(await enter(visitor, { item_id: '0', page_id, password: 'open sesame' })).toMatchObject({ error_code: 0 })
    expect(await visitor.api.item.info({ item_id })).toMatchObject({ item_id })
  })

  it('is still valid after the login', async () => {
    const visitor = product.visitor()
    await enter(visitor, { item_id, password: 'open sesame' })
    const bob = await product.user('bob')
    await visitor.api.user.login({ username: bob.username, password: bob.password })
    expect(await visitor.api.item.info({ item_id })).toMatchObject({ item_id, is_login: true })
    await visitor.api.user.logout({})
    await expect(visitor.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('is not needed by members, the owner and administrators', async () => {
    const member = await product.user('member')
    await expect(member.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
    await aMember(product, item_id, member, { edit: false })
    for (const who of [member, alice, product.admin]) expect(await who.api.item.info({ item_id })).toMatchObject({ item_id })
  })

  it.each([
    { password: '' },
    {},
    { 'password[]': 'open sesame' },
    { password: 'true' },
    { password: '0' },
    { password: '********' },
  ] as Record<string, string>[])('is not accepted as %j', async (fields) => {
    const visitor = product.visitor()
    expect(await enter(visitor, { item_id, ...fields }, '10.1.1.1')).toMatchObject({ error_code: 10307, data: null })
    await expect(visitor.api.item.info({ item_id })).rejects.toMatchObject({ code: 10303 })
  })

  it('is always wrong for public, deleted and missing items', async () => {
    const open = await anItem(alice)
    const gone = await anItem(alice, { password: 'open sesame' })
    await deleteItem(product, gone)
    for (const id of [open, gone, '1', '0']) {
      expect(await enter(product.visitor(), { item_id: id, password: '' })).toMatchObject({ error_code: 10307 })
      expect(await enter(product.visitor(), { item_id: id, password: 'open sesame' })).toMatchObject({ error_code: 10307 })
    }
  })

  it('requires a captcha from the tenth failure for an item and network', async () => {
    const guarded = await anItem(alice, { password: 'open sesame' })
    const [here, there] = ['10.0.0.1', '10.0.0.2']
    const visitor = product.visitor()
    const guess = (password: string, v_code = '', from = here) => enter(visitor, { item_id: guarded, password, v_code }, from)
    const draw = async () => {
      const reply = await product.send({ url: '/api/common/verify', headers: visitor.headers })
      const cookie = reply.headers['set-cookie']
      if (cookie) visitor.headers['cookie'] = String(cookie).split(';')[0] as string
    }
    for (let n = 1; n <= 9; n++) expect(await guess(`guess ${n}`)).toMatchObject({ error_code: 10307 })
    expect(await guess('guess 10')).toMatchObject({ error_code: 10308 })
    expect(await guess('open sesame')).toMatchObject({ error_code: 10206 })
    await draw()
    expect(await guess('open sesame', 'wrong')).toMatchObject({ error_code: 10206 })
    expect(await guess('open sesame', 'abc12')).toMatchObject({ error_code: 10206 })
    await draw()
    expect(await guess('guess 11', 'abc12')).toMatchObject({ error_code: 10308 })
    await expect(visitor.api.item.info({ item_id: guarded })).rejects.toMatchObject({ code: 10303 })
    // The captcha is not required from another address or for another item.
    expect(await enter(product.visitor(), { item_id: guarded, password: 'open sesame' }, there)).toMatchObject({ error_code: 0 })
    expect(await enter(product.visitor(), { item_id, password: 'open sesame' }, here)).toMatchObject({ error_code: 0 })
    await draw()
    expect(await guess('open sesame', 'abc12')).toMatchObject({ error_code: 0 })
  })

  it('is compared no more often with thirty concurrent tries; hundreds of failures require a captcha for every client', async () => {
    const guarded = await anItem(alice, { password: 'open sesame' })
    const all = await Promise.all(
      Array.from({ length: 30 }, () => enter(product.visitor(), { item_id: guarded, password: 'guess' }, '10.0.1.1')),
    )
    const count = (code: number) => all.filter(({ error_code }) => error_code === code).length
    expect([10307, 10308, 10206].map(count)).toEqual([9, 1, 20])
    const { store, now } = product.server.services
    const { db } = store
    await db
      .updateTable('throttle')
      .set({ count: 200, until: now() + 3600 })
      .where('name', '=', `visit ${guarded}`)
      .execute()
    expect(await enter(product.visitor(), { item_id: guarded, password: 'open sesame' }, '10.0.1.2')).toMatchObject({ error_code: 10206 })
  })

  it.each([
    ['/7/8?x=1', '/7/8?x=1'],
    ['https://evil.test/', ''],
    ['//evil.test', ''],
    ['/\\evil.test', ''],
    ['/\t/evil.test', ''],
    ['javascript:alert(1)', ''],
    ['https:evil.test', ''],
  ])('returns refer_url %j as %j', async (wanted, refer_url) => {
    const fields = { item_id, password: 'open sesame', refer_url: Buffer.from(wanted).toString('base64') }
    expect(await enter(product.visitor(), fields)).toMatchObject({ error_code: 0, data: { refer_url } })
  })
})
