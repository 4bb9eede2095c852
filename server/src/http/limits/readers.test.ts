import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { text as consume } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { type Config, readConfig } from '../../runtime/config.ts'
import type { Timeouts } from '../app.ts'
import { makeApp } from '../app.ts'
import type { ReaderLimits } from './readers.ts'

const MB = 1_000_000
const longTimeouts: Timeouts = { headers: 60_000, checkInterval: 5000, body: 60_000, idle: 60_000 }
const limits: ReaderLimits = { connections: 20, bytes: 80 * MB, allBytes: 130 * MB }
/** Larger than the socket buffers of this machine. */
const SIZE = 32 * MB

let app: FastifyInstance
/** The buffers that were made, and those that were sent. */
const made = new Set<unknown>()
const sent = new Set<unknown>()
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
  made.clear()
  sent.clear()
})

/** A server whose pages are 32 MB of one letter, made again for each request. */
async function start(settings: Record<string, string> = {}, timeouts = longTimeouts) {
  app = makeApp(
    { config: readConfig({ NODE_ENV: 'test', ...settings }) as Config, log: pino({ level: 'silent' }) as never },
    timeouts,
    limits,
  )
  app.get<{ Params: { letter: string } }>('/page/:letter', async ({ params }) => {
    const bytes = Buffer.alloc(SIZE, params.letter)
    made.add(bytes)
    return bytes
  })
  app.get('/packed/:letter', async (_request, reply) => reply.header('content-encoding', 'gzip').send(Buffer.alloc(SIZE, 'z')))
  app.get('/late', async () => wait(3 * timeouts.checkInterval, 'late'))
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (Buffer.isBuffer(payload) && payload.length === SIZE) sent.add(payload)
    return payload
  })
  app.get('/small', async () => 'small')
  await app.listen({ port: 0, host: '127.0.0.1' })
}

const port = () => (app.server.address() as AddressInfo).port
const many = <T>(count: number, make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => make(n)))

const open = async (from = '127.0.0.1') => {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Requests a page, reads only its first bytes, and returns the socket and the status. */
async function request(path: string, { from, headers = '' }: { from?: string | undefined; headers?: string } = {}) {
  const socket = await open(from)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: Number(first.toString('latin1', 9, 12)) }
}

it('shares one copy of a page between its readers', async () => {
  await start()
  const readers = await many(10, () => request('/page/a'))
  expect(readers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect([made.size, sent.size]).toEqual([10, 1])
})

it('limits the unread response bytes of a network, and of all networks', async () => {
  await start()
  const status = async (letter: string, from?: string) => (await request(`/page/${letter}`, { from })).status
  expect([await status('a'), await status('b'), await status('a')]).toEqual([200, 200, 200])
  expect(await status('c')).toBe(429)
  // Small responses are always served, and other networks have their own limit.
  expect((await request('/small')).status).toBe(200)
  expect([await status('c', '127.0.0.2'), await status('d', '127.0.0.2')]).toEqual([200, 200])
  expect(await status('e', '127.0.0.3')).toBe(429)
  expect(await status('d', '127.0.0.3')).toBe(200)
})

it('frees the bytes of a response that was read or aborted', async () => {
  await start()
  const [first] = [await request('/page/a'), await request('/page/b')]
  expect((await request('/page/c')).status).toBe(429)
  first.socket.destroy()
  await expect.poll(async () => (await request('/page/c')).status).toBe(200)
  const whole = await fetch(`http://127.0.0.1:${port()}/page/c`)
  expect((await whole.arrayBuffer()).byteLength).toBe(SIZE)
})

it('sends a refusal uncompressed, even if the response would have been compressed', async () => {
  await start()
  await many(2, (n) => request(`/page/${n}`))
  const answer = await fetch(`http://127.0.0.1:${port()}/packed/c`)
  expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('retry-after')]).toEqual([429, null, '5'])
  expect(await answer.json()).toMatchObject({ error_code: 429, data: null })
})

it('limits the connections of a network, without effect on other networks', async () => {
  await start()
  const closed = (socket: Socket) => new Promise((over) => socket.resume().once('close', () => over('closed')))
  await many(limits.connections, () => request('/small'))
  expect(await closed(await open())).toBe('closed')
  expect((await request('/small', { from: '127.0.0.2' })).status).toBe(200)
  sockets[0]?.destroy()
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port()}/small`).catch(() => undefined))?.status).toBe(200)
})

it('limits the reader behind a proxy, not the proxy', async () => {
  await start({ TRUST_PROXY: '1' })
  const from = (address: string) => ({ headers: `X-Forwarded-For: ${address}\r\n` })
  await many(limits.connections, () => request('/page/a', from('203.0.113.7')))
  expect((await request('/small', from('203.0.113.7'))).status).toBe(429)
  expect((await request('/small', from('203.0.113.8'))).status).toBe(200)
})

const shortTimeouts: Timeouts = { ...longTimeouts, checkInterval: 250, idle: 2000 }

it('ends the connection of a client that reads nothing after the timeout, not after twice as long', async () => {
  await start({}, shortTimeouts)
  app.server.on('connection', (socket) => socket.once('close', () => app.server.emit('left')))
  const left = once(app.server, 'left').then(() => 'left')
  await request('/page/a')
  expect(await Promise.race([left, wait(1.8 * shortTimeouts.idle, 'kept')])).toBe('left')
})

it('ends a connection without a request, but not one that waits for its response', async () => {
  await start({}, shortTimeouts)
  const idle = await request('/small')
  const late = await open()
  late.write('GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const answer = consume(late)
  await once(idle.socket.resume(), 'close')
  expect(await answer).toContain('late')
})
