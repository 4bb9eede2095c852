import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { onEachDatabase, onOneDatabase, type Product } from '../test/product.ts'
import { aCertificate } from '../test/servers/certificate.ts'
import { anUpdateSource, aSigner, latest, publish, releaseZip, type UpdateSource } from '../test/servers/update-source.ts'
import { releasesIn, stateOf } from './releases.ts'

const signer = aSigner()
const own = { password: 'admin-password-1' }
const nothing = { new_version: '', file_url: '' }

/** An update source and an installation for one test suite, and the requests for a handover. */
function withSource(product: Product) {
  const setup = {} as { source: UpdateSource; root: string; handedOver: (() => Promise<void>)[] }
  beforeAll(async () => {
    setup.source = await anUpdateSource()
    setup.root = join(product.folder, 'installation')
    mkdirSync(setup.root)
    writeFileSync(join(setup.root, 'package-lock.json'), '{}')
  })
  beforeEach(() => {
    setup.source.answers.clear()
    setup.source.asked.length = 0
    setup.handedOver = []
    Object.assign(product.server.services.config, { UPDATE: 'on', UPDATE_SOURCE: setup.source.url, UPDATE_PUBLIC_KEY: signer.key })
    product.server.services.supervisor = { root: setup.root, handOver: (last) => void setup.handedOver.push(last) }
  })
  afterAll(() => setup.source.close())
  const check = () => product.admin.api.adminUpdate.checkUpdate({ again: '1' })
  const download = (fields: { new_version: string; file_url: string } = nothing) =>
    product.admin.api.adminUpdate.download({ ...fields, ...own })
  const releaseFiles = () =>
    existsSync(releasesIn(setup.root)) ? readdirSync(releasesIn(setup.root)).filter((name) => name !== 'state.json') : []
  return { given: setup, check, download, releaseFiles }
}

onOneDatabase('S89: updating from the browser', (product) => {
  const { given: setup, check, download, releaseFiles } = withSource(product)

  it('is off without a source and its key, and without a supervisor', async () => {
    const { config } = product.server.services
    const set = (change: object) => Object.assign(config, change)
    set({ UPDATE_SOURCE: undefined })
    expect(await check()).toMatchObject({ state: 'off', new_version: '', file_url: '', version: '0.2.0', failed: null, source: '' })
    set({ UPDATE_SOURCE: setup.source.url, UPDATE: 'off' })
    expect((await check()).state).toMatch(/^(off|container)$/)
    await expect(download()).rejects.toMatchObject({ code: 10101, message: /switched off/ })
    await expect(product.admin.api.adminUpdate.updateFiles({ ...own, has_backup: '1' })).rejects.toMatchObject({ code: 10101 })
    set({ UPDATE: 'on' })
    delete product.server.services.supervisor
    expect((await check()).state).toBe('unsupervised')
    await expect(download()).rejects.toMatchObject({ code: 10101 })
    expect(setup.source.asked).toEqual([])
  })

  it('names the kind of the installation, for the commands of an update by hand', async () => {
    publish(setup.source, signer, '0.2.0')
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.96.0.1')
    expect(await check()).toMatchObject({ installed_by: 'kubernetes' })
    mkdirSync(join(setup.root, '.git'))
    expect(await check()).toMatchObject({ installed_by: 'git' })
    rmdirSync(join(setup.root, '.git'))
    vi.unstubAllEnvs()
  })

  it('requires an administrator, a request from the same origin, and the password', async () => {
    publish(setup.source, signer, '0.3.0')
    const alice = await product.user('alice')
    for (const [user, code] of [
      [alice, 10103],
      [product.visitor(), 10102],
    ] as const) {
      await expect(user.api.adminUpdate.checkUpdate({ again: '1' })).rejects.toMatchObject({ code })
      await expect(user.api.adminUpdate.download({ ...nothing, ...own })).rejects.toMatchObject({ code })
      await expect(user.api.adminUpdate.updateFiles({ ...own, has_backup: '1' })).rejects.toMatchObject({ code })
    }
    for (const password of ['', 'wrong'])
      await expect(product.admin.api.adminUpdate.download({ ...nothing, password })).rejects.toMatchObject({ code: 10208 })
    await download()
    await expect(product.admin.api.adminUpdate.updateFiles({ password: '', has_backup: '1' })).rejects.toMatchObject({ code: 10208 })
    for (const url of ['/api/adminUpdate/download', '/api/adminUpdate/updateFiles']) {
      const headers = { ...product.admin.headers, 'content-type': 'application/x-www-form-urlencoded' }
      const payload = `password=${own.password}&has_backup=1`
      const crossed = await product.send({ method: 'POST', url, payload, headers: { ...headers, origin: 'https://evil.test' } })
      expect(crossed.json().error_code).toBe(10103)
      expect((await product.send({ method: 'GET', url: `${url}?${payload}`, headers })).statusCode).toBe(405)
    }
    expect(setup.handedOver).toEqual([])
  })

  it('reports the offer, and downloads only from the source', async () => {
    const sink = await anUpdateSource()
    publish(setup.source, signer, '0.3.0')
    const found = await check()
    expect(found).toMatchObject({ new_version: '0.3.0', file_url: `${setup.source.url}/sheaf-0.3.0.zip`, state: 'ready', url: '' })
    for (const offered of [
      { new_version: 'v9', file_url: '' },
      { new_version: '0.3.0', file_url: `${sink.url}/sheaf-0.3.0.zip` },
      { new_version: '', file_url: 'file:///etc/passwd' },
    ])
      await expect(download(offered)).rejects.toMatchObject({ code: 10101, message: /not what the update source offers/ })
    expect(await download({ new_version: found.new_version, file_url: found.file_url })).toEqual({ new_version: '0.3.0', is_staged: '1' })
    expect((await check()).is_staged).toBe('1')
    expect(sink.asked).toEqual([])
    await sink.close()
  })

  it('follows no redirects of the source', async () => {
    const sink = await anUpdateSource()
    const bytes = releaseZip('0.3.0')
    publish(sink, signer, '0.3.0', bytes)
    for (const path of ['/latest.json', '/sheaf-0.3.0.zip']) {
      publish(setup.source, signer, '0.3.0', bytes)
      setup.source.answers.set(path, (_request, reply) => void reply.writeHead(302, { location: `${sink.url}${path}` }).end())
      await expect(download()).rejects.toMatchObject({ code: 10101, message: /HTTP 302/ })
    }
    expect(sink.asked).toEqual([])
    for (const file of ['../x.zip', `${sink.url}/x.zip`, '/x.zip', 'x.exe']) {
      setup.source.answers.set('/latest.json', latest(signer, '0.3.0', bytes, { file }))
      await expect(check()).rejects.toMatchObject({ message: /latest\.json: file/ })
    }
    await sink.close()
  })

  it('verifies certificates, and reports an unreachable source and invalid answers', async () => {
    const selfSigned = await anUpdateSource(aCertificate(product.folder))
    publish(selfSigned, signer, '0.3.0')
    Object.assign(product.server.services.config, { UPDATE_SOURCE: selfSigned.url })
    await expect(check()).rejects.toMatchObject({ code: 10101, message: /does not answer \(.*(SELF_SIGNED|VERIFY)/ })
    await selfSigned.close()
    await expect(check()).rejects.toMatchObject({ message: /does not answer \(ECONNREFUSED\)/ })
    Object.assign(product.server.services.config, { UPDATE_SOURCE: setup.source.url })
    for (const [answer, message] of [
      ['<html>', /latest\.json: JSON/],
      ['x'.repeat(70_000), /> 65536 B/],
      ['{"version":"latest"}', /latest\.json: version/],
    ] as const) {
      setup.source.answers.set('/latest.json', answer)
      await expect(check()).rejects.toMatchObject({ message: message })
    }
    expect(releaseFiles().filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

onOneDatabase('S90: a package', (product) => {
  const { given: setup, check, download, releaseFiles } = withSource(product)
  const refuses = async (message: RegExp) => {
    await expect(download()).rejects.toMatchObject({ code: 10101, message: message })
    expect(releaseFiles()).toEqual([])
  }

  it('must be signed with the operator’s key, including all metadata', async () => {
    const bytes = releaseZip('0.3.0')
    publish(setup.source, aSigner(), '0.3.0', bytes)
    await refuses(/not signed with the key/)
    for (const change of [
      { signature: '' },
      { version: '0.4.0' },
      { size: bytes.length + 1 },
      { sha256: '0'.repeat(64) },
      { file: 'other.zip' },
      { url: 'https://evil.test' },
    ]) {
      setup.source.answers.set('/latest.json', latest(signer, '0.3.0', bytes, change))
      await refuses(/not signed with the key/)
    }
    expect(setup.source.asked).not.toContain('/sheaf-0.3.0.zip')
  })

  it('must consist of the signed bytes', async () => {
    const bytes = releaseZip('0.3.0')
    for (const [sent, message] of [
      [Buffer.concat([bytes, Buffer.from('x')]), /> \d+ B/],
      [bytes.subarray(0, -1), /SHA-256/],
      [Buffer.from(bytes.map((byte, at) => (at === 50 ? byte ^ 1 : byte))), /SHA-256/],
    ] as const) {
      publish(setup.source, signer, '0.3.0', bytes)
      setup.source.answers.set('/sheaf-0.3.0.zip', sent)
      await refuses(message)
    }
    // The connection breaks during the download.
    setup.source.answers.set('/sheaf-0.3.0.zip', (_request, reply) => {
      reply.writeHead(200, { 'content-length': String(bytes.length) }).write(bytes.subarray(0, 40))
      setTimeout(() => reply.destroy(), 20)
    })
    await refuses(/does not answer/)
  })

  it('must be newer than the running version, even with a valid signature', async () => {
    for (const old of ['0.2.0', '0.0.9']) {
      publish(setup.source, signer, old)
      expect((await check()).new_version).toBe('')
      await refuses(/nothing newer than 0\.2\.0/)
    }
    // An old package with a new version number in the offer.
    publish(setup.source, signer, '0.3.0', releaseZip('0.0.9'))
    await refuses(/package\.json: 0\.0\.9/)
  })

  it('contains only the files of a release', async () => {
    for (const [entry, message] of [
      [{ name: '../evil.js' }, /evil\.js/],
      [{ name: 'dist/../../evil.js' }, /evil\.js/],
      [{ name: '/etc/cron.d/evil' }, /evil/],
      [{ name: 'C:\\evil.js' }, /evil/],
      [{ name: 'dist/link', data: '/etc', attributes: 0o120777 * 0x10000 }, /dist\/link/],
      [{ name: 'scripts/start.mjs' }, /scripts\/start\.mjs/],
      [{ name: 'node_modules.js' }, /node_modules\.js/],
      [{ name: 'dist/server/main.js', data: 'second' }, /main\.js/],
      [{ name: 'dist/broken.js', checksum: 1 }, /broken\.js/],
    ] as const) {
      publish(setup.source, signer, '0.3.0', releaseZip('0.3.0', [{ data: 'x', ...entry }]))
      await refuses(message)
    }
    publish(setup.source, signer, '0.3.0', Buffer.from('no zip at all'))
    await refuses(/zip/)
    expect(readdirSync(product.folder)).not.toContain('evil.js')
  })

  it('is limited in its unpacked size', async () => {
    for (const entries of [
      [{ name: 'dist/a', data: Buffer.alloc(20 * 1024 * 1024), declared: 10 }],
      Array.from({ length: 3 }, (_, n) => ({ name: `dist/${n}`, data: 'x', declared: 100 * 1024 * 1024 })),
    ]) {
      publish(setup.source, signer, '0.3.0', releaseZip('0.3.0', entries))
      await refuses(/256 MiB/)
    }
  })

  it('installs its own npm packages when they differ, verified by its lock file', async () => {
    publish(setup.source, signer, '0.3.0', releaseZip('0.3.0', [], { lock: 'no lock file' }))
    await refuses(/packages .* could not be installed/)
  })

  it('is downloaded once for concurrent requests', async () => {
    publish(setup.source, signer, '0.3.0')
    const there = { new_version: '0.3.0', is_staged: '1' }
    expect(await Promise.all([download(), download()])).toEqual([there, there])
    expect(releaseFiles()).toEqual(['0.3.0'])
  })
})

onEachDatabase('switching', (product) => {
  const { given: setup, check, download } = withSource(product)
  const isPostgres = () => product.server.services.store.kind === 'postgres'
  const go = (has_backup = '1') => product.admin.api.adminUpdate.updateFiles({ ...own, has_backup })

  it('S90: hands over to the staged version once, with a copy of the database and an audit entry', async () => {
    await expect(go()).rejects.toMatchObject({ message: /No new version has been downloaded/ })
    publish(setup.source, signer, '0.3.0')
    await expect(go()).rejects.toMatchObject({ message: /No new version has been downloaded/ })
    await download()
    expect((await check()).needs_backup).toBe(isPostgres() ? '1' : '0')
    if (isPostgres()) await expect(go('')).rejects.toMatchObject({ message: /backup of the database first/ })
    expect(await go(isPostgres() ? '1' : '')).toEqual({ new_version: '0.3.0' })
    await expect(go()).rejects.toMatchObject({ message: /under way/ })
    await expect(download()).rejects.toMatchObject({ message: /under way/ })
    expect(setup.handedOver).toHaveLength(1)
    expect(stateOf(setup.root)).toEqual({})
    await setup.handedOver[0]?.()
    const { trial } = stateOf(setup.root)
    expect(trial).toMatchObject({ version: '0.3.0', attempts: 0 })
    expect(trial?.backup === undefined).toBe(isPostgres())
    if (trial?.backup) expect(readFileSync(trial.backup).subarray(0, 15).toString()).toBe('SQLite format 3')
    const { list } = await product.admin.api.adminLog.getList({ page: '1', count: '5' } as never)
    expect(list[0]).toMatchObject({ action: 'updated', subject: '0.3.0', detail: '0.2.0', username: 'admin' })
  })

  it('S90: a failed copy of the database cancels the update', async () => {
    if (isPostgres()) return
    publish(setup.source, signer, '0.3.0')
    const { services } = product.server
    const full = {
      ...services,
      store: {
        ...services.store,
        copyTo: () => {
          throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
        },
      },
    }
    const { prepareSwitch } = await import('./switch.ts')
    await prepareSwitch(full, setup.root, '0.3.0')
    expect(stateOf(setup.root)).toEqual({ failed: { version: '0.3.0', problem: 'SQLITE_FULL' } })
    expect((await check()).failed).toEqual({ version: '0.3.0', problem: 'SQLITE_FULL' })
  })
})
