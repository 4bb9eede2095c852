import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type Product, type TestUser } from '../product.ts'
import { multipartOf, type Part } from '../samples/files.ts'
import { PIXEL } from '../samples/pixel.ts'

/*
 * The requests of the web client of ShowDoc 2.9: forms built by JavaScript, in which a field without a value is "undefined". It sends
 * both a cookie and the login token in every body.
 */
type Value = string | number | boolean | undefined | null
type Fields = Record<string, Value>
type Answer<T> = { error_code: number; error_message: string; data: T }

function aBrowser({ send }: Product) {
  const headers: Record<string, string> = {
    host: 'docs.example.com',
    origin: 'http://docs.example.com',
    'sec-fetch-site': 'same-origin',
    'accept-language': 'zh-CN,zh;q=0.9',
  }
  let user_token = ''
  const post = async (path: string, payload: string | Buffer, type: string) => {
    const reply = await send({
      method: 'POST',
      url: `/server/index.php?s=/api/${path}`,
      payload,
      headers: { ...headers, 'content-type': type },
    })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)?.split(';')[0]
    if (cookie) headers['cookie'] = cookie
    expect(reply.statusCode).toBe(200)
    return reply.json()
  }
  const form = (fields: Fields) =>
    new URLSearchParams(
      Object.entries({ ...fields, ...(user_token ? { user_token } : {}) }).map(([name, value]) => [name, String(value)]),
    ).toString()
  const call = <T>(path: string, fields: Fields = {}): Promise<Answer<T>> =>
    post(path, form(fields), 'application/x-www-form-urlencoded;charset=UTF-8')
  const request = async <T = Record<string, string>>(path: string, fields: Fields = {}): Promise<T> => {
    const { error_code, error_message, data } = await call<T>(path, fields)
    expect([path, error_code, error_message]).toEqual([path, 0, ''])
    return data
  }
  /** Sends the file before the other fields, as the form of the web client does. */
  const upload = async (path: string, field: string, name: string, bytes: Buffer, fields: Record<string, string>) => {
    const parts: Part[] = [{ name: field, file: name, bytes, type: 'image/png' }]
    for (const [one, text] of Object.entries({ ...fields, user_token })) parts.push({ name: one, text })
    return post(path, multipartOf(parts), 'multipart/form-data; boundary=b') as Promise<{ url: string; success: number }>
  }
  const login = async ({ username, password }: Pick<TestUser, 'username' | 'password'>) => {
    const account = await request('user/login', { username, password, v_code: '' })
    user_token = account['user_token'] ?? ''
    return account
  }
  return { login, call, request, upload, visit: (url: string) => send({ url, headers }) }
}

interface Page {
  page_id: string
  page_title: string
  page_content: string
  cat_id: string
}
interface Menu {
  pages: Page[]
  catalogs: { cat_id: string; cat_name: string; pages: Page[] }[]
}

onEachDatabase('the web client of ShowDoc', (product) => {
  let bob: TestUser
  let browser: ReturnType<typeof aBrowser>
  let item_id: string
  let page_id: string
  let cat_id: string
  beforeAll(async () => {
    bob = await product.user('bob')
    browser = aBrowser(product)
    const { username, password } = await product.user('alice')
    expect(await browser.login({ username, password })).toMatchObject({ username })
    expect(await browser.request('user/info', { redirect_login: false })).toMatchObject({ username })
  })
  const menu = async () => (await browser.request<{ menu: Menu }>('item/info', { item_id, keyword: '', default_page_id: undefined })).menu
  const save = (fields: Fields) =>
    browser.request<Page>('page/save', {
      item_id,
      s_number: '',
      page_comments: '',
      is_urlencode: 1,
      cat_id: 0,
      ...fields,
      page_content: encodeURIComponent(String(fields['page_content'])),
    })

  it('creates an item and finds it in the user’s list', async () => {
    const made = await browser.request('item/add', {
      item_type: '1',
      item_name: '订单接口',
      password: 'sesame',
      item_description: '',
      item_domain: '',
      copy_item_id: undefined,
    })
    item_id = made['item_id'] as string
    expect(await browser.request<object[]>('item/myList', { item_group_id: 0 })).toMatchObject([{ item_id, creator: 1, is_private: 1 }])
    expect(await menu()).toEqual({ pages: [], catalogs: [] })
  })

  it('opens the editor of a new, unlocked page and saves it', async () => {
    const free = { lock: 0, lock_uid: '', lock_username: '', lock_name: '', is_cur_user: 0 }
    for (const none of [0, '0', undefined, '']) expect(await browser.request('page/isLock', { page_id: none })).toEqual(free)
    expect(await browser.request('catalog/getDefaultCat', { page_id: 0, item_id, copy_page_id: undefined })).toEqual({
      default_cat_id: '0',
    })
    const text = '# 登录\n\n1 + 1 & 100% <b>'
    const page = await save({ page_id: 0, page_title: '登录', page_content: text })
    page_id = page.page_id
    expect(page).toMatchObject({ item_id, cat_id: '0', page_title: '登录', page_content: text, s_number: '99' })
    await browser.request('page/setLock', { page_id, item_id })
    expect(await browser.request('page/isLock', { page_id })).toMatchObject({ lock: 1, is_cur_user: 1 })
    expect(await browser.request('page/setLock', { page_id, item_id, lock_to: 1000 })).toEqual({ id: page_id })
    expect(await browser.request('page/isLock', { page_id })).toEqual(free)
  })

  it('changes the page, its place and its order in its own notation', async () => {
    expect(await browser.request<Page>('page/info', { page_id, unique_key: undefined })).toMatchObject({ page_title: '登录' })
    expect(await save({ page_id, cat_id: undefined, s_number: undefined, page_title: '登录', page_content: 'two' })).toMatchObject({
      page_id,
      page_content: 'two',
      cat_id: '0',
      s_number: '99',
    })
    expect(await save({ page_id, cat_id: null, s_number: '9.0', page_title: '登录', page_content: 'three' })).toMatchObject({
      s_number: '9',
    })
    expect(await save({ page_id, cat_id: NaN, s_number: 'abc', page_title: '登录', page_content: 'four' })).toMatchObject({ s_number: '9' })
    const states = await browser.request<{ page_history_id: string; page_content: string }[]>('page/history', { page_id })
    expect(states.map((state) => state.page_content)).toEqual(['three', 'two', '# 登录\n\n1 + 1 & 100% <b>'])
    expect(await browser.request<object>('page/diff', { page_id, page_history_id: states[0]?.page_history_id })).toMatchObject({
      page: { page_content: 'four' },
      history_page: { page_content: 'three' },
    })
  })

  it('creates a catalog at the root and renames it', async () => {
    cat_id = (await browser.request('catalog/save', { item_id, cat_id: '', parent_cat_id: '', cat_name: 'Users', s_number: '' }))[
      'cat_id'
    ] as string
    const renamed = await browser.request('catalog/save', { item_id, cat_id, cat_name: 'Orders', parent_cat_id: undefined, s_number: '' })
    expect(renamed).toMatchObject({ cat_id, cat_name: 'Orders', parent_cat_id: '0', level: '2' })
    expect(await save({ page_id, cat_id, page_title: '登录', page_content: 'four' })).toMatchObject({ cat_id })
    expect(await menu()).toMatchObject({ pages: [], catalogs: [{ cat_id, cat_name: 'Orders', pages: [{ page_id }] }] })
  })

  it('adds a member without a catalog, and one limited to a catalog', async () => {
    const carol = await product.user('carol')
    const added = { item_id, member_group_id: 1, cat_id: undefined }
    expect(await browser.request('member/save', { ...added, username: bob.username })).toMatchObject({ uid: bob.uid, cat_id: '0' })
    expect(await browser.request('member/save', { ...added, username: carol.username, member_group_id: 0, cat_id })).toMatchObject({
      cat_id,
    })
    const members = await browser.request<{ member_group: string; cat_name: string }[]>('member/getList', { item_id })
    expect(members.map((one) => [one.member_group, one.cat_name])).toEqual([
      ['编辑/目录：所有目录', '所有目录'],
      ['只读/目录：Orders', 'Orders'],
    ])
  })

  it('shares a page by a link, which opens without a login', async () => {
    const { unique_key } = await browser.request('page/createSinglePage', { page_id, isCreateSiglePage: true })
    const reader = aBrowser(product)
    expect(await reader.request('page/infoByKey', { unique_key, page_id: undefined })).toMatchObject({ page_id, page_content: 'four' })
    expect(await reader.call('page/info', { page_id, unique_key })).toMatchObject({ error_code: 10303 })
    expect(await reader.call('page/infoByKey', { unique_key: undefined, page_id })).toMatchObject({ error_code: 10101 })
    await browser.request('page/createSinglePage', { page_id, isCreateSiglePage: false })
    expect(await reader.call('page/infoByKey', { unique_key, page_id: undefined })).toMatchObject({ error_code: 10101 })
  })

  it('uploads a picture and a file with the file first, and opens them', async () => {
    const picture = await browser.upload('page/uploadImg', 'editormd-image-file', 'shot.png', PIXEL, { item_id, page_id, t: 'paste' })
    expect(picture).toMatchObject({ success: 1, url: expect.stringContaining('/api/attachment/visitFile/sign/') })
    expect((await browser.visit(picture.url)).rawPayload.equals(PIXEL)).toBe(true)
    const file = await browser.upload('page/upload', 'file', 'notes.txt', Buffer.from('text'), { item_id, page_id })
    expect(file).toMatchObject({ success: 1 })
    await save({ page_id, cat_id, page_title: '登录', page_content: `![](${picture.url})` })
    const files = await browser.request<{ display_name: string; file_id: string }[]>('page/uploadList', { page_id })
    expect(files.map((one) => one.display_name).sort()).toEqual(['notes.txt', 'shot.png'])
    const file_id = files.find((one) => one.display_name === 'notes.txt')?.file_id
    expect(await browser.request<unknown[]>('page/deleteUploadFile', { page_id, file_id })).toEqual([])
  })

  it('deletes the page, restores it from the recycle bin, and signs out', async () => {
    await browser.request('page/delete', { page_id })
    expect(await browser.request<object[]>('recycle/getList', { item_id })).toMatchObject([{ page_id, page_title: '登录' }])
    await browser.request('recycle/recover', { item_id, page_id })
    expect((await menu()).pages).toMatchObject([{ page_id }])
    await browser.request('user/logout', { confirm: 1 })
    expect(await browser.call('item/myList')).toMatchObject({ error_code: 10102 })
  })
})
