import { EditorState, Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../../test/random.ts'
import { textChanges } from './text.ts'

const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'))

it('turns every text into every other', () => {
  assertProperty(
    fc.property(text, text, (before, after) => {
      const state = EditorState.create({ doc: before })
      expect(state.update({ changes: textChanges(state.doc, after) }).state.doc.toString()).toBe(after)
    }),
    { numRuns: 1000 },
  )
})

it('leaves the cursor where the text stays', () => {
  const state = EditorState.create({ doc: 'a\nb\nc\nd', selection: { anchor: 5 } })
  const next = state.update({ changes: textChanges(state.doc, 'new\na\nb\nc\nD') }).state
  expect(next.selection.main.head).toBe(9)
  expect(textChanges(Text.of(['a', 'b']), 'a\nb')).toEqual([])
})
