import { history, undo } from '@codemirror/commands'
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'
import { mergeLines } from '@sheaf/compare/merge'
import { expect, it } from 'vitest'
import { type Choice, choose, conflicts, conflictsOf, layOutRegions, openConflicts, resultOf } from './places.ts'

const lines = (text: string) => text.split('/')

function merge(base: string, mine: string, theirs: string) {
  const { doc, places } = layOutRegions(mergeLines(lines(base), lines(mine), lines(theirs)))
  const view = {
    state: EditorState.create({ doc, extensions: [conflicts(places), history()] }),
    dispatch: (spec: TransactionSpec | Transaction) => {
      view.state = ('state' in spec ? spec : view.state.update(spec)).state
    },
  }
  const pick = (number: number, choice: Choice | undefined) => {
    const spec = choose(view.state, number, choice)
    if (spec) view.dispatch(spec)
  }
  return { view, pick, result: () => resultOf(view.state).split('\n').join('/') }
}

it('inserts the chosen lines, also at the end of the text', () => {
  const { view, pick, result } = merge('a/b/c/d', 'a/m/c/M', 'a/t/c/T')
  pick(2, 'both')
  pick(1, 'theirs')
  expect(result()).toBe('a/t/c/M/T')
  pick(2, 'mine')
  expect([result(), openConflicts(view.state)]).toEqual(['a/t/c/M', []])
})

it('accepts a deletion as a choice', () => {
  const { view, pick, result } = merge('a/b/c', 'a/c', 'a/B/c')
  pick(1, 'mine')
  expect([result(), openConflicts(view.state)]).toEqual(['a/c', []])
})

it('keeps its range when text is edited around and inside it', () => {
  const { view, pick, result } = merge('a/b/c', 'a/m/c', 'a/t/c')
  pick(1, 'mine')
  view.dispatch({ changes: { from: 0, insert: 'new/'.replace('/', '\n') } })
  view.dispatch({ changes: { from: view.state.doc.toString().indexOf('m') + 1, insert: 'ine' } })
  expect(result()).toBe('new/a/mine/c')
  pick(1, 'theirs')
  expect(result()).toBe('new/a/t/c')
})

it('reopens a conflict when the choice is undone', () => {
  const { view, pick, result } = merge('a/b/c', 'a/m/c', 'a/t/c')
  pick(1, 'theirs')
  undo(view)
  expect([result(), conflictsOf(view.state).map((place) => place.choice)]).toEqual(['a/c', [undefined]])
  pick(1, 'mine')
  expect(result()).toBe('a/m/c')
})
