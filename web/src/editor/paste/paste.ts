import { isolateHistory } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type CellPosition, cellPosition } from '../table/commands.ts'
import { cellText, readRow, sideOf, tableLines, tableText } from '../table/text.ts'
import { insertBlock } from '../text/insert.ts'
import { hasMarks, isCodeEditor, markdownOf, trimEmptyCells } from './html.ts'

/** Parses spreadsheet text: tabs separate the cells, quotes surround cells that contain a line break. */
function sheetRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) return []
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '\n' && cell.lastIndex < text.length) rows.push([])
    if (match[3] === '') break
  }
  return rows
}

/** Cells copied from a spreadsheet; undefined for code that merely contains tabs. */
function sheetTable(plain: string): string[][] | undefined {
  const text = plain.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (!text.includes('\t') || /^\t+\S[^\t]*$/m.test(text)) return undefined
  const rows = sheetRows(text)
  const columns = rows[0]?.length ?? 0
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return undefined
  const { texts } = trimEmptyCells(rows)
  return texts.length > 1 && (texts[0]?.length ?? 0) > 1 ? texts : undefined
}

const sheetText = (rows: string[][]) => tableText(rows.map((row) => row.map(cellText)))

/** Clipboard content, from a paste event or read by the editor. */
interface Clip {
  html: string
  plain: string
}

/** Parsing a longer clip would block the window; its plain text is inserted unchanged. */
const CLIP_MAX_CHARS = 4_000_000

/** Whether the plain text is already Markdown and the HTML its rendering: Typora, Obsidian and others provide both. */
function isMarkdown(plain: string, body: Element) {
  const has = (selector: string, sign: RegExp) => body.querySelector(selector) !== null && sign.test(plain)
  return (
    has('h1,h2,h3,h4', /^#{1,4} \S/m) ||
    has('pre', /^(?:```|~~~)/m) ||
    has('table', /^\|?\s*:?-{3,}:?\s*\|/m) ||
    has('a[href]', /\]\((?:https?:|\/)/) ||
    has('b,strong', /\*\*\S[^*\n]*\*\*/)
  )
}

/** Parses without side effects: nothing is loaded, executed or added to the page. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** The Markdown for a paste; undefined if the plain text needs no conversion. */
export function convertClip({ html, plain }: Clip): string | undefined {
  if (html && html.length <= CLIP_MAX_CHARS) {
    const body = parse(html)
    if (isCodeEditor(body) || isMarkdown(plain, body)) return undefined
    const text = hasMarks(body) ? markdownOf(body) : ''
    if (text.trim()) return text
  }
  const rows = plain.length <= CLIP_MAX_CHARS ? sheetTable(plain) : undefined
  return rows && sheetText(rows)
}

/** Whether a text needs its own lines instead of continuing the current line. */
const isBlockText = (text: string) => text.includes('\n') || /^(?:#{1,6} |- |\d+\. |> |\||---$|```)/.test(text)

const DELIMITER_ROW = 1
const texts = (line: string, lead = 0) => readRow(line, lead).cells.map(({ from, to }) => line.slice(from, to))

/** The rows of a Markdown table; undefined if the text contains anything else. */
function rowsOfTable(text: string): string[][] | undefined {
  const lines = text.trim().split('\n')
  if (lines.length < 2 || !lines.every((line) => line.startsWith('|')) || !/^[\s|:-]+$/.test(lines[DELIMITER_ROW] ?? '')) return undefined
  return lines.filter((_, index) => index !== DELIMITER_ROW).map((line) => texts(line))
}

/** Overwrites cells starting at the cursor's cell; the table grows as needed. */
function fillCells(state: EditorState, { table, row, column }: CellPosition, cells: string[][]): TransactionSpec {
  const { lines } = table
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return {}
  const rule = texts(lines[DELIMITER_ROW]?.line.text ?? '', lines[DELIMITER_ROW]?.lead.length)
  const rows = lines.filter((_, index) => index !== DELIMITER_ROW).map(({ line, lead }) => texts(line.text, lead.length))
  const top = row === 0 ? 0 : row - 1
  while (rows.length < top + cells.length) rows.push([])
  for (const [down, pasted] of cells.entries())
    for (const [right, text] of pasted.entries()) {
      const target = rows[top + down] as string[]
      while (target.length < column + right) target.push('')
      target[column + right] = text
    }
  const lead = lines[DELIMITER_ROW]?.lead ?? ''
  const insert = tableLines(rows, rule.map(sideOf)).join(`\n${lead}`)
  const from = first.line.from + first.lead.length
  return { changes: state.changes({ from, to: last.line.to, insert }), selection: { anchor: from + insert.length }, scrollIntoView: true }
}

const CODE = /^(?:FencedCode|CodeBlock|InlineCode|CodeText)$/

function inCode(state: EditorState, at = state.selection.main.head) {
  for (
    let node: ReturnType<ReturnType<typeof syntaxTree>['resolveInner']> | null = syntaxTree(state).resolveInner(at, -1);
    node;
    node = node.parent
  )
    if (CODE.test(node.name)) return true
  return false
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

/** The cell that receives a paste; undefined outside the cells of a row and in the delimiter row. */
function cellOf(state: EditorState): CellPosition | undefined {
  const spot = cellPosition(state)
  const line = spot?.table.lines[spot.row]?.line
  const { from, to } = state.selection.main
  if (!spot || !line || spot.row === 1 || spot.column < 0 || spot.column >= spot.table.columns) return undefined
  return from === line.from || to === line.to ? undefined : spot
}

const put = (state: EditorState, text: string): TransactionSpec => ({ ...state.replaceSelection(text), scrollIntoView: true })

function intoCell(state: EditorState, spot: CellPosition, text: string): TransactionSpec {
  const rows = rowsOfTable(text)
  return rows ? fillCells(state, spot, rows) : put(state, cellText(text))
}

const ADDRESS = /^https?:\/\/[^\s<>]+$/i

/** A pasted address turns the selected words into a link. */
function asLink(state: EditorState, plain: string): TransactionSpec | undefined {
  const { from, to, empty } = state.selection.main
  const words = state.sliceDoc(from, to)
  if (empty || state.selection.ranges.length > 1 || !ADDRESS.test(plain) || /[\n[\]]|^\s*$/.test(words) || ADDRESS.test(words))
    return undefined
  return put(state, `[${words}](${/[()]/.test(plain) ? `<${plain}>` : plain})`)
}

/** The transaction of a paste; undefined where CodeMirror's own handling is right. */
export function pasteInto(state: EditorState, clip: Clip): TransactionSpec | undefined {
  if (inCode(state)) return undefined
  const plain = unix(clip.plain).trim()
  const link = asLink(state, plain)
  if (link) return link
  const spot = cellOf(state)
  const converted = convertClip({ html: clip.html, plain: unix(clip.plain) })
  if (spot) {
    const text = converted ?? plain
    return converted !== undefined || /[\n|]/.test(plain) ? intoCell(state, spot, text) : undefined
  }
  if (converted === undefined) return undefined
  return isBlockText(converted) ? insertBlock(state, { text: converted }) : put(state, converted)
}

/** A separate undo step: undo reverts the paste alone, even if more is typed after it. */
export const pasteTransaction = (state: EditorState, spec: TransactionSpec) =>
  state.update({ ...spec, userEvent: 'input.paste', annotations: isolateHistory.of('full') })

/** Longest time between the keys of "paste as plain text" and the paste event. */
const PLAIN_PASTE_WINDOW_MS = 1000

/** Converts spreadsheet cells and formatted text to Markdown; in code, and with Ctrl-Shift-V, text stays unchanged. */
export const pasting = () => {
  let plainFrom = Number.NEGATIVE_INFINITY
  return EditorView.domEventHandlers({
    keydown(event) {
      if (event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') plainFrom = performance.now()
    },
    paste(event, view) {
      const data = event.clipboardData
      const plain = data?.getData('text/plain') ?? ''
      // A picture without text is an upload, handled in upload/events.ts.
      if (!data || (data.files.length > 0 && !plain.trim())) return false
      const asIs = performance.now() - plainFrom < PLAIN_PASTE_WINDOW_MS
      const spec = asIs ? undefined : pasteInto(view.state, { html: data.getData('text/html'), plain })
      // A spreadsheet also provides a picture of itself: no other handler must treat it as the paste.
      if (!spec && data.files.length === 0) return false
      event.preventDefault()
      view.dispatch(pasteTransaction(view.state, spec ?? put(view.state, unix(plain))))
      return true
    },
  })
}
