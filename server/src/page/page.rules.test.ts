import { CONTENT_CHARS_MAX, NAME_MAX } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { contentOf, titleOf } from './page.rules.ts'

it('accepts content up to the maximum length', () => {
  expect(contentOf('x'.repeat(CONTENT_CHARS_MAX))).toHaveLength(CONTENT_CHARS_MAX)
  expect(() => contentOf('x'.repeat(CONTENT_CHARS_MAX + 1))).toThrow(expect.objectContaining({ error: 'tooLarge' }))
})

it('accepts a title up to the maximum length', () => {
  expect(titleOf('x'.repeat(NAME_MAX), 'en')).toHaveLength(NAME_MAX)
  expect(() => titleOf('x'.repeat(NAME_MAX + 1), 'en')).toThrow(expect.objectContaining({ error: 'badInput' }))
})
