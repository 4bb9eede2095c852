import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, type Product } from '../test/product.ts'
import { aCertificate } from '../test/servers/certificate.ts'
import { anUpdateSource, aSigner, latest, publish, releaseZip, type UpdateSource } from '../test/servers/update-source.ts'
import { releasesIn, stateOf } from './releases.ts'

const signer = aSigner()
const own = { password: 'admin-password-1' }
const nothing = { new_version: '', file_url: '' }

/** A source of this test's own, an installation to change, and what the server was asked to do last. */
function withSource(product: Product) {
  const given = {} as { source: UpdateSource; root: string; handedOver: (() => Promise<void>)[] }
  beforeAll(async () => {
    given.source = await anUpdateSource()
    given.root = join(product.folder, 'installation')
    mkdirSync(given.root)
    writeFileSync(join(given.root, 'package-lock.json'), '{}')
  })
  beforeEach(() => {
    given.source.answers.clear()
    given.source.asked.length = 0
    given.handedOver = []
    Object.assign(product.server.house.config, { UPDATE: 'on', UPDATE_SOURCE: given.source.url, UPDATE_PUBLIC_KEY: signer.key })
    product.server.house.starter = { root: given.root, handOver: (last) => void given.handedOver.push(last) }
  })
  afterAll(() => given.source.close())
  const check = () => product.admin.api.adminUpdate.checkUpdate({ again: '1' })
  const download = (fields: { new_version: string; file_url: string } = nothing) =>
    product.admin.api.adminUpdate.download({ ...fields, ...own })
  const lying = () =>
    existsSync(releasesIn(given.root)) ? readdirSync(releasesIn(given.root)).filter((name) => name !== 'state.json') : []
  return { given, check, download, lying }
}

onEachDatabase('S89: updating from the browser', (product) => {
  const { given, check, download, lying } = withSource(product)

  it('is off without a source and its key, and where nobody could start another version', async () => {
    const { config } = product.server.house
    const set = (change: object) => Object.assign(config, change)
    set({ UPDATE_SOURCE: undefined })
    expect(await check()).toMatchObject({ state: 'off', new_version: '', file_url: '', version: '0.1.0', failed: null, source: '' })
    set({ UPDATE_SOURCE: given.source.url, UPDATE: 'off' })
    expect((await check()).state).toMatch(/^(off|container)$/)
    await expect(download()).rejects.toMatchObject({ code: 10101, message: /switched off/ })
    await expect(product.admin.api.adminUpdate.updateFiles({ ...own, has_backup: '1' })).rejects.toMatchObject({ code: 10101 })
    set({ UPDATE: 'on' })
    delete product.server.house.starter
    expect((await check()).state).toBe('unsupervised')
    await expect(download()).rejects.toMatchObject({ code: 10101 })
    expect(given.source.asked).toEqual([])
  })

  it('is for administrators, from our own pages, with their password', async () => {
    publish(given.source, signer, '0.2.0')
    const alice = await product.user('alice')
    for (const [one, code] of [
      [alice, 10103],
      [product.visitor(), 10102],
    ] as const) {
      await expect(one.api.adminUpdate.checkUpdate({ again: '1' })).rejects.toMatchObject({ code })
      await expect(one.api.adminUpdate.download({ ...nothing, ...own })).rejects.toMatchObject({ code })
      await expect(one.api.adminUpdate.updateFiles({ ...own, has_backup: '1' })).rejects.toMatchObject({ code })
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
    expect(given.handedOver).toEqual([])
  })

  it('says what there is, and takes it from nowhere but the source', async () => {
    const sink = await anUpdateSource()
    publish(given.source, signer, '0.2.0')
    const found = await check()
    expect(found).toMatchObject({ new_version: '0.2.0', file_url: `${given.source.url}/sheaf-0.2.0.zip`, state: 'ready', url: '' })
    for (const given of [
      { new_version: 'v9', file_url: '' },
      { new_version: '0.2.0', file_url: `${sink.url}/sheaf-0.2.0.zip` },
      { new_version: '', file_url: 'file:///etc/passwd' },
    ])
      await expect(download(given)).rejects.toMatchObject({ code: 10101, message: /not what the update source offers/ })
    expect(await download({ new_version: found.new_version, file_url: found.file_url })).toEqual({ new_version: '0.2.0', is_staged: '1' })
    expect((await check()).is_staged).toBe('1')
    expect(sink.asked).toEqual([])
    await sink.close()
  })

  it('follows the source to no other place', async () => {
    const sink = await anUpdateSource()
    const bytes = releaseZip('0.2.0')
    publish(sink, signer, '0.2.0', bytes)
    for (const path of ['/latest.json', '/sheaf-0.2.0.zip']) {
      publish(given.source, signer, '0.2.0', bytes)
      given.source.answers.set(path, (_request, reply) => void reply.writeHead(302, { location: `${sink.url}${path}` }).end())
      await expect(download()).rejects.toMatchObject({ code: 10101, message: /HTTP 302/ })
    }
    expect(sink.asked).toEqual([])
    for (const file of ['../x.zip', `${sink.url}/x.zip`, '/x.zip', 'x.exe']) {
      given.source.answers.set('/latest.json', latest(signer, '0.2.0', bytes, { file }))
      await expect(check()).rejects.toMatchObject({ message: /latest\.json: file/ })
    }
    await sink.close()
  })

  it('verifies certificates, and says when the source is silent or talks nonsense', async () => {
    const selfSigned = await anUpdateSource(aCertificate(product.folder))
    publish(selfSigned, signer, '0.2.0')
    Object.assign(product.server.house.config, { UPDATE_SOURCE: selfSigned.url })
    await expect(check()).rejects.toMatchObject({ code: 10101, message: /does not answer \(.*(SELF_SIGNED|VERIFY)/ })
    await selfSigned.close()
    await expect(check()).rejects.toMatchObject({ message: /does not answer \(ECONNREFUSED\)/ })
    Object.assign(product.server.house.config, { UPDATE_SOURCE: given.source.url })
    for (const [answer, said] of [
      ['<html>', /latest\.json: JSON/],
      ['x'.repeat(70_000), /> 65536 B/],
      ['{"version":"latest"}', /latest\.json: version/],
    ] as const) {
      given.source.answers.set('/latest.json', answer)
      await expect(check()).rejects.toMatchObject({ message: said })
    }
    expect(lying().filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

onEachDatabase('S90: a package', (product) => {
  const { given, check, download, lying } = withSource(product)
  const refuses = async (said: RegExp) => {
    await expect(download()).rejects.toMatchObject({ code: 10101, message: said })
    expect(lying()).toEqual([])
  }

  it('must be signed with the operator’s key, all that is said of it', async () => {
    const bytes = releaseZip('0.2.0')
    publish(given.source, aSigner(), '0.2.0', bytes)
    await refuses(/not signed with the key/)
    for (const change of [
      ...[{ signature: '' }, { version: '0.3.0' }, { size: bytes.length + 1 }, { sha256: '0'.repeat(64) }, { file: 'other.zip' }],
      { url: 'https://evil.test' },
    ]) {
      given.source.answers.set('/latest.json', latest(signer, '0.2.0', bytes, change))
      await refuses(/not signed with the key/)
    }
    expect(given.source.asked).not.toContain('/sheaf-0.2.0.zip')
  })

  it('must be the bytes that were signed', async () => {
    const bytes = releaseZip('0.2.0')
    for (const [sent, said] of [
      [Buffer.concat([bytes, Buffer.from('x')]), /> \d+ B/],
      [bytes.subarray(0, -1), /SHA-256/],
      [Buffer.from(bytes.map((byte, at) => (at === 50 ? byte ^ 1 : byte))), /SHA-256/],
    ] as const) {
      publish(given.source, signer, '0.2.0', bytes)
      given.source.answers.set('/sheaf-0.2.0.zip', sent)
      await refuses(said)
    }
    // A source that breaks off.
    given.source.answers.set('/sheaf-0.2.0.zip', (_request, reply) => {
      reply.writeHead(200, { 'content-length': String(bytes.length) }).write(bytes.subarray(0, 40))
      setTimeout(() => reply.destroy(), 20)
    })
    await refuses(/does not answer/)
  })

  it('must be newer than what runs: an old one with a good signature is no update', async () => {
    for (const old of ['0.1.0', '0.0.9']) {
      publish(given.source, signer, old)
      expect((await check()).new_version).toBe('')
      await refuses(/nothing newer than 0\.1\.0/)
    }
    // An old package under a new number.
    publish(given.source, signer, '0.2.0', releaseZip('0.0.9'))
    await refuses(/package\.json: 0\.0\.9/)
  })

  it('holds nothing but a release', async () => {
    for (const [entry, said] of [
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
      publish(given.source, signer, '0.2.0', releaseZip('0.2.0', [{ data: 'x', ...entry }]))
      await refuses(said)
    }
    publish(given.source, signer, '0.2.0', Buffer.from('no zip at all'))
    await refuses(/zip/)
    expect(readdirSync(product.folder)).not.toContain('evil.js')
  })

  it('does not burst', async () => {
    for (const entries of [
      [{ name: 'dist/a', data: Buffer.alloc(20 * 1024 * 1024), declared: 10 }],
      Array.from({ length: 3 }, (_, n) => ({ name: `dist/${n}`, data: 'x', declared: 100 * 1024 * 1024 })),
    ]) {
      publish(given.source, signer, '0.2.0', releaseZip('0.2.0', entries))
      await refuses(/256 MiB/)
    }
  })

  it('brings packages of its own where it needs others, checked by its lock file', async () => {
    publish(given.source, signer, '0.2.0', releaseZip('0.2.0', [], { lock: 'no lock file' }))
    await refuses(/packages .* could not be installed/)
  })

  it('is brought in once at a time', async () => {
    publish(given.source, signer, '0.2.0')
    const there = { new_version: '0.2.0', is_staged: '1' }
    expect(await Promise.all([download(), download()])).toEqual([there, there])
    expect(lying()).toEqual(['0.2.0'])
  })
})

onEachDatabase('switching', (product) => {
  const { given, check, download } = withSource(product)
  const isPostgres = () => product.server.house.store.kind === 'postgres'
  const go = (has_backup = '1') => product.admin.api.adminUpdate.updateFiles({ ...own, has_backup })

  it('S90: takes what was checked, once, with a copy of the database, and says so in the log', async () => {
    await expect(go()).rejects.toMatchObject({ message: /No new version has been downloaded/ })
    publish(given.source, signer, '0.2.0')
    await expect(go()).rejects.toMatchObject({ message: /No new version has been downloaded/ })
    await download()
    expect((await check()).needs_backup).toBe(isPostgres() ? '1' : '0')
    if (isPostgres()) await expect(go('')).rejects.toMatchObject({ message: /backup of the database first/ })
    expect(await go(isPostgres() ? '1' : '')).toEqual({ new_version: '0.2.0' })
    await expect(go()).rejects.toMatchObject({ message: /under way/ })
    await expect(download()).rejects.toMatchObject({ message: /under way/ })
    expect(given.handedOver).toHaveLength(1)
    expect(stateOf(given.root)).toEqual({})
    await given.handedOver[0]?.()
    const { trial } = stateOf(given.root)
    expect(trial).toMatchObject({ version: '0.2.0', attempts: 0 })
    expect(trial?.backup === undefined).toBe(isPostgres())
    if (trial?.backup) expect(readFileSync(trial.backup).subarray(0, 15).toString()).toBe('SQLite format 3')
    const { list } = await product.admin.api.adminLog.getList({ page: '1', count: '5' } as never)
    expect(list[0]).toMatchObject({ action: 'updated', subject: '0.2.0', detail: '0.1.0', username: 'admin' })
  })

  it('S90: a copy that cannot be made leaves everything as it is', async () => {
    if (isPostgres()) return
    publish(given.source, signer, '0.2.0')
    const { house } = product.server
    const full = {
      ...house,
      store: {
        ...house.store,
        copyTo: () => {
          throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
        },
      },
    }
    const { prepareSwitch } = await import('./switch.ts')
    await prepareSwitch(full, given.root, '0.2.0')
    expect(stateOf(given.root)).toEqual({ failed: { version: '0.2.0', problem: 'SQLITE_FULL' } })
    expect((await check()).failed).toEqual({ version: '0.2.0', problem: 'SQLITE_FULL' })
  })
})
