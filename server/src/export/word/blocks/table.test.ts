import { describe, expect, it } from 'vitest'
import { cellBudgetFor, columnWidths, rowsOf } from './table.ts'
import { readTree } from './tree.ts'

function tableOf(html: string) {
  const { rows, columns } = rowsOf(readTree(`<table>${html}</table>`).all[0]!, cellBudgetFor(html))
  const shape = rows.map(({ cells }) => cells.map(({ span, merge }) => (merge ? `${merge[0]}${span}` : span)).join(' '))
  return { rows, columns, shape }
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

describe('tables', () => {
  it('have rows of equal width for any combination of spans', () => {
    expect(tableOf(row('a', 'b') + row('c')).shape).toEqual(['1 1', '1 1'])
    expect(tableOf('<tr><td colspan=2>a<td rowspan=2>b</tr><tr><td>c<td>d</tr>').shape).toEqual(['2 r1', '1 1 c1'])
    expect(tableOf('<tr><td rowspan=9 colspan=2>a<td>b</tr><tr><td>c</tr>').shape).toEqual(['r2 1', 'c2 1'])
    expect(tableOf('<tr><td colspan=99999 rowspan=x>a').columns).toBe(60)
    expect(tableOf('words').rows).toEqual([])
  })

  it('detect header rows by thead or by th cells', () => {
    const { rows } = tableOf('<thead><tr><td>a</thead><tr><th>b<tr><td>c<tr><th>d<td>e')
    expect(rows.map(({ isHead }) => isHead)).toEqual([true, true, false, false])
  })

  it('set column widths by content and use the full width', () => {
    const widths = (html: string, total = 9000) => {
      const { rows, columns } = tableOf(html)
      return columnWidths(rows, columns, total)
    }
    const [id = 0, text = 0] = widths(row('id', '说明文字'.repeat(30)))
    expect(id).toBeLessThan(1000)
    expect(Math.abs(id + text - 9000)).toBeLessThan(5)
    const [word = 0, other = 0] = widths(row('a_long_name_of_a_field', 'x '.repeat(300)))
    expect(word).toBeGreaterThan(2200)
    expect(other).toBeGreaterThan(5000)
    expect(widths(row('a', 'b'))).toEqual([4500, 4500])
    const narrow = widths(row(...Array.from({ length: 60 }, () => 'word')))
    expect(narrow.every((width) => width > 100)).toBe(true)
    expect(narrow.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(9000)
  })
})
