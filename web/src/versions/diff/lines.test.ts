import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { blocksOf, changesIn, inOneColumn } from './fold.ts'
import { diffLines, type Row, wordDiff } from './lines.ts'

const marked = (oldLine: string, newLine: string) =>
  wordDiff(oldLine, newLine)?.map((side) => side.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(''))

describe('words', () => {
  it('marks the words that differ, in Latin and Chinese', () => {
    expect(marked('valid for 12 hours', 'valid for 24 hours per token')).toEqual([
      'valid for [12] hours',
      'valid for [24] hours[ per token]',
    ])
    expect(marked('有效期为 12 小时。', '有效期改为 24 小时。')).toEqual(['有效期为 [12] 小时。', '有效期[改]为 [24] 小时。'])
  })
  it('compares the parts of a name', () => {
    expect(marked('"warehouseId": 1', '"warehouse_id": 1')).toEqual(['"warehouse[Id]": 1', '"warehouse[_id]": 1'])
  })
  it('does not mark words of two unrelated lines', () => {
    expect(marked('The quick brown fox', 'Amounts are strings')).toBeUndefined()
  })
  it('loses no character', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const sides = wordDiff(a, b)
        if (sides) expect(sides.map((side) => side.map((piece) => piece.text).join(''))).toEqual([a, b])
      }),
    )
  })
})

const shape = (rows: Row[]) =>
  rows.map((row) => `${row.kind[0]}${'left' in row ? row.left : ''}${'right' in row ? `/${row.right}` : ''}`).join(' ')

describe('lines', () => {
  it('pairs a changed line with its new version despite an inserted line', () => {
    const { rows, added, removed } = diffLines(
      '{\n  "warehouseId": "wh_1",\n  "lines": [\n    { "sku": "B", "qty": 12 }\n',
      '{\n  "warehouse_id": "wh_1",\n  "hold_until": null,\n  "lines": [\n    { "sku": "B", "quantity": 12 }\n',
    )
    expect(shape(rows)).toBe('s0/0 c1/1 a/2 s2/3 c3/4 s4/5')
    expect([added, removed]).toEqual([3, 2])
  })

  it('ignores differences in line ends', () => {
    expect(diffLines('a\r\nb', 'a\nb')).toMatchObject({ added: 0, removed: 0 })
  })

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

  it('compares 200 KB with 2,000 changed lines', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `| field_${at} | string | what it means, 说明 ${at} |`)
    const changed = lines.map((line, at) => (at % 5 < 2 ? line.replace('string', 'text') : line))
    const { removed } = diffLines(lines.join('\n'), changed.join('\n'))
    expect(removed).toBe(2000)
  })
})
