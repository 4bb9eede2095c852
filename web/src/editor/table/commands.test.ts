import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { cellBelow, inTable, nextCell, previousCell, type TableAction, tableCommand } from './commands.ts'
import { cellText, readRow, tableText, textWidth } from './text.ts'

/** The selection is between ⟦ and ⟧. */
function given(text: string) {
  return EditorState.create({
    doc: text.replace(/[⟦⟧]/g, ''),
    selection: EditorSelection.single(text.indexOf('⟦'), text.indexOf('⟧') - 1),
    extensions: [markdown({ base: markdownLanguage })],
  })
}
function after(text: string, ...commands: StateCommand[]) {
  let state = given(text)
  for (const command of commands) if (!command({ state, dispatch: (transaction) => (state = transaction.state) })) return 'not mine'
  const { from, to } = state.selection.main
  const now = state.doc.toString()
  return `${now.slice(0, from)}⟦${now.slice(from, to)}⟧${now.slice(to)}`
}
const lines = (...all: string[]) => all.join('\n')
const done = (action: TableAction, ...text: string[]) => after(lines(...text), tableCommand(action))

describe('the cells of a line', () => {
  const cells = (line: string) => readRow(line).cells.map(({ from, to }) => line.slice(from, to))
  it('are split at unescaped bars', () => {
    expect(cells('| a | b |')).toEqual(['a', 'b'])
    expect(cells('a | b')).toEqual(['a', 'b'])
    expect(cells('| a \\| b | `x \\| y` |')).toEqual(['a \\| b', '`x \\| y`'])
    expect(cells('|  | b |  |')).toEqual(['', 'b', ''])
    expect(cells('| a | b')).toEqual(['a', 'b'])
    expect(cells('|')).toEqual([''])
  })

  it('count a Chinese character as two columns', () => {
    expect([textWidth('abc'), textWidth('中文'), textWidth('🙂'), textWidth('é')]).toEqual([3, 4, 2, 1])
  })

  it('can contain any text', () => {
    expect(cellText(' a | b\\|c\nd ')).toBe('a \\| b\\|c<br>d')
  })
})

describe('a formatted table', () => {
  it('has even columns, also in Chinese', () => {
    expect(tableText([['参数', 'Type'], ['a', 'string'], ['名称']], ['none', 'right'])).toBe(
      lines('| 参数 |   Type |', '| ---- | -----: |', '| a    | string |', '| 名称 |        |'),
    )
  })

  it('is not padded if that would make it too wide', () => {
    expect(
      tableText([
        ['a', 'b'],
        ['x'.repeat(200), 'y'],
      ]),
    ).toBe(lines('| a | b |', '| --- | --- |', `| ${'x'.repeat(200)} | y |`))
  })
})

describe('Tab in a table', () => {
  it('moves to the next cell and skips the delimiter row', () => {
    expect(after('| a⟦⟧ | b |\n|---|---|\n| 1 | 2 |', nextCell)).toBe('| a | ⟦b⟧ |\n|---|---|\n| 1 | 2 |')
    expect(after('| a | b⟦⟧ |\n|---|---|\n| 1 | 2 |', nextCell)).toBe('| a | b |\n|---|---|\n| ⟦1⟧ | 2 |')
    expect(after('| a | b |⟦⟧\n|---|---|\n| 1 | 2 |', nextCell)).toBe('| a | b |\n|---|---|\n| ⟦1⟧ | 2 |')
    expect(after('⟦⟧| a | b |\n|---|---|\n| 1 | 2 |', nextCell)).toBe('| ⟦a⟧ | b |\n|---|---|\n| 1 | 2 |')
    expect(after('| a | b |\n|--⟦⟧-|---|\n| 1 | 2 |', nextCell)).toBe('| a | b |\n|---|---|\n| ⟦1⟧ | 2 |')
  })

  it('adds a row after the last one', () => {
    expect(after('| a | b |\n| --- | --- |\n| 1 | ⟦2⟧ |\n\nx', nextCell)).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n| ⟦⟧    |     |\n\nx')
    expect(after('| a⟦⟧ |\n| --- |', nextCell)).toBe('| a |\n| --- |\n| ⟦⟧    |')
    expect(after('> | a | b |\n> | - | - |\n> | 1 | ⟦⟧2 |', nextCell)).toBe('> | a | b |\n> | - | - |\n> | 1 | 2 |\n> | ⟦⟧  |   |')
  })

  it('completes a row that is too short', () => {
    expect(after('| a | b | c |\n|---|---|---|\n| 1⟦⟧', nextCell)).toBe('| a | b | c |\n|---|---|---|\n| 1 | ⟦⟧ |')
    expect(after('a | b | c\n---|---|---\n1⟦⟧ | 2', nextCell, nextCell)).toBe('a | b | c\n---|---|---\n1 | 2 | ⟦⟧ |')
  })

  it('does not split at escaped bars in code', () => {
    expect(after('| a⟦⟧ | b |\n|---|---|\n| `x \\| y` | 2 |', nextCell, nextCell)).toBe('| a | b |\n|---|---|\n| ⟦`x \\| y`⟧ | 2 |')
  })

  it('moves back with Shift and stays in the first cell', () => {
    expect(after('| a | b |\n|---|---|\n| 1⟦⟧ | 2 |', previousCell)).toBe('| a | ⟦b⟧ |\n|---|---|\n| 1 | 2 |')
    expect(after('| a⟦⟧ | b |\n|---|---|', previousCell)).toBe('| ⟦a⟧ | b |\n|---|---|')
  })

  it('is not handled outside a table, in a fence, or with a selection of several lines', () => {
    expect(after('te⟦⟧xt', nextCell)).toBe('not mine')
    expect(after('```\n| a⟦⟧ | b |\n|---|---|\n```', nextCell)).toBe('not mine')
    expect(after('| ⟦a | b |\n|---|---|\n| 1⟧ | 2 |', nextCell)).toBe('not mine')
    expect(inTable(given('```\n| a⟦⟧ | b |\n|---|---|\n```'))).toBe(false)
    expect(inTable(given('| a⟦⟧ | b |\n|---|---|'))).toBe(true)
  })
})

describe('Enter in a table', () => {
  it('moves down and adds a row after the last one', () => {
    expect(after('| a | ⟦b⟧ |\n|---|---|\n| 1 | 2 |', cellBelow)).toBe('| a | b |\n|---|---|\n| 1 | ⟦2⟧ |')
    expect(after('| a | b |\n|---|---|\n| 1 | 2⟦⟧ |', cellBelow)).toBe('| a | b |\n|---|---|\n| 1 | 2 |\n|   | ⟦⟧  |')
  })

  it('leaves the table from an empty last row', () => {
    expect(after('| a | b |\n|---|---|\n| 1 | 2 |\n|   | ⟦⟧  |\n', cellBelow)).toBe('| a | b |\n|---|---|\n| 1 | 2 |\n\n⟦⟧\n')
  })

  it('keeps its usual meaning at the end of a line, before its first bar and in the delimiter row', () => {
    expect(after('| a | b |\n|---|---|\n| 1 | 2 |⟦⟧', cellBelow)).toBe('not mine')
    expect(after('| a | b |\n|---|---|\n⟦⟧| 1 | 2 |', cellBelow)).toBe('not mine')
    expect(after('| a | b |\n|-⟦⟧--|---|', cellBelow)).toBe('not mine')
  })
})

describe('the menu of a table', () => {
  const table = ['| a | b⟦⟧ |', '| --- | --- |', '| 1 | 2 |']

  it('adds rows', () => {
    expect(done('rowBelow', ...table)).toBe(lines('| a | b |', '| --- | --- |', '|     | ⟦⟧    |', '| 1 | 2 |'))
    expect(done('rowAbove', '| a |', '| - |', '| ⟦1⟧ |')).toBe(lines('| a |', '| - |', '| ⟦⟧  |', '| 1 |'))
  })

  it('adds columns on either side', () => {
    expect(done('columnRight', ...table)).toBe(lines('| a | b | ⟦⟧    |', '| --- | --- | --- |', '| 1 | 2 |     |'))
    expect(done('columnLeft', ...table)).toBe(lines('| a | ⟦⟧    | b |', '| --- | --- | --- |', '| 1 |     | 2 |'))
    expect(done('columnLeft', 'a⟦⟧ | b', '--|--', '1 | 2')).toBe(lines('| ⟦⟧    |a | b', '| --- |--|--', '|     |1 | 2'))
    expect(done('columnRight', 'a | b⟦⟧', '--|--', '1 | 2')).toBe(lines('a | b | ⟦⟧    |', '--|-- | --- |', '1 | 2 |     |'))
    expect(done('columnRight', '| a | b⟦⟧ |', '|---|---|', '| 1 |')).toBe(lines('| a | b | ⟦⟧    |', '|---|---| --- |', '| 1 |'))
  })

  it('deletes rows and columns, but neither the header nor the last column', () => {
    expect(done('deleteRow', '| a |', '|---|', '| ⟦1⟧ |', '| 2 |')).toBe(lines('| a |', '|---|', '⟦⟧| 2 |'))
    expect(done('deleteRow', ...table)).toBe('not mine')
    expect(done('deleteColumn', '| a \\| x⟦⟧ | b |', '| --- | --- |', '| `1 \\| 2` | 3 |')).toBe(lines('|⟦⟧ b |', '| --- |', '| 3 |'))
    expect(done('deleteColumn', 'a | b⟦⟧', '--|--', '1 | 2')).toBe(lines('a ⟦⟧', '--', '1 '))
    expect(done('deleteColumn', '| a⟦⟧ |', '|---|')).toBe('not mine')
    expect(done('deleteTable', 'x', '', ...table, '', 'y')).toBe(lines('x', '', '⟦⟧', '', 'y'))
  })

  it('aligns a column and removes the alignment', () => {
    expect(done('alignCenter', ...table)).toBe(lines('| a | b⟦⟧ |', '| --- | :-: |', '| 1 | 2 |'))
    expect(done('alignRight', '| a | b⟦⟧ |', '|---|---:|')).toBe(lines('| a | b⟦⟧ |', '|---|----|'))
    expect(done('alignLeft', '| a | b⟦⟧ |', '|---|----|')).toBe(lines('| a | b⟦⟧ |', '|---|:---|'))
  })

  it('pads the columns to even width', () => {
    expect(done('tidy', '> |名称|类⟦⟧型|', '>|:-|-:|', '>|a \\| b|整数|', '>|c|')).toBe(
      lines('> | 名称   | ⟦⟧类型 |', '>| :----- | ---: |', '>| a \\| b | 整数 |', '>| c      |      |'),
    )
  })

  it('does nothing outside a table', () => expect(done('tidy', 'a⟦⟧')).toBe('not mine'))
})
