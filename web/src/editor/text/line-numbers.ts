import { Compartment } from '@codemirror/state'
import { type EditorView, highlightActiveLineGutter, lineNumbers } from '@codemirror/view'
import { stored } from '../../lib/stored.ts'

const KEY = 'sheaf.editor-line-numbers'
const place = new Compartment()
const shown = () => [lineNumbers(), highlightActiveLineGutter()]

export const hasLineNumbers = () => stored.read(KEY) !== null

/** Prose needs no line numbers: they are shown only by choice, which the browser remembers. */
export const optionalLineNumbers = () => place.of(hasLineNumbers() ? shown() : [])

export function toggleLineNumbers(view: EditorView) {
  const on = !hasLineNumbers()
  if (on) stored.write(KEY, '1')
  else stored.remove(KEY)
  view.dispatch({ effects: place.reconfigure(on ? shown() : []) })
  view.focus()
}
