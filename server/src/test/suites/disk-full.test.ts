import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anItem, aPage } from '../given.ts'
import { nodeEnv } from '../process/node-env.ts'
import { programFile } from '../process/programs.ts'
import { command, serverOn } from '../process/terminal.ts'
import type { TestUser } from '../product.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-full-'))
const ballast = join(folder, 'ballast')

/** Mounting a small disk needs root. */
function mount() {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'none', folder], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
const isMounted = process.platform === 'linux' && mount()

describe.skipIf(!isMounted)('R05: a disk that becomes full (needs root)', () => {
  let server: Awaited<ReturnType<typeof serverOn>>
  let alice: TestUser
  let item_id: string
  let page_id: string
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  /** The disk space check runs once a second. This offset moves its clock. */
  let ahead = 0
  const now = performance.now.bind(performance)
  const checkAgain = () => {
    ahead += 1000
  }
  /** Fills the disk until `bytes` are free. */
  function leave(bytes: number) {
    rmSync(ballast, { force: true })
    writeFileSync(ballast, Buffer.alloc(Math.max(free() - bytes, 0)))
    checkAgain()
  }
  const save = (page_content: string) => alice.api.page.save({ page_id, page_title: 'Start', page_content })
  const upload = async (bytes: Buffer) => {
    const boundary = 'b'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="item_id"\r\n\r\n${item_id}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
    const reply = await server.send({
      method: 'POST',
      url: '/api/page/upload',
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      headers: { ...alice.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    return reply.json()
  }
  const isWhole = () => {
    const database = new SqliteDatabase(join(folder, 'data', 'sheaf.db'), { readonly: true })
    const state = database.pragma('integrity_check', { simple: true })
    database.close()
    return state
  }

  /** Copies the log into the database: a thread of the server that does so later would take the space that a test has measured. */
  const copyLog = () => {
    const database = new SqliteDatabase(join(folder, 'data', 'sheaf.db'))
    while ((database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]?.busy) {}
    database.close()
  }

  beforeAll(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
    server = await serverOn({ DATA_DIR: join(folder, 'data'), ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'admin-password-1' })
    alice = server.visitor()
    await alice.api.user.login({ username: 'admin', password: 'admin-password-1', v_code: '' })
    item_id = await anItem(alice)
    page_id = await aPage(alice, item_id)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    // The disk is unmounted even if closing the server fails.
    await server.close().finally(() => execFileSync('umount', ['-l', folder]))
    rmSync(folder, { recursive: true })
  })

  it('refuses saves, uploads and imports with a message before it is full; reads and deletions still work', async () => {
    const doomed = await aPage(alice, item_id)
    const { token } = await alice.api.token.save({ name: 'Agent', level: '3', days: '30' } as never)
    const byAgent = { name: 'save_page', arguments: { id: page_id, base_version: 1, content: 'more' } }
    leave(2_000_000)
    const answered = await server.send({
      method: 'POST',
      url: '/mcp',
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: byAgent }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    })
    expect(answered.body).toContain('nearly full')
    await expect(save('more')).rejects.toMatchObject({ code: 507, message: expect.stringContaining('nearly full') })
    expect(await upload(Buffer.from('x'))).toMatchObject({ error_code: 507 })
    expect((await alice.api.page.info({ page_id })).page_content).toBe('Hello')
    await alice.api.page.delete({ page_id: doomed })
    await alice.api.user.logout({})
    await alice.api.user.login({ username: 'admin', password: 'admin-password-1', v_code: '' })
    const { code, out } = await command(['doctor'], { DATA_DIR: join(folder, 'data') })
    expect([code, out]).toEqual([1, expect.stringContaining('refused')])
  })

  it('reports a completely full disk, loses nothing and needs no restart', async () => {
    // The last check saw free space, so these requests reach the full disk itself.
    leave(20_000_000)
    await save('before')
    writeFileSync(join(folder, 'more'), Buffer.alloc(free()))
    const large = 'x'.repeat(900_000)
    const refused: number[] = []
    for (let n = 0; n < 5; n++) await save(`${n}${large}`).catch((error) => refused.push(error.code))
    expect(refused).toEqual([507, 507, 507, 507, 507])
    expect((await upload(Buffer.alloc(2_000_000, 1))).error_code).toBe(507)
    expect((await alice.api.page.info({ page_id })).page_content).toBe('before')
    const exported = await server.send({ url: `/api/export/markdown?item_id=${item_id}`, headers: alice.headers })
    expect(exported.headers['content-type']).toBe('application/zip')
    expect(isWhole()).toBe('ok')
    // A refusal before the first byte creates no temporary folder.
    const temp = join(folder, 'data', 'tmp')
    expect(existsSync(temp) ? readdirSync(temp) : []).toEqual([])

    for (const name of ['more', 'ballast']) rmSync(join(folder, name), { force: true })
    checkAgain()
    await save('after')
    expect(await upload(Buffer.from('x'))).toMatchObject({ success: 1 })
    expect((await alice.api.page.info({ page_id })).page_content).toBe('after')
    expect(isWhole()).toBe('ok')
  })

  it('leaves no truncated backup under its final name', async () => {
    for (let n = 0; n < 6; n++)
      await save(
        `${n} ${Array.from({ length: 100_000 }, () => Math.random().toString(36))
          .join('')
          .slice(0, 900_000)}`,
      )
    copyLog()
    writeFileSync(join(folder, 'more'), Buffer.alloc(Math.max(free() - 500_000, 0)))
    const { code, err } = await command(['backup', folder], { DATA_DIR: join(folder, 'data') })
    expect([code, err]).toEqual([1, expect.stringContaining('ENOSPC')])
    expect(readdirSync(folder).filter((name) => name.includes('.tar.gz'))).toEqual([])
    const output = openSync(join(folder, 'output'), 'w')
    const env = { ...nodeEnv, LANG: 'C', DATA_DIR: join(folder, 'data') }
    const done = spawnSync(process.execPath, [programFile('sheaf'), 'backup', '-'], { env, stdio: ['ignore', output, 'pipe'] })
    expect([done.status, String(done.stderr)]).toEqual([1, expect.stringContaining('A disk is full (ENOSPC')])
    closeSync(output)
    for (const name of ['more', 'output']) rmSync(join(folder, name))
  })
})
