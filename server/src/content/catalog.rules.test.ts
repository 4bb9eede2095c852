import { expect, test } from 'vitest'
import { heightOf, levelBelow, placeBelow, roomBelow, withChildren } from './catalog.rules.ts'

const at = (cat_id: number, parent_cat_id: number, level: number) => ({ cat_id, parent_cat_id, level, cat_name: `Catalog ${cat_id}` })
/* 1 > 2 > 3, and 4 next to 1. In the API the top level is 2. */
const tree = [at(1, 0, 2), at(2, 1, 3), at(3, 2, 4), at(4, 0, 2)]

test('returns a catalog and its descendants, from the top', () => {
  expect(withChildren(tree, 1)).toEqual([1, 2, 3])
  expect([1, 2, 3, 4].map((cat_id) => heightOf(tree, cat_id))).toEqual([3, 2, 1, 1])
})

test('stops at a cycle in the parents of an old database', () => {
  const cyclic = [at(1, 2, 2), at(2, 1, 3)]
  expect(withChildren(cyclic, 1)).toEqual([1, 2])
})

test('allows three levels', () => {
  expect(placeBelow(tree, 4, 2)).toBe(3)
  expect(() => placeBelow(tree, 4, 3)).toThrow('catalogTooDeep')
  expect(() => placeBelow(tree, 3, 1)).toThrow('catalogTooDeep')
  expect(() => placeBelow(tree, 9, 1)).toThrow('notFound')
  expect(roomBelow(tree, 0)).toEqual({ level: 2, levels: 3 })
  expect(roomBelow(tree, 3)).toEqual({ level: 5, levels: 0 })
})

test('refuses to move a catalog below itself', () => {
  expect(() => levelBelow(tree, 3, 1)).toThrow('catalogCycle')
  expect(levelBelow(tree, 4, 3)).toBe(3)
})
