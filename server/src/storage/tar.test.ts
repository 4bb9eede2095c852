import { describe, expect, it } from 'vitest'
import { BrokenTar, type NewTarEntry, readTar, writeTar } from './tar.ts'

async function* sources(entries: NewTarEntry[]) {
  yield* entries
}
async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const made = new Date(1_700_000_000_000)

async function whole(chunks: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}
const textEntry = (name: string, text: string): NewTarEntry => ({ name, size: Buffer.byteLength(text), body: [Buffer.from(text)] })

describe('a tar', () => {
  const long = `${'a long folder/'.repeat(20)}目录.md`
  const entries = [
    textEntry('a.txt', 'one'),
    textEntry(long, '二'.repeat(1000)),
    textEntry('empty', ''),
    textEntry('last', 'x'.repeat(512)),
  ]

  it.each([[1], [511], [100_000]])('returns the same names and bytes when it arrives in chunks of %i bytes', async (size) => {
    const bytes = await whole(writeTar(sources(entries), made))
    const read: [string, string, number, string][] = []
    for await (const entry of readTar(chunksOf(bytes, size)))
      read.push([entry.name, entry.kind, entry.size, (await whole(entry.body)).toString()])
    expect(read).toEqual(
      entries.map(({ name, size: bytes, body }) => [name, 'file', bytes, Buffer.concat([...(body as Buffer[])]).toString()]),
    )
  })

  it('skips bytes that are not read', async () => {
    const bytes = await whole(writeTar(sources(entries), made))
    const names: string[] = []
    for await (const { name } of readTar(chunksOf(bytes, 700))) names.push(name)
    expect(names).toEqual(entries.map(({ name }) => name))
  })

  it('holds files of more than 8 GB', async () => {
    const size = 9 * 1024 ** 3
    const zeros = {
      *[Symbol.iterator]() {
        for (;;) yield Buffer.alloc(65_536)
      },
    }
    for await (const entry of readTar(writeTar(sources([{ name: 'large', size, body: zeros }]), made))) {
      expect([entry.name, entry.size]).toEqual(['large', size])
      break
    }
  })

  it('throws the error of its source, and its own for bytes that are not a tar archive or end too early', async () => {
    const bytes = await whole(writeTar(sources(entries), made))
    const read = async (chunks: AsyncIterable<Buffer>) => {
      for await (const { body } of readTar(chunks)) await whole(body)
    }
    async function* fails() {
      yield bytes.subarray(0, 600)
      throw new TypeError('the disk')
    }
    await expect(read(fails())).rejects.toThrow(new TypeError('the disk'))
    await expect(read(chunksOf(bytes.subarray(0, 600), 100))).rejects.toThrow(new BrokenTar('it ends too early'))
    await expect(read(chunksOf(Buffer.from('no tar '.repeat(200)), 100))).rejects.toThrow(new BrokenTar('not a tar'))
    async function* tooShort(): AsyncGenerator<NewTarEntry> {
      yield { name: 'short', size: 10, body: [Buffer.from('123')] }
    }
    await expect(whole(writeTar(tooShort(), made))).rejects.toThrow()
  })
})
