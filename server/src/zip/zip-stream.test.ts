import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { unzipped } from './test/unzip-sample.ts'
import { sampleFolder } from './test/zip-sample.ts'
import { folderEntry, type Packed, type ZipFile, zipEnd, zipStream } from './write.ts'

const save = sampleFolder()

function packed(text: string): Packed {
  const raw = Buffer.from(text)
  return { method: 8, crc: crc32(raw), size: raw.length, bytes: deflateRawSync(raw) }
}

async function* listed(files: ZipFile[]) {
  yield* files
}
const zipOf = (...files: ZipFile[]) => buffer(zipStream(listed(files)))

it('writes files of every kind, readable by another library', async () => {
  const picture = Buffer.alloc(300_000, 7)
  async function* pieces() {
    yield picture.subarray(0, 100_000)
    yield picture.subarray(100_000)
  }
  const whole = await zipOf(
    { name: '手册/开始.md', time: 1_700_000_000, packed: packed('# 开始') },
    { name: 'list.json', time: 1_700_000_000, text: ['{"a":', '"中文"', '}'] },
    { name: 'a.png', time: 0, stored: { crc: crc32(picture), size: picture.length, bytes: pieces() } },
    folderEntry('empty/', 1_700_000_000),
  )
  const files = await unzipped(whole)
  expect([...files].map(([name, content]) => [name, content.length])).toEqual([
    ['手册/开始.md', 8],
    ['list.json', 14],
    ['a.png', 300_000],
    ['empty/', 0],
  ])
  expect(files.get('list.json')?.toString()).toBe('{"a":"中文"}')
  expect(files.get('a.png')?.equals(picture)).toBe(true)
})

it("is a valid zip for Python's zipfile, if python3 is installed", async () => {
  const path = save(
    await zipOf({ name: 'a/b.md', time: 1_700_000_000, packed: packed('b') }, { name: 'c.json', time: 1_700_000_000, text: ['c'] }),
  )
  const python = `import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(z.read('a/b.md').decode() + z.read('c.json').decode())`
  const script = join(path, '..', 'read.py')
  writeFileSync(script, python)
  try {
    expect(execFileSync('python3', [script, path], { encoding: 'utf8' }).trim()).toBe('bc')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
})

it('writes zip64 records for values that exceed the plain format', async () => {
  async function* many() {
    for (let n = 0; n < 70_000; n++) yield folderEntry(`${n}/`, 0)
  }
  const files = await unzipped(await buffer(zipStream(many())))
  expect(files.size).toBe(70_000)
  expect(zipEnd(1, 5_000_000_000, 50).readBigUInt64LE(48)).toBe(5_000_000_000n)
})

it('ends its source when its consumer stops reading', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<ZipFile> {
    try {
      for (;;) yield { name: 'a.md', time: 0, packed: packed('x'.repeat(1000)) }
    } finally {
      isEnded = true
    }
  }
  const stream = zipStream(endless())
  await stream.next()
  await stream.return(undefined)
  expect(isEnded).toBe(true)
})
