import type { EditorState, StateField } from '@codemirror/state'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'

/** What the keys of an open menu act on. */
interface Listed<Entry> {
  index: number
  entries: readonly Entry[]
}

interface Menu<Entry> {
  /** The element of the list; its options have this id with `-` and their number. */
  id: string
  field: StateField<unknown>
  /** Undefined while the menu is closed or has no entries. */
  listed: (state: EditorState) => Listed<Entry> | undefined
  move: (view: EditorView, index: number) => void
  choose: (view: EditorView, entry: Entry) => void
  close: (view: EditorView) => void
  keys?: KeyBinding[]
}

/**
 * The keys of a menu at the cursor, and the attributes that name its active option; the focus stays in the text. An input method has its
 * own list and its own keys.
 */
export function menuKeys<Entry>({ id, field, listed, move, choose, close, keys = [] }: Menu<Entry>): Extension {
  const act = (work: (now: Listed<Entry>, view: EditorView) => void) => (view: EditorView) => {
    const now = view.compositionStarted ? undefined : listed(view.state)
    if (!now) return false
    work(now, view)
    return true
  }
  const step = (by: number) => act(({ index, entries: { length } }, view) => move(view, (index + by + length) % length))
  const take = act(({ index, entries }, view) => {
    const entry = entries[index]
    if (entry !== undefined) choose(view, entry)
  })
  return [
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: step(1) },
        { key: 'ArrowUp', run: step(-1) },
        { key: 'Enter', run: take },
        { key: 'Tab', run: take },
        { key: 'Escape', run: act((_now, view) => close(view)) },
        ...keys,
      ]),
    ),
    EditorView.contentAttributes.compute([field], (state): Record<string, string> => {
      const now = listed(state)
      if (!now) return {}
      return {
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        'aria-controls': id,
        'aria-activedescendant': `${id}-${now.index}`,
      }
    }),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (view.state.field(field, false)) setTimeout(() => close(view))
      },
    }),
  ]
}
