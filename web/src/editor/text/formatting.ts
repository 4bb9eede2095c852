import { indentLess, indentMore } from '@codemirror/commands'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand, type TransactionSpec } from '@codemirror/state'

export type List = 'bullet' | 'number' | 'task'

/** Quote signs and indentation, then the sign of a list item. */
const LIST_PREFIX = /^(\s*(?:>\s?)*\s*)((?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/
const HEADING = /^(#{1,6})\s+/
const QUOTE = /^(\s*)> ?/

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges) {
    const last = state.doc.lineAt(to)
    // A selection that ends before the first character of a line does not mean that line.
    const end = to > from && to === last.from ? last.number - 1 : last.number
    for (let number = state.doc.lineAt(from).number; number <= end; number++) lines.set(number, state.doc.line(number))
  }
  return [...lines.values()]
}

const withText = (lines: Line[]) => {
  const some = lines.filter((line) => line.text.trim())
  return some.length ? some : lines
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

/** Makes the lines items of this list, whatever list they were, or plain text where all of them are. */
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

/** Blank lines between quoted ones are quoted too, so that it stays one quotation. */
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

/** 0 where the line is no heading. */
export const headingLevel = (state: EditorState) => HEADING.exec(state.doc.lineAt(state.selection.main.head).text)?.[1]?.length ?? 0

/** Level 0 makes plain text; the level a line already has is taken away. */
export function setHeading(state: EditorState, level: number): TransactionSpec {
  const lines = withText(selectedLines(state))
  const now = lines.map((line) => HEADING.exec(line.text))
  const off = level === 0 || now.every((found) => found?.[1]?.length === level)
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

/** The nearest item above that this line may hang under. */
function itemAbove(state: EditorState, line: Line, indent: number) {
  for (let number = line.number - 1; number >= 1; number--) {
    const text = state.doc.line(number).text
    const found = LIST_ITEM.exec(text)
    if (found && (found[1]?.length ?? 0) <= indent) return found
    if (!found && text.trim() && !/^\s/.test(text)) return undefined
  }
  return undefined
}

const items = (state: EditorState): Line[] => {
  const { from, to } = state.selection.main
  const lines: Line[] = []
  for (let number = state.doc.lineAt(from).number; number <= state.doc.lineAt(to).number; number++) lines.push(state.doc.line(number))
  return lines
}

/** Tab: list items move under the item above (as far as its text begins), several lines move in, elsewhere two blanks. */
export const indent: StateCommand = ({ state, dispatch }) => {
  const lines = items(state)
  const first = lines[0]
  const found = first && LIST_ITEM.exec(first.text)
  if (first && found) {
    const depth = found[1]?.length ?? 0
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

/** Shift-Tab: the other way. */
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
