import { CONTENT_CHARS_MAX, NAME_MAX } from '@sheaf/contract'
import { expect, it } from 'vitest'
import { contentOf, titleOf } from './page.rules.ts'

it('a text may be as long as the bound, and no longer', () => {
  expect(contentOf('x'.repeat(CONTENT_CHARS_MAX))).toHaveLength(CONTENT_CHARS_MAX)
  expect(() => contentOf('x'.repeat(CONTENT_CHARS_MAX + 1))).toThrow(expect.objectContaining({ error: 'tooLarge' }))
})

it('so may a title', () => {
  expect(titleOf('x'.repeat(NAME_MAX), 'en')).toHaveLength(NAME_MAX)
  expect(() => titleOf('x'.repeat(NAME_MAX + 1), 'en')).toThrow(expect.objectContaining({ error: 'badInput' }))
})
