import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BODY_BYTES_MAX, everyCall } from '@sheaf/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProcess } from '../process/process.ts'

/*
 * R14: sends a gigabyte to every call. With a content-length the server refuses it immediately, and without one it stops at the limit.
 * Nothing stays in memory or on the disk. npm run bench -- hostile measures the peak memory.
 */
const MIB = 1024 * 1024
/** Bytes that socket buffers can hold on a busy machine (tcp_rmem, tcp_wmem) before the server reads them. */
const SOCKET_BUFFER_BYTES = 64 * MIB
/** Concurrent calls. */
const LANES = 8
const piece = Buffer.alloc(256 * 1024, 'x')
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
const folder = mkdtempSync(join(tmpdir(), 'sheaf-oversize-'))
let server: { child: ChildProcess; port: number; cookie: string }

interface Sending {
  path: string
  type: string
  head: string
  /** The announced bytes; undefined for a chunked body. */
  length: number | undefined
  /** Bytes within which the server must answer or end the connection. */
  most: number
}

/** Sends until the server answers or ends the connection. Returns its status line and the bytes sent. */
async function send({ path, type, head, length, most }: Sending) {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  let answer = ''
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true
      resolve()
    }
    socket.on('error', end).on('close', end)
    socket.on('data', (text) => {
      answer += text
      end()
    })
  })
  const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const first = length === undefined ? `${Buffer.byteLength(head).toString(16)}\r\n${head}\r\n` : head
  socket.write(`POST /api/${path} HTTP/1.1\r\nhost: x\r\ncookie: ${server.cookie}\r\ncontent-type: ${type}\r\n${size}\r\n\r\n${first}`)
  let sent = 0
  while (!isOver && sent < most) {
    sent += piece.length
    if (!socket.write(length === undefined ? chunk : piece)) await Promise.race([ended, new Promise((go) => socket.once('drain', go))])
    else await new Promise(setImmediate)
  }
  if (sent < most) await ended
  socket.destroy()
  return { status: answer.split('\r\n')[0], sent }
}

const form = { type: 'application/x-www-form-urlencoded', head: 'x=' }
const json = { type: 'application/json', head: '{"x":"' }
const part = { type: 'multipart/form-data; boundary=b', head: '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n' }
const file = {
  type: 'multipart/form-data; boundary=b',
  head: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
}
/** Memory in use by the server in MiB, including garbage not yet collected. */
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

  it('no call accepts more than its limit, and nothing stays in memory or on the disk', async () => {
    const used = await inUse()
    const lane = async (calls: ReturnType<typeof everyCall>) => {
      for (const [group, action, call] of calls) {
        const path = `${group}/${action}`
        const most = (call.body ?? BODY_BYTES_MAX) + (call.files === 'import' ? 8 : 4) * MIB + 8 * MIB + SOCKET_BUFFER_BYTES
        // Two parsers read all forms of a body, so a sample of the calls tests every form.
        const bodies = call.files ? { file, part } : some.has(call) ? { form, json, part } : { form }
        for (const [how, body] of Object.entries(bodies))
          for (const length of [1024 * MIB, undefined]) {
            const end = await send({ path, ...body, length, most })
            expect([path, how, length, end.sent < most]).toEqual([path, how, length, true])
            expect([path, how, end.status]).toEqual([path, how, expect.stringMatching(/^$|^HTTP\/1\.1 (413|200) /)])
          }
      }
    }
    const all = everyCall()
    const some = new Set(all.filter((_, n) => n % 10 === 0).map(([, , call]) => call))
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(all.filter((_, at) => at % LANES === n))))
    // This includes uncollected garbage and a small part of the gigabytes received.
    expect((await inUse()) - used).toBeLessThan(256)
    await vi.waitFor(() => expect(readdirSync(join(folder, 'tmp'))).toEqual([]))
  })
})
