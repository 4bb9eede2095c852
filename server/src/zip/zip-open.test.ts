import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { openZipEntry, openZipFiles, readPlan } from '../import/plan/plan.ts'
import { outline, pagesOf, planner } from '../import/test/plan-sample.ts'
import { unpackLimit } from './read.ts'
import { sampleFolder, sampleZip, unicodePathField } from './test/zip-sample.ts'

const plan = planner()
const save = sampleFolder()
const options = { fileName: 'x.zip', uploadMaxBytes: 4_194_304 }
const refusal = (error: string) => expect.objectContaining({ name: 'Error', error })

describe('S91: names in a zip', () => {
  const one = async (name: string | Buffer, more = {}) => {
    const result = await plan([
      { name: 'first.md', data: 'x' },
      { name, data: 'x', ...more },
    ])
    return { entries: [...pagesOf(result.root).keys()].filter((entry) => entry !== 'first.md'), skipped: result.skipped }
  }

  it.each([
    ['UTF-8 with its flag', Buffer.from('中文.md'), { flags: 0x800 }, '中文.md'],
    ['UTF-8 without', Buffer.from('中文/é.md'), {}, '中文/é.md'],
    ['GBK', iconv.encode('联通/用户手册.md', 'gbk'), {}, '联通/用户手册.md'],
    ['GB 18030', iconv.encode('㐀文档.md', 'gb18030'), {}, '㐀文档.md'],
    ['GBK with a wrong flag', iconv.encode('安装.md', 'gbk'), { flags: 0x800 }, '安装.md'],
    ['cp437', iconv.encode('café.md', 'cp437'), {}, 'café.md'],
    ['a Unicode path', Buffer.from('??.md'), { extra: unicodePathField(Buffer.from('??.md'), '说明.md') }, '说明.md'],
    ['an outdated Unicode path', Buffer.from('new.md'), { extra: unicodePathField(Buffer.from('old.md'), '说明.md') }, 'new.md'],
    ['backslashes', 'a\\b\\c.md', {}, 'a/b/c.md'],
    ['dots', './a//./b.md', {}, 'a/b.md'],
  ])('%s', async (_, name, more, expected) => expect((await one(name, more)).entries).toEqual([expected]))

  it.each([
    '../evil.md',
    'a/../../evil.md',
    '/etc/evil.md',
    'C:\\evil.md',
    '..\\..\\evil.md',
    'a/..\\evil.md',
    '\\\\host\\evil.md',
    'nul\0.md',
    'a'.repeat(2000),
  ])('skips %j', async (name) => {
    const result = await one(name)
    expect(result.entries).toEqual([])
    expect(result.skipped).toEqual([{ name: name.slice(0, 300).replace('\0', '\uFFFD'), reason: 'name' }])
  })

  it('keeps the first of two entries of one name', async () => {
    const result = await plan([
      { name: 'a.md', data: 'first' },
      { name: 'a.md', data: 'second' },
      { name: './a.md', data: 'third' },
    ])
    expect(result.root.pages.map(({ content }) => content)).toEqual(['first'])
    expect(result.skipped).toEqual([
      { name: 'a.md', reason: 'name' },
      { name: 'a.md', reason: 'name' },
    ])
  })
})

describe('text encodings', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFF# 中文')],
    ['UTF-16 LE', Buffer.from('\uFEFF# 中文', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFF# 中文', 'utf16le').swap16()],
    ['GBK', iconv.encode('# 中文', 'gbk')],
    ['short GBK that looks like UTF-8 here and there', iconv.encode(`# 中文\n\n${'习题：'.repeat(9)}`, 'gbk')],
    [
      'UTF-8 with a broken character below',
      Buffer.concat([Buffer.from('# 中文\n\n“数据库”、“文档”：\n'), Buffer.from([0xe4, 0xb8, 0x0a])]),
    ],
  ])('%s', async (_, data) => expect(outline((await plan({ 'a.md': data })).root)).toEqual(['中文']))

  it('replaces NUL characters', async () => expect((await plan({ 'a.md': 'x\0y' })).root.pages[0]!.content).toBe('x\uFFFDy'))
})

describe('invalid zips', () => {
  const of = (bytes: Buffer) => readPlan(save(bytes), options)
  const good = sampleZip([
    { name: 'a.md', data: 'hello '.repeat(100) },
    { name: 'b.md', data: 'there' },
  ])

  it('are refused by their content', async () => {
    await expect(of(Buffer.from('hello'))).rejects.toEqual(refusal('importKind'))
    await expect(of(Buffer.alloc(0))).rejects.toEqual(refusal('importKind'))
    await expect(of(Buffer.from('PK\x03\x04 and no more'))).rejects.toEqual(refusal('importBroken'))
    await expect(of(sampleZip([]))).rejects.toEqual(refusal('importEmpty'))
    await expect(of(sampleZip([{ name: 'a.bin', data: 'x' }]))).rejects.toEqual(refusal('importEmpty'))
  })

  it('are refused when truncated at any position', async () => {
    for (let size = 4; size < good.length; size += 7) await expect(of(good.subarray(0, size))).rejects.toEqual(refusal('importBroken'))
  })

  it('result in a plan or a refusal for any wrong byte, never in another error', async () => {
    for (let at = 4; at < good.length; at++) {
      const bytes = Buffer.from(good)
      bytes[at]! ^= 0xff
      const result = await of(bytes).then(
        () => 'plan',
        (error: { error?: string }) => error.error,
      )
      expect(['plan', 'importBroken', 'importTooBig', 'importEmpty']).toContain(result)
    }
  })

  it('lose only the damaged page', async () => {
    const result = await plan([
      { name: 'a.md', data: 'x', checksum: 1 },
      { name: 'b.md', data: 'y' },
      { name: 'c.md', data: 'z', declared: 2 },
    ])
    expect(outline(result.root)).toEqual(['b'])
    expect(result.skipped).toEqual([
      { name: 'a.md', reason: 'broken' },
      { name: 'c.md', reason: 'broken' },
    ])
    await expect(plan([{ name: 'a.md', data: 'x', checksum: 1 }])).rejects.toEqual(refusal('importBroken'))
  })

  it('skip encrypted entries, and are refused if all entries are encrypted', async () => {
    const result = await plan([
      { name: 'a.md', data: 'x', flags: 1 },
      { name: 'b.md', data: 'y' },
    ])
    expect(result.skipped).toEqual([{ name: 'a.md', reason: 'encrypted' }])
    await expect(plan([{ name: 'a.md', data: 'x', flags: 1 }])).rejects.toEqual(refusal('importBroken'))
  })

  it('S91: skip symbolic links', async () => {
    const result = await plan([
      { name: 'a.md', data: 'x' },
      { name: 'b.md', data: '/etc/passwd', attributes: 0o120777 * 0x10000 },
    ])
    expect(outline(result.root)).toEqual(['a'])
    expect(result.skipped).toEqual([{ name: 'b.md', reason: 'kind' }])
  })
})

describe('oversized zips', () => {
  it('S91: are refused by their declared sizes before any entry is inflated', async () => {
    const entries = Array.from({ length: 3 }, (_, index) => ({ name: `${index}.md`, data: 'x', declared: 100 * 1024 * 1024 }))
    await expect(plan(entries)).rejects.toMatchObject({ error: 'importTooBig', fill: { limit: '256 MiB' } })
  })

  it('S91: may unpack to ten times their size, and small ones to 256 MiB', () => {
    const MIB = 1024 * 1024
    expect([1, 20 * MIB, 100 * MIB].map(unpackLimit)).toEqual([256 * MIB, 256 * MIB, 1000 * MIB])
  })

  it('S91: are refused when an entry is larger than declared', async () => {
    const data = Buffer.alloc(50 * 1024 * 1024)
    await expect(plan([{ name: 'a.md', data, declared: 10 }])).rejects.toEqual(refusal('importTooBig'))
    await expect(plan([{ name: 'a.md', data, declared: 1024 * 1024 }])).rejects.toEqual(refusal('importTooBig'))
    await expect(plan([{ name: 'a.md', data, declared: 1024 * 1024, method: 0 }])).rejects.toEqual(refusal('importTooBig'))
  })

  it('S91: are refused by the number of their entries', async () => {
    const entries = Array.from({ length: 100_001 }, (_, index) => ({ name: `${index}.md`, method: 0 }))
    // The plain format is limited to 65,535 entries, so a larger count needs zip64 records.
    await expect(plan(entries.slice(0, 65_535))).resolves.toBeDefined()
    const bytes = sampleZip(entries.slice(0, 10))
    await expect(readPlan(save(withCount(bytes, 100_001)), options)).rejects.toEqual(refusal('importTooBig'))
  })

  it('skip a text that is too large', async () => {
    const result = await plan({ 'a.md': 'x', 'b.md': Buffer.alloc(5 * 1024 * 1024 + 1, 'y') })
    expect(result.skipped).toEqual([{ name: 'b.md', reason: 'size' }])
  })
})

/** The same zip with 64-bit end records that claim `count` entries. */
function withCount(bytes: Buffer, count: number): Buffer {
  const end = bytes.subarray(-22)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50)
  record.writeUInt32LE(count, 32)
  record.writeUInt32LE(end.readUInt32LE(12), 40)
  record.writeUInt32LE(end.readUInt32LE(16), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeUInt32LE(bytes.length - 22, 8)
  return Buffer.concat([bytes.subarray(0, -22), record, locator, end])
}

describe('files of a plan', () => {
  const zip = save(
    sampleZip([
      { name: 'a.md', data: 'x' },
      { name: 'i.png', data: 'picture' },
      { name: 'bad.png', data: 'x', checksum: 1 },
      { name: 'lie.png', data: 'xxxx', declared: 1 },
    ]),
  )

  it('can be read', async () => {
    expect((await openZipEntry(zip, 'i.png')).toString()).toBe('picture')
    const files = await openZipFiles(zip, 8)
    expect((await files.read('i.png')).toString()).toBe('picture')
    await files.close()
  })

  it('are refused when they are missing, damaged, too large or larger than declared', async () => {
    await expect(openZipEntry(zip, 'gone.png')).rejects.toEqual(refusal('importBroken'))
    await expect(openZipEntry(zip, 'bad.png')).rejects.toEqual(refusal('importBroken'))
    await expect(openZipEntry(zip, 'i.png', 7)).rejects.toEqual(refusal('importTooBig'))
    await expect(openZipEntry(zip, 'lie.png')).rejects.toEqual(refusal('importTooBig'))
  })

  it('reports progress while reading, and stops when aborted', async () => {
    const steps: number[] = []
    const path = save(sampleZip(Array.from({ length: 9 }, (_, index) => ({ name: `${index}.md`, data: 'x' }))))
    await readPlan(path, { ...options, onProgress: (done, total) => steps.push(done / total) })
    expect(steps).toHaveLength(9)
    expect(steps.at(-1)).toBe(1)
    const stop = new AbortController()
    const reading = readPlan(path, { ...options, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) })
    await expect(reading).rejects.toThrow('enough')
    expect(readFileSync(path).length).toBeGreaterThan(0)
  })
})
