import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, panels, placeholder, type ViewUpdate } from '@codemirror/view'
import type { Language } from '@sheaf/contract/errors'
import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { colours } from '../writing/theme.ts'
import { pasting } from './paste/paste.ts'
import { cellBelow, nextCell, previousCell } from './table/commands.ts'
import { codeLanguage } from './text/code-language.ts'
import { dedent, indent } from './text/formatting.ts'
import { optionalLineNumbers } from './text/line-numbers.ts'
import { phrases, showMatchCount } from './text/search.ts'
import { toolKeys } from './toolbar/tools.ts'

/** Time a browser needs to report where it put the cursor after a dialog returns the focus. */
const REFOCUS_DELAY_MS = 30

/**
 * Keeps the cursor position when the focus returns without a pointer (a dialog closes, the Tab key); the browser would put
 * the cursor at the start of the text. A pointer moves the cursor as usual.
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
  /** Calls back on every change of text, selection or geometry; returns the unsubscribe function. */
  listen: (onUpdate: (update: ViewUpdate) => void) => () => void
  /** Calls back when the user has paused after a change of the text. `pauseMs` gets the length of the text. */
  onPause: (pauseMs: (chars: number) => number, onIdle: () => void) => () => void
  /** Calls back when the user has paused after any update, so that derived displays never delay a keystroke. */
  follow: (onIdle: () => void) => () => void
}

/** Pause in milliseconds after a change: a frame drawn between two keystrokes would delay the second one. */
const IDLE_AFTER_CHANGE_MS = 250
/** Pause after a cursor move; shorter, because the user watches the position. */
const IDLE_AFTER_MOVE_MS = 40

interface Follower {
  /** undefined: the follower does not wait for this update. */
  pauseMs: (update: ViewUpdate) => number | undefined
  onIdle: () => void
}

/** Calls every follower after its own pause, all with one timer. */
function createPauses() {
  const followers = new Set<Follower>()
  const due = new Map<Follower, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (due.size) timer = setTimeout(run, Math.max(0, Math.min(...due.values()) - performance.now()))
  }
  function run() {
    // A timer can be up to a millisecond early.
    const now = performance.now() + 1
    for (const [follower, at] of [...due])
      if (at <= now) {
        due.delete(follower)
        follower.onIdle()
      }
    wait()
  }
  return {
    changed(update: ViewUpdate) {
      const now = performance.now()
      for (const follower of followers) {
        const pause = follower.pauseMs(update)
        if (pause !== undefined) due.set(follower, now + pause)
      }
      wait()
    },
    add(follower: Follower) {
      followers.add(follower)
      return () => {
        followers.delete(follower)
        due.delete(follower)
      }
    },
    stop: () => clearTimeout(timer),
  }
}

interface Setup {
  doc: string
  language: Language
  /** Accessible name of the text field. */
  label: string
  /** Placeholder of an empty text. */
  hint: string
}

const editorExtensions = ({ language, label, hint }: Omit<Setup, 'doc'>) => [
  EditorState.phrases.of(phrases(language)),
  EditorState.tabSize.of(4),
  optionalLineNumbers(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  history(),
  search({ top: true }),
  markdown({ base: markdownLanguage, codeLanguages: codeLanguage, completeHTMLTags: false, pasteURLAsLink: false }),
  colours,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
  placeholder(hint),
  keepPlace(),
  pasting(),
  // Before the key bindings of lists and quotes, which do not handle cells.
  Prec.highest(
    keymap.of([
      { key: 'Tab', run: nextCell, shift: previousCell },
      { key: 'Enter', run: cellBelow },
    ]),
  ),
  Prec.high(keymap.of([...toolKeys, { key: 'Tab', run: indent, shift: dedent }])),
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
]

/** Creates the editor in the element with the ref `mount`; find and replace appears in the element with the ref `panelPlace`. */
export function useEditing(setup: Setup) {
  const [editing, setEditing] = useState<Editing>()
  const first = useRef(setup)
  const kept = useRef<EditorState>(undefined)
  const panelPlace = useRef<HTMLDivElement>(null)

  const mount = useCallback((parent: HTMLDivElement) => {
    const listeners = new Set<(update: ViewUpdate) => void>()
    const { doc, ...rest } = first.current
    const pauses = createPauses()
    const notifyListeners = EditorView.updateListener.of((update) => {
      for (const listener of listeners) listener(update)
      pauses.changed(update)
    })
    const place = panelPlace.current
    const state = EditorState.create({
      doc: kept.current?.doc ?? doc,
      extensions: [editorExtensions(rest), notifyListeners, place ? panels({ topContainer: place }) : []],
    })
    const view = new EditorView({ state, parent })
    const follow = (onIdle: () => void) =>
      pauses.add({ pauseMs: ({ docChanged }) => (docChanged ? IDLE_AFTER_CHANGE_MS : IDLE_AFTER_MOVE_MS), onIdle })
    const stopCounting = follow(() => showMatchCount(view))
    setEditing({
      view,
      follow,
      onPause: (pauseMs, onIdle) =>
        pauses.add({ pauseMs: ({ docChanged, state }) => (docChanged ? pauseMs(state.doc.length) : undefined), onIdle }),
      listen: (onUpdate) => {
        listeners.add(onUpdate)
        return () => void listeners.delete(onUpdate)
      },
    })
    return () => {
      pauses.stop()
      stopCounting()
      kept.current = view.state
      view.destroy()
      setEditing(undefined)
    }
  }, [])

  return { editing, mount, panelPlace }
}

/** A primitive value derived from the editor's state; updated when the user pauses. */
export const useEditorValue = <T extends string | number | boolean>(editing: Editing, of: (state: EditorState) => T): T =>
  useSyncExternalStore(editing.follow, () => of(editing.view.state))
