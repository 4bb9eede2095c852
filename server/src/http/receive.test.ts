import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { anItem } from '../test/given.ts'
import { onOneDatabase, type TestUser } from '../test/product.ts'
import { filesIn, multipartOf, type Part, sendParts } from '../test/samples/files.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

const KIB = 1024
const MIB = 1024 * KIB

onOneDatabase('the body of a request', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    await product.server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  const post = async (url: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await product.send({ method: 'POST', url: `/api/${url}`, payload, headers: { ...type, ...headers } })
    return reply.json<{ error_code: number; data: Record<string, string> | null }>()
  }
  const clean = () => expect(filesIn(product).filter((name) => name.includes('-'))).toEqual([])

  /** Announces `length` bytes, sends none and returns the response. */
  const announce = (path: string, length: number, headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect((product.server.app.server.address() as AddressInfo).port, '127.0.0.1')
      const lines = { host: 'x', 'content-type': 'application/json', ...headers, 'content-length': String(length) }
      let received = ''
      socket.write(
        `POST /api/${path} HTTP/1.1\r\n${Object.entries(lines)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      )
      socket.on('error', reject).on('data', (chunk) => {
        received += chunk
        if (!/\r\n\r\n.+/.test(received)) return
        socket.destroy()
        resolve(received)
      })
    })

  it('is limited to 64 KB for calls without authentication, except calls for texts', async () => {
    const login = (size: number) => post('user/login', `username=${'x'.repeat(size - 9)}`)
    expect(await login(64 * KIB)).toMatchObject({ error_code: 10101 })
    expect(await login(64 * KIB + 1)).toMatchObject({ error_code: 413, data: null })
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    const pushed = await post(
      'open/updatePage',
      JSON.stringify({ api_key, api_token, page_title: 'Long', page_content: 'x'.repeat(4 * MIB) }),
      {
        'content-type': 'application/json',
      },
    )
    expect(pushed).toMatchObject({ error_code: 0 })
  })

  it('is refused before it is read if it is too large, its sender has no permission, or the session has ended', async () => {
    const endedSession = { cookie: `sheaf_session=${'0'.repeat(64)}` }
    expect(await announce('user/login', 65 * KIB, {})).toContain('"error_code":413')
    expect(await announce('page/save', 33 * MIB, alice.headers)).toContain('"error_code":413')
    expect(await announce('page/save', 5 * MIB, endedSession)).toContain('"error_code":10102')
    expect(await announce('page/save', 5 * MIB, { authorization: `Bearer ${'0'.repeat(64)}` })).toContain('"error_code":10102')
    expect(await announce('adminNotice/send', 5 * MIB, alice.headers)).toContain('"error_code":10103')
    expect(await announce('page/save', 5 * MIB, { ...alice.headers, origin: 'https://evil.test' })).toContain('"error_code":10103')
  })

  it('can contain the session token, even when the body is large', async () => {
    const page_content = `${'页'.repeat(300_000)}\0\ud800`
    const body = { user_token: alice.token, item_id, page_title: 'T', page_content }
    for (const [payload, type] of [
      [JSON.stringify(body), 'application/json'],
      [new URLSearchParams(body).toString(), 'application/x-www-form-urlencoded'],
    ] as const) {
      const saved = await post('page/save', payload, { 'content-type': type })
      expect(saved.data?.['page_content']).toBe(`${'页'.repeat(300_000)}\uFFFD\uFFFD`)
    }
  })

  it('can have a line end after user_token', async () => {
    for (const end of ['\r\n', '\n', ' ', '%0D%0A'])
      expect(await post('user/info', `user_token=${alice.token}${end}`)).toMatchObject({ error_code: 0, data: { uid: alice.uid } })
  })

  it('can be authenticated by the cookies that older clients let their user enter', async () => {
    const info = (cookie: string) => post('user/info', '', { cookie })
    for (const cookie of [`PHPSESSID=${alice.token}`, `cookie_token=${alice.token}`, `cookie_token=x; PHPSESSID=${alice.token}`])
      expect(await info(cookie)).toMatchObject({ error_code: 0, data: { uid: alice.uid } })
    for (const cookie of ['PHPSESSID=j2k3h4g5f6d7s8a9', `PHPSESSID=${'a'.repeat(64)}`, 'PHPSESSID='])
      expect(await info(cookie)).toMatchObject({ error_code: 10102 })
    const bob = await product.user('bob')
    // The field of the request and our own cookie take precedence.
    const both = await post('user/info', `user_token=${bob.token}`, { cookie: `PHPSESSID=${alice.token}` })
    expect(both).toMatchObject({ data: { uid: bob.uid } })
    const ours = await post('user/info', '', { cookie: `PHPSESSID=${alice.token}; sheaf_session=${bob.token}` })
    expect(ours).toMatchObject({ data: { uid: bob.uid } })
    const save = { cookie: `PHPSESSID=${alice.token}`, origin: 'https://evil.test' }
    expect(await post('item/add', 'item_name=Stolen&item_type=1', save)).toMatchObject({ error_code: 10103 })
  })

  it('cannot set the prototype of the fields', async () => {
    const reply = await post('user/info', '{"__proto__":{"user_token":"x","toString":1}}', { 'content-type': 'application/json' })
    expect(reply).toMatchObject({ error_code: 10102 })
  })

  describe('with the file before the fields', () => {
    const picture: Part = { name: 'editormd-image-file', file: 'p.png', bytes: PIXEL }
    const zip: Part = { name: 'file', file: 'm.zip', bytes: sampleZip([{ name: 'a.md', data: '# A' }]) }
    const token = (): Part => ({ name: 'user_token', text: alice.token })
    const item = (): Part => ({ name: 'item_id', text: item_id })

    it.each(['page/uploadImg', 'attachment/uploadImg'])('%s stores the file for the user that a later field identifies', async (path) => {
      const sent = await sendParts(product, product.visitor(), path, [picture, token(), item()])
      expect(sent).toMatchObject({ success: 1, url: expect.stringContaining('visitFile') })
      clean()
    })

    it('import/auto imports the file as an item', async () => {
      const sent = await sendParts(product, product.visitor(), 'import/auto', [zip, token()])
      expect(sent).toMatchObject({ error_code: 0, data: { item_id: expect.any(String) } })
      clean()
    })

    it('open/uploadAttachment accepts the keys after the file', async () => {
      const { api_key, api_token } = await alice.api.item.getKey({ item_id })
      const pair: Part[] = [
        { name: 'api_key', text: `${api_key}\r\n` },
        { name: 'api_token', text: `${api_token}\r\n` },
      ]
      expect(await sendParts(product, product.visitor(), 'open/uploadAttachment', [picture, ...pair])).toMatchObject({ error_code: 0 })
      clean()
    })

    it('S60: no file of an unauthenticated client is kept, and a large one is refused before it is read', async () => {
      const before = await digestOf(product)
      for (const [path, code] of [
        ['page/uploadImg', 10102],
        ['import/auto', 10102],
        ['open/uploadAttachment', 10306],
      ] as const) {
        expect(await sendParts(product, product.visitor(), path, [picture, { name: 'user_token', text: 'x' }])).toMatchObject({
          error_code: code,
        })
        expect(await sendParts(product, product.visitor(), path, [picture])).toMatchObject({ error_code: code })
      }
      const carol = await product.user('carol')
      const partsOfCarol: Part[] = [picture, { name: 'user_token', text: carol.token }, item()]
      expect(await sendParts(product, product.visitor(), 'page/uploadImg', partsOfCarol)).toMatchObject({ error_code: 10103 })
      expect((await digestOf(product))['attachment']).toBe(before['attachment'])
      clean()
    })

    it('S60: an unauthenticated client can have at most four uploads in progress', async () => {
      const { port } = product.server.app.server.address() as AddressInfo
      const head = multipartOf([picture]).subarray(0, -20)
      const socketOf = () => {
        const socket = connect(port, '127.0.0.1')
        socket.write(
          `POST /api/page/uploadImg HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${MIB}\r\n\r\n`,
        )
        socket.write(head)
        return socket.on('error', () => {})
      }
      const four = [1, 2, 3, 4].map(socketOf)
      await vi.waitFor(() => expect(filesIn(product).filter((name) => name === 'file')).toHaveLength(4))
      const fifth = socketOf()
      expect(await new Promise<string>((answer) => fifth.once('data', (text) => answer(String(text))))).toContain('"error_code":10102')
      for (const socket of [...four, fifth]) socket.destroy()
      await vi.waitFor(clean)
      expect(await sendParts(product, product.visitor(), 'page/uploadImg', [picture, token()])).toMatchObject({ success: 1 })
    })
  })

  it('is decoded field by field: encoded fields are decoded next to raw text', async () => {
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    const body = `api_key=${api_key}&api_token=${api_token}&cat_name=飞书&page_title=A+%26+B&page_content=100%25+%26+%3Cb%3E`
    const { data: page } = await post('item/updateByApi', body)
    expect(page).toMatchObject({ page_title: 'A & B', page_content: '100% & <b>' })
  })
})
