import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BODY_MAX, everyCall } from '@sheaf/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProcess } from './process.ts'

/*
 * R14: a gigabyte to every call, announced and not. It is never taken: refused at once when it is announced, cut off at the limit when
 * it is not; the server's memory does not grow with it, and nothing is left on the disk.
 */
const MIB = 1024 * 1024
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

/** Sends until the server answers or ends the connection; says what it answered, how much was sent, and after how long it ended. */
async function send({ path, type, head, length, most }: Sending) {
  const started = performance.now()
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
  await Promise.race([over, wait(8000)])
  const ms = performance.now() - started
  socket.destroy()
  return { said: said.split('\r\n')[0], isOver, sent, ms }
}

const form = { type: 'application/x-www-form-urlencoded', head: 'x=' }
const json = { type: 'application/json', head: '{"x":"' }
const part = { type: 'multipart/form-data; boundary=b', head: '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n' }
const file = {
  type: 'multipart/form-data; boundary=b',
  head: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
}
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
/** Megabytes that the server has something in, garbage that is still to be collected included. */
async function inUse() {
  const figures = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const of = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(figures)?.[1]) / MIB
  return of('nodejs_heap_size_used_bytes') + of('nodejs_external_memory_bytes')
}

describe.runIf(process.platform === 'linux')('R14', () => {
  beforeAll(async () => {
    server = await startProcess(folder, { IMPORT_MAX_MB: '8', RATE_LIMITS: 'off' })
  })
  afterAll(() => {
    server.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('no call takes more than it may, and none of it stays in memory or on the disk', async () => {
    const round = async () => {
      for (const [n, [group, action, call]] of everyCall().entries()) {
        const path = `${group}/${action}`
        const most = (call.body ?? BODY_MAX) + (call.files === 'import' ? 8 : 4) * MIB + 16 * MIB
        // All forms of a body are read by the same two readers: some calls stand for all.
        const bodies = call.files ? { file, part } : n % 10 ? { form } : { form, json, part }
        for (const [how, body] of Object.entries(bodies))
          for (const length of [1024 * MIB, undefined]) {
            const end = await send({ path, ...body, length, most })
            expect([path, how, length, end.isOver, length ? end.ms < 6000 : end.sent < most], JSON.stringify(end)).toEqual([
              ...[path, how, length, true, true],
            ])
            expect([path, how, end.said]).toEqual([path, how, expect.stringMatching(/^$|^HTTP\/1\.1 (413|200) /)])
          }
      }
    }
    const [before, used] = [resident(), await inUse()]
    let highest = before
    const watch = setInterval(() => {
      highest = Math.max(highest, resident())
    }, 20)
    await round()
    clearInterval(watch)
    // The process keeps room for what it let go, and lets go with some delay; of what it was sent it has nothing.
    expect(highest - before).toBeLessThan(300)
    expect((await inUse()) - used).toBeLessThan(100)
    await vi.waitFor(() => expect(readdirSync(join(folder, 'tmp'))).toEqual([]))
  }, 180_000)
})
