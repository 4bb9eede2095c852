import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { digestOf } from '../../test/digest.ts'
import { anItem, aPage } from '../../test/given.ts'
import { onOneDatabase, type TestUser } from '../../test/product.ts'
import { filesIn, multipartOf, type Part } from '../../test/samples/files.ts'

const MIB = 1024 * 1024
const file = (bytes: Buffer, name = 'a.txt'): Part => ({ name: 'file', file: name, bytes })

/* Uploads over a raw socket, because only a socket can be cut, slowed down or given a wrong length. */
onOneDatabase('an upload over a socket', (product) => {
  let alice: TestUser
  let otherUser: TestUser
  let page_id: string
  const sockets: Socket[] = []
  beforeAll(async () => {
    alice = await product.user('alice')
    otherUser = await product.user('outsider')
    page_id = await aPage(alice, await anItem(alice))
    await product.server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  function open(who: TestUser, headers: Record<string, string | number>, path = 'page/upload') {
    const socket = connect({ port: (product.server.app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(socket)
    socket.on('error', () => {})
    const lines = { host: 'x', cookie: who.headers['cookie'] ?? '', 'content-type': 'multipart/form-data; boundary=b', ...headers }
    socket.write(
      `POST /api/${path} HTTP/1.1\r\n${Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
    return socket
  }
  /** The whole response, or "" when there is none. */
  const answerOf = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
        if (/\r\n\r\n.+/.test(text)) resolve(text)
      })
      socket.once('close', () => resolve(text))
      socket.once('end', () => resolve(text))
    })
  const post = (who: TestUser, body: Buffer, headers: Record<string, string | number> = { 'content-length': body.length }) => {
    const socket = open(who, headers)
    const answer = answerOf(socket)
    socket.write(body)
    return { socket, answer }
  }
  const temps = () => filesIn(product).filter((name) => name.includes('-'))
  const isClean = () => vi.waitFor(() => expect(temps()).toEqual([]))
  const used = async () => (await alice.api.attachment.getMyList({ page: 1, count: 1 })).used

  it.each([0.01, 0.5, 0.99])('R06: an upload cut at %d leaves no row and no file, and uses no quota', async (share) => {
    const [before, space] = [await digestOf(product), await used()]
    const body = multipartOf([{ name: 'page_id', text: page_id }, file(Buffer.alloc(2 * MIB, 'x'))])
    const socket = open(alice, { 'content-length': body.length })
    socket.write(body.subarray(0, Math.ceil(body.length * share)))
    await vi.waitFor(() => expect(temps()).not.toEqual([]))
    socket.destroy()
    await isClean()
    expect(await digestOf(product)).toEqual(before)
    expect(await used()).toBe(space)
  })

  it('R06: stores nothing with a wrong boundary or without an end', async () => {
    const before = await digestOf(product)
    const body = multipartOf([file(Buffer.from('x'))])
    const wrong = post(alice, body, { 'content-length': body.length, 'content-type': 'multipart/form-data; boundary=other' })
    expect(await wrong.answer).toContain('"error_code":10101')
    const open = body.subarray(0, body.length - 6)
    expect(await post(alice, open).answer).toContain('"error_code":10101')
    await isClean()
    expect(await digestOf(product)).toEqual(before)
  })

  it('S64: refuses an upload with a wrong length', async () => {
    const before = await digestOf(product)
    const body = multipartOf([file(Buffer.alloc(5 * MIB, 'x'))])
    // Less than the body: the rest does not belong to this request.
    expect(await post(alice, body, { 'content-length': MIB }).answer).not.toContain('"success"')
    // More than the limit: refused before a byte is read.
    const huge = open(alice, { 'content-length': 1024 * MIB })
    expect(await answerOf(huge)).toMatch(/^HTTP\/1\.1 413 .+"error_code":413/s)
    await isClean()
    expect(await digestOf(product)).toEqual(before)
  })

  it('S64: ends an upload without a length at the limit', async () => {
    const before = await digestOf(product)
    const body = multipartOf([file(Buffer.alloc(5 * MIB, 'x'))])
    const socket = open(alice, { 'transfer-encoding': 'chunked' })
    const answer = answerOf(socket)
    for (let at = 0; at < body.length; at += 65_536) {
      const piece = body.subarray(at, at + 65_536)
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      socket.write('\r\n')
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 413 .+smaller than 4 MB/s)
    // Bytes outside any part are limited too.
    const endless = open(alice, { 'transfer-encoding': 'chunked' })
    let written = 0
    while (!endless.destroyed && !endless.readableEnded && written < 200 * MIB) {
      endless.write(`10000\r\n${'y'.repeat(65_536)}\r\n`)
      written += 65_536
      await wait(1)
    }
    expect(written).toBeLessThan(40 * MIB)
    await isClean()
    expect(await digestOf(product)).toEqual(before)
  })

  it('S64: accepts at most one file in a request of a hundred parts', async () => {
    const before = await digestOf(product)
    const parts = Array.from({ length: 100 }, () => file(Buffer.from('x')))
    expect(await post(alice, multipartOf(parts)).answer).toMatch(/"error_code":413/)
    expect(await post(alice, multipartOf(Array.from({ length: 300 }, (_, n) => ({ name: `f${n}`, text: 'x' })))).answer).toMatch(
      /"error_code":413/,
    )
    await isClean()
    expect(await digestOf(product)).toEqual(before)
  })

  it('S60: refuses a user without permission immediately, and does not read a large body to its end', async () => {
    const before = await digestOf(product)
    const head = multipartOf([{ name: 'page_id', text: page_id }, file(Buffer.from('x'))]).subarray(0, -8)
    for (const [who, path, length, code] of [
      [product.visitor(), 'import/auto', 200 * MIB, 10102],
      [otherUser, 'page/upload', 4.5 * MIB, 10103],
      [otherUser, 'page/upload', 900 * MIB, 413],
    ] as const) {
      const socket = open(who, { 'content-length': length }, path)
      const answer = answerOf(socket)
      socket.write(head)
      expect(await answer).toContain(`"error_code":${code}`)
      if (length < 10 * MIB) continue
      let taken = 0
      const piece = Buffer.alloc(65_536, 'x')
      for (; !socket.destroyed && taken < 100 * MIB; taken += piece.length)
        if (!socket.write(piece)) await Promise.race([wait(1500), new Promise((go) => socket.once('drain', go).once('close', go))])
      expect(taken).toBeLessThan(20 * MIB)
    }
    await isClean()
    expect(await digestOf(product)).toEqual(before)
  })

  it('S60: a client that sent a whole refused body can send another request on the same connection', async () => {
    const body = multipartOf([{ name: 'page_id', text: page_id }, file(Buffer.alloc(3 * MIB, 'x'))])
    const { socket, answer } = post(otherUser, body)
    expect(await answer).toContain('"error_code":10103')
    const next = answerOf(socket)
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(await next).toContain('"ok":true')
  })
})
