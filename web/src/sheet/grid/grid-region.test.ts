import { expect, it } from 'vitest'
import { regionAround } from './selection.ts'

/** A drawing of cells: `#` has content. */
const around = (picture: string[], row: number, column: number) => regionAround((r, c) => picture[r]?.[c] === '#', row, column)

const table = ['#....', '.....', '..##.', '..#..', '..###', '.....', '#####']

it.each([
  ['in its corner', 2, 2],
  ['in its middle', 3, 3],
  ['at its end', 4, 4],
])('finds the table from a cell %s', (_where, row, column) => {
  expect(around(table, row, column)).toEqual({ row: [2, 4], column: [2, 4] })
})

it('finds the table above from the empty cell below it', () => {
  expect(around(['##', '##', '..'], 2, 0)).toEqual({ row: [0, 2], column: [0, 1] })
})

it('is a single cell if its surroundings are empty', () => {
  expect(around(['...', '...', '...'], 1, 1)).toEqual({ row: [1, 1], column: [1, 1] })
})

it('includes cells that only touch at a corner', () => {
  expect(around(['#..', '.#.', '..#'], 0, 0)).toEqual({ row: [0, 2], column: [0, 2] })
})
