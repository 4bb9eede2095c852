import { expect, it } from 'vitest'
import { covers, scopeOf } from './access.ts'

const tree = [
  { cat_id: 3, parent_cat_id: 2 },
  { cat_id: 2, parent_cat_id: 1 },
  { cat_id: 1, parent_cat_id: 0 },
  { cat_id: 9, parent_cat_id: 0 },
]

it('covers a catalog with all descendants, and not the root', () => {
  const scope = scopeOf([1], tree)
  expect([0, 1, 2, 3, 9].map((cat) => covers(scope, cat))).toEqual([false, true, true, true, false])
})

it('uses the wider of two rows', () => {
  expect(scopeOf([2, 0], tree)).toBe('all')
  expect(scopeOf([], tree)).toBe('none')
  expect(covers(scopeOf([2, 9], tree), 9)).toBe(true)
})
