import { expect, it } from 'vitest'
import { Lru } from './lru.ts'

it('drops the least recently used entry when it is full', () => {
  const cache = new Lru<number>(10)
  cache.set('a', 1, 4)
  cache.set('b', 2, 4)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3, 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  cache.set('huge', 4, 100)
  expect([cache.get('a'), cache.get('huge')]).toEqual([undefined, 4])
})
