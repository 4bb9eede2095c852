import { beforeAll, expect, it } from 'vitest'
import { aMember } from '../given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../product.ts'
import { aShowdocClient } from './client.given.ts'

/* An API client like RunApi. It logs in with a captcha id, sends its token in every form, and stores its data in an item of type 3. */
const call = {
  info: {
    from: 'runapi',
    type: 'api',
    title: 'Create an order',
    description: '下单',
    method: 'post',
    url: '{{host}}/orders',
    remark: 'a & b',
    apiStatus: '3',
  },
  request: {
    params: {
      mode: 'json',
      json: '{"sku":"A1","count":2}',
      jsonDesc: [{ name: 'sku', type: 'string', require: '1', remark: 'which | one' }],
      urlencoded: [],
      formdata: [],
    },
    headers: [{ name: 'X-Token', type: 'string', value: '{{token}}', require: '1', remark: '' }],
    cookies: [],
    auth: {},
  },
  response: { responseExample: '{"id":"1"}', responseParamsDesc: [{ name: 'id', type: 'string', remark: 'number' }] },
  extend: {},
}
const content = JSON.stringify(call)

onEachDatabase('an API client', (product) => {
  let alice: TestUser
  let program: ReturnType<typeof aShowdocClient>
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it('logs in with a captcha id', async () => {
    const visitor = aShowdocClient(product)
    const { captcha_id } = await visitor.send('common/createCaptcha')
    const picture = await fetch(`${await visitor.url('common/showCaptcha')}&captcha_id=${captcha_id}&_t=0.5`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const form = { username: alice.username, password: PASSWORD, captcha_id: captcha_id as string }
    expect(await visitor.call('user/loginByVerify', { ...form, captcha: 'nope' })).toMatchObject({ error_code: 10206 })
    const again = await visitor.send('common/createCaptcha')
    const account = await visitor.send('user/loginByVerify', { ...form, ...again, captcha: 'abc12' })
    expect(account).toMatchObject({ uid: alice.uid, username: alice.username })
    program = aShowdocClient(product, account['user_token'])
    expect(await program.send('user/info')).toMatchObject({ username: alice.username })
    expect(await visitor.call('user/info')).toMatchObject({ error_code: 10102 })
    expect((await visitor.send('common/version'))['version']).toMatch(/^\d/)
  })

  it('creates an item of its own type with catalogs and pages', async () => {
    item_id = (await program.send('item/add', { item_type: 3, item_name: 'Orders API', password: 'sesame' }))['item_id'] as string
    const { cat_id } = await program.send('catalog/save', { item_id, cat_name: '订单', parent_cat_id: 0, cat_id: '' })
    const sent = { page_id: 0, item_id, cat_id: cat_id as string, page_title: 'Create an order', is_urlencode: 1 }
    page_id = (await program.send('page/save', { ...sent, page_content: encodeURIComponent(content) }))['page_id'] as string
    expect(await program.send('page/info', { page_id })).toMatchObject({ page_content: content, item_id, cat_id })
    expect(await program.send('item/getPage', { item_id, page_title: 'Create an order' })).toMatchObject({ page_id, page_content: content })
    const list = await program.send<Record<string, unknown>[]>('item/myList')
    expect(list).toMatchObject([{ item_id, item_type: '3', creator: 1, is_private: 1, password: '' }])
    expect(list[0]).not.toHaveProperty('top')
    expect(await program.send<object[]>('item/itemList')).toMatchObject([{ item_id, password: '********' }])
    expect(await program.send<object[]>('catalog/catListGroup', { item_id })).toMatchObject([{ cat_id, sub: [] }])
  })

  it('stores environments, variables and shared parameters in the item', async () => {
    const [env] = await program.send<Record<string, string>[]>('runapi/getEnvList', { item_id })
    const env_id = env?.['id'] as string
    await program.send('runapi/updateEnv', { item_id, env_id, env_name: '生产' })
    await program.send('runapi/selectEnv', { env_id })
    for (const [var_name, var_value] of [
      ['host', 'https://api.test?a=1&b=2'],
      ['token', '{{not}}<b>'],
    ] as const)
      await program.send('itemVariable/save', { item_id, env_id, var_name, var_value })
    expect(await program.send<object[]>('itemVariable/getList', { item_id, env_id })).toMatchObject([
      { var_name: 'host', var_value: 'https://api.test?a=1&b=2' },
      { var_name: 'token', var_value: '{{not}}<b>' },
    ])
    const header = [{ name: 'token', type: 'string', value: '{{token}}', require: '1', remark: '全局' }]
    await program.send('runapi/updateGlobalParam', { item_id, param_type: 'header', content_json_str: JSON.stringify(header) })
    expect((await program.send('runapi/getSelectEnv', { item_id }))['env_id']).toBe(env_id)
    expect((await program.send<{ global_param: object }>('item/info', { item_id })).global_param).toMatchObject({ header, query: [] })
  })

  it('stores a flow of calls and shares it with editors', async () => {
    const { id, env_id } = await program.send('flow/save', { item_id, flow_name: 'Smoke', env_id: 0, times: 1 })
    await program.send('flow/addFlowPage', { flow_id: id as string, page_id })
    const bob = await product.user('bob')
    const other = aShowdocClient(product, bob.token)
    expect(await other.call('flow/getList', { item_id })).toMatchObject({ error_code: 10303, data: null })
    await aMember(product, item_id, bob)
    expect(await other.send<object[]>('flow/getList', { item_id })).toMatchObject([
      { id, flow_name: 'Smoke', env_id, username: alice.username },
    ])
    expect(await other.send<object[]>('flow/getFlowPageList', { flow_id: id as string })).toMatchObject([
      { page_id, page_title: 'Create an order' },
    ])
    expect((await other.send('runapi/getSelectEnv', { item_id }))['env_id']).toBe('0')
  })

  it('uploads files', async () => {
    const uploaded = await program.upload('attachment/attachmentUpload', { item_id, page_id }, 'notes.txt', 'text')
    expect(uploaded).toMatchObject({ success: 1, url: expect.stringContaining('/api/attachment/visitFile') })
    expect(await program.send<object[]>('attachment/pageAttachmentUploadList', { page_id })).toMatchObject([{ display_name: 'notes.txt' }])
    const [file] = await program.send<Record<string, string>[]>('page/uploadList', { page_id })
    expect(await program.send<unknown[]>('attachment/deletePageUploadFile', { page_id, file_id: file?.['file_id'] as string })).toEqual([])
  })

  it('its pages are readable in the web app, and it can pin its item', async () => {
    const { html } = await alice.api.page.view({ page_id, language: 'zh' })
    for (const text of ['<i>{{host}}</i>/orders', 'X-Token', 'which | one']) expect(html).toContain(text)
    await program.send('item/top', { item_id, action: 'top' })
    await program.send('item/add', { item_name: 'Later', item_type: 1 })
    expect(await program.send<object[]>('item/myList')).toMatchObject([
      { item_id, top: 1 },
      { item_name: 'Later', top: 0 },
    ])
    await program.send('item/top', { item_id, action: 'cancel' })
    expect((await program.send<object[]>('item/myList'))[0]).not.toHaveProperty('top')
  })

  it('logs out, which invalidates its token', async () => {
    await program.send('user/logout')
    expect(await program.call('item/myList')).toMatchObject({ error_code: 10102 })
  })
})
