import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { onOneDatabase } from '../test/product.ts'
import { makeWorld, type World } from '../test/samples/samples.world.ts'

const form = 'application/x-www-form-urlencoded'

onOneDatabase('serving calls', (product) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(product)
  })
  const post = (url: string, payload: string | Buffer, type = form) =>
    product.send({ method: 'POST', url, payload, headers: { ...world.alice.headers, 'content-type': type } })

  it.each([
    '/api/nobody/knows',
    '/api/page/',
    '/api/page/toString',
    '/api/__proto__/constructor',
    '/api/page/info/',
    '/api//page/info',
    '/api/page//info',
    '/api/page/info;x',
    '/api/page/info%00',
    '/api/page/info%2f',
    '/index.php?s=/api/page/__proto__',
  ])('S30: returns 404 for %s', async (url) => {
    for (const reply of [
      await product.send({ url: `${url}${url.includes('?') ? '&' : '?'}page_id=${world.page_id}` }),
      await post(url, ''),
    ]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ error_code: 404, error_message: 'There is no such call', data: null, error_name: 'unknownCall' })
    }
  })

  it('serves a call under all of its addresses, in any case', async () => {
    const plain = (await product.send({ url: `/api/page/info?page_id=${world.page_id}` })).body
    for (const url of [
      '/server/index.php?s=/api/page/info&page_id=ID',
      '/server/?s=/api/Page/Info&page_id=ID',
      '/index.php?s=/api/PAGE/INFO&page_id=ID&showdoc=.jpg',
      '/server/api/page/info?page_id=ID',
      '/server/index.php?s=/api/page/info/page_id/ID',
      '/?s=api/page/info/page_id/ID',
    ])
      expect((await product.send({ url: url.replace('ID', world.page_id) })).body).toBe(plain)
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('refuses the method %s', async (method) => {
    const reply = await product.send({ method: method as 'PUT', url: '/api/page/info', headers: world.alice.headers })
    expect([404, 405]).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ data: null })
  })

  it('writes messages in the language of the request', async () => {
    const messageFor = async (headers: Record<string, string>) =>
      (await product.send({ url: '/api/user/info', headers })).json().error_message
    expect(await messageFor({})).toBe('Please sign in')
    for (const headers of [
      { 'accept-language': 'zh-CN,en' },
      { cookie: 'lang=zh-CN', 'accept-language': 'en' },
      { cookie: 'think_language=zh-cn' },
    ] as Record<string, string>[])
      expect(await messageFor(headers)).toBe('请先登录')
  })

  it('S56: refuses too large bodies of every type before processing them', async () => {
    const before = await digestOf(product)
    const big = 'x'.repeat(6 * 1024 * 1024 + 1)
    const parts = (fields: string[]) =>
      Buffer.from(
        [...fields.map((text, n) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n${text}\r\n`), '--b--\r\n'].join(''),
      )
    const multipart = 'multipart/form-data; boundary=b'
    for (const [payload, type] of [
      [`item_name=${big}`, form],
      [`{"item_name":"${big}"}`, 'application/json'],
      [`item_name=${big}`, 'text/plain'],
      [parts([big]), multipart],
      [parts([big.slice(4_000_000), big.slice(4_000_000), big.slice(4_000_000)]), multipart],
      [parts(Array.from({ length: 201 }, () => 'x')), multipart],
      [Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&'), form],
    ] as const) {
      const reply = await post('/api/item/add', payload, type)
      expect([reply.statusCode, reply.json()]).toMatchObject([413, { error_code: 413, data: null }])
    }
    const page = await post('/api/page/save', `page_content=${'x'.repeat(33 * 1024 * 1024)}`)
    expect(page.statusCode).toBe(413)
    expect(await digestOf(product)).toEqual(before)
  })

  it.each([
    ['application/json', '{"a":'],
    ['application/json', '[1]'],
    ['application/json', `${'['.repeat(50_000)}`],
    ['multipart/form-data', '--b\r\n'],
    ['multipart/form-data; boundary=b', 'no parts here'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--b--\r\n'],
    ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="item_name"\r\n\r\ncut sho'],
  ])('refuses a malformed body of type %s', async (type, payload) => {
    const reply = await post('/api/item/add', payload, type)
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { error_code: 10101, data: null }])
  })

  it('W3: a form, JSON, multipart and a raw body are equivalent', async () => {
    const part = (name: string, text: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    const [item_id, text] = [world.item_id, '100%25+1 页\n_x_']
    for (const [payload, type] of [
      [new URLSearchParams({ item_id, page_title: 'T', page_content: text }).toString(), form],
      [JSON.stringify({ item_id: Number(item_id), page_title: 'T', page_content: text }), 'application/json'],
      [`${part('item_id', item_id)}${part('page_title', 'T')}${part('page_content', text)}--b--\r\n`, 'multipart/form-data; boundary=b'],
      [`item_id=${item_id}&page_title=T&page_content=${text}`, form],
    ] as const)
      expect((await post('/api/page/save', payload, type)).json().data).toMatchObject({ item_id, page_title: 'T', page_content: text })
  })

  it.each([
    ['small', 1],
    ['large enough for a thread', 100_000],
  ])('a %s multipart body can contain JSON, and a file that the call does not accept is skipped', async (_size, times) => {
    const [item_id, text] = [world.item_id, '页 & text\n'.repeat(times)]
    const part = (head: string, body: string) => `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const json = (name: string, value: unknown) => part(`name="${name}"\r\ncontent-type: application/json`, JSON.stringify(value))
    const file = part('name="page_content"; filename="a.md"', 'of a file'.repeat(times))
    const body = `${file}${json('item_id', Number(item_id))}${part('name="page_title"', 'By parts')}${part('name="page_content"', text)}--b--\r\n`
    const reply = await post('/api/page/save', body, 'multipart/form-data; boundary=b')
    expect(reply.json().data).toMatchObject({ item_id, page_title: 'By parts', page_content: text })
    const broken = await post(
      '/api/page/save',
      `${json('item_id', item_id).replace(/\d+"?\r\n$/, '[\r\n')}${file}--b--\r\n`,
      'multipart/form-data; boundary=b',
    )
    expect(broken.json()).toMatchObject({ error_code: 10101, error_message: expect.stringContaining('JSON') })
  })
})
