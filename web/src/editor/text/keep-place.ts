import { EditorView } from '@codemirror/view'

/** Time in which a browser says where it put the cursor when a dialog gives the focus back. */
const SETTLES = 30

/**
 * A focus that comes back by itself (a dialog closes, the Tab key) would put the cursor at the start of the text: it stays where
 * it was. A pointer puts it where it points.
 */
export const keepPlace = () => {
  let pressed = Number.NEGATIVE_INFINITY
  return EditorView.domEventHandlers({
    pointerdown: () => {
      pressed = performance.now()
    },
    focus: (_event, view) => {
      if (performance.now() - pressed < 1000) return
      const { selection, doc } = view.state
      setTimeout(() => {
        if (view.state.doc === doc && !view.state.selection.eq(selection)) view.dispatch({ selection })
      }, SETTLES)
    },
  })
}
