import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { rates } from '../http/limits/rate.ts'
import type { Verdict } from '../outbound/address.ts'
import { makeOutbound } from '../outbound/outbound.ts'
import { aMember, anItem, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { addSourceRows } from '../test/sources.ts'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const MIB = 1024 * 1024
const CANARY = 'canary-7c1f-of-a-reader'

/** An API on this machine, without CORS. */
async function anApi() {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const api = {
    received,
    port: 0,
    connections: 0,
    answer: (response: ServerResponse) => void response.end('{}'),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body })
      api.answer(response)
    })
  })
  server.on('connection', (socket) => {
    api.connections++
    sockets.add(socket)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  api.port = (server.address() as AddressInfo).port
  return api
}

onEachDatabase('a request that this server sends', (product) => {
  let api: Awaited<ReturnType<typeof anApi>>
  let alice: TestUser
  let reader: TestUser
  let item_id: string
  let page_id: string
  let env_id: string
  const services = () => product.server.services

  /** Names lead to the API on this machine, which these tests treat as one that the operator named. */
  function allow(more: object = {}, settings: object = {}) {
    services().outbound = makeOutbound(
      { ...services().config, TRY_PROXY: 'on', OUTBOUND_ALLOW: 'api.test', ...settings },
      { resolve: async () => ['127.0.0.1'], forwardJudge: (): Verdict => 'allowed', ...more },
    )
  }
  const environment = () => ({
    ...{ item_id, env_id: '0', env_name: 'Staging', base_url: `http://api.test:${api.port}/v2` },
    ...{ is_shown: '1', by_server: '1', variables: '[]' },
  })
  const send = (more: object = {}, who = reader) =>
    who.api.console.send({ page_id, env_id, path: '/orders', query: '[]', headers: '[]', body: '', type: '', ...more })
  const pairs = (...all: [string, string][]) => JSON.stringify(all.map(([name, value]) => ({ name, value })))
  const bodyOf = (answer: { body: string }) => Buffer.from(answer.body, 'base64').toString()
  const setMethod = (method: string) =>
    services().store.db.updateTable('source_part').set({ method }).where('page_id', '=', Number(page_id)).execute()

  beforeAll(async () => {
    api = await anApi()
  })
  afterAll(() => api.close())
  afterEach(() => {
    api.answer = (response) => void response.end('{}')
  })
  beforeEach(async () => {
    allow()
    alice = await product.user('alice')
    reader = await product.user('reader')
    item_id = await anItem(alice, { password: 'sesame' })
    await aMember(product, item_id, reader, { edit: false })
    const { db } = services().store
    const made = await alice.api.page.save({ item_id, page_title: 'List orders', page_content: 'Orders' })
    page_id = made.page_id
    const place = { item_id: Number(item_id), cat_id: 0, page_id: Number(page_id), title: 'Orders' }
    await addSourceRows(db, { ...place, at: services().now() })
    env_id = (await alice.api.console.saveEnvironment(environment())).env_id
    api.received.length = 0
    api.connections = 0
  })

  it('goes to the API with what was typed and nothing else, and the answer is data (S205)', async () => {
    await setMethod('POST')
    api.answer = (response) => {
      response.writeHead(201, { 'content-type': 'text/html', 'set-cookie': 'stolen=1', 'content-security-policy': 'x', 'x-trace': 'a' })
      response.end('<script>window.__mark=1</script>')
    }
    const reply = await product.send({
      ...{ method: 'POST', url: '/api/console/send' },
      headers: {
        ...reader.headers,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '8.8.8.8',
        'x-own': CANARY,
      },
      payload: new URLSearchParams({
        ...{ page_id, env_id, path: '/orders', type: 'application/json', body: btoa('{"note":1}') },
        query: pairs(['limit', '20']),
        headers: pairs(['Authorization', 'Bearer typed'], ['x-key', 'k']),
      }).toString(),
    })
    expect(api.received).toEqual([
      {
        method: 'POST',
        url: '/v2/orders?limit=20',
        headers: {
          host: `api.test:${api.port}`,
          'user-agent': 'Sheaf',
          accept: '*/*',
          'accept-encoding': 'identity',
          connection: 'close',
          authorization: 'Bearer typed',
          'content-type': 'application/json',
          'content-length': '10',
          'x-key': 'k',
        },
        body: '{"note":1}',
      },
    ])
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['set-cookie']).toBeUndefined()
    const { data } = reply.json<{ data: Awaited<ReturnType<typeof send>> }>()
    expect(data).toMatchObject({ status: 201, cut: false, ms: expect.any(Number) })
    expect(bodyOf(data)).toContain('<script>')
    expect(data.headers.map(({ name }) => name)).not.toContain('set-cookie')
    expect(data.headers).toContainEqual({ name: 'x-trace', value: 'a' })
    expect(JSON.stringify(data)).not.toMatch(/stolen|content-security/)
  })

  it('is for signed-in readers of the page, in an environment that a manager ticked (S204, S219)', async () => {
    const outsider = await product.user('outsider')
    const scoped = await product.user('scoped')
    const cat_id = (await alice.api.catalog.save({ item_id, cat_id: '', cat_name: 'Apart', parent_cat_id: '0', s_number: '' })).cat_id
    await aMember(product, item_id, scoped, { edit: true, cat_id })
    const elsewhere = await anItem(alice)
    const foreign = await alice.api.console.saveEnvironment({ ...environment(), item_id: elsewhere })
    const unticked = await alice.api.console.saveEnvironment({ ...environment(), by_server: '0' })
    const hidden = await alice.api.console.saveEnvironment({ ...environment(), is_shown: '' })
    const plain = await alice.api.page.save({ item_id, page_title: 'Plain', page_content: 'x' })
    const { unique_key } = (await alice.api.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key: string }
    await areRefused([send({}, product.visitor()), send({ unique_key }, product.visitor())], 10102)
    await areRefused([send({}, outsider), send({}, scoped), send({ unique_key, item_id: elsewhere, uid: alice.uid }, outsider)], 10303)
    await areRefused([send({ env_id: foreign.env_id }), send({ env_id: hidden.env_id }), send({ page_id: plain.page_id })], 10101)
    await areRefused([send({ env_id: unticked.env_id })], 10101, 'Requests are not sent by this server')
    await archive(product, item_id)
    await areRefused([send(), send({}, alice)], 10103)
    expect(api.connections).toBe(0)
  })

  it('needs TRY_PROXY, OUTBOUND_ALLOW and OUTBOUND (S203)', async () => {
    for (const settings of [{ TRY_PROXY: 'off' }, { OUTBOUND_ALLOW: '' }, { OUTBOUND: 'off' }]) {
      allow({}, settings)
      await areRefused([send()], 10101, 'Requests are not sent by this server. Send from the browser, or copy it as curl')
      await areRefused([alice.api.console.saveEnvironment(environment())], 10101, 'Requests are not sent by this server')
      // What a manager ticked before stays, and other fields can be changed.
      await alice.api.console.saveEnvironment({ ...environment(), env_id, env_name: 'Renamed' })
      expect(await reader.api.console.environments({ item_id })).toMatchObject([{ env_name: 'Renamed', by_server: true }])
    }
    expect(api.connections).toBe(0)
  })

  it('leaves no path, no header and no other operation to the reader (S204)', async () => {
    for (const path of ['/admin', '/orders/7', '/orders/../admin', '//evil.test', '/orders%2f..', '@evil.test', '/orders#x', '\\x', ''])
      await areRefused([send({ path })], 10101, 'below the base address')
    for (const name of ['Cookie', 'Host', 'X-Forwarded-For', 'Connection'])
      await areRefused([send({ headers: pairs([name, 'x']) })], 10101, name)
    expect(api.connections).toBe(0)
  })

  it('is judged by the addresses of its host at each request (S198, S199)', async () => {
    const judged = (address: string[], OUTBOUND_ALLOW = 'api.test') =>
      allow({ resolve: async () => address, forwardJudge: undefined }, { OUTBOUND_ALLOW })
    const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00:ec2::254', '192.168.1.1']
    for (const address of inside) {
      judged([address])
      await areRefused([send(), alice.api.console.saveEnvironment(environment())], 10101, 'The operator has not allowed api.test')
      judged(['8.8.8.8', address], 'api.test, public')
      await areRefused([send()], 10101, 'The operator has not allowed api.test')
    }
    judged(['8.8.8.8'], 'other.test')
    await areRefused([send()], 10101, 'The operator has not allowed api.test')
    expect(api.connections).toBe(0)
  })

  it('follows no redirect, and names its host only (S200)', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      api.answer = (response) => void response.writeHead(status, { location: `http://other.test/?token=${CANARY}` }).end()
      const answer = await send()
      expect(answer).toMatchObject({ status, headers: expect.arrayContaining([{ name: 'location', value: 'other.test' }]) })
      expect(JSON.stringify(answer)).not.toContain(CANARY)
    }
    expect(api.received).toHaveLength(5)
  })

  it('takes 1 MB out and 5 MB in, counted after decompression (S202, S206)', async () => {
    await setMethod('PUT')
    const bytes = randomBytes(MIB)
    await send({ body: bytes.toString('base64'), type: 'application/octet-stream' })
    expect(api.received[0]?.headers['content-length']).toBe(String(MIB))
    await areRefused([send({ body: Buffer.concat([bytes, Buffer.of(1)]).toString('base64') })], 10101, '1 MB')
    expect(api.received).toHaveLength(1)
    const whole = Buffer.alloc(5 * MIB, 'a')
    const over = Buffer.alloc(5 * MIB + 1, 'a')
    for (const [encoding, pack] of [
      ['identity', (given: Buffer) => given],
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ] as const) {
      api.answer = (response) => void response.writeHead(200, { 'content-encoding': encoding }).end(pack(whole))
      const exact = await send()
      expect([encoding, exact.cut, Buffer.from(exact.body, 'base64').equals(whole)]).toEqual([encoding, false, true])
      api.answer = (response) => void response.writeHead(200, { 'content-encoding': encoding }).end(pack(over))
      const cut = await send()
      expect([encoding, cut.cut, Buffer.from(cut.body, 'base64').equals(whole)]).toEqual([encoding, true, true])
    }
    api.answer = (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    await areRefused([send()], 10101, 'the connection broke off. It may have received the request')
  })

  it('ends after 15 seconds, also when the answer drips (S206)', async () => {
    const forward = services().outbound.forward
    services().outbound.forward = (address, request) => forward(address, { ...request, totalMs: request.totalMs / 50 })
    api.answer = () => {}
    await areRefused([send()], 10101, 'no answer within 15 seconds. It may have received the request')
    api.answer = (response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }
    await areRefused([send()], 10101, 'no answer within 15 seconds')
  })

  it('is one of ten at once, and of sixty in a minute (S206)', async () => {
    const held: ServerResponse[] = []
    api.answer = (response) => void held.push(response)
    const running = Array.from({ length: 10 }, () => send())
    await expect.poll(() => held.length).toBe(10)
    await expect(send()).rejects.toMatchObject({ code: 429 })
    // Others have their own.
    const other = send({}, alice)
    await expect.poll(() => held.length).toBe(11)
    for (const response of held) response.end('{}')
    await Promise.all([...running, other])
    api.answer = (response) => void response.end('{}')
    expect((await send()).status).toBe(200)
    const rate = rates({ RATE_LIMITS: 'on', NODE_ENV: 'production' })
    for (let n = 0; n < 60; n++) rate('console/send', 'u1')
    expect(() => rate('console/send', 'u1')).toThrow(Refusal)
  })

  it('is in the log with method, host and status, and nothing of it is kept (S206, S221)', async () => {
    const lines: string[] = []
    const { log } = services()
    services().log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
    await setMethod('PATCH')
    const typed = {
      query: pairs(['q', `${CANARY}-query`]),
      headers: pairs(['Authorization', `Bearer ${CANARY}-header`]),
      body: btoa(`${CANARY}-body`),
      type: 'text/plain',
    }
    api.answer = (response) => void response.writeHead(418).end(`${CANARY}-answer`)
    await send(typed)
    api.answer = (response) => void response.destroy()
    await expect(send(typed)).rejects.toMatchObject({ code: 10101 })
    services().log = log
    const audit = await services().store.db.selectFrom('audit').selectAll().where('action', '=', 'requestSent').execute()
    expect(audit.slice(-2).map(({ subject, detail, uid }) => [subject.split(' · ')[0], detail, uid])).toEqual([
      ['Staging', `PATCH api.test:${api.port} 418`, Number(reader.uid)],
      ['Staging', `PATCH api.test:${api.port} brokenOff`, Number(reader.uid)],
    ])
    const { hot, kind } = services().store
    const names =
      kind === 'sqlite'
        ? `select name from sqlite_master where type = 'table'`
        : `select tablename as name from pg_tables where schemaname = 'public'`
    const tables = await hot<{ name: string }>(names, [])
    expect(tables.length).toBeGreaterThan(50)
    for (const { name } of tables) {
      const rows = JSON.stringify(await hot(`select * from "${name}"`, []))
      expect([name, rows.includes(CANARY)]).toEqual([name, false])
    }
    expect(JSON.stringify(audit.slice(-2))).not.toContain('/orders')
    expect(lines.join('\n')).not.toContain(CANARY)
  })

  it('ends with the connection of its reader', async () => {
    const ended: boolean[] = []
    api.answer = (response) => void response.on('close', () => ended.push(true))
    await product.server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = product.server.app.server.address() as AddressInfo
    const body = new URLSearchParams({ page_id, env_id, path: '/orders', query: '[]', headers: '[]', body: '', type: '' }).toString()
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `POST /api/console/send HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${reader.headers['cookie']}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    )
    await expect.poll(() => api.received.length).toBe(1)
    socket.destroy()
    await expect.poll(() => ended.length).toBe(1)
    await expect
      .poll(async () => (await services().store.db.selectFrom('audit').select('detail').orderBy('id', 'desc').executeTakeFirst())?.detail)
      .toBe(`GET api.test:${api.port} cancelled`)
  })
})
