import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type StrictS3, strictForm, strictS3 } from '../test/servers/strict-s3.ts'
import { localFiles } from './local.ts'
import { s3Files } from './s3.ts'
import { placeOf } from './s3-place.ts'
import type { Files } from './storage.ts'

const synced: string[] = []
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>()
  /** The real function, which also records what is synced to disk. */
  const open = async (path: string, flags?: string) => {
    const file = await real.open(path, flags)
    const sync = file.sync.bind(file)
    file.sync = () => {
      synced.push(path)
      return sync()
    }
    return file
  }
  return { ...real, open }
})

const folder = () => mkdtempSync(join(tmpdir(), 'sheaf-files-'))
const name = `ab/${'0'.repeat(40)}`

let strict: StrictS3
beforeAll(async () => {
  strict = await strictS3({ page: 2 })
})
afterAll(async () => {
  await strict.close()
})

/** The contract of every store; a new store is one more row. */
describe.each<[string, () => Files]>([
  ['local', () => localFiles(folder())],
  ['strict S3', () => s3Files('s3-1', placeOf(strictForm(strict)))],
])('%s store', (_kind, make) => {
  it('stores, measures, reads a range and removes', async () => {
    const files = make()
    await files.put(name, Buffer.from('0123456789'))
    expect(await files.size(name)).toBe(10)
    expect(String(await buffer(await files.read(name)))).toBe('0123456789')
    expect(String(await buffer(await files.read(name, { start: 2, end: 4 })))).toBe('234')
    expect(String(await buffer(await files.read(name, { start: 9, end: 9 })))).toBe('9')
    await files.remove(name)
    await expect(files.read(name)).rejects.toThrow()
    await expect(files.size(name)).rejects.toThrow()
    await files.remove(name)
  })

  it('stores a copy of a file, and stores an empty file', async () => {
    const files = make()
    const path = join(folder(), 'file')
    writeFileSync(path, 'x'.repeat(1_000_000))
    await files.put(name, { path })
    expect([await files.size(name), readFileSync(path).length]).toEqual([1_000_000, 1_000_000])
    await files.put(`cd/${'1'.repeat(40)}`, Buffer.alloc(0))
    expect(String(await buffer(await files.read(`cd/${'1'.repeat(40)}`)))).toBe('')
  })

  it('rejects a range outside the file, and a file of another size', async () => {
    const files = make()
    await files.put(name, Buffer.from('01234'))
    await expect(files.read(name, { start: 0, end: 5 })).rejects.toThrow()
    await expect(files.read(name, { start: 9, end: 9 })).rejects.toThrow()
    await expect(files.read(name, undefined, 4)).rejects.toThrow()
    await expect(files.read(name, { start: 1, end: 2 }, 6)).rejects.toThrow()
    expect(String(await buffer(await files.read(name, { start: 1, end: 2 }, 5)))).toBe('12')
  })

  it('lists the stored files', async () => {
    const files = make()
    const names = ['0', '1', '2', '3', '4'].map((sign) => `${sign}f/${sign.repeat(40)}`)
    for (const [n, path] of names.entries()) await files.put(path, Buffer.alloc(n + 1))
    const found: string[] = []
    for await (const { name, size } of files.list()) if (names.includes(name)) found.push(`${name} ${size}`)
    expect(found.sort()).toEqual(names.map((path, n) => `${path} ${n + 1}`))
    for (const path of names) await files.remove(path)
    for await (const entry of files.list()) expect(names).not.toContain(entry.name)
  })

  it('stores a file completely or not at all', async () => {
    const [files, name] = [make(), `ee/${'7'.repeat(40)}`]
    await expect(files.put(name, { path: join(folder(), 'missing') })).rejects.toThrow()
    await expect(files.size(name)).rejects.toThrow()
  })

  it('returns the old or the new file to a reader during a replacement', async () => {
    const [files, name] = [make(), `ee/${'8'.repeat(40)}`]
    await files.put(name, Buffer.from('first'))
    const texts = await Promise.all([
      files.put(name, Buffer.from('x'.repeat(3_000_000))),
      ...Array.from({ length: 20 }, async () => (await buffer(await files.read(name))).length),
    ])
    for (const length of texts.slice(1)) expect([5, 3_000_000]).toContain(length)
  })

  it.each([
    '../etc/passwd',
    'ab/..',
    '/etc/passwd',
    'ab/short',
    `ab/${'0'.repeat(40)}/x`,
    `AB/${'0'.repeat(40)}`,
    `ab/${'0'.repeat(39)}\0`,
    '',
  ])('S62: refuses the name %j', async (bad) => {
    const files = make()
    for (const work of [
      () => files.put(bad, Buffer.from('x')),
      () => files.read(bad),
      () => files.size(bad),
      async () => files.remove(bad),
    ])
      await expect((async () => work())()).rejects.toThrow('not a name')
  })
})

describe('the folder of the local store', () => {
  it('has synced the file and its folder entry when a put ends', async () => {
    const root = folder()
    synced.length = 0
    await localFiles(root).put(name, Buffer.from('x'))
    expect(synced).toEqual([root, expect.stringMatching(/\.part$/), dirname(join(root, name))])
  })

  it('sweeps the remains of interrupted puts, and nothing else', async () => {
    const root = folder()
    const files = localFiles(root)
    await files.put(name, Buffer.from('x'))
    for (const other of ['0.part', `${'1'.repeat(40)}.00000000-999999999-00000000.part`]) writeFileSync(join(root, 'ab', other), 'x')
    await files.sweep()
    expect(readdirSync(join(root, 'ab'))).toHaveLength(3)
    await localFiles(join(root, 'not there')).sweep()
  })
})
