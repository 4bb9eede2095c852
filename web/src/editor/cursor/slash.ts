import { undoDepth } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Entry, type EntryName, matching } from './entries.ts'
import { menuKeys } from './menu-keys.ts'

/** The menu that a slash opens, from the slash on. */
export interface Slash {
  from: number
  /** What was typed after the slash. */
  query: string
  index: number
}

/** The keys that open the menu. A Chinese input method writes the last two where another keyboard has the slash. */
const SIGNS = '/／、'
const QUERY = /^[^\s/／、]{0,20}$/
/** Where a slash is part of a path or of code. */
const EXCLUDED = /Code|URL|Link|Table|HTMLTag/

const closeSlash = StateEffect.define<null>()
const moveTo = StateEffect.define<number>()
/** An input method has finished: what it wrote counts from now on. */
const settle = StateEffect.define<null>()

/** A slash opens the menu at the start of a line or after a space. */
function opens(state: EditorState, at: number) {
  const before = state.sliceDoc(Math.max(state.doc.lineAt(at).from, at - 1), at)
  if (before.trim() || !SIGNS.includes(state.sliceDoc(at, at + 1) || ' ')) return false
  const tree = syntaxTree(state)
  for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(at + 1, -1); node; node = node.parent)
    if (EXCLUDED.test(node.name)) return false
  return true
}

function next(open: Slash | null, transaction: Transaction): Slash | null {
  const { state, changes, effects } = transaction
  if (effects.some((effect) => effect.is(closeSlash))) return null
  const { empty, head } = state.selection.main
  if (!open) {
    const typed = transaction.docChanged && transaction.isUserEvent('input.type')
    return typed && empty && head > 0 && opens(state, head - 1) ? { from: head - 1, query: '', index: 0 } : null
  }
  const moved = effects.find((effect) => effect.is(moveTo))
  if (moved) return { ...open, index: moved.value }
  const isSettled = effects.some((effect) => effect.is(settle))
  if (!isSettled && !transaction.docChanged && !transaction.selection) return open
  const from = changes.mapPos(open.from, 1)
  const query = state.sliceDoc(from + 1, Math.min(head, from + 30))
  const isInside = empty && head > from && SIGNS.includes(state.sliceDoc(from, from + 1) || ' ') && QUERY.test(query)
  if (!isInside) return null
  // The letters that an input method has not converted yet are no query.
  const now = transaction.isUserEvent('input.type.compose') ? open.query : query
  return { from, query: now, index: now === open.query ? open.index : 0 }
}

/** The slash before the cursor, and what follows it, which was typed while this code loaded. */
function typedBefore(state: EditorState): Slash | null {
  const { empty, head } = state.selection.main
  if (!empty || undoDepth(state) === 0) return null
  const [, , query] = /(^|\s)[/／、]([^\s/／、]{0,20})$/.exec(state.sliceDoc(state.doc.lineAt(head).from, head)) ?? []
  const from = head - (query?.length ?? 0) - 1
  return query !== undefined && opens(state, from) ? { from, query, index: 0 } : null
}

export const slashField = StateField.define<Slash | null>({ create: typedBefore, update: next })

export const SLASH_ID = 'slash-menu'

const shown = (state: EditorState) => {
  const open = state.field(slashField, false)
  const entries = open ? matching(open.query) : []
  return open && entries.length ? { index: open.index, entries } : undefined
}

/** Removes the slash and what was typed after it, then runs the entry. */
export function chooseEntry(view: EditorView, name: EntryName, run: (name: EntryName) => void) {
  const open = view.state.field(slashField, false)
  if (!open) return
  const { head } = view.state.selection.main
  view.dispatch({ changes: { from: open.from, to: head }, effects: closeSlash.of(null), userEvent: 'delete' })
  run(name)
}

/** Opens the menu, moves in it and chooses from it; the focus stays in the text. */
export const slashMenu = (run: (name: EntryName) => void): Extension => [
  slashField,
  menuKeys<Entry>({
    id: SLASH_ID,
    field: slashField,
    listed: shown,
    move: (view, index) => view.dispatch({ effects: moveTo.of(index) }),
    choose: (view, { name }) => chooseEntry(view, name, run),
    close: (view) => view.dispatch({ effects: closeSlash.of(null) }),
  }),
  EditorView.domEventHandlers({
    compositionend: (_event, view) => {
      if (view.state.field(slashField, false)) setTimeout(() => view.dispatch({ effects: settle.of(null) }))
    },
  }),
]
