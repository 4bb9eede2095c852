import { expect, it } from 'vitest'
import { countWords } from './format.ts'

it('counts words, and every Chinese character as one word', () => {
  expect(countWords('')).toBe(0)
  expect(countWords('## One two-three it’s')).toBe(3)
  expect(countWords('新建页面')).toBe(4)
  expect(countWords('调用 page/save 保存')).toBe(6)
  expect(countWords('| --- | **x** |')).toBe(1)
})
