import { describe, expect, it } from 'vitest'
import { diffLines, type Row } from './lines.ts'

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

  it('compares 200 KB with 2,000 changed lines', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `| field_${at} | string | what it means, 说明 ${at} |`)
    const changed = lines.map((line, at) => (at % 5 < 2 ? line.replace('string', 'text') : line))
    const { removed } = diffLines(lines.join('\n'), changed.join('\n'))
    expect(removed).toBe(2000)
  })
})
