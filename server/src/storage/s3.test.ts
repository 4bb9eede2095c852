import dns from 'node:dns'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { aCertificate, trust } from '../test/servers/certificate.ts'
import { BUCKET, type StrictS3, strictForm, strictS3 } from '../test/servers/strict-s3.ts'
import { s3Files, tryStore } from './s3.ts'
import { placeOf } from './s3-place.ts'
import { StoreProblem } from './storage.ts'

let store: StrictS3
beforeAll(async () => {
  store = await strictS3()
})
afterAll(() => store.close())
afterEach(() => {
  store.fail({})
  store.held.clear()
  vi.restoreAllMocks()
})

const place = (more: Record<string, string> = {}) => placeOf(strictForm(store, more))
const files = (more: Record<string, string> = {}) => s3Files('s3-1', place(more))
const name = `ab/${'0'.repeat(40)}`
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof StoreProblem ? error.reason : String(error)),
  )

it('writes with a content length and an inert content type', async () => {
  await files().put(name, Buffer.from('<script>'))
  expect(store.held.get(name)).toMatchObject({ type: 'application/octet-stream', disposition: 'attachment' })
  expect(store.seen.at(-1)?.headers).toMatchObject({ 'content-length': '8' })
})

it('supports the bucket in the host name', async () => {
  const lookup = dns.lookup
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: unknown[]) =>
    (lookup as (...given: unknown[]) => void)(host.endsWith('.store.test') ? '127.0.0.1' : host, ...rest)) as typeof dns.lookup)
  const there = files({ endpoint: `store.test:${store.port}`, addressing: 'virtual' })
  await there.put(name, Buffer.from('x'))
  expect(store.seen.at(-1)).toMatchObject({ host: `${BUCKET}.store.test:${store.port}`, url: `/${name}` })
  expect(await there.size(name)).toBe(1)
  expect(String(await buffer(await there.read(name)))).toBe('x')
})

it('R21: retries when the store is busy, a limited number of times', async () => {
  store.fail({ busy: 2 })
  await files().put(name, Buffer.from('x'))
  expect(await files().size(name)).toBe(1)
  store.fail({ busy: 99 })
  const before = store.seen.length
  expect(await reasonOf(files().put(name, Buffer.from('y')))).toBe('storeFault')
  expect(store.seen.length - before).toBe(3)
})

it.each([
  ['storeKey', { key: 'AKOTHER' }, {}],
  ['storeSecret', { secret: 'other' }, {}],
  ['storeRegion', { region: 'us-east-1' }, {}],
  ['storeBucket', { bucket: 'other' }, {}],
  ['storeSilent', { endpoint: '127.0.0.1:1' }, {}],
  ['storeSilent', { endpoint: 'nowhere.invalid' }, {}],
  ['storeTls', { protocol: 'https' }, {}],
  ['storeClock', {}, { clock: 3600 }],
  ['storeFull', {}, { refuses: { status: 507, code: 'XMinioStorageFull' } }],
  ['storeFault', {}, { refuses: { status: 400, code: 'EntityTooLarge' } }],
  ['storeNoWrite', {}, { refuses: { status: 403, code: 'AccessDenied', method: 'PUT' } }],
  ['storeNoRead', {}, { refuses: { status: 403, code: 'AccessDenied', method: 'GET' } }],
  ['storeNoDelete', {}, { refuses: { status: 403, code: 'AccessDenied', method: 'DELETE' } }],
] as const)('R21: reports the reason of a failure: %s %j %j', async (reason, more, failure) => {
  store.fail(failure)
  expect(await reasonOf(tryStore(place(more)))).toBe(reason)
})

it('leaves nothing behind after a test', async () => {
  await tryStore(place({ public_read: '1' }))
  expect(store.held.size).toBe(0)
  expect(await reasonOf(tryStore(place({ public_read: '1', domain: '127.0.0.1:1' })))).toBe('storePublic')
  expect(store.held.size).toBe(0)
})

it('R21: times out when a store hangs before or within a response', async () => {
  await files().put(name, Buffer.from('0123456789'))
  store.fail({ hangs: 'before' })
  const all = [reasonOf(files().put(name, Buffer.from('y'))), reasonOf(files().size(name)), reasonOf(files().remove(name))]
  expect(await Promise.all(all)).toEqual(Array(3).fill('storeSilent'))
  store.fail({ hangs: 'within' })
  await expect(buffer(await files().read(name))).rejects.toThrow('no answer')
  store.fail({})
  expect(String(await buffer(await files().read(name)))).toBe('0123456789')
})

it('S85: follows no redirects', async () => {
  store.fail({ refuses: { status: 307, code: 'TemporaryRedirect' } })
  const before = store.seen.length
  expect(await reasonOf(files().put(name, Buffer.from('x')))).toBe('storeRegion')
  expect(store.seen.length).toBe(before + 1)
})

it('S85: sends requests only to a store with a trusted certificate', async () => {
  const certificate = aCertificate(mkdtempSync(join(tmpdir(), 'sheaf-s3-')))
  const secure = await strictS3({ certificate })
  try {
    const there = () => s3Files('s3-1', placeOf(strictForm(secure, { protocol: 'https' })))
    expect(await reasonOf(there().put(name, Buffer.from('x')))).toBe('storeTls')
    expect(secure.seen).toEqual([])
    trust(certificate)
    await there().put(name, Buffer.from('x'))
    expect(String(await buffer(await there().read(name)))).toBe('x')
  } finally {
    trust()
    await secure.close()
  }
})

it('S63: gives browsers a signed URL with the content headers, valid for a few minutes', async () => {
  const there = files({ public_read: '1' })
  await there.put(name, Buffer.from('0123456789'))
  const disposition = `attachment; filename*=UTF-8''a%20%2B%20b%E6%96%87.txt`
  const address = (await there.link?.(name, { type: 'application/octet-stream', disposition })) ?? ''
  const reply = await fetch(address, { headers: { range: 'bytes=2-4' } })
  expect([reply.status, reply.headers.get('content-disposition'), await reply.text()]).toEqual([206, disposition, '234'])
  const status = async (url: string) => (await fetch(url)).status
  expect(await status(address.replace('octet-stream', 'xhtml%2Bxml'))).toBe(403)
  expect(await status(address.replace(name, `ab/${'1'.repeat(40)}`))).toBe(403)
  expect(await status(address.replace(/Expires=\d+/, 'Expires=999999'))).toBe(403)
  store.fail({ clock: 301 })
  expect(await status(address)).toBe(403)
  expect(address).not.toContain(place().secret)
  expect(files().link).toBeUndefined()
})

it('reports problems to the callback, without secrets', async () => {
  const reported: string[] = []
  const bad = s3Files('s3-1', place({ secret: 'hush-hush' }), (problem) => reported.push(`${problem.reason} ${problem.message}`))
  await expect(bad.put(name, Buffer.from('x'))).rejects.toThrow()
  expect(reported).toEqual([expect.stringContaining('storeSecret')])
  expect(reported.join()).not.toMatch(/hush|AKSHEAF/)
})
