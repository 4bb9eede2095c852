import { describe, expect, it } from 'vitest'
import { moved, nearestSlot, shiftsFor, slotInNextRow } from './slots.ts'

/** Five tiles of 100 × 50 in rows of two, with a gap of 10. */
const grid = [0, 1, 2, 3, 4].map((at) => ({ left: (at % 2) * 110, top: Math.floor(at / 2) * 60, width: 100, height: 50 }))
const rows = [40, 80, 40].map((height, at, all) => ({
  left: 0,
  top: all.slice(0, at).reduce((sum, one) => sum + one, 0),
  width: 300,
  height,
}))

it('moves an entry in both directions', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
})

it('finds the closest slot', () => {
  expect(nearestSlot(grid, { left: 90, top: 50, width: 100, height: 50 })).toBe(3)
  expect(nearestSlot(grid, { left: 500, top: -500, width: 100, height: 50 })).toBe(1)
})

describe('the shifts of a drag', () => {
  it('wrap to the next row in a grid', () => {
    expect(shiftsFor(grid, 0, 2)).toEqual([{ x: 0, y: 60 }, { x: -110, y: 0 }, { x: 110, y: -60 }, ...Array(2).fill({ x: 0, y: 0 })])
  })

  it('respect rows of different heights in a list', () => {
    expect(shiftsFor(rows, 0, 1)).toEqual([
      { x: 0, y: 80 },
      { x: 0, y: -40 },
      { x: 0, y: 0 },
    ])
    expect(shiftsFor(rows, 2, 0).map(({ y }) => y)).toEqual([40, 40, -120])
  })
})

it('goes up and down in a grid within the column, and nowhere at the edges', () => {
  expect([slotInNextRow(grid, 1, 1), slotInNextRow(grid, 3, 1), slotInNextRow(grid, 4, -1)]).toEqual([3, 4, 2])
  expect([slotInNextRow(grid, 0, -1), slotInNextRow(grid, 4, 1)]).toEqual([undefined, undefined])
})
