import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { gzipAround, packMiddle } from './gzip.ts'

it('makes one gzip stream of any parts', async () => {
  await assertProperty(
    fc.asyncProperty(fc.string(), fc.string({ unit: 'grapheme' }), fc.string(), async (head, middle, tail) => {
      expect(String(gunzipSync(gzipAround(head, await packMiddle(middle), tail)))).toBe(head + middle + tail)
    }),
  )
})

it('makes one gzip stream of long parts', async () => {
  const [head, middle, tail] = ['头'.repeat(50_000), '{"a":1}'.repeat(200_000), 'x'.repeat(65_535)]
  expect(String(gunzipSync(gzipAround(head, await packMiddle(middle), tail)))).toBe(head + middle + tail)
})
