import { everyCall } from '@sheaf/contract'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '../../runtime/config.ts'
import { isFull, remoteKind, reservedSpace } from '../../storage/disk.ts'
import { spaceGuard } from './space.ts'

const log = pino({ level: 'silent' })
const guard = (free: number, size: number, env: Record<string, string> = {}) =>
  spaceGuard({ config: readConfig(env), log }, async () => ({ free, size }))
const MB = 1_000_000

it('R05: keeps 200 MB free, and at most a twentieth of a small disk', () => {
  expect([1e12, 1e10, 4e9, 1e9, 1e8].map((size) => reservedSpace({ size }) / MB)).toEqual([200, 200, 200, 50, 5])
})

it('R05: refuses files and calls that store text, and still allows reading, deleting and signing in', async () => {
  const short = guard(199 * MB, 1e10)
  for (const path of ['page/save', 'item/add', 'open/updatePage'])
    await expect(short.mustFit(path, {}, 10)).rejects.toMatchObject({ error: 'noSpace' })
  await expect(short.mustFit('page/upload', { files: 'upload' }, 10)).rejects.toMatchObject({ error: 'noSpace' })
  for (const path of ['page/delete', 'user/login', 'page/setLock', 'page/info']) await short.mustFit(path, {}, 10)
})

it('R05: an upload must fit into the space that concurrent uploads leave', async () => {
  const left = guard(210 * MB, 1e10)
  const fits = (bytes: number) => left.mustFit('import/auto', { files: 'import' }, bytes * MB)
  await expect(fits(20)).rejects.toThrow()
  await fits(6)
  const release = left.hold(6 * MB)
  await expect(fits(6)).rejects.toThrow()
  release()
  await fits(6)
})

it('R05: the announced length of a request reserves no space', async () => {
  const left = guard(210 * MB, 1e10)
  for (let n = 0; n < 100; n++) await left.mustFit('page/upload', { files: 'upload' }, 9 * MB)
  await left.mustFit('page/save', {}, 9 * MB)
})

it('checks only files when the database is PostgreSQL', async () => {
  const short = guard(1, 1e10, { DATABASE_URL: 'postgres://x/y' })
  await short.mustFit('page/save', {}, 10)
  await expect(short.mustFit('page/upload', { files: 'upload' }, 10)).rejects.toThrow()
})

it('does not treat a disk as full if it cannot be read', async () => {
  const unreadable = spaceGuard({ config: readConfig({}), log }, () => Promise.reject(new Error('gone')))
  await unreadable.mustFit('page/upload', { files: 'upload' }, 10)
})

it('R05: refuses every call that creates content, under each of its names', async () => {
  const short = guard(199 * MB, 1e10)
  const creates = everyCall().filter(([, , { kind, input, files }]) => kind === 'write' && (files || 'request_id' in input.shape))
  const names = [
    ...creates.map(([group, action]) => `${group}/${action}`),
    'user/registerByVerify',
    'open/updateItem',
    'item/updateByApi',
    'item/editPage',
    'item/insertCatalog',
  ]
  const calls = new Map(everyCall().map(([group, action, call]) => [`${group}/${action}`, call]))
  const allowed: string[] = []
  for (const path of names)
    await short.mustFit(path, calls.get(path) ?? {}, 10).then(
      () => allowed.push(path),
      () => undefined,
    )
  // One row without a text each, and the end of an export.
  expect(allowed).toEqual([
    'itemGroup/save',
    'team/save',
    'export/cancel',
    'token/save',
    'adminAgent/saveClient',
    'webhook/save',
    'tree/delete',
    'review/verify',
    'adminProvider/save',
    'adminProvider/saveRule',
  ])
})

it('recognizes the full-disk errors of files, SQLite and PostgreSQL, and network file systems', () => {
  expect(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100', 'EACCES', undefined].map(isFull)).toEqual([true, true, true, true, false, false])
  expect([remoteKind(0x6969), remoteKind(-11317950), remoteKind(0xef53)]).toEqual(['NFS', 'CIFS', undefined])
})
