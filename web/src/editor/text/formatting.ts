import { indentLess, indentMore } from '@codemirror/commands'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand, type TransactionSpec } from '@codemirror/state'

export type List = 'bullet' | 'number' | 'task'

/** Quote marks and indentation, then the marker of a list item. */
const LIST_PREFIX = /^(\s*(?:>\s?)*\s*)((?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/
const HEADING = /^(#{1,6})\s+/
const QUOTE = /^(\s*)> ?/

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges) {
    const last = state.doc.lineAt(to)
    // A selection that ends before the first character of a line does not include that line.
    const end = to > from && to === last.from ? last.number - 1 : last.number
    for (let number = state.doc.lineAt(from).number; number <= end; number++) lines.set(number, state.doc.line(number))
  }
  return [...lines.values()]
}

const withText = (lines: Line[]) => {
  const filled = lines.filter((line) => line.text.trim())
  return filled.length ? filled : lines
}

const edit = (state: EditorState, changes: ChangeSpec[]): TransactionSpec => {
  const set = state.changes(changes)
  const ranges = state.selection.ranges.map(({ anchor, head }) => EditorSelection.range(set.mapPos(anchor, 1), set.mapPos(head, 1)))
  return { changes: set, selection: EditorSelection.create(ranges, state.selection.mainIndex), scrollIntoView: true, userEvent: 'input' }
}

const kindOf = (sign: string | undefined): List | undefined => {
  if (!sign) return undefined
  if (sign.includes('[')) return 'task'
  return /\d/.test(sign) ? 'number' : 'bullet'
}

export function hasList(state: EditorState, list: List) {
  return withText(selectedLines(state)).every((line) => kindOf(LIST_PREFIX.exec(line.text)?.[2]) === list)
}

/** Turns the lines into items of this list; into plain text if all of them already are. */
export function toggleList(state: EditorState, list: List): TransactionSpec {
  const off = hasList(state, list)
  let count = 0
  const changes = withText(selectedLines(state)).map((line) => {
    const [, lead = '', sign = ''] = LIST_PREFIX.exec(line.text) ?? []
    count++
    const wanted = list === 'bullet' ? '- ' : list === 'task' ? '- [ ] ' : `${count}. `
    const from = line.from + lead.length
    return { from, to: from + sign.length, insert: off ? '' : wanted }
  })
  return edit(state, changes)
}

export const hasQuote = (state: EditorState) => withText(selectedLines(state)).every((line) => QUOTE.test(line.text))

/** Blank lines inside the selection are quoted too, so that it stays one quotation. */
export function toggleQuote(state: EditorState): TransactionSpec {
  const lines = selectedLines(state)
  if (!hasQuote(state))
    return edit(
      state,
      lines.map((line) => ({ from: line.from, insert: line.text || lines.length === 1 ? '> ' : '>' })),
    )
  return edit(
    state,
    lines.flatMap((line) => {
      const [all = '', indent = ''] = QUOTE.exec(line.text) ?? []
      return all ? [{ from: line.from + indent.length, to: line.from + all.length }] : []
    }),
  )
}

/** The heading level of the current line; 0 if it is not a heading. */
export const headingLevel = (state: EditorState) => HEADING.exec(state.doc.lineAt(state.selection.main.head).text)?.[1]?.length ?? 0

/** Level 0 makes plain text; setting the level that all lines already have removes it. */
export function setHeading(state: EditorState, level: number): TransactionSpec {
  const lines = withText(selectedLines(state))
  const now = lines.map((line) => HEADING.exec(line.text))
  const off = level === 0 || now.every((match) => match?.[1]?.length === level)
  return edit(
    state,
    lines.map((line, index) => ({
      from: line.from,
      to: line.from + (now[index]?.[0].length ?? 0),
      insert: off ? '' : `${'#'.repeat(level)} `,
    })),
  )
}

const LIST_ITEM = /^(\s*)((?:[-*+]|\d{1,9}[.)])\s+)/

/** The nearest item above that can be the parent of this line. */
function itemAbove(state: EditorState, line: Line, indent: number) {
  for (let number = line.number - 1; number >= 1; number--) {
    const text = state.doc.line(number).text
    const match = LIST_ITEM.exec(text)
    if (match && (match[1]?.length ?? 0) <= indent) return match
    if (!match && text.trim() && !/^\s/.test(text)) return undefined
  }
  return undefined
}

const items = (state: EditorState): Line[] => {
  const { from, to } = state.selection.main
  const lines: Line[] = []
  for (let number = state.doc.lineAt(from).number; number <= state.doc.lineAt(to).number; number++) lines.push(state.doc.line(number))
  return lines
}

/** Tab: nests list items under the item above, aligned with its text; indents several lines; otherwise inserts two spaces. */
export const indent: StateCommand = ({ state, dispatch }) => {
  const lines = items(state)
  const first = lines[0]
  const match = first && LIST_ITEM.exec(first.text)
  if (first && match) {
    const depth = match[1]?.length ?? 0
    const above = itemAbove(state, first, depth)
    const wanted = above ? (above[1]?.length ?? 0) + (above[2]?.length ?? 2) : depth + 2
    const by = ' '.repeat(Math.max(wanted - depth, 0))
    if (by)
      dispatch(
        state.update({ changes: lines.filter((line) => line.text).map(({ from }) => ({ from, insert: by })), userEvent: 'input.indent' }),
      )
    return true
  }
  if (lines.length > 1) return indentMore({ state, dispatch })
  dispatch(state.update(state.replaceSelection('  '), { scrollIntoView: true, userEvent: 'input' }))
  return true
}

/** Shift-Tab: reverses `indent`. */
export const dedent: StateCommand = ({ state, dispatch }) => {
  const lines = items(state)
  const depth = lines[0] ? (LIST_ITEM.exec(lines[0].text)?.[1]?.length ?? 0) : 0
  if (!lines[0] || !LIST_ITEM.test(lines[0].text) || depth === 0) return indentLess({ state, dispatch })
  const above = itemAbove(state, lines[0], depth - 1)
  const by = depth - (above?.[1]?.length ?? 0)
  const changes = lines.map((line) => ({ from: line.from, to: line.from + Math.min(by, line.text.length - line.text.trimStart().length) }))
  dispatch(state.update({ changes, userEvent: 'delete.dedent' }))
  return true
}

export type Mark = '**' | '*' | '~~' | '`'

interface TextRange {
  from: number
  to: number
}

const KINDS: Record<Mark, string> = { '**': 'StrongEmphasis', '*': 'Emphasis', '~~': 'Strikethrough', '`': 'InlineCode' }

/** The part of a line before its text: quote marks, then the marker of a heading or list item. */
const LEAD = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/

/** The opening and closing mark around this range, if there is one. */
function markAround(state: EditorState, { from, to }: TextRange, mark: Mark, tree = syntaxTree(state)): [TextRange, TextRange] | undefined {
  for (let node: ReturnType<typeof tree.resolveInner> | null = tree.resolveInner(from, 1); node; node = node.parent) {
    if (node.name !== KINDS[mark] || node.from > from || node.to < to || !node.firstChild || !node.lastChild) continue
    return [node.firstChild, node.lastChild]
  }
  const left = state.sliceDoc(from - 3, from).match(/[*`~]*$/)?.[0] ?? ''
  const right = state.sliceDoc(to, to + 3).match(/^[*`~]*/)?.[0] ?? ''
  const around = from === to && left === right && (left === mark || left === '***') && left.includes(mark)
  if (!around) return undefined
  return [
    { from: from - mark.length, to: from },
    { from: to, to: to + mark.length },
  ]
}

/** Marks cannot cross line ends: the ranges of a selection that can be marked, one per line with text. */
function markableRanges(state: EditorState, from: number, to: number): TextRange[] {
  if (from === to) return [{ from, to }]
  const ranges: TextRange[] = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    const start = Math.max(from, line.from + (line.text.match(LEAD)?.[0].length ?? 0))
    const text = state.sliceDoc(start, Math.max(start, Math.min(to, line.to)))
    const blank = text.length - text.trimStart().length
    if (text.trim()) ranges.push({ from: start + blank, to: start + text.trimEnd().length })
    at = line.to + 1
  }
  return ranges
}

/** A longer selection is not scanned at every keystroke only to update a button. */
const MARK_SCAN_MAX_CHARS = 5000

export function hasMark(state: EditorState, mark: Mark) {
  const { from, to } = state.selection.main
  if (to - from > MARK_SCAN_MAX_CHARS) return false
  const ranges = markableRanges(state, from, to)
  return ranges.length > 0 && ranges.every((range) => markAround(state, range, mark))
}

/** Marks the selection line by line, or removes the mark if all of it has it. */
export function toggleMark(state: EditorState, mark: Mark): TransactionSpec {
  const parts = state.selection.ranges.flatMap(({ from, to }) => markableRanges(state, from, to))
  const tree = ensureSyntaxTree(state, state.selection.main.to, 200) ?? syntaxTree(state)
  const marked = parts.map((part) => ({ part, mark: markAround(state, part, mark, tree) }))
  const off = marked.every((part) => part.mark)
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
