import { type ChangeSpec, EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state'

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
