import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStore } from '../db/dialect.ts'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'
import { startProcess } from '../test/process/process.ts'
import { freshDatabase } from '../test/product.ts'
import { multipartOf } from '../test/samples/files.ts'

const MIB = 1024 * 1024
let folder: string
const running: (ChildProcess | Socket)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-upload-'))
})
afterEach(() => {
  for (const open of running.splice(0)) 'kill' in open ? open.kill('SIGKILL') : open.destroy()
  rmSync(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}) {
  const server = await startProcess(folder, settings)
  running.push(server.child)
  return server
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

it.skipIf(!databases.includes('postgres'))('R07: leftovers of a killed process go at the next start, files of others stay', async () => {
  // Several processes on one folder need PostgreSQL.
  const settings = { DATABASE_URL: await freshDatabase() }
  const first = await start(settings)
  const second = await start(settings)
  begin(first, upload.length, upload.subarray(0, 2 * MIB))
  const slow = begin(second, upload.length, upload.subarray(0, 2 * MIB))
  await vi.waitFor(() => expect(temps()).toHaveLength(2))
  const [ofFirst] = temps().filter((name) => name.includes(`-${first.child.pid}-`))
  const [ofSecond] = temps().filter((name) => name.includes(`-${second.child.pid}-`))
  // Leftovers of interrupted writes by this machine and by another one, and bytes whose row was never committed.
  mkdirSync(join(folder, 'files', 'ab'), { recursive: true })
  const stored = (name: string) => join(folder, 'files', 'ab', name)
  const ofOtherMachine = `${'1'.repeat(40)}.ffffffff-${first.child.pid}-00000000.part`
  writeFileSync(stored(`${'0'.repeat(40)}.${ofFirst?.slice(0, -7)}.part`), 'x')
  writeFileSync(stored(ofOtherMachine), 'x')
  writeFileSync(stored('2'.repeat(40)), 'x')
  const gone = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await gone
  const store = openStore(settings.DATABASE_URL)
  await store.db
    .insertInto('file_orphan')
    .values({ path: `ab/${'2'.repeat(40)}`, store: 'local', addtime: 1 })
    .execute()
  // Leftovers of this machine are deleted at each start, not only in the hourly job.
  await store.db.deleteFrom('throttle').where('name', '=', 'retention').execute()
  await start(settings)
  await vi.waitFor(() => expect([temps(), parts().map((name) => name.slice(3))]).toEqual([[ofSecond], [ofOtherMachine]]))
  await vi.waitFor(() => expect(readdirSync(join(folder, 'files', 'ab'))).toEqual([ofOtherMachine]))
  // The record goes after the bytes.
  await vi.waitFor(async () => expect(await store.hot('select count(*) as n from file_orphan', [])).toEqual([{ n: 0 }]))
  await store.close()
  // The upload to the other process succeeds.
  const answer = new Promise<string>((resolve) => slow.once('data', (text) => resolve(String(text))))
  slow.write(upload.subarray(2 * MIB))
  expect(await answer).toContain('"success":1')
  // After an hour no process can still be writing it.
  utimesSync(stored(ofOtherMachine), Date.now() / 1000 - 4000, Date.now() / 1000 - 4000)
  await start(settings)
  await vi.waitFor(() => expect(parts()).toEqual([]))
  expect(temps()).toEqual([])
})

it('R07: a graceful stop waits for an upload', async () => {
  const server = await start()
  const ended = new Promise((resolve) => server.child.once('exit', resolve))
  const socket = begin(server, upload.length, upload.subarray(0, MIB))
  const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))))
  await vi.waitFor(() => expect(temps()).toHaveLength(1))
  server.child.kill('SIGTERM')
  const isTaken = () => fetch(`http://127.0.0.1:${server.port}/healthz`).then(Boolean, () => false)
  await expect.poll(isTaken).toBe(false)
  socket.write(upload.subarray(MIB))
  expect(await answer).toContain('"success":1')
  expect(await ended).toBe(0)
  expect(temps()).toEqual([])
})

const bytes = /^rename .*\.part /
const moments: [name: string, path: string, moment: Moment, rows: number][] = [
  ['before the bytes have their name', 'page/upload', ['before', bytes], 0],
  ['between the bytes and their row', 'page/upload', ['after', bytes], 0],
  ['after the commit, before the answer', 'page/upload', ['after', /^insert into "attachment"/, /^commit$/], 1],
  [
    'between the end of the row and that of the bytes',
    'attachment/deleteMyAttachment',
    ['after', /^delete from "attachment" /, /^commit$/],
    0,
  ],
]

it.each(databases)('R06: a file and its row on %s exist both or not at all if the server crashes', async (kind) => {
  const server = await aServerToKill(kind)
  const rows = () => server.look(({ db }) => db.selectFrom('attachment').select(['file_id', 'path']).execute())
  const files = () => readdirSync(join(server.folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
  await server.start(moments[0]?.[2])
  for (const [n, [name, path, , count]] of moments.entries()) {
    const body = new FormData()
    body.set('file', new File(['some text'], 'a.txt'))
    await server.diesIn(path, path === 'page/upload' ? body : { file_id: (await rows())[0]?.file_id })
    await server.start(moments[n + 1]?.[2])
    const left = await rows()
    expect(left.length, name).toBe(count)
    for (const { path } of left) expect(files(), name).toContain(path)
  }
  // An hour later files without a row are deleted.
  expect(files().filter((name) => !name.endsWith('.part'))).toHaveLength(2)
  await server.start(undefined, { APP_NOW: String(Math.floor(Date.now() / 1000) + 7200) })
  await expect.poll(files).toEqual([])
  expect(readdirSync(join(server.folder, 'tmp'))).toEqual([])
})

it('S64: twenty concurrent uploads are streamed to the disk, and too large ones are ended', async () => {
  const server = await start()
  const bytes = multipartOf([{ name: 'file', file: 'a.txt', bytes: Buffer.alloc(4.5 * MIB, 'x') }])
  const all = Array.from({ length: 20 }, () => {
    const socket = begin(server, bytes.length, bytes.subarray(0, 2 * MIB))
    return { socket, answer: new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text)))) }
  })
  /** The rest is in pipes of at most 64 KB, and not in the memory of the server. */
  const onDisk = () => temps().flatMap((own) => readdirSync(join(folder, 'tmp', own)).map((name) => sizeOf(own, name)))
  const sizeOf = (own: string, name: string) => statSync(join(folder, 'tmp', own, name)).size
  await vi.waitFor(() => expect(onDisk().filter((size) => size > 2 * MIB - 128 * 1024)).toHaveLength(20))
  for (const { socket } of all) socket.write(bytes.subarray(2 * MIB))
  for (const { answer } of all) expect(await answer).toMatch(/smaller than 4 MB/)
  await vi.waitFor(() => expect(temps()).toEqual([]))
})
