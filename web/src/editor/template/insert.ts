import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { insertBelowLine, insertBlock } from '../text/insert.ts'
import type { BuiltIn } from './built-in.ts'

/** A whole text at the cursor, on lines of its own; the cursor stands before it, as it is read from the top. */
function insertPage(state: EditorState, text: string): TransactionSpec {
  const block = { text: text.trim(), select: [0, 0] as [number, number] }
  return state.selection.main.empty ? insertBelowLine(state, block) : insertBlock(state, block)
}

/** The focus goes back to the text when the menu or dialog that did it has closed. */
export const focusText = (view: EditorView) => setTimeout(() => view.focus())

export function insertTemplate(view: EditorView, text: string) {
  view.dispatch(view.state.update(insertPage(view.state, text)))
  focusText(view)
}

/** The texts come when they are asked for first: most who write need none of them. */
export async function insertBuiltInTemplate(view: EditorView, kind: BuiltIn, language: Language) {
  const { builtIn } = await import('./built-in.ts')
  insertTemplate(view, builtIn[language][kind])
}
