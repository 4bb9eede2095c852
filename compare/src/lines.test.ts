import { describe, expect, it } from 'vitest'
import { diffLines, type Row } from './lines.ts'
import { budgetOf } from './sequence.ts'

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

  it('ignores differences in line endings', () => {
    expect(diffLines('a\r\nb', 'a\nb')).toMatchObject({ added: 0, removed: 0 })
  })

  it('pairs lines by their order when their words are too many for the budget', () => {
    const oldText = 'one two three\nfour five six'
    const newText = 'seven eight nine\none two 3\nfour five 6'
    expect(shape(diffLines(oldText, newText).rows)).toBe('a/0 c0/1 c1/2')
    expect(shape(diffLines(oldText, newText, budgetOf(300)).rows)).toBe('c0/0 c1/1 a/2')
  })

  it('does not compare each of 200 long lines with each other one, which would stop a browser for seconds', () => {
    const line = (from: number, at: number) =>
      Array.from({ length: 2000 }, (_, n) => String.fromCodePoint(from + ((at * 37 + n) % 10_000))).join('')
    const text = (from: number) => Array.from({ length: 200 }, (_, at) => line(from, at)).join('\n')
    const { rows } = diffLines(text(0x4e00), text(0x7600))
    expect(shape(rows)).toBe(Array.from({ length: 200 }, (_, at) => `c${at}/${at}`).join(' '))
  })

  it('compares 200 KB with 2,000 changed lines', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `| field_${at} | string | what it means, 说明 ${at} |`)
    const changed = lines.map((line, at) => (at % 5 < 2 ? line.replace('string', 'text') : line))
    const { removed } = diffLines(lines.join('\n'), changed.join('\n'))
    expect(removed).toBe(2000)
  })
})
