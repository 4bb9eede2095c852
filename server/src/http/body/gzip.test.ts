import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { gzipAround, joinParts, packPart, squeezeOnce } from './gzip.ts'

const join = async (...texts: string[]) => joinParts(await Promise.all(texts.map(packPart)))

it('makes one gzip stream of any parts', async () => {
  const segments = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 })
  await assertProperty(
    fc.asyncProperty(fc.string(), segments, fc.string(), async (head, texts, tail) => {
      const middle = await join(...texts)
      expect(String(gunzipSync(gzipAround(head, middle, tail)))).toBe(head + texts.join('') + tail)
    }),
  )
})

it('makes one gzip stream of long parts', async () => {
  const [head, middle, tail] = ['头'.repeat(50_000), '{"a":1}'.repeat(200_000), 'x'.repeat(65_535)]
  expect(String(gunzipSync(gzipAround(head, await join(middle), tail)))).toBe(head + middle + tail)
})

it('keeps no more memory than the compressed bytes need', async () => {
  const packed = await packPart('A title of a page')
  expect(packed.packed.buffer.byteLength).toBe(packed.packed.length)
  for (const body of ['a short body '.repeat(200), 'a long body '.repeat(2000)])
    for (const time of ['first', 'again']) {
      const sent = (await squeezeOnce(body, 'gzip')).body as Buffer
      expect([time, sent.buffer.byteLength]).toEqual([time, sent.length])
      expect(String(gunzipSync(sent))).toBe(body)
    }
})
