import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { contract } from '@sheaf/contract'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { readConfig } from '../runtime/config.ts'
import { makeApp } from './app.ts'
import { discardBody, RequestAborted, receive } from './body/body.receive.ts'
import { limitsOf, readMultipart } from './body/multipart.ts'

const MIB = 1024 * 1024

it.each([
  ['a form', 'application/x-www-form-urlencoded', 'a=1'],
  [
    'an upload',
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(MIB)}`,
  ],
])('logs %s that the client aborts as aborted, not as an error or a database failure', async (_what, type, head) => {
  const lines: { level: number; msg: string }[] = []
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-broken-off-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const app = makeApp({ config, log: pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) }) })
  let arrived = () => {}
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  app.post('/take', async (request) => {
    arrived()
    if (!type.startsWith('multipart/')) return receive(request, 4 * MIB)
    return (await readMultipart(request, limitsOf(contract.page.upload, config), async () => {}, folder)).done()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /take HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${3 * MIB}\r\n\r\n${head}`)
    await hasArrived
    socket.destroy()
    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain('the client broke off its request'))
    expect(lines.filter(({ level, msg }) => level > 30 || msg === 'databaseAway')).toEqual([])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('takes an upload whose client leaves while its last bytes are read as aborted, not as a database failure', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  // As Node leaves a request whose connection ends when it has arrived, but is not read to its end.
  const raw = Object.assign(new PassThrough(), { complete: true })
  raw.on('error', () => {})
  const request = {
    raw,
    headers: {},
    async *parts() {
      raw.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      yield* raw
    },
  }
  const read = readMultipart(request as unknown as FastifyRequest, limitsOf(contract.page.upload, config), async () => {}, tmpdir())
  await expect(read).rejects.toBeInstanceOf(RequestAborted)
})

/** Sends a body in `count` chunks of `bytes` bytes and returns what arrives until the connection ends. */
async function sendChunks(port: number, type: string, first: string, [count, bytes]: readonly [number, number]) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.on('error', () => {}).on('data', (part) => (received += part))
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  socket.write(
    `POST /take HTTP/1.1\r\nhost: x\r\nconnection: ${type === UNREAD ? 'keep-alive' : 'close'}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  if (first) socket.write(chunk(first))
  socket.write(`${chunk('x'.repeat(bytes)).repeat(count)}0\r\n\r\n`)
  await new Promise((closed) => socket.once('close', closed))
  return received
}

const UNREAD = 'text/unread'
const FORM = 'application/x-www-form-urlencoded'
const UPLOAD = 'multipart/form-data; boundary=b'
const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'

it.each([
  ['takes 100,000 bytes in chunks of 50', FORM, '', [2000, 50], 'HTTP/1.1 200'],
  ['takes a short body in chunks of one byte', FORM, '', [900, 1], 'HTTP/1.1 200'],
  ['ends a body in chunks of one byte', FORM, '', [100_000, 1], ''],
  ['ends a body in chunks of one byte that it has refused', 'text/refused', '', [100_000, 1], ''],
  ['ends an upload in chunks of one byte', UPLOAD, FILE, [100_000, 1], ''],
  ['ends a body in chunks of one byte that it does not need', UNREAD, '', [100_000, 1], undefined],
] as const)('%s', async (_what, type, first, chunks, answer) => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-chunks-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const app = makeApp({ config, log: pino({ level: 'silent' }) as never })
  let socket: Socket | undefined
  app.post('/take', async (request) => {
    socket = request.raw.socket
    if (type === UNREAD) return 'taken'
    if (type === 'text/refused') {
      discardBody(request)
      await once(request.raw, 'close')
    } else if (type === FORM) await receive(request, 4 * MIB)
    else await (await readMultipart(request, limitsOf(contract.page.upload, config), async () => {}, folder)).done()
    return 'taken'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const received = await sendChunks((app.server.address() as AddressInfo).port, type, first, chunks)
    if (answer !== undefined) expect(received.slice(0, 12)).toBe(answer)
    // Of 600,000 bytes no more than those that Node has read already.
    if (answer !== 'HTTP/1.1 200') expect(socket?.bytesRead).toBeLessThan(300_000)
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
