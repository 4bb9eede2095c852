import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { type Base, pack, unpack } from './page.history.store.ts'

const lines = (count: number, more = '') =>
  Array.from(
    { length: count },
    (_, n) => `| user_${n} | varchar(${n % 200}) | 第 ${n * 7} 个字段的说明 ${(n * 7919) % 104729} ${more} |`,
  ).join('\n')
const baseFrom = async (content: string, page_history_id = 7): Promise<Base> => ({
  page_history_id,
  content: Buffer.from(content),
  packed: (await pack(content)).page_content.length,
})

it('preserves every text, without a base and with any base', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 }).map((value) => value.toWellFormed())
  await assertProperty(
    fc.asyncProperty(text, text, async (content, other) => {
      for (const base of [undefined, await baseFrom(other), await baseFrom(content)]) {
        const packed = await pack(content, base)
        expect((await unpack(packed, packed.base_id ? base?.content : undefined)).toString()).toBe(content)
      }
    }),
    { numRuns: 100 },
  )
})

it('stores a revision with few differences in a few hundred bytes', async () => {
  const content = lines(4000)
  expect(Buffer.byteLength(content)).toBeGreaterThan(200_000)
  const base = await baseFrom(content)
  const changed = content.replace('user_2000 |', 'user_name |').concat('\n\nOne more line.')
  const packed = await pack(changed, base)
  expect([packed.base_id, packed.page_content.length < 300]).toEqual([7, true])
  expect((await unpack(packed, base.content)).toString()).toBe(changed)
})

it('packs a completely different text without a base', async () => {
  const base = await baseFrom(lines(4000))
  const other = Array.from({ length: 30_000 }, (_, n) => `${(n * 104729) % 99991}-${(n * 7919) % 65537}`).join('\n')
  const packed = await pack(other, base)
  expect(packed.base_id).toBe(0)
  expect((await unpack(packed)).toString()).toBe(other)
})

it('throws if the base is wrong, and never returns a wrong text', async () => {
  const base = await baseFrom(lines(3000))
  const packed = await pack(lines(3000).replace('user_5 ', 'user_five '), base)
  await expect(unpack(packed, Buffer.from(lines(3000, 'y')))).rejects.toThrow()
  await expect(unpack(packed)).rejects.toThrow()
})

it('packs texts of several megabytes, and reads revisions of older versions', async () => {
  const long = lines(60_000)
  expect(long.length).toBeGreaterThan(3_000_000)
  const base = await baseFrom(long)
  const packed = await pack(`${long}\nend`, base)
  expect(packed.page_content.length).toBeLessThan(2000)
  expect((await unpack(packed, base.content)).toString()).toBe(`${long}\nend`)
  expect((await unpack({ base_id: null, page_content: deflateRawSync('旧的') })).toString()).toBe('旧的')
})
