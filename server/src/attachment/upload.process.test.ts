import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { openStore } from '../db/dialect.ts'
import { multipartOf } from '../test/files.ts'
import { startProcess } from '../test/process.ts'

const MIB = 1024 * 1024
/** However busy the machine is. */
const SOON = { timeout: 20_000 }
const folder = mkdtempSync(join(tmpdir(), 'sheaf-upload-'))
const running: (ChildProcess | Socket)[] = []
afterEach(() => {
  for (const one of running.splice(0)) 'kill' in one ? one.kill('SIGKILL') : one.destroy()
})

async function start(dataDir = folder) {
  const one = await startProcess(dataDir)
  running.push(one.child)
  return one
}

function begin({ port, cookie }: { port: number; cookie: string }, length: number, sent: Buffer) {
  const socket = connect({ port, host: '127.0.0.1' })
  running.push(socket)
  socket.on('error', () => {})
  socket.write(
    `POST /api/page/upload HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`,
  )
  socket.write(sent)
  return socket
}

const temps = () => readdirSync(join(folder, 'tmp'))
const parts = () => readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))
const upload = multipartOf([{ name: 'file', file: 'a.txt', bytes: Buffer.alloc(3 * MIB, 'x') }])

it('R07: a killed process leaves nothing once it is started again, and takes nothing away from another', async () => {
  const one = await start()
  const two = await start()
  begin(one, upload.length, upload.subarray(0, 2 * MIB))
  const slow = begin(two, upload.length, upload.subarray(0, 2 * MIB))
  await vi.waitFor(() => expect(temps()).toHaveLength(2), SOON)
  const [ofOne] = temps().filter((name) => name.includes(`-${one.child.pid}-`))
  const [ofTwo] = temps().filter((name) => name.includes(`-${two.child.pid}-`))
  // What a put leaves that was cut off, one of this machine and one of another, and bytes whose row was never committed.
  mkdirSync(join(folder, 'files', 'ab'), { recursive: true })
  const stored = (name: string) => join(folder, 'files', 'ab', name)
  const elsewhere = `${'1'.repeat(40)}.ffffffff-${one.child.pid}-00000000.part`
  writeFileSync(stored(`${'0'.repeat(40)}.${ofOne?.slice(0, -7)}.part`), 'x')
  writeFileSync(stored(elsewhere), 'x')
  writeFileSync(stored('2'.repeat(40)), 'x')
  one.child.kill('SIGKILL')
  await wait(100)
  const store = openStore(join(folder, 'sheaf.db'))
  await store.db
    .insertInto('file_orphan')
    .values({ path: `ab/${'2'.repeat(40)}`, store: 'local', addtime: 1 })
    .execute()
  // The next start is not the first in this hour; what a process of this machine left is its business all the same.
  await store.db.deleteFrom('throttle').where('name', '=', 'retention').execute()
  await start()
  await vi.waitFor(() => expect([temps(), parts().map((name) => name.slice(3))]).toEqual([[ofTwo], [elsewhere]]), SOON)
  await vi.waitFor(() => expect(readdirSync(join(folder, 'files', 'ab'))).toEqual([elsewhere]), SOON)
  expect(await store.hot('select count(*) as n from file_orphan', [])).toEqual([{ n: 0 }])
  await store.close()
  // The other process goes on as if nothing had happened.
  const answer = new Promise<string>((resolve) => slow.once('data', (text) => resolve(String(text))))
  slow.write(upload.subarray(2 * MIB))
  expect(await answer).toContain('"success":1')
  // An hour later nobody can still be at it.
  utimesSync(stored(elsewhere), Date.now() / 1000 - 4000, Date.now() / 1000 - 4000)
  await start()
  await vi.waitFor(() => expect(parts()).toEqual([]), SOON)
  expect(temps()).toEqual([])
}, 60_000)

it('R07: a stop lets an upload end', async () => {
  const server = await start()
  const ended = new Promise((resolve) => server.child.once('exit', resolve))
  const socket = begin(server, upload.length, upload.subarray(0, MIB))
  const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))))
  await vi.waitFor(() => expect(temps()).toHaveLength(1), SOON)
  server.child.kill('SIGTERM')
  await wait(200)
  socket.write(upload.subarray(MIB))
  expect(await answer).toContain('"success":1')
  expect(await ended).toBe(0)
  expect(temps()).toEqual([])
}, 60_000)

it.runIf(process.platform === 'linux')(
  'S64: twenty that are too large at once cost no memory',
  async () => {
    const server = await start()
    const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
    const piece = Buffer.alloc(256 * 1024, 'x')
    const head = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
    const one = async () => {
      const socket = begin(server, 9 * MIB, head)
      const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))))
      for (let n = 0; n < 34 && !socket.destroyed; n++)
        if (!socket.write(piece)) await Promise.race([wait(50), new Promise((go) => socket.once('drain', go))])
      return answer
    }
    const round = () => Promise.all(Array.from({ length: 20 }, one))
    // What a server takes for itself the first time it is busy comes before.
    await round()
    const before = resident()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, resident())
    }, 5)
    const answers = await round()
    clearInterval(watch)
    for (const answer of answers) expect(answer).toMatch(/smaller than 4 MB/)
    expect(most - before).toBeLessThan(50)
    await vi.waitFor(() => expect(temps()).toEqual([]))
    rmSync(folder, { recursive: true, force: true })
  },
  60_000,
)
