import { expect, it } from 'vitest'
import { countWords, sizeOf } from './format.ts'

it('counts words, and every Chinese character as one word', () => {
  expect(countWords('')).toBe(0)
  expect(countWords('## One two-three it’s')).toBe(3)
  expect(countWords('新建页面')).toBe(4)
  expect(countWords('调用 page/save 保存')).toBe(6)
  expect(countWords('| --- | **x** |')).toBe(1)
})

it('formats sizes: whole bytes and kilobytes, larger units with one significant decimal digit', () => {
  const sizes = [0, 5, 239, 1023, 1024, 88_000, 1_900_000, 4 * 1024 ** 2, 250 * 1024 ** 2, 1_930_000_000, 5e12]
  expect(sizes.map(sizeOf)).toEqual(['0 B', '5 B', '239 B', '1023 B', '1 KB', '86 KB', '1.8 MB', '4 MB', '250 MB', '1.8 GB', '4.5 TB'])
})
