import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { crashAt, type Moment } from '../test/process/crash.ts'
import { anInstallation, aPort, killAll, signInto, startThere, theServer, untilItAnswers } from '../test/process/installation.ts'
import { person } from '../test/product.ts'
import { anUpdateSource, aSigner, publish, releaseZip, type UpdateSource } from '../test/servers/update-source.ts'
import { stateOf } from './releases.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-update-'))
const own = { password: 'admin-password-1' }
const signer = aSigner()
const running: ChildProcess[] = []
let source: UpdateSource
let made = 0

beforeAll(async () => {
  source = await anUpdateSource()
})
afterEach(() => {
  for (const child of running.splice(0)) killAll(child)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A running installation of 0.2.0 with its administrator and an item. */
async function aSite(settings: Record<string, string> = {}) {
  const root = join(folder, `site${++made}`)
  const data = join(folder, `data${made}`)
  const port = await aPort()
  anInstallation(root, '0.2.0')
  const start = async (more: Record<string, string> = {}) => {
    const instance = startThere(root, data, port, { UPDATE_SOURCE: source.url, UPDATE_PUBLIC_KEY: signer.key, ...settings, ...more })
    running.push(instance.child)
    await untilItAnswers(port, instance.output)
    return instance
  }
  const started = await start()
  const admin = person(async ({ url, ...request }) => {
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, { ...request, body: String(request.payload ?? '') })
    const text = await reply.text()
    return { headers: { 'set-cookie': reply.headers.getSetCookie() }, json: () => JSON.parse(text) } as never
  })
  await admin.api.user.login({ username: 'admin', ...own, v_code: '' })
  const { item_id } = await admin.api.item.add({ item_name: 'Kept', item_type: '1' } as never)
  const isThere = async () => expect((await admin.api.item.detail({ item_id })).item_name).toBe('Kept')
  const update = async () => {
    await admin.api.adminUpdate.download({ new_version: '', file_url: '', ...own })
    return admin.api.adminUpdate.updateFiles({ ...own, has_backup: '' })
  }
  return { root, data, port, admin, start, started, isThere, update }
}

const offer = (main: string) => publish(source, signer, '0.3.0', releaseZip('0.3.0', [], { main }))
/** Waits for the version that the server printed last, which can arrive after its first answer. */
const serves = ({ output }: { output: { text: string } }, version: string, { timeout = 15_000, message = '' } = {}) =>
  expect.poll(() => output.text.match(/This is (0\.\d\.0)/g)?.at(-1), { timeout, message }).toBe(`This is ${version}`)
const parts = (root: string) => readdirSync(join(root, 'releases')).filter((name) => name.endsWith('.part'))

it('S90: a signed release runs after the update, with all data', async () => {
  const [newer, out] = [join(folder, 'newer'), join(folder, 'out')]
  anInstallation(newer, '0.3.0')
  const { key, output, latest } = signInto(newer, out, join(folder, 'key.pem'))
  expect(output).toContain('sheaf-0.3.0.zip')
  for (const name of ['latest.json', latest.file]) source.answers.set(`/${name}`, readFileSync(join(out, name)))
  const site = await aSite({ UPDATE_PUBLIC_KEY: key })
  expect(await site.update()).toEqual({ new_version: '0.3.0' })
  await serves(site.started, '0.3.0')
  await untilItAnswers(site.port, site.started.output)
  await site.isThere()
  expect(stateOf(site.root)).toEqual({ current: '0.3.0' })
  expect(readdirSync(join(site.data, 'backup'))).toEqual([expect.stringMatching(/^before-0\.3\.0-from-0\.2\.0-.*\.db$/)])
  expect((await site.admin.api.adminUpdate.checkUpdate({ again: '' })).failed).toBeNull()
  // The supervisor exits when the server does, and its next start runs the new version.
  site.started.child.kill('SIGTERM')
  expect(await site.started.over).toBe(0)
  const again = await site.start()
  await serves(again, '0.3.0')
})

/** Damages the database, as a new version could before it fails. */
const ruin = `const { createRequire } = await import('node:module')
  const Database = createRequire(import.meta.url)('better-sqlite3')
  const db = new Database(process.env.DATA_DIR + '/sheaf.db')
  db.exec("update item set item_name = 'Ruined'; create table ruined (x)")\n`

describe('S90: a version that does not start leads to a rollback of the program and the database', () => {
  it.each<[name: string, main: string, problem: RegExp, settings?: Record<string, string>]>([
    ['ends', `${ruin}console.error('No such luck'); process.exit(3)`, /ended with 3: No such luck/],
    ['cannot be read', 'this is no program', /ended with 1/],
    ['answers with an error', `${ruin}${answering(503)}`, /healthz: 503/],
    ['never gets ready', `${ruin}setInterval(() => {}, 1000)`, /not ready within 2 seconds/, { SHEAF_TRIAL_SECONDS: '2' }],
  ])(
    'a version that %s',
    async (_, main, problem, settings = {}) => {
      offer(main)
      const site = await aSite(settings)
      await site.update()
      await vi.waitFor(() => expect(stateOf(site.root).failed?.problem).toMatch(problem))
      await untilItAnswers(site.port, site.started.output)
      await serves(site.started, '0.2.0')
      await site.isThere()
      expect(stateOf(site.root).trial).toBeUndefined()
      expect((await site.admin.api.adminUpdate.checkUpdate({ again: '' })).failed?.version).toBe('0.3.0')
    },
    120_000,
  )
})

/* The server uses asynchronous file functions, the supervisor uses synchronous ones. */
const [stored, written] = [/^rename .*state\.json$/, /^renameSync .*state\.json$/]
const moments: [name: string, moment: Moment, version: '0.2.0' | '0.3.0'][] = [
  ['before the database is copied', ['before', /^vacuum into/], '0.2.0'],
  ['between the copy and the stored trial', ['before', stored], '0.2.0'],
  ['after the trial is stored', ['after', stored], '0.3.0'],
  ['after the first attempt is counted', ['after', written], '0.3.0'],
  ['after the trial has succeeded', ['after', written, written], '0.3.0'],
]

it('S90: after a crash at any point, either the old or the new version starts completely', async () => {
  offer(theServer('0.3.0'))
  const site = await aSite()
  for (const [name, moment, version] of moments) {
    killAll(site.started.child)
    await site.started.over
    rmSync(join(site.root, 'releases', 'state.json'), { force: true })
    const armed = await site.start(crashAt(moment, true))
    await site.update()
    expect(await armed.over, name).toBe(null)
    site.started = await site.start()
    await serves(site.started, version, { message: name })
    expect(stateOf(site.root), name).toEqual(version === '0.3.0' ? { current: version } : {})
    await site.isThere()
  }
})

it('S90: an interrupted rollback of the database is completed at the next start', async () => {
  offer(`${ruin}process.exit(3)`)
  const site = await aSite()
  killAll(site.started.child)
  await site.started.over
  const armed = await site.start(crashAt(['before', /^renameSync .*\.restored /], true))
  await site.update()
  expect(await armed.over).toBe(null)
  const again = await site.start()
  await serves(again, '0.2.0')
  expect(stateOf(site.root)).toMatchObject({ failed: { version: '0.3.0' } })
  await site.isThere()
})

it('S90: a failed version can be replaced by a fixed one with the same number', async () => {
  offer('process.exit(3)')
  const site = await aSite()
  await site.update()
  await vi.waitFor(() => expect(stateOf(site.root).failed?.version).toBe('0.3.0'))
  await untilItAnswers(site.port, site.started.output)
  offer(theServer('0.3.0'))
  await site.admin.api.adminUpdate.checkUpdate({ again: '1' })
  await site.update()
  await vi.waitFor(() => expect(stateOf(site.root)).toEqual({ current: '0.3.0' }))
})

it('S90: a crash during the download leaves no runnable release', async () => {
  const bytes = releaseZip('0.3.0', [], { main: theServer('0.3.0') })
  publish(source, signer, '0.3.0', bytes)
  source.answers.set('/sheaf-0.3.0.zip', (_request, reply) => void reply.write(bytes.subarray(0, 100)))
  const site = await aSite()
  void site.update().catch(() => {})
  await vi.waitFor(() => expect(existsSync(join(site.root, 'releases')) && parts(site.root)).toHaveLength(1))
  killAll(site.started.child)
  await site.started.over
  const again = await site.start()
  await serves(again, '0.2.0')
  expect(existsSync(join(site.root, 'releases', '0.3.0'))).toBe(false)
  publish(source, signer, '0.3.0', bytes)
  await site.admin.api.adminUpdate.checkUpdate({ again: '1' })
  await site.update()
  expect(parts(site.root)).toEqual([])
  await vi.waitFor(() => expect(stateOf(site.root)).toEqual({ current: '0.3.0' }))
})

function answering(status: number) {
  return `const { createServer } = await import('node:http')
    const server = createServer((_, reply) => reply.writeHead(${status}).end())
    server.listen(0, '127.0.0.1', () => process.send({ ready: 'http://127.0.0.1:' + server.address().port + '/healthz' }))`
}
