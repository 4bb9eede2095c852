import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'

export type Mark = '**' | '*' | '~~' | '`'

interface TextRange {
  from: number
  to: number
}

const KINDS: Record<Mark, string> = { '**': 'StrongEmphasis', '*': 'Emphasis', '~~': 'Strikethrough', '`': 'InlineCode' }

/** What a line begins with before its text: quote signs, then a heading's or a list item's. */
const LEAD = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/

/** Where the mark around this stretch opens and closes, when it has one. */
function markAround(state: EditorState, { from, to }: TextRange, mark: Mark, tree = syntaxTree(state)): [TextRange, TextRange] | undefined {
  for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(from, 1); node; node = node.parent) {
    if (node.name !== KINDS[mark] || node.from > from || node.to < to || !node.firstChild || !node.lastChild) continue
    return [node.firstChild, node.lastChild]
  }
  const before = state.sliceDoc(from - 3, from).match(/[*`~]*$/)?.[0] ?? ''
  const after = state.sliceDoc(to, to + 3).match(/^[*`~]*/)?.[0] ?? ''
  const around = from === to && before === after && (before === mark || before === '***') && before.includes(mark)
  if (!around) return undefined
  return [
    { from: from - mark.length, to: from },
    { from: to, to: to + mark.length },
  ]
}

/** A mark never runs over a line's end: the parts of a selection it can hold, one per line that has text. */
function markableRanges(state: EditorState, from: number, to: number): TextRange[] {
  if (from === to) return [{ from, to }]
  const found: TextRange[] = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    const start = Math.max(from, line.from + (line.text.match(LEAD)?.[0].length ?? 0))
    const text = state.sliceDoc(start, Math.max(start, Math.min(to, line.to)))
    const blank = text.length - text.trimStart().length
    if (text.trim()) found.push({ from: start + blank, to: start + text.trimEnd().length })
    at = line.to + 1
  }
  return found
}

/** More than this is not looked through at every key only to light a button. */
const MARK_SCAN_MAX_CHARS = 5000

export function hasMark(state: EditorState, mark: Mark) {
  const { from, to } = state.selection.main
  if (to - from > MARK_SCAN_MAX_CHARS) return false
  const all = markableRanges(state, from, to)
  return all.length > 0 && all.every((one) => markAround(state, one, mark))
}

/** Puts the mark around what is selected, line by line, or takes it away where all of it has it. */
export function toggleMark(state: EditorState, mark: Mark): TransactionSpec {
  const parts = state.selection.ranges.flatMap(({ from, to }) => markableRanges(state, from, to))
  const tree = ensureSyntaxTree(state, state.selection.main.to, 200) ?? syntaxTree(state)
  const marked = parts.map((part) => ({ part, mark: markAround(state, part, mark, tree) }))
  const off = marked.every((one) => one.mark)
  const changes: ChangeSpec[] = marked.flatMap(({ part, mark: around }): ChangeSpec[] => {
    if (off) return (around ?? []).map(({ from, to }) => ({ from, to }))
    if (around) return []
    if (part.from === part.to) return [{ from: part.from, insert: mark + mark }]
    return [
      { from: part.from, insert: mark },
      { from: part.to, insert: mark },
    ]
  })
  const set = state.changes(changes)
  const ranges = state.selection.ranges.map(({ from, to, empty }) => {
    if (empty) return EditorSelection.cursor(set.mapPos(from, -1) + (off ? 0 : mark.length))
    const start = set.mapPos(from, 1)
    return EditorSelection.range(start, Math.max(start, set.mapPos(to, -1)))
  })
  return { changes: set, selection: EditorSelection.create(ranges, state.selection.mainIndex), scrollIntoView: true, userEvent: 'input' }
}
