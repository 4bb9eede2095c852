import { describe, expect, it } from 'vitest'
import { mapOffset, type Pair, placeOf, scrollTopFor } from './scroll.ts'

const list: Pair[] = [
  { left: 0, right: 0 },
  { left: 80, right: 90 },
  { left: 104, right: 400 },
  { left: 104, right: 460 },
  { left: 1000, right: 700 },
]
const pairs = { count: list.length, at: (index: number) => list[index] as Pair }

describe('a position mapped to the other half', () => {
  it('is interpolated between the two surrounding pairs', () => {
    expect(mapOffset(pairs, 'left', 40)).toBe(45)
    expect(mapOffset(pairs, 'left', 92)).toBe(245)
    expect(mapOffset(pairs, 'left', 1000)).toBe(700)
    expect(mapOffset(pairs, 'right', 45)).toBe(40)
  })

  it('is the same when mapped back', () => {
    for (const distance of [0, 10, 85, 300, 999])
      expect(mapOffset(pairs, 'right', mapOffset(pairs, 'left', distance))).toBeCloseTo(distance)
  })

  it('does not divide by zero if blocks share a line', () => {
    expect(mapOffset({ count: 2, at: (index) => ({ left: 5, right: [1, 9][index] as number }) }, 'left', 5)).toBe(1)
  })
})

it('both halves start and end together', () => {
  const half = { scrollHeight: 1000, clientHeight: 400 }
  expect(placeOf({ ...half, scrollTop: 0 })).toBe(0)
  expect(placeOf({ ...half, scrollTop: 600 })).toBe(1000)
  expect(scrollTopFor(1000, half)).toBe(600)
  expect(scrollTopFor(placeOf({ ...half, scrollTop: 123 }), half)).toBeCloseTo(123)
  expect(placeOf({ scrollTop: 0, scrollHeight: 300, clientHeight: 400 })).toBe(0)
})
