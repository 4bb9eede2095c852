import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { menuKeys } from '../cursor/menu-keys.ts'
import { type FencePlace, fencePlace } from './place.ts'

export interface FenceOpen extends FencePlace {
  /** The active entry. */
  index: number
  entries: readonly Written[]
}

/** What an entry writes: instead of what was typed, with the cursor behind `text` and in front of `after`. */
export interface Written {
  id: string
  text: string
  after: string
}

export const FENCE_ID = 'fence-menu'

const close = StateEffect.define<null>()
const moveTo = StateEffect.define<number>()
const ask = StateEffect.define<null>()
const offered = StateEffect.define<readonly Written[]>()

/** Typing opens it: anywhere in the first line of a block, and with the first letter of another line. */
function next(open: FenceOpen | null, transaction: Transaction): FenceOpen | null {
  const { state, effects } = transaction
  if (effects.some((effect) => effect.is(close))) return null
  const moved = effects.find((effect) => effect.is(moveTo))
  if (open && moved) return { ...open, index: moved.value }
  const now = effects.find((effect) => effect.is(offered))
  if (open && now) return { ...open, entries: now.value, index: Math.min(open.index, Math.max(0, now.value.length - 1)) }
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
  return { ...place, ...(isSame ? { index: open.index, entries: open.entries } : { index: 0, entries: [] }) }
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

/** Says what the entries of the open menu write, in their order. The server knows some of them, so they come after the menu is open. */
export const offerEntries = (view: EditorView, entries: readonly Written[]) => view.dispatch({ effects: offered.of(entries) })

const listed = (state: EditorState) => {
  const open = state.field(fenceField, false)
  return open && open.entries.length > 0 ? open : undefined
}

export const fenceMenu: Extension = [
  fenceField,
  menuKeys<Written>({
    id: FENCE_ID,
    field: fenceField,
    listed,
    move: (view, index) => view.dispatch({ effects: moveTo.of(index) }),
    choose: writeEntry,
    close: (view) => view.dispatch({ effects: close.of(null) }),
    keys: [
      {
        key: 'Ctrl-Space',
        run: (view) => {
          if (!fencePlace(view.state)) return false
          view.dispatch({ effects: ask.of(null) })
          return true
        },
      },
    ],
  }),
]
