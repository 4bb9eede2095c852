import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Config, readConfig } from '../../runtime/config.ts'
import { defaultTimeouts, makeApp, type Timeouts } from '../app.ts'

const short: Timeouts = { headers: 300, checkInterval: 100, body: 400, idle: 1500 }
const MANY = 200
const LARGE = 32 * 1024 * 1024

let app: FastifyInstance
let port: number
const large = Buffer.alloc(LARGE)

function appOf(timeouts: Timeouts) {
  const app = makeApp({ config: readConfig({ NODE_ENV: 'test' }) as Config, log: pino({ level: 'silent' }) as never }, timeouts)
  app.get('/here', async () => 'here')
  app.post('/take', async () => 'taken')
  app.get('/late', async () => new Promise((answer) => setTimeout(answer, 3 * short.idle, 'late')))
  app.get('/large', async () => large)
  return app
}

beforeAll(async () => {
  app = appOf(short)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const open = async (first: string, at = port) => {
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(first)
  return socket
}
/** Sends one byte from time to time until the connection closes. */
function drip(socket: Socket) {
  const timer = setInterval(() => socket.write('x'), 40)
  socket.once('close', () => clearInterval(timer))
}
const held = () => new Promise<number>((answer) => app.server.getConnections((_error, count) => answer(count)))

it('R13: the timeout is 15 seconds for headers, and a minute for bodies and idle connections', () => {
  expect(defaultTimeouts.headers + defaultTimeouts.checkInterval).toBeLessThanOrEqual(15_000)
  expect(defaultTimeouts.body).toBeLessThanOrEqual(60_000)
  expect(defaultTimeouts.idle).toBeLessThanOrEqual(60_000)
})

it.each([
  ['headers', 'GET /here HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['a body', 'POST /take HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n'],
])('R13: ends the connection of a client that sends %s byte by byte', async (_what, first) => {
  const sockets = await Promise.all(Array.from({ length: MANY }, () => open(first)))
  const closed = Promise.all(sockets.map((socket) => new Promise((gone) => socket.resume().once('close', gone))))
  for (const socket of sockets) drip(socket)
  await closed
  expect(await held()).toBeLessThan(5)
})

it('R13: serves requests while hundreds of slow connections are open', async () => {
  const slowApp = appOf(defaultTimeouts)
  await slowApp.listen({ port: 0, host: '127.0.0.1' })
  const { port } = slowApp.server.address() as AddressInfo
  const firsts = ['GET /here HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n']
  const sockets = await Promise.all(Array.from({ length: MANY }, (_, n) => open(firsts[n % 20 ? 0 : 1] as string, port)))
  for (const socket of sockets) socket.pause()
  expect(await (await fetch(`http://127.0.0.1:${port}/here`)).text()).toBe('here')
  const held = await new Promise<number>((answer) => slowApp.server.getConnections((_error, count) => answer(count)))
  expect(held).toBeGreaterThanOrEqual(MANY)
  for (const socket of sockets) socket.destroy()
  await slowApp.close()
})

it('R13: ends the connection of a client that does not read its response, and frees its memory', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => open('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')))
  for (const socket of sockets) socket.pause()
  await expect.poll(held).toBeLessThan(5)
  for (const socket of sockets) socket.destroy()
})

it('R13: serves a client that reads slowly, and a response that takes long', async () => {
  expect(await (await fetch(`http://127.0.0.1:${port}/late`)).text()).toBe('late')
  const socket = await open('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let read = 0
  // Reads often enough to avoid the idle timeout, and longer than the timeout in total.
  const started = performance.now()
  for await (const part of socket) {
    read += (part as Buffer).length
    if (performance.now() - started < 2 * short.idle) await new Promise((go) => setTimeout(go, 20))
  }
  expect(read).toBeGreaterThan(LARGE)
})

it('answers requests that one connection sends together, and ends it when it sends hundreds without waiting for answers', async () => {
  const together = async (count: number) => {
    const socket = await open('GET /here HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count))
    let received = ''
    socket.on('data', (part) => {
      received += part
      if (received.split('HTTP/1.1 200').length > count) socket.end()
    })
    await new Promise((closed) => socket.once('close', closed))
    return received.split('HTTP/1.1 200').length - 1
  }
  expect(await together(20)).toBe(20)
  expect(await together(1000)).toBeLessThan(100)
})
