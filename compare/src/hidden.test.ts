import { expect, it } from 'vitest'
import { hiddenAdded, hiddenParts } from './hidden.ts'

it('names the characters that a reader does not see', () => {
  expect(hiddenParts('pay\u200B to \u202Eeve\u{E0041}<!-- x')).toEqual([
    { text: 'pay', name: '' },
    { text: '\u200B', name: 'U+200B' },
    { text: ' to ', name: '' },
    { text: '\u202E', name: 'U+202E' },
    { text: 'eve', name: '' },
    { text: '\u{E0041}', name: 'U+E0041' },
    { text: '<!--', name: '<!--' },
    { text: ' x', name: '' },
  ])
  expect(hiddenParts('有效期\t12 小时 👍🏽')).toEqual([{ text: '有效期\t12 小时 👍🏽', name: '' }])
})

it('counts only those that a change adds', () => {
  expect(hiddenAdded('a\u200B\nb', 'a\u200B\nb\u200Bc\n<!-- x -->')).toBe(2)
  expect(hiddenAdded('a\u200Bb', 'a\u200Bc')).toBe(0)
})
