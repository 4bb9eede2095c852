import { expect, it } from 'vitest'
import { applyEdits } from './edits.ts'

const text = 'one\ntwo\nthree\ntwo'
const edit = (old_text: string, new_text: string) => ({ old_text, new_text })

it('replaces texts that occur once, in any order', () => {
  expect(applyEdits(text, [edit('three', '3'), edit('one', '1')])).toEqual({ text: '1\ntwo\n3\ntwo' })
  expect(applyEdits(text, [])).toEqual({ text })
})

it('applies nothing if a text is missing or ambiguous, or if two edits overlap', () => {
  expect(applyEdits(text, [edit('one', '1'), edit('four', '4')])).toEqual({ kind: 'missing', edit: 2 })
  expect(applyEdits(text, [edit('two', '2')])).toEqual({ kind: 'ambiguous', edit: 1, count: 2, lines: [2, 4] })
  expect(applyEdits('aaa', [edit('aa', 'b')])).toMatchObject({ kind: 'ambiguous', count: 2 })
  expect(applyEdits(text, [edit('one\ntwo', '1'), edit('two\nthree', '2')])).toEqual({ kind: 'overlap', edit: 2 })
  expect(applyEdits(text, [edit('', 'x')])).toEqual({ kind: 'missing', edit: 1 })
})
