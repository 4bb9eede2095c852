import { diffLines, type Row } from '@sheaf/compare/lines'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { blocksOf, changesIn, inOneColumn } from './fold.ts'

describe('rows and blocks', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b b', 'c c c', '# d', 'c c e'), { maxLength: 30 }).map((lines) => lines.join('\n'))
  it('shows every line of both texts once and in order, side by side and in one column', () => {
    assertProperty(
      fc.property(text, text, (a, b) => {
        const { rows, left, right } = diffLines(a, b)
        const lefts = (all: Row[]) => all.flatMap((row) => ('left' in row && !('half' in row && row.half === 'right') ? [row.left] : []))
        const rights = (all: Row[]) => all.flatMap((row) => ('right' in row && !('half' in row && row.half === 'left') ? [row.right] : []))
        for (const all of [rows, inOneColumn(rows)]) {
          expect(lefts(all)).toEqual(left.map((_, at) => at))
          expect(rights(all)).toEqual(right.map((_, at) => at))
        }
        const blocks = blocksOf(rows, new Set())
        expect(blocks.flatMap((block) => block.rows)).toEqual(rows)
        expect(blocks.every((block) => !block.folded || block.rows.every((row) => row.kind === 'same'))).toBe(true)
      }),
    )
  })

  it('folds long unchanged runs except for three lines around each change, and unfolds them', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`)
    const changed = lines.with(20, 'line xx')
    const { rows } = diffLines(lines.join('\n'), changed.join('\n'))
    expect(changesIn(rows)).toEqual([20])
    const blocks = blocksOf(rows, new Set())
    expect(blocks.map(({ folded, rows, at }) => [folded, at, rows.length])).toEqual([
      [true, 0, 17],
      [false, 17, 7],
      [true, 24, 16],
    ])
    expect(blocksOf(rows, new Set([0])).filter((block) => block.folded)).toHaveLength(1)
  })
})
