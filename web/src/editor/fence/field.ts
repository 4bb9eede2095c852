import { type EditorState, type Extension, Prec, StateEffect, StateField, type Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { type FencePlace, fencePlace } from './place.ts'

export interface FenceOpen extends FencePlace {
  /** The active entry. */
  index: number
}

/** What an entry writes: instead of what was typed, with the cursor behind `text` and in front of `after`. */
export interface Written {
  text: string
  after: string
}

export const FENCE_ID = 'fence-menu'

const close = StateEffect.define<null>()
const moveTo = StateEffect.define<number>()
const ask = StateEffect.define<null>()

/** Typing opens it: anywhere in the first line of a block, and with the first letter of another line. */
function next(open: FenceOpen | null, transaction: Transaction): FenceOpen | null {
  const { state, effects } = transaction
  if (effects.some((effect) => effect.is(close))) return null
  const moved = effects.find((effect) => effect.is(moveTo))
  if (open && moved) return { ...open, index: moved.value }
  const isAsked = effects.some((effect) => effect.is(ask))
  if (!isAsked && !transaction.docChanged && !transaction.selection) return open
  const isTyped = transaction.docChanged && transaction.isUserEvent('input')
  if (!open && !isTyped && !isAsked) return null
  // The letters that an input method has not converted yet are no query.
  if (transaction.isUserEvent('input.type.compose')) return open
  const place = fencePlace(state)
  if (!place || (place.stage === 'path' && place.query === '' && !isAsked)) return null
  if (!isTyped && !isAsked && (place.stage !== open?.stage || place.from !== open.from)) return null
  const isSame = open?.stage === place.stage && open.query === place.query
  return { ...place, index: isSame ? open.index : 0 }
}

export const fenceField = StateField.define<FenceOpen | null>({ create: () => null, update: next })

/** Writes an entry; an open block is closed with its key. */
export function writeEntry(view: EditorView, { text, after }: Written) {
  const open = view.state.field(fenceField, false)
  if (!open) return
  const { head } = view.state.selection.main
  view.dispatch({
    changes: { from: open.from, to: head, insert: text + after },
    selection: { anchor: open.from + text.length },
    ...(open.stage === 'source' && text.endsWith(' ') ? {} : { effects: close.of(null) }),
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
  view.focus()
}

/** `entries`: what the entries of the open menu write, in their order. */
export function fenceMenu(entries: () => Written[]): Extension {
  const listed = (view: EditorView) => {
    const open = view.compositionStarted ? null : view.state.field(fenceField, false)
    const all = open ? entries() : []
    return open && all.length > 0 ? { open, all } : undefined
  }
  const step = (by: number) => (view: EditorView) => {
    const now = listed(view)
    if (!now) return false
    view.dispatch({ effects: moveTo.of((now.open.index + by + now.all.length) % now.all.length) })
    return true
  }
  const choose = (view: EditorView) => {
    const now = listed(view)
    const entry = now?.all[now.open.index]
    if (!entry) return false
    writeEntry(view, entry)
    return true
  }
  const leave = (view: EditorView) => {
    if (!listed(view)) return false
    view.dispatch({ effects: close.of(null) })
    return true
  }
  const offer = (view: EditorView) => {
    if (!fencePlace(view.state)) return false
    view.dispatch({ effects: ask.of(null) })
    return true
  }
  return [
    fenceField,
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: step(1) },
        { key: 'ArrowUp', run: step(-1) },
        { key: 'Enter', run: choose },
        { key: 'Tab', run: choose },
        { key: 'Escape', run: leave },
        { key: 'Ctrl-Space', run: offer },
      ]),
    ),
    EditorView.contentAttributes.compute([fenceField], (state: EditorState): Record<string, string> => {
      const open = state.field(fenceField)
      if (!open || entries().length === 0) return {}
      return {
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        'aria-controls': FENCE_ID,
        'aria-activedescendant': `${FENCE_ID}-${open.index}`,
      }
    }),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (view.state.field(fenceField, false)) setTimeout(() => view.dispatch({ effects: close.of(null) }))
      },
    }),
  ]
}
