import { redo, redoDepth, undo, undoDepth } from '@codemirror/commands'
import type { EditorState, StateCommand, TransactionSpec } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'
import { MAC } from '../../lib/control-key.ts'
import { hasList, hasMark, hasQuote, type List, type Mark, setHeading, toggleList, toggleMark, toggleQuote } from '../text/formatting.ts'
import {
  insertCallout,
  insertCode,
  insertFootnote,
  insertLink,
  insertMath,
  insertMermaid,
  insertToc,
  insertVideo,
  toggleCenter,
} from '../text/insert.ts'

export type ToolName =
  | 'undo'
  | 'redo'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'tasks'
  | 'link'
  | 'image'
  | 'math'
  | 'mermaid'
  | 'toc'
  | 'video'
  | 'center'
  | 'footnote'
  | 'callout'

export interface Tool {
  /** In CodeMirror's notation: Mod is Ctrl or Cmd. */
  key?: string
  run: StateCommand
  /** Whether the selection already has this format. */
  on?: (state: EditorState) => boolean
  can?: (state: EditorState) => boolean
}

export const command =
  (edit: (state: EditorState) => TransactionSpec): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(edit(state)))
    return true
  }

const mark = (sign: Mark, key: string): Tool => ({
  key,
  run: command((state) => toggleMark(state, sign)),
  on: (state) => hasMark(state, sign),
})
const list = (kind: List, key: string): Tool => ({
  key,
  run: command((state) => toggleList(state, kind)),
  on: (state) => hasList(state, kind),
})

export const tools: Record<ToolName, Tool> = {
  undo: { key: 'Mod-z', run: undo, can: (state) => undoDepth(state) > 0 },
  redo: { key: 'Mod-y', run: redo, can: (state) => redoDepth(state) > 0 },
  bold: mark('**', 'Mod-b'),
  italic: mark('*', 'Mod-i'),
  strike: mark('~~', 'Mod-Shift-x'),
  code: mark('`', 'Mod-e'),
  quote: { key: 'Mod-Shift-.', run: command(toggleQuote), on: hasQuote },
  bullets: list('bullet', 'Mod-Shift-8'),
  numbers: list('number', 'Mod-Shift-7'),
  tasks: list('task', 'Mod-Shift-9'),
  link: { key: 'Mod-k', run: command((state) => insertLink(state)) },
  image: { run: command((state) => insertLink(state, true)) },
  math: { key: 'Mod-Shift-m', run: command(insertMath) },
  mermaid: { run: command(insertMermaid) },
  toc: { run: command(insertToc) },
  video: { run: command(insertVideo) },
  center: { run: command(toggleCenter) },
  footnote: { run: command(insertFootnote) },
  callout: { run: command(insertCallout) },
}

/** Keys that open a panel. */
export const panelKeys = { pageLink: 'Mod-Alt-k', shortcuts: 'Mod-/' } as const
/** Opens the global search where Mod-k is taken (search/palette-host.tsx handles it). */
export const SEARCH_KEY = 'Mod-Shift-f'
export const CODE_KEY = 'Mod-Alt-c'
export const headingKey = (level: number) => `Mod-Alt-${level}`
export const HEADINGS = [1, 2, 3, 4]

/** Languages offered for a code fence; '' is plain text. */
export const CODE_LANGUAGES = [
  'json',
  'bash',
  'http',
  'javascript',
  'typescript',
  'java',
  'python',
  'go',
  'php',
  'csharp',
  'sql',
  'xml',
  'yaml',
  '',
]

export const toolKeys: KeyBinding[] = [
  ...Object.values(tools)
    .filter((tool) => tool.key && tool.run !== undo && tool.run !== redo)
    .map(({ key = '', run }) => ({ key, run, preventDefault: true })),
  { key: CODE_KEY, run: command((state) => insertCode(state, '')), preventDefault: true },
  ...[0, ...HEADINGS].map((level) => ({ key: headingKey(level), run: command((state) => setHeading(state, level)), preventDefault: true })),
]

/** Toggles whether the Tab key leaves the text or indents. */
export const TAB_KEY = MAC ? 'Shift-Alt-m' : 'Ctrl-m'
