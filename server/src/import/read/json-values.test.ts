import { expect, it } from 'vitest'
import { jsonValues } from './showdoc.ts'

const count = (text: string) => jsonValues(Buffer.from(text))

it('counts what is in lists and objects', () => {
  expect(count('[1,2,3]')).toBe(3)
  expect(count('[{},{},[[[]]]]')).toBe(8)
})

it('does not count what is in texts', () => {
  expect(count('{"a":"b,c,{d}[e],\\",,,\\\\","订单":","}')).toBe(2)
})
