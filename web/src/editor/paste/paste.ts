import { isolateHistory } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type CellPosition, cellPosition } from '../table/commands.ts'
import { cellText, readRow, sideOf, tableLines, tableText } from '../table/text.ts'
import { insertBlock } from '../text/insert.ts'
import { hasMarks, isCodeEditor, markdownOf, trimmed } from './html.ts'

/** Rows of a sheet as text: tabs between the cells, quotes around those that hold a line break. */
function sheetRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) return []
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\n' && cell.lastIndex < text.length) rows.push([])
    if (found[3] === '') break
  }
  return rows
}

/** Cells copied from a sheet; none where it is only code with tabs in it. */
function sheetTable(plain: string): string[][] | undefined {
  const text = plain.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  if (!text.includes('\t') || /^\t+\S[^\t]*$/m.test(text)) return undefined
  const rows = sheetRows(text)
  const columns = rows[0]?.length ?? 0
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return undefined
  const { texts } = trimmed(rows)
  return texts.length > 1 && (texts[0]?.length ?? 0) > 1 ? texts : undefined
}

const sheetText = (rows: string[][]) => tableText(rows.map((row) => row.map(cellText)))

/** What a clipboard holds, of a paste or of our own asking. */
interface Clip {
  html: string
  plain: string
}

/** Longer than this, reading it would hold the window up; its plain text goes in as it is. */
const CLIP_MAX_CHARS = 4_000_000

/** What was copied is Markdown already, and the HTML beside it only its picture: Typora, Obsidian and others give both. */
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

/** Parsed inertly: nothing of it is loaded, run or put on the page. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** The Markdown a paste becomes; undefined where the plain text is all there is to it. */
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

/** Whether a text stands in lines of its own instead of going on in the line it is put in. */
const isBlockText = (text: string) => text.includes('\n') || /^(?:#{1,6} |- |\d+\. |> |\||---$|```)/.test(text)

const DELIMITER_ROW = 1
const texts = (line: string, lead = 0) => readRow(line, lead).cells.map(({ from, to }) => line.slice(from, to))

/** The rows of a Markdown table, or undefined where there is more to the text than one table. */
function rowsOfTable(text: string): string[][] | undefined {
  const lines = text.trim().split('\n')
  if (lines.length < 2 || !lines.every((line) => line.startsWith('|')) || !/^[\s|:-]+$/.test(lines[DELIMITER_ROW] ?? '')) return undefined
  return lines.filter((_, index) => index !== DELIMITER_ROW).map((line) => texts(line))
}

/** Puts cells over the cells of a table, from the one the cursor is in on; the table grows where they need it. */
function fillCells(state: EditorState, { table, row, column }: CellPosition, cells: string[][]): TransactionSpec {
  const { lines } = table
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return {}
  const rule = texts(lines[DELIMITER_ROW]?.line.text ?? '', lines[DELIMITER_ROW]?.lead.length)
  const rows = lines.filter((_, index) => index !== DELIMITER_ROW).map(({ line, lead }) => texts(line.text, lead.length))
  const top = row === 0 ? 0 : row - 1
  while (rows.length < top + cells.length) rows.push([])
  for (const [down, found] of cells.entries())
    for (const [right, text] of found.entries()) {
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

/** The cell that takes what is pasted; behind a row or on its rule a paste is what it is elsewhere. */
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

/** The words that are selected become a link to a pasted address. */
function asLink(state: EditorState, plain: string): TransactionSpec | undefined {
  const { from, to, empty } = state.selection.main
  const words = state.sliceDoc(from, to)
  if (empty || state.selection.ranges.length > 1 || !ADDRESS.test(plain) || /[\n[\]]|^\s*$/.test(words) || ADDRESS.test(words))
    return undefined
  return put(state, `[${words}](${/[()]/.test(plain) ? `<${plain}>` : plain})`)
}

/** What a paste does to the text; undefined where the editor's own way is the right one. */
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

/** One step back brings what was before, whatever is typed next. */
export const pasteTransaction = (state: EditorState, spec: TransactionSpec) =>
  state.update({ ...spec, userEvent: 'input.paste', annotations: isolateHistory.of('full') })

/** Time between the keys of "paste as plain text" and the paste itself. */
const PLAIN_PASTE_WINDOW_MS = 1000

/** Tables of sheets and formatted text become Markdown; in code, and with Ctrl-Shift-V, everything stays as it is. */
export const pasting = () => {
  let plainFrom = Number.NEGATIVE_INFINITY
  return EditorView.domEventHandlers({
    keydown(event) {
      if (event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') plainFrom = performance.now()
    },
    paste(event, view) {
      const data = event.clipboardData
      const plain = data?.getData('text/plain') ?? ''
      // A picture alone is not ours.
      if (!data || (data.files.length > 0 && !plain.trim())) return false
      const asIs = performance.now() - plainFrom < PLAIN_PASTE_WINDOW_MS
      const spec = asIs ? undefined : pasteInto(view.state, { html: data.getData('text/html'), plain })
      // A sheet gives a picture of itself too, which nobody else shall take for the paste.
      if (!spec && data.files.length === 0) return false
      event.preventDefault()
      view.dispatch(pasteTransaction(view.state, spec ?? put(view.state, unix(plain))))
      return true
    },
  })
}
