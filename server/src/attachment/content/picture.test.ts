import { expect, it } from 'vitest'
import { aPicture } from '../test/picture-sample.ts'
import { isDrawable, pictureIn } from './picture.rules.ts'

const kinds = ['png', 'gif', 'bmp', 'jpeg', 'webp VP8 ', 'webp VP8L', 'webp VP8X'] as const
const drawable = (bytes: Buffer) => isDrawable(pictureIn(bytes) ?? '', bytes)

it.each(kinds)('reads the size of a %s from its header', (kind) => {
  expect(pictureIn(aPicture(kind, 800, 600))).toBe(`image/${kind.replace(/ .*/, '')}`)
  expect(drawable(aPicture(kind, 800, 600))).toBe(true)
  expect(drawable(aPicture(kind, 9000, 9000))).toBe(true)
})

it.each(kinds)('S65: refuses a %s with too large a size or no size, without decoding it', (kind) => {
  const wide = kind === 'webp VP8 ' || kind === 'webp VP8L' ? 16_000 : 30_000
  expect(drawable(aPicture(kind, wide, wide))).toBe(false)
  if (!kind.startsWith('webp VP8L') && !kind.startsWith('webp VP8X')) expect(drawable(aPicture(kind, 0, 10))).toBe(false)
})

it.each(kinds)('refuses a %s that is truncated before its size', (kind) => {
  for (let length = 0; length <= 16; length++)
    expect(drawable(aPicture(kind, 8, 8).subarray(0, length))).toBe(kind === 'gif' && length >= 10)
})
