import { EditorState, Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { textChanges } from './merge.ts'

const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'))

it('turns any text into any other', () => {
  assertProperty(
    fc.property(text, text, (oldText, newText) => {
      const state = EditorState.create({ doc: oldText })
      expect(state.update({ changes: textChanges(state.doc, newText) }).state.doc.toString()).toBe(newText)
    }),
    { numRuns: 1000 },
  )
})

it('keeps the cursor in unchanged text', () => {
  const state = EditorState.create({ doc: 'a\nb\nc\nd', selection: { anchor: 5 } })
  const next = state.update({ changes: textChanges(state.doc, 'new\na\nb\nc\nD') }).state
  expect(next.selection.main.head).toBe(9)
  expect(textChanges(Text.of(['a', 'b']), 'a\nb')).toEqual([])
})
