import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BODY_BYTES_MAX, everyCall } from '@sheaf/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProcess } from '../process/process.ts'

/*
 * R14: a gigabyte to every call, announced and not. It is never taken: refused at once when it is announced, cut off at the limit when
 * it is not; nothing of it stays in memory or on the disk. How much memory it takes meanwhile is measured by npm run bench -- hostile.
 */
const MIB = 1024 * 1024
/** Bytes that the two ends of a connection hold on a busy machine (tcp_rmem, tcp_wmem), which no program has read. */
const ON_THE_WAY = 64 * MIB
/** Calls at the same time. */
const LANES = 8
const piece = Buffer.alloc(256 * 1024, 'x')
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
const folder = mkdtempSync(join(tmpdir(), 'sheaf-oversize-'))
let server: { child: ChildProcess; port: number; cookie: string }

interface Sending {
  path: string
  type: string
  head: string
  /** Bytes, or that nobody says how many. */
  length: number | undefined
  /** How many may be sent before the server must have ended it. */
  most: number
}

/** Sends until the server answers or ends the connection; says what it answered and how much was sent. */
async function send({ path, type, head, length, most }: Sending) {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  let said = ''
  let isOver = false
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      resolve()
    }
    socket.on('error', end).on('close', end)
    socket.on('data', (text) => {
      said += text
      end()
    })
  })
  const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const first = length === undefined ? `${Buffer.byteLength(head).toString(16)}\r\n${head}\r\n` : head
  socket.write(`POST /api/${path} HTTP/1.1\r\nhost: x\r\ncookie: ${server.cookie}\r\ncontent-type: ${type}\r\n${size}\r\n\r\n${first}`)
  let sent = 0
  while (!isOver && sent < most) {
    sent += piece.length
    if (!socket.write(length === undefined ? chunk : piece)) await Promise.race([over, new Promise((go) => socket.once('drain', go))])
    else await new Promise(setImmediate)
  }
  if (sent < most) await over
  socket.destroy()
  return { said: said.split('\r\n')[0], sent }
}

const form = { type: 'application/x-www-form-urlencoded', head: 'x=' }
const json = { type: 'application/json', head: '{"x":"' }
const part = { type: 'multipart/form-data; boundary=b', head: '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n' }
const file = {
  type: 'multipart/form-data; boundary=b',
  head: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
}
/** Megabytes that the server has something in, garbage that is still to be collected included. */
async function inUse() {
  const figures = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const of = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(figures)?.[1]) / MIB
  return of('nodejs_heap_size_used_bytes') + of('nodejs_external_memory_bytes')
}

describe('R14', () => {
  beforeAll(async () => {
    server = await startProcess(folder, { IMPORT_MAX_MB: '8', RATE_LIMITS: 'off' })
  })
  afterAll(() => {
    server.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('no call takes more than it may, and none of it stays in memory or on the disk', async () => {
    const used = await inUse()
    const lane = async (calls: ReturnType<typeof everyCall>) => {
      for (const [group, action, call] of calls) {
        const path = `${group}/${action}`
        const most = (call.body ?? BODY_BYTES_MAX) + (call.files === 'import' ? 8 : 4) * MIB + 8 * MIB + ON_THE_WAY
        // All forms of a body are read by the same two readers: some calls stand for all.
        const bodies = call.files ? { file, part } : some.has(call) ? { form, json, part } : { form }
        for (const [how, body] of Object.entries(bodies))
          for (const length of [1024 * MIB, undefined]) {
            const end = await send({ path, ...body, length, most })
            expect([path, how, length, end.sent < most]).toEqual([path, how, length, true])
            expect([path, how, end.said]).toEqual([path, how, expect.stringMatching(/^$|^HTTP\/1\.1 (413|200) /)])
          }
      }
    }
    const all = everyCall()
    const some = new Set(all.filter((_, n) => n % 10 === 0).map(([, , call]) => call))
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(all.filter((_, at) => at % LANES === n))))
    // Garbage that is still to be collected is in it, and a small part of the gigabytes that came.
    expect((await inUse()) - used).toBeLessThan(256)
    await vi.waitFor(() => expect(readdirSync(join(folder, 'tmp'))).toEqual([]))
  }, 180_000)
})
