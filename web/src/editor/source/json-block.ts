import { syntaxTree } from '@codemirror/language'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { isFault, placeOf, prettyJson, readJson } from '../../lib/json-read.ts'

interface TextRange {
  from: number
  to: number
}

function fenceAt(state: EditorState) {
  const tree = syntaxTree(state)
  for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(state.selection.main.head, -1); node; node = node.parent)
    if (node.name === 'FencedCode') return node
  return undefined
}

/** The range of the selection or of the JSON code block that contains the cursor. */
export function jsonAt(state: EditorState): TextRange | undefined {
  const { from, to, empty } = state.selection.main
  if (!empty) return { from, to }
  const fence = fenceAt(state)
  if (!fence) return undefined
  const first = state.doc.lineAt(fence.from)
  const last = state.doc.lineAt(fence.to)
  const closed = last.number > first.number && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(last.text)
  const text = { from: first.to + 1, to: closed ? last.from - 1 : last.to }
  if (text.from >= text.to) return undefined
  const isJson = /json/i.test(first.text) || /^\s*[{[]/.test(state.sliceDoc(text.from, text.from + 200))
  return isJson ? text : undefined
}

type Beautified = { spec: TransactionSpec } | { wrong: { line: number; column: number } } | 'same' | 'none'

/** Indents the JSON at the cursor; invalid JSON stays unchanged. */
export function beautify(state: EditorState): Beautified {
  const place = jsonAt(state)
  if (!place) return 'none'
  const text = state.sliceDoc(place.from, place.to)
  const json = readJson(text)
  if (isFault(json)) return { wrong: placeOf(text, json.fault) }
  const insert = prettyJson(json)
  if (insert === text) return 'same'
  const spec = { changes: { ...place, insert }, selection: { anchor: place.from }, scrollIntoView: true, userEvent: 'input' }
  return { spec }
}
