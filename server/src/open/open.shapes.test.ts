import { beforeAll, expect, it } from 'vitest'
import { anApiClient, outlineOf } from '../test/api-client.ts'
import { anItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { multipartOf } from '../test/samples/files.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const text = '1 + 1 = 2 & 100% <b> %20'

onEachDatabase('requests of programs', (product) => {
  let alice: TestUser
  let item_id: string
  let robot: Awaited<ReturnType<typeof anApiClient>>
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    robot = await anApiClient(product, alice, item_id)
  })
  const read = async (page_title: string) => (await robot.call('open/getPage', { page_title })).data?.['page_content']
  const post = (url: string, payload: string | Buffer, headers: Record<string, string>) =>
    product.send({ method: 'POST', url, payload, headers })

  it.each([
    '/api/item/updateByApi',
    '/API/Item/UpdateByAPI',
    '/server/index.php?s=/api/item/updateByApi',
    '/server/index.php?s=/Api/Open/updateItem',
    '/server/?s=/api/item/updateByApi',
    '/server/?s=/api/open/updatePage&x=1',
    '/index.php?s=/api/open/updateItem',
    '/server/api/open/updateItem',
  ])('W1: are accepted at %s', async (url) => {
    const fields = { ...robot.keys, page_title: url, page_content: text }
    expect((await post(url, new URLSearchParams(fields).toString(), form)).json()).toMatchObject({
      error_code: 0,
      data: { page_title: url },
    })
    expect(await read(url)).toBe(text)
    expect((await product.send({ url: `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}` })).statusCode).toBe(405)
  })

  it('W3: can be a form, multipart or JSON', async () => {
    const fields = (page_title: string) => ({ ...robot.keys, cat_name: 'Shapes', page_title, page_content: text, s_number: '5' })
    const url = '/api/item/updateByApi'
    await post(url, new URLSearchParams(fields('form')).toString(), form)
    await post(url, JSON.stringify({ ...fields('json'), s_number: 5 }), { 'content-type': 'application/json; charset=utf-8' })
    const parts = Object.entries(fields('multipart')).map(([name, value]) => ({ name, text: value }))
    await post(url, multipartOf(parts), { 'content-type': 'multipart/form-data; boundary=b' })
    await post(url, new URLSearchParams(fields('no type')).toString(), {})
    expect(await outlineOf(alice, item_id)).toEqual(
      expect.arrayContaining(['Shapes/form', 'Shapes/json', 'Shapes/multipart', 'Shapes/no type']),
    )
    for (const title of ['form', 'json', 'multipart', 'no type']) expect([title, await read(title)]).toEqual([title, text])
  })

  it('W3: can be the raw text of a comment', async () => {
    const source = (end: string) =>
      `/**\n * showdoc\n * @title Raw + 100%${end.length}\n * @catalog Raw\n * @description a + b _this_and_change_ 100% of %20 | 说明\n * @method get\n * @url /raw?x=1_this_and_change_y=2\n */\n`.replaceAll(
        '\n',
        end,
      )
    for (const end of ['\n', '\r\n']) {
      const body = `from=shell&api_key=${robot.keys.api_key}&api_token=${robot.keys.api_token}&content=${source(end)}`
      const reply = await post('/server/index.php?s=/api/open/fromComments', body, {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      })
      expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, 'text/plain; charset=utf-8', '成功\n'])
      const content = await read(`Raw + 100%${end.length}`)
      expect(content).toContain('a + b & 100% of %20')
      expect(content).toContain('get /raw?x=1&y=2')
      expect(content).not.toContain('\r')
    }
    const tail = `api_key=${robot.keys.api_key}&content=${source('\n')}&api_token=${robot.keys.api_token}\n`
    expect((await post('/api/open/fromComments', tail, form)).body).toBe('成功\n')
  })

  it('without content are refused in plain text', async () => {
    const before = await outlineOf(alice, item_id)
    expect(await robot.words('open/fromComments', { content: 'no comments here' })).toBe(
      '失败：content 中没有包含 showdoc 与 @title 的注释\n',
    )
    expect(await robot.words('fromComments/generate', { content: '/** showdoc\n * @url /y\n */' })).toMatch(/^失败：/)
    expect(await robot.words('open/updateDbItem', { table_info: '', table_detail: '' })).toMatch(/^失败：/)
    const spy = '/**\n * showdoc\n * @title Spy\n */'
    expect(await robot.words('open/fromComments', { content: spy, api_token: 'y' })).toBe('api_key或者api_token不匹配\n')
    expect(await outlineOf(alice, item_id)).toEqual(before)
  })

  it('are answered with the Chinese words that scanners search for, in any language', async () => {
    const { words } = await anApiClient(product, alice, await anItem(alice))
    const content = '/**\n * showdoc\n * @title Ping\n * @url /ping\n */'
    const table_info = 'TABLE_NAME\tTABLE_COMMENT\nuser\tthe users'
    for (const language of ['*', 'en-US,en;q=0.9', 'fr', 'zh-CN', '']) {
      for (const headers of [{ 'accept-language': language }, { 'accept-language': language, cookie: 'lang=en; other=1' }]) {
        expect([language, await words('open/fromComments', { content }, headers)]).toEqual([language, '成功\n'])
        expect([language, await words('open/updateDbItem', { table_info }, headers)]).toEqual([language, '成功\n'])
      }
    }
  })

  it('with the key pair in headers are answered in the language they accept', async () => {
    const { keys, send } = await anApiClient(product, alice, await anItem(alice))
    const headers = { 'x-api-key': keys.api_key, 'x-api-token': keys.api_token }
    const words = async (language: string, content: string, more = {}) =>
      (await send('open/fromComments', { content }, { ...headers, 'accept-language': language, ...more })).body
    const content = '/**\n * showdoc\n * @title Ping\n * @url /ping\n */'
    expect([await words('en', content), await words('zh-CN', content)]).toEqual(['Success\n', '成功\n'])
    expect(await words('en', 'none')).toBe('Failed: No comment with “showdoc” and @title was found in content\n')
    expect(await words('en', content, { 'x-api-token': 'x' })).toBe('api_key and api_token do not match\n')
  })

  it('create one page per table and comment, and a version per change', async () => {
    const own = await anItem(alice)
    const { words, call } = await anApiClient(product, alice, own)
    const table_info = 'TABLE_NAME\tTABLE_COMMENT\nuser\tthe users\norder\tthe orders'
    const table_detail =
      'TABLE_NAME\tCOLUMN_NAME\tCOLUMN_DEFAULT\tIS_NULLABLE\tCOLUMN_TYPE\tCOLUMN_COMMENT\nuser\tid\t\tNO\tint(11)\tkey | 1 _this_and_change_ 2'
    const put = (more: Record<string, string> = {}) => words('open/updateDbItem', { cat_name: 'DB', table_info, table_detail, ...more })
    const versions = async () =>
      Promise.all(['user', 'order'].map(async (page_title) => (await call('open/getPage', { page_title })).data?.['version']))
    expect([await put({ s_number: '4' }), await put(), await versions()]).toEqual(['成功\n', '成功\n', ['1', '1']])
    expect((await call('open/getPage', { page_title: 'user' })).data).toMatchObject({
      s_number: '4',
      page_content: expect.stringContaining('key \\| 1 & 2'),
    })
    await put({ table_detail: table_detail.replace('key', 'primary key') })
    // Pages are written concurrently, so two with the same s_number can be in either order.
    expect([await versions(), (await outlineOf(alice, own)).toSorted()]).toEqual([
      ['2', '1'],
      ['DB/', 'DB/order', 'DB/user'],
    ])
    const block = (title: string, remark: string) =>
      `/**\n * showdoc\n * @title ${title}\n * @catalog Twice\n * @url /x\n * @remark ${remark}\n */\n`
    const comments = block('Same', 'first') + block('Same', 'second') + block('x'.repeat(300), 'long')
    expect(await words('open/fromComments', { content: comments })).toBe(`成功\n未写入：${'x'.repeat(60)}: 请检查此项内容：page_title\n`)
    const content = block('Same', 'first') + block('Same', 'second')
    for (let n = 0; n < 2; n++) expect(await words('fromComments/generate', { content })).toBe('成功\n')
    const { data } = await call('open/getPage', { page_title: 'Same' })
    expect(data).toMatchObject({ version: '1', page_content: expect.stringContaining('second') })
  })

  it('name each page that cannot be written and write the others', async () => {
    const own = await anItem(alice)
    const { words } = await anApiClient(product, alice, own)
    const long = 'x'.repeat(256)
    const block = (title: string, catalog = '') => `/**\n * showdoc\n * @title ${title}\n * @catalog ${catalog}\n */`
    expect(await words('open/updateDbItem', { cat_name: long, table_info: 'H\nbig\t' })).toMatch(/^失败：/)
    expect(await words('open/updateDbItem', { table_info: `H\nbig\t\n${long}\t` })).toMatch(/^成功\n未写入：x{60}: /)
    expect(await words('open/fromComments', { content: block('A', long) })).toMatch(/^失败：/)
    expect(await words('open/fromComments', { content: block('A', long) + block('B') })).toMatch(/^成功\n未写入：A: /)
    expect(await outlineOf(alice, own)).toEqual(['big', 'B'])
  })
})
