import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, Prec } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  panels,
  placeholder,
  type ViewUpdate,
} from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { colours } from '../writing/theme.ts'
import { pasting } from './paste/paste.ts'
import { cellBelow, nextCell, previousCell } from './table/commands.ts'
import { codeLanguage } from './text/code-language.ts'
import { dedent, indent } from './text/formatting.ts'
import { findCount, phrases } from './text/search.ts'
import { toolKeys } from './toolbar/tools.ts'

/** Time in which a browser says where it put the cursor when a dialog gives the focus back. */
const REFOCUS_DELAY_MS = 30

/**
 * A focus that comes back by itself (a dialog closes, the Tab key) would put the cursor at the start of the text: it stays where
 * it was. A pointer puts it where it points.
 */
const keepPlace = () => {
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
      }, REFOCUS_DELAY_MS)
    },
  })
}

export interface Editing {
  view: EditorView
  /** Told of every change of text, selection or measure. */
  listen: (tell: (update: ViewUpdate) => void) => () => void
  /** Told when the hand rests after changes: what is only shown about the text never holds up a key. */
  follow: (tell: () => void) => () => void
}

/** Milliseconds without a key after which the hand rests: a frame drawn between two keys would make the second one wait. */
const IDLE_AFTER_CHANGE_MS = 250
/** And after a move of the cursor, which is looked at. */
const IDLE_AFTER_MOVE_MS = 40

function debouncedListeners() {
  const tells = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    changed: ({ docChanged }: ViewUpdate) => {
      clearTimeout(timer)
      timer = setTimeout(() => tells.forEach((tell) => void tell()), docChanged ? IDLE_AFTER_CHANGE_MS : IDLE_AFTER_MOVE_MS)
    },
    follow: (tell: () => void) => {
      tells.add(tell)
      return () => void tells.delete(tell)
    },
    stop: () => clearTimeout(timer),
  }
}

interface Setup {
  doc: string
  language: Language
  /** Name of the text for screen readers, and what stands in an empty one. */
  label: string
  hint: string
}

const editorExtensions = ({ language, label, hint }: Omit<Setup, 'doc'>) => [
  EditorState.phrases.of(phrases(language)),
  EditorState.tabSize.of(4),
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  history(),
  search({ top: true }),
  findCount,
  markdown({ base: markdownLanguage, codeLanguages: codeLanguage, completeHTMLTags: false, pasteURLAsLink: false }),
  colours,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
  placeholder(hint),
  keepPlace(),
  pasting(),
  // Before the ways of lists and quotes, which know nothing of cells.
  Prec.highest(
    keymap.of([
      { key: 'Tab', run: nextCell, shift: previousCell },
      { key: 'Enter', run: cellBelow },
    ]),
  ),
  Prec.high(keymap.of([...toolKeys, { key: 'Tab', run: indent, shift: dedent }])),
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
]

/** Makes the editor in the element that gets `mount`; find and replace shows in the one that gets `mountPanels`. */
export function useEditing(setup: Setup) {
  const [editing, setEditing] = useState<Editing>()
  const first = useRef(setup)
  const kept = useRef<EditorState>(undefined)
  const panelPlace = useRef<HTMLDivElement>(null)

  const mount = useCallback((parent: HTMLDivElement) => {
    const listeners = new Set<(update: ViewUpdate) => void>()
    const { doc, ...rest } = first.current
    const { changed, follow, stop } = debouncedListeners()
    const told = EditorView.updateListener.of((update) => {
      for (const tell of listeners) tell(update)
      changed(update)
    })
    const place = panelPlace.current
    const state = EditorState.create({
      doc: kept.current?.doc ?? doc,
      extensions: [editorExtensions(rest), told, place ? panels({ topContainer: place }) : []],
    })
    const view = new EditorView({ state, parent })
    setEditing({
      view,
      follow,
      listen: (tell) => {
        listeners.add(tell)
        return () => void listeners.delete(tell)
      },
    })
    return () => {
      stop()
      kept.current = view.state
      view.destroy()
      setEditing(undefined)
    }
  }, [])

  return { editing, mount, panelPlace }
}

/** A plain value of the editor's state, drawn anew when the hand rests. */
export const useEditorValue = <T extends string | number | boolean>(editing: Editing, of: (state: EditorState) => T): T =>
  useSyncExternalStore(editing.follow, () => of(editing.view.state))
