import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as consume } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { nodeEnv } from './test/process/node-env.ts'
import { programFile } from './test/process/programs.ts'

const running: { child: ChildProcess; folder: string }[] = []
afterEach(() => {
  for (const { child, folder } of running.splice(0)) {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Starts the server with these settings; collects its output and its exit code. */
function start(settings: Record<string, string>, folder = mkdtempSync(join(tmpdir(), 'sheaf-main-')), first = ':') {
  const env = { ...nodeEnv, PORT: '0', DATA_DIR: folder, ...settings }
  const child = spawn('/bin/sh', ['-c', `${first}; exec "$0" "$1"`, process.execPath, programFile('main')], { env, stdio: 'pipe' })
  running.push({ child, folder })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    output.out += text
  })
  child.stderr.on('data', (text) => {
    output.err += text
  })
  // At close, all output has arrived; at exit, some can still be on its way.
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  const address = async () => {
    for (;;) {
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output.out)
      if (found) return Number(found[1])
      if (child.exitCode !== null) throw new Error(output.err)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  }
  return { child, folder, output, ended, address }
}

it('finishes open requests after SIGTERM and exits with 0', async () => {
  const { child, output, ended, address } = start({ NODE_ENV: 'test' })
  const port = await address()
  await vi.waitFor(() => expect(output.out).toMatch(/\/user\/setup\?token=[0-9a-f]{48}/))
  const body = 'username=nobody&password=not+this+one'
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length, expect: '100-continue' }
  const slow = request({ port, method: 'POST', path: '/api/user/login', headers })
  const answer = new Promise<string>((resolve, reject) => {
    slow.once('error', reject)
    slow.once('response', (reply) => {
      void consume(reply).then((body) => resolve(`${reply.statusCode} ${body}`))
    })
  })
  slow.flushHeaders()
  await once(slow, 'continue')
  slow.write(body.slice(0, 10))
  child.kill('SIGTERM')
  const isTaken = () => fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false)
  await expect.poll(isTaken).toBe(false)
  slow.end(body.slice(10))
  expect(await answer).toContain('200 {"error_code":10204')
  expect(await ended).toBe(0)
})

it('keeps its data and its set-up link across a restart', async () => {
  const first = start({})
  const link = async ({ address, output }: ReturnType<typeof start>) => {
    await address()
    const tokenOf = () => /token=([0-9a-f]{48})/.exec(output.out)?.[1]
    await expect.poll(tokenOf).toBeTruthy()
    return tokenOf()
  }
  const token = await link(first)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(await link(start({}, first.folder))).toBe(token)
})

it('denies other users of the machine access to its data, including files that an earlier version left readable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-main-'))
  const data = join(folder, 'data')
  const modeOf = (name: string) => statSync(join(data, name)).mode & 0o777
  const all = () => readdirSync(data).map((name) => [name, modeOf(name) & 0o077])
  const first = start({ DATA_DIR: data }, folder, 'umask 022')
  await first.address()
  expect(modeOf('.')).toBe(0o700)
  expect(all()).toEqual(readdirSync(data).map((name) => [name, 0]))
  expect(readdirSync(data)).toContain('sheaf.db-wal')
  first.child.kill('SIGINT')
  await first.ended
  mkdirSync(join(data, 'files'))
  for (const name of ['sheaf.db', 'files']) chmodSync(join(data, name), 0o755)
  const second = start({ DATA_DIR: data }, folder, 'umask 022')
  await second.address()
  expect(all()).toEqual(readdirSync(data).map((name) => [name, 0]))
})

it('keeps group access that the umask of the operator grants', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-main-'))
  await start({}, folder, 'umask 027').address()
  expect(statSync(join(folder, 'sheaf.db')).mode & 0o777).toBe(0o640)
})

it.each([
  [{ PORT: 'abc' }, /^The setting PORT .+\.\n$/],
  [{ UPLOAD_LIMIT: '4' }, /^There is no setting UPLOAD_LIMIT\. .+\n$/],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^[^\n]+\n$/],
] as [Record<string, string>, RegExp][])('exits immediately with one clear line: %j', async (settings, line) => {
  const { ended, output } = start(settings)
  expect(await ended).toBe(1)
  expect(output.err).toMatch(line)
  expect(output.err).not.toMatch(/\n\s+at /)
})

it('exits when DATA_DIR is not a directory or the port is in use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-main-'))
  writeFileSync(join(folder, 'file'), '')
  const broken = start({ DATA_DIR: join(folder, 'file') }, folder)
  expect(await broken.ended).toBe(1)
  expect(broken.output.err).toMatch(/^[^\n]+\n$/)
  const first = start({})
  const second = start({ PORT: String(await first.address()) })
  expect(await second.ended).toBe(1)
  expect(second.output.err).toMatch(/^The port is taken[^\n]+\n$/)
})
