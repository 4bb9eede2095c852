import { expect, it } from 'vitest'
import { jsonValues } from './showdoc.ts'

const count = (text: string) => jsonValues(Buffer.from(text))

it('counts values in lists and objects', () => {
  expect(count('[1,2,3]')).toBe(3)
  expect(count('[{},{},[[[]]]]')).toBe(8)
})

it('ignores punctuation in strings', () => {
  expect(count('{"a":"b,c,{d}[e],\\",,,\\\\","订单":","}')).toBe(2)
})
