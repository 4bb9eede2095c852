import { beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../auth/secrets.ts'
import { makeToken } from '../auth/token.ts'
import { digestOf } from '../test/digest.ts'
import { anItem, aPage } from '../test/given.ts'
import { addGrant } from '../test/grants.ts'
import { onEachDatabase, onOneDatabase, type TestUser } from '../test/product.ts'
import { post, tokenOf } from './test/client.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modern = { ...list, params: { _meta } }
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

onEachDatabase('the address of agents', (product) => {
  let emma: TestUser
  let token: string
  beforeAll(async () => {
    emma = await product.user('emma')
    token = await tokenOf(emma)
  })
  const send = (message: unknown, headers = {}) => post(product, token, message, headers)

  it('O2: requires a token in a header, and names how to get one', async () => {
    const none = await post(product, undefined, list)
    expect([none.statusCode, none.json().error_name]).toEqual([401, 'tokenNeeded'])
    expect(none.headers['www-authenticate']).toBe('Bearer')
    const wrong = await post(product, `${token.slice(0, -1)}_`, list, emma.headers)
    expect([wrong.statusCode, wrong.json().error_name]).toEqual([401, 'tokenInvalid'])
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"')
    // A session is no token.
    expect((await post(product, undefined, list, emma.headers)).statusCode).toBe(401)
    // An address is written to logs, so it carries no token (W18).
    for (const name of ['access_token', 'token'])
      expect((await post(product, undefined, list, {}, `/mcp?${name}=${token}`)).json().error_name).toBe('tokenNeeded')
  })

  it('W26: answers POST only, and is a page for a browser', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const) {
      const reply = await product.send({
        method: method as 'GET',
        url: '/mcp',
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      })
      expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, 'POST'])
    }
    const html = { accept: 'text/html' }
    expect((await product.send({ url: '/mcp', headers: html })).statusCode).toBe(404)
    // An item can have had this domain before it was reserved.
    const item_id = await anItem(emma, { item_name: 'Called mcp' })
    await aPage(emma, item_id)
    await product.server.services.store.write((trx) =>
      trx.updateTable('item').set({ item_domain: 'mcp', domain_key: 'mcp' }).where('item_id', '=', Number(item_id)).execute(),
    )
    const page = await product.send({ url: '/mcp', headers: html })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await send(list)).statusCode).toBe(200)
  })

  it('S112: refuses pages of other sites', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost:81', 'http://localhost.evil.test'])
      expect([origin, (await send(list, { origin })).statusCode]).toEqual([origin, 403])
    // Another site can let its own name point here.
    expect((await send(list, { origin: 'http://evil.test', host: 'evil.test' })).statusCode).toBe(403)
    expect((await send(list, { origin: 'http://localhost', host: 'localhost' })).statusCode).toBe(200)
  })

  it.each([
    ['no JSON', '{', 400, -32700],
    ['an empty body', '', 400, -32700],
    ['a list', JSON.stringify([list]), 400, -32600],
    ['an empty list', '[]', 400, -32600],
    ['a text', '"tools/list"', 400, -32700],
    ['an id of null', JSON.stringify({ ...list, id: null }), 400, -32600],
    ['no method', JSON.stringify({ jsonrpc: '2.0', id: 1 }), 400, -32600],
    ['33 levels', `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(40)}${']'.repeat(40)}}`, 400, -32700],
  ])('S112: refuses %s as the protocol says', async (_name, body, status, code) => {
    const reply = await send(body)
    expect([reply.statusCode, reply.json().error.code]).toEqual([status, code])
  })

  it('S112: refuses too many bytes, another type, too many edits, and headers that contradict the body', async () => {
    expect((await send(`{"a":"${'x'.repeat(6 * 1024 * 1024)}"}`)).statusCode).toBe(413)
    expect((await send(modern, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await send(modern, { ...modernHeaders, 'mcp-method': 'tools/call' })).statusCode).toBe(400)
    expect((await send(modern, { ...modernHeaders, 'mcp-protocol-version': '2025-06-18' })).statusCode).toBe(400)
    const edits = Array.from({ length: 10_000 }, () => ({ old_text: 'a', new_text: 'b' }))
    const writing = await tokenOf(emma, { level: '3' })
    const many = await post(product, writing, {
      ...list,
      method: 'tools/call',
      params: { name: 'propose_edit', arguments: { id: '1', base_version: 1, edits } },
    })
    expect(many.body).toContain('-32602')
    expect(many.body).toContain('edits')
  })

  it('S112: keeps no session and holds no connection open', async () => {
    const reply = await send(list, { 'mcp-session-id': 'x', 'last-event-id': '7' })
    expect([reply.statusCode, reply.headers['mcp-session-id']]).toEqual([200, undefined])
    const listen = await send(
      { ...list, method: 'subscriptions/listen', params: { _meta } },
      { ...modernHeaders, 'mcp-method': 'subscriptions/listen' },
    )
    expect([listen.statusCode, listen.json().error.code]).toEqual([404, -32601])
  })

  it('varies with no cookie, and is never stored', async () => {
    const [plain, withCookie] = [
      await send(modern, modernHeaders),
      await send(modern, { ...modernHeaders, cookie: 'lang=zh; sheaf_session=x' }),
    ]
    expect(withCookie.body).toBe(plain.body)
    expect(plain.headers['cache-control']).toBe('no-store')
    expect(plain.json().result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' })
  })

  it.each([
    '/mcp.php?s=/api/user/info',
    '/mcp.php/api/user/info',
    '/mcp.php?s=/api/page/info&page_id=1',
    '/mcp/../api/user/info',
    '/mcp?s=/api/user/info',
  ])('S113: reaches no call through %s', async (url) => {
    const before = await digestOf(product, ['access_grant', 'token_call'])
    const reply = await post(product, token, list, {}, url)
    expect(reply.body).not.toContain(emma.username)
    expect(reply.body).toMatch(/"tools":|unknownCall|sessionOnly/)
    expect(await digestOf(product, ['access_grant', 'token_call'])).toEqual(before)
  })
})

onOneDatabase('settings of agents', (product) => {
  let token: string
  beforeAll(async () => {
    token = await tokenOf(await product.user('emma'))
  })
  const set = (name: string, value: string) =>
    product.server.services.store.write((trx) =>
      trx
        .insertInto('site_config')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute(),
    )

  it('mcp_on 0: there is nothing at the address', async () => {
    await set('mcp_on', '0')
    for (const url of ['/mcp', '/mcp.php', '/mcp/open']) {
      const reply = await post(product, token, list, {}, url)
      expect([url, reply.statusCode, reply.json().error_name]).toEqual([url, 404, 'agentsOff'])
    }
    await set('mcp_on', '1')
    expect((await post(product, token, list)).statusCode).toBe(200)
  })
})

describe('with a public address', () => {
  onOneDatabase(
    'the endpoint',
    (product) => {
      it('S107: points to the sign-in of the public address, also for a forged host, and accepts its pages', async () => {
        const forged = { host: 'evil.test', 'x-forwarded-host': 'evil.test' }
        const none = await post(product, undefined, list, forged, '/wiki/mcp')
        expect(none.headers['www-authenticate']).toBe(
          'Bearer resource_metadata="https://docs.example.com/.well-known/oauth-protected-resource/wiki/mcp", scope="read propose"',
        )
        const { services } = product.server
        const uid = Number((await product.user('emma')).uid)
        const { token } = await addGrant(services.store.db, { uid, level: 1, at: services.now() })
        expect((await post(product, token, list, { origin: 'https://docs.example.com' }, '/wiki/mcp')).statusCode).toBe(200)
        expect((await post(product, token, list, { origin: 'http://localhost' }, '/wiki/mcp')).statusCode).toBe(403)
      })

      it('O11: accepts the tokens of connected programs at /mcp alone', async () => {
        const { services } = product.server
        const { db } = services.store
        const uid = Number((await product.user('emma')).uid)
        const { grant_id } = await addGrant(db, { uid, level: 1, at: services.now() })
        const token = makeToken('at')
        const secret = { kind: 'access', secret_hash: sha256(token), resource: 'https://docs.example.com/wiki/mcp' } as const
        await db.updateTable('access_secret').set(secret).where('grant_id', '=', grant_id).execute()
        const statusAt = async (url: string) => (await post(product, token, list, {}, url)).statusCode
        expect([await statusAt('/wiki/mcp'), await statusAt('/wiki/mcp.php')]).toEqual([200, 401])
        await db.updateTable('access_secret').set({ resource: 'https://other.example.com/mcp' }).where('grant_id', '=', grant_id).execute()
        expect(await statusAt('/wiki/mcp')).toBe(401)
      })
    },
    { PUBLIC_URL: 'https://docs.example.com/wiki', BASE_PATH: '/wiki' },
  )
})
