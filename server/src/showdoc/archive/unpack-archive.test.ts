import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Refusal } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { folder } from '../../test/process/terminal.ts'
import { sampleZip } from '../../zip/test/zip-sample.ts'
import { unpackArchive, wantedPart } from './unpack-archive.ts'

const never = { onFile: () => {}, signal: new AbortController().signal }

/** One tar entry with the given name and type. */
function entry(name: string, data: Buffer | string, type = '0', link = '') {
  const [head, body] = [Buffer.alloc(512), Buffer.from(data)]
  head.write(name.slice(0, 100), 0)
  head.write('0000644\0', 100)
  head.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('        ', 148)
  head.write(type, 156)
  head.write(link, 157)
  head.write('ustar\0' + '00', 257)
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return Buffer.concat([head, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}
const tar = (...entries: Buffer[]) => Buffer.concat([...entries, Buffer.alloc(1024)])
const base = entry('html/Sqlite/showdoc.db.php', 'the database')

async function unpacked(bytes: Buffer) {
  const at = folder()
  writeFileSync(join(at, 'archive'), bytes)
  const target = join(at, 'out')
  const problem = await unpackArchive(join(at, 'archive'), target, never).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.error : error),
  )
  const files = existsSync(target)
    ? readdirSync(target, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(target, name)).isFile())
        .sort()
    : []
  expect(readdirSync(at).filter((name) => !['archive', 'out'].includes(name))).toEqual([])
  return { at, target, files, problem }
}

/** Files of an installation on disk, to be packed with the system tar. */
function anInstallation() {
  const at = folder()
  const long = `Public/Uploads/2026-11-20/${'long '.repeat(30)}目录.png`
  for (const name of ['Sqlite/showdoc.db.php', 'Public/Uploads/2026-11-20/a.png', long, 'server/index.php', 'Public/index.html']) {
    mkdirSync(join(at, 'html', dirname(name)), { recursive: true })
    writeFileSync(join(at, 'html', name), name)
  }
  symlinkSync('/etc/passwd', join(at, 'html', 'Public/Uploads/2026-11-20/link.png'))
  return { at, long }
}

it.each([['gnu'], ['pax'], ['ustar-short']])('unpacks the needed files of a tar as tools write it: %s', async (format) => {
  const { at, long } = anInstallation()
  if (format === 'ustar-short') rmSync(join(at, 'html', long))
  const bytes = execFileSync('tar', ['cz', `--format=${format.replace('-short', '')}`, '-C', at, '.'])
  const { files, target, problem } = await unpacked(bytes)
  expect(problem).toBeUndefined()
  expect(files).toEqual(['Public/Uploads/2026-11-20/a.png', ...(format === 'ustar-short' ? [] : [long]), 'Sqlite/showdoc.db.php'])
  expect(readFileSync(join(target, 'Sqlite/showdoc.db.php'), 'utf8')).toBe('Sqlite/showdoc.db.php')
  expect([statSync(target).mode & 0o777, statSync(join(target, 'Sqlite/showdoc.db.php')).mode & 0o777]).toEqual([0o700, 0o600])
})

it('unpacks a zip, and an uncompressed tar', async () => {
  const files = ['Public/Uploads/a/b.png', 'Sqlite/showdoc.db.php']
  const zip = sampleZip(files.concat('server/index.php').map((name) => ({ name: `showdoc/${name}`, data: name })))
  expect((await unpacked(zip)).files).toEqual(files)
  expect((await unpacked(tar(base, entry('x/Public/Uploads/a/b.png', '1')))).files).toEqual(files)
})

it.each([
  ['../Sqlite/showdoc.db.php', undefined],
  ['/etc/Public/Uploads/a', undefined],
  ['a/../../Public/Uploads/x/y', undefined],
  ['Public/Uploads/../../../etc/cron.d/x', undefined],
  ['C:\\Public\\Uploads\\x', undefined],
  ['Public/Uploads/a\0b', undefined],
  ['Public/Uploads', undefined],
  [`${'d/'.repeat(20)}showdoc.db.php`, undefined],
  ['server/Application/x.php', undefined],
  ['./www/Sqlite/showdoc.db.php', 'Sqlite/showdoc.db.php'],
  ['showdoc.db.php', 'Sqlite/showdoc.db.php'],
  ['data/Public/Uploads/2020/x.png', 'Public/Uploads/2020/x.png'],
])('S91: maps %j to %s', (name, place) => {
  expect(wantedPart(name)).toBe(place)
})

it('S91: writes nothing outside of the folder, follows no links, and skips duplicate names', async () => {
  const evil = tar(
    base,
    entry('../../evil.txt', 'x'),
    entry('Public/Uploads/../../../evil.txt', 'x'),
    entry('Public/Uploads/a', '', '2', '/tmp'),
    entry('Public/Uploads/a/stolen', 'x'),
    entry('Public/Uploads/b', '', '1', '/etc/passwd'),
    entry('Public/Uploads/dev', '', '3'),
    entry('html/Sqlite/showdoc.db.php', 'another'),
  )
  const { at, files, target } = await unpacked(gzipSync(evil))
  expect(files).toEqual(['Public/Uploads/a/stolen', 'Sqlite/showdoc.db.php'])
  expect(readFileSync(join(target, 'Sqlite/showdoc.db.php'), 'utf8')).toBe('the database')
  expect([existsSync(join(at, 'evil.txt')), existsSync('/tmp/stolen')]).toEqual([false, false])
})

it('S91: stops at a decompression bomb and leaves no files', async () => {
  const bomb = gzipSync(tar(base, entry('Public/Uploads/a/zero', Buffer.alloc(300 * 1024 * 1024))))
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await unpacked(bomb)).toMatchObject({ problem: 'importTooBig', files: [] })
})

it('S91: stops at too many entries', async () => {
  const empty = entry('f', '')
  const many = Buffer.concat([base, ...Array.from({ length: 100_001 }, () => empty), Buffer.alloc(1024)])
  expect(await unpacked(gzipSync(many))).toMatchObject({ problem: 'importTooBig', files: [] })
})

it('refuses files that are not archives, damaged archives and archives without a ShowDoc', async () => {
  expect(await unpacked(Buffer.from('no archive at all'.repeat(100)))).toMatchObject({ problem: 'importBroken' })
  expect(await unpacked(gzipSync(tar(base)).subarray(0, 60))).toMatchObject({ problem: 'importBroken' })
  expect(await unpacked(tar(base).subarray(0, 600))).toMatchObject({ problem: 'importBroken' })
  expect(await unpacked(gzipSync(tar(entry('readme.txt', 'x'))))).toMatchObject({ problem: 'showdocArchive' })
  expect(await unpacked(sampleZip([{ name: 'a.md', data: '# A' }]))).toMatchObject({ problem: 'showdocArchive' })
})
