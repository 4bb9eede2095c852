import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { anItem } from '../test/given.ts'
import { onEachDatabase, type Person } from '../test/product.ts'
import { filesIn, multipartOf, type Part, sendParts } from '../test/samples/files.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

const KIB = 1024
const MIB = 1024 * KIB

onEachDatabase('what a request brings', (product) => {
  let alice: Person
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

  /** Announces so many bytes and sends none; what is answered. */
  const announce = (path: string, length: number, headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect((product.server.app.server.address() as AddressInfo).port, '127.0.0.1')
      const lines = { host: 'x', 'content-type': 'application/json', ...headers, 'content-length': String(length) }
      let said = ''
      socket.write(
        `POST /api/${path} HTTP/1.1\r\n${Object.entries(lines)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      )
      socket.on('error', reject).on('data', (chunk) => {
        said += chunk
        if (!/\r\n\r\n.+/.test(said)) return
        socket.destroy()
        resolve(said)
      })
    })

  it('is at most 64 KB where nobody must sign in, unless the call is for texts', async () => {
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

  it('is refused before it is read when it is too large, has the wrong sender, or a session that has ended', async () => {
    const gone = { cookie: `sheaf_session=${'0'.repeat(64)}` }
    expect(await announce('user/login', 65 * KIB, {})).toContain('"error_code":413')
    expect(await announce('page/save', 33 * MIB, alice.headers)).toContain('"error_code":413')
    expect(await announce('page/save', 5 * MIB, gone)).toContain('"error_code":10102')
    expect(await announce('page/save', 5 * MIB, { authorization: `Bearer ${'0'.repeat(64)}` })).toContain('"error_code":10102')
    expect(await announce('adminNotice/send', 5 * MIB, alice.headers)).toContain('"error_code":10103')
    expect(await announce('page/save', 5 * MIB, { ...alice.headers, origin: 'https://evil.test' })).toContain('"error_code":10103')
  })

  it('may carry the session of a large body in the body', async () => {
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

  it('may have a line end behind user_token', async () => {
    for (const end of ['\r\n', '\n', ' ', '%0D%0A'])
      expect(await post('user/info', `user_token=${alice.token}${end}`)).toMatchObject({ error_code: 0, data: { uid: alice.uid } })
  })

  it('may name its session in the cookies that older clients ask for', async () => {
    const info = (cookie: string) => post('user/info', '', { cookie })
    for (const cookie of [`PHPSESSID=${alice.token}`, `cookie_token=${alice.token}`, `cookie_token=x; PHPSESSID=${alice.token}`])
      expect(await info(cookie)).toMatchObject({ error_code: 0, data: { uid: alice.uid } })
    for (const cookie of ['PHPSESSID=j2k3h4g5f6d7s8a9', `PHPSESSID=${'a'.repeat(64)}`, 'PHPSESSID='])
      expect(await info(cookie)).toMatchObject({ error_code: 10102 })
    const bob = await product.user('bob')
    // What is ours, and what a request says itself, come first.
    const both = await post('user/info', `user_token=${bob.token}`, { cookie: `PHPSESSID=${alice.token}` })
    expect(both).toMatchObject({ data: { uid: bob.uid } })
    const ours = await post('user/info', '', { cookie: `PHPSESSID=${alice.token}; sheaf_session=${bob.token}` })
    expect(ours).toMatchObject({ data: { uid: bob.uid } })
    const save = { cookie: `PHPSESSID=${alice.token}`, origin: 'https://evil.test' }
    expect(await post('item/add', 'item_name=Stolen&item_type=1', save)).toMatchObject({ error_code: 10103 })
  })

  it('has no prototype', async () => {
    const reply = await post('user/info', '{"__proto__":{"user_token":"x","toString":1}}', { 'content-type': 'application/json' })
    expect(reply).toMatchObject({ error_code: 10102 })
  })

  describe('with the file before the fields', () => {
    const picture: Part = { name: 'editormd-image-file', file: 'p.png', bytes: PIXEL }
    const zip: Part = { name: 'file', file: 'm.zip', bytes: sampleZip([{ name: 'a.md', data: '# A' }]) }
    const token = (): Part => ({ name: 'user_token', text: alice.token })
    const item = (): Part => ({ name: 'item_id', text: item_id })

    it.each(['page/uploadImg', 'attachment/uploadImg'])('%s stores it for the user named behind it', async (path) => {
      const sent = await sendParts(product, product.visitor(), path, [picture, token(), item()])
      expect(sent).toMatchObject({ success: 1, url: expect.stringContaining('visitFile') })
      clean()
    })

    it('import/auto makes an item of it', async () => {
      const sent = await sendParts(product, product.visitor(), 'import/auto', [zip, token()])
      expect(sent).toMatchObject({ error_code: 0, data: { item_id: expect.any(String) } })
      clean()
    })

    it('open/uploadAttachment takes the pair behind it', async () => {
      const { api_key, api_token } = await alice.api.item.getKey({ item_id })
      const pair: Part[] = [
        { name: 'api_key', text: `${api_key}\r\n` },
        { name: 'api_token', text: `${api_token}\r\n` },
      ]
      expect(await sendParts(product, product.visitor(), 'open/uploadAttachment', [picture, ...pair])).toMatchObject({ error_code: 0 })
      clean()
    })

    it('S60: nothing of a stranger stays, and a large one is refused before it is read', async () => {
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
      const asCarol: Part[] = [picture, { name: 'user_token', text: carol.token }, item()]
      expect(await sendParts(product, product.visitor(), 'page/uploadImg', asCarol)).toMatchObject({ error_code: 10103 })
      expect((await digestOf(product))['attachment']).toBe(before['attachment'])
      clean()
    })

    it('S60: a stranger has four under way at most', async () => {
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

  it('is read field by field: what was encoded beside raw text is decoded', async () => {
    const { api_key, api_token } = await alice.api.item.getKey({ item_id })
    const body = `api_key=${api_key}&api_token=${api_token}&cat_name=飞书&page_title=A+%26+B&page_content=100%25+%26+%3Cb%3E`
    const { data: page } = await post('item/updateByApi', body)
    expect(page).toMatchObject({ page_title: 'A & B', page_content: '100% & <b>' })
  })
})
