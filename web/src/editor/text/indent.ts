import { indentLess, indentMore } from '@codemirror/commands'
import type { EditorState, Line, StateCommand } from '@codemirror/state'

const LIST_ITEM = /^(\s*)((?:[-*+]|\d{1,9}[.)])\s+)/

/** The nearest item above that this line may hang under. */
function itemAbove(state: EditorState, line: Line, indent: number) {
  for (let number = line.number - 1; number >= 1; number--) {
    const text = state.doc.line(number).text
    const found = LIST_ITEM.exec(text)
    if (found && (found[1]?.length ?? 0) <= indent) return found
    if (!found && text.trim() && !/^\s/.test(text)) return undefined
  }
  return undefined
}

const items = (state: EditorState): Line[] => {
  const { from, to } = state.selection.main
  const lines: Line[] = []
  for (let number = state.doc.lineAt(from).number; number <= state.doc.lineAt(to).number; number++) lines.push(state.doc.line(number))
  return lines
}

/** Tab: list items move under the item above (as far as its text begins), several lines move in, elsewhere two blanks. */
export const indent: StateCommand = ({ state, dispatch }) => {
  const lines = items(state)
  const first = lines[0]
  const found = first && LIST_ITEM.exec(first.text)
  if (first && found) {
    const depth = found[1]?.length ?? 0
    const above = itemAbove(state, first, depth)
    const wanted = above ? (above[1]?.length ?? 0) + (above[2]?.length ?? 2) : depth + 2
    const by = ' '.repeat(Math.max(wanted - depth, 0))
    if (by)
      dispatch(
        state.update({ changes: lines.filter((line) => line.text).map(({ from }) => ({ from, insert: by })), userEvent: 'input.indent' }),
      )
    return true
  }
  if (lines.length > 1) return indentMore({ state, dispatch })
  dispatch(state.update(state.replaceSelection('  '), { scrollIntoView: true, userEvent: 'input' }))
  return true
}

/** Shift-Tab: the other way. */
export const dedent: StateCommand = ({ state, dispatch }) => {
  const lines = items(state)
  const depth = lines[0] ? (LIST_ITEM.exec(lines[0].text)?.[1]?.length ?? 0) : 0
  if (!lines[0] || !LIST_ITEM.test(lines[0].text) || depth === 0) return indentLess({ state, dispatch })
  const above = itemAbove(state, lines[0], depth - 1)
  const by = depth - (above?.[1]?.length ?? 0)
  const changes = lines.map((line) => ({ from: line.from, to: line.from + Math.min(by, line.text.length - line.text.trimStart().length) }))
  dispatch(state.update({ changes, userEvent: 'delete.dedent' }))
  return true
}
