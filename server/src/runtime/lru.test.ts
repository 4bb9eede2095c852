import { expect, it } from 'vitest'
import { Lru } from './lru.ts'

it('drops what was not used for longest when it is full', () => {
  const kept = new Lru<number>(10)
  kept.set('a', 1, 4)
  kept.set('b', 2, 4)
  expect(kept.get('a')).toBe(1)
  kept.set('c', 3, 4)
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3])
  kept.set('huge', 4, 100)
  expect([kept.get('a'), kept.get('huge')]).toEqual([undefined, 4])
})
