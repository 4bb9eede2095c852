import {
  cellsOf,
  extraOf,
  lineAt,
  readSheets,
  SHEET_COL_WIDTH,
  SHEET_ROW_HEIGHT,
  type StoredCell,
  type StoredSheet,
  type StoredStyle,
  styleOf,
} from '@sheaf/contract/sheet'
import { columnName, extentOf, nameOf, shown } from '@sheaf/contract/sheet-text'

/** A color in the stored format; other values must not reach a style attribute. */
const safeColor = (value: unknown) =>
  typeof value === 'string' && /^(#[\da-f]{3,8}|rgba?\([\d\s.,%]{5,40}\)|[a-z]{3,20})$/i.test(value) ? value : undefined

const lines: Record<string, string> = {
  thin: '1px solid',
  medium: '2px solid',
  thick: '3px solid',
  dashed: '1px dashed',
  dotted: '1px dotted',
  double: '3px double',
}

function* borders(border: StoredStyle['border']) {
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const [name, ink] = Array.isArray(border?.[side]) ? (border[side] as unknown[]) : []
    const line = typeof name === 'string' && Object.hasOwn(lines, name) ? lines[name] : undefined
    if (line) yield `border-${side}:${line} ${safeColor(ink) ?? 'currentcolor'}`
  }
}

const isOneOf = <T extends string>(value: unknown, list: readonly T[]): value is T => list.includes(value as T)

/** The style attribute of a cell. Text on a background color always gets its own color too, for the dark theme. */
function cssOf({ align, valign, bgcolor, color, font, underline, strike, border }: StoredStyle): string {
  const background = safeColor(bgcolor)
  const ink = safeColor(color) ?? (background ? '#1d1c18' : undefined)
  const size = Number(font?.size)
  return [
    background && `background:${background}`,
    ink && `color:${ink}`,
    isOneOf(align, ['left', 'center', 'right']) && `text-align:${align}`,
    isOneOf(valign, ['top', 'middle', 'bottom']) && `vertical-align:${valign}`,
    font?.bold === true && 'font-weight:600',
    font?.italic === true && 'font-style:italic',
    size >= 6 && size <= 72 && size !== 10 && `font-size:${size}pt`,
    (underline === true || strike === true) &&
      `text-decoration:${[underline === true && 'underline', strike === true && 'line-through'].filter(Boolean).join(' ')}`,
    ...borders(border),
  ]
    .filter(Boolean)
    .join(';')
}

/** Up to this many cells are rendered; of a larger spreadsheet only the first cells, until the grid has loaded. */
const CELLS = 12_000
const BEGINNING = 2_000

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] as string)

const isHidden = (lines: StoredSheet['rows'], at: number) => lineAt(lines, at)?.hide === true

const sizeOf = (lines: StoredSheet['rows'], at: number, size: 'height' | 'width', otherwise: number) => {
  const wanted = Number(lineAt(lines, at)?.[size])
  return wanted > 0 && wanted < 2000 ? wanted : otherwise
}

/** Turns the link of a cell, or a cell whose whole text is an address, into an HTML link. */
function withLink(text: string, link: unknown) {
  const address = (link as { linkAddress?: unknown } | undefined)?.linkAddress
  const to = [address, text].find((value) => typeof value === 'string' && /^(https?:\/\/|mailto:)\S+$/i.test(value)) as string | undefined
  return to ? `<a href="${safe(to)}" target="_blank" rel="noreferrer noopener nofollow">${safe(text)}</a>` : safe(text)
}

interface Grid {
  sheet: StoredSheet
  /** row → column → cell */
  rows: Map<number, Map<number, StoredCell>>
  columns: number[]
  last: number
}

function gridOf(sheet: StoredSheet, cells: number): Grid {
  const { rows: filled, columns } = extentOf(sheet)
  const last = Math.min(filled, Math.max(20, Math.floor(cells / Math.max(1, columns))))
  const rows: Grid['rows'] = new Map()
  for (const [r, c, cell] of cellsOf(sheet)) {
    if (r >= last) break
    rows.set(r, (rows.get(r) ?? new Map<number, StoredCell>()).set(c, cell))
  }
  const all = Array.from({ length: columns }, (_, c) => c)
  return { sheet, rows, columns: all.filter((c) => !isHidden(sheet.cols, c)), last }
}

/** The cells that merged cells cover, and the span attributes of the merged cells. Hidden columns and rows are in no span. */
function mergedCells({ sheet, rows, last, columns }: Grid) {
  const covered = new Set<string>()
  const span = new Map<string, string>()
  const width = (columns.at(-1) ?? 0) + 1
  for (const [r, row] of rows)
    for (const [c, { merge }] of row) {
      if (!Array.isArray(merge) || covered.has(`${r} ${c}`)) continue
      const [down, right] = merge.map((more) => Math.max(0, Math.floor(Number(more) || 0))) as [number, number]
      const [bottom, end] = [Math.min(last - 1, r + down), Math.min(width - 1, c + right)]
      if ((bottom - r + 1) * (end - c + 1) > 20_000) continue
      for (let y = r; y <= bottom; y++) for (let x = c; x <= end; x++) if (y !== r || x !== c) covered.add(`${y} ${x}`)
      let [high, wide] = [0, 0]
      for (let y = r; y <= bottom; y++) if (!isHidden(sheet.rows, y)) high++
      for (const x of columns) if (x >= c && x <= end) wide++
      span.set(`${r} ${c}`, `${high > 1 ? ` rowspan="${high}"` : ''}${wide > 1 ? ` colspan="${wide}"` : ''}`)
    }
  return { covered, span }
}

function tableOf(grid: Grid) {
  const { sheet, rows, columns, last } = grid
  const { covered, span } = mergedCells(grid)
  const links = (sheet.sheaf?.['links'] ?? {}) as Record<string, unknown>
  const head = columns.map(
    (c) => `<th scope="col" style="min-width:${sizeOf(sheet.cols, c, 'width', SHEET_COL_WIDTH)}px">${columnName(c)}</th>`,
  )
  const lines: string[] = []
  for (let r = 0; r < last; r++) {
    if (isHidden(sheet.rows, r)) continue
    const cells = columns.map((c) => {
      if (covered.has(`${r} ${c}`)) return ''
      const cell = rows.get(r)?.get(c)
      if (!cell) return '<td></td>'
      const style = styleOf(sheet, cell)
      const css = style ? cssOf(style) : ''
      const { note } = extraOf(cell)
      const more = `${span.get(`${r} ${c}`) ?? ''}${css ? ` style="${safe(css)}"` : ''}${typeof note === 'string' ? ` title="${safe(note)}"` : ''}`
      return `<td${more}>${withLink(shown(cell, style), links[`${r}_${c}`])}</td>`
    })
    const height = sizeOf(sheet.rows, r, 'height', SHEET_ROW_HEIGHT)
    const tall = height === SHEET_ROW_HEIGHT ? '' : ` style="height:${height}px"`
    lines.push(`<tr${tall}><th scope="row">${r + 1}</th>${cells.join('')}</tr>`)
  }
  return `<table class="sh"><thead><tr><th></th>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

/**
 * A spreadsheet as HTML tables, for reading without scripts and for printing. `needs` contains `grid` when the tables are incomplete: a
 * large spreadsheet, or formulas without computed values.
 */
export function sheetHtml(content: string): { html: string; headings: never[]; needs: string[] } {
  const sheets = readSheets(content)
  if (!sheets) return { html: `<pre class="sheet-raw">${safe(content.slice(0, 20_000))}</pre>`, headings: [], needs: ['sheet', 'grid'] }
  const shownSheets = sheets.filter((sheet) => sheet.sheaf?.['hidden'] !== 1)
  const extents = shownSheets.map(extentOf)
  const cells = extents.reduce((sum, { rows, columns }) => sum + rows * columns, 0)
  const all = cells <= CELLS && !extents.some(({ waits }) => waits)
  const html = (all ? shownSheets : shownSheets.slice(0, 1)).map((sheet, at) => {
    const name = safe(nameOf(sheet) || `Sheet${at + 1}`)
    return `<section class="sheet-page" data-name="${name}"><h2 class="sheet-name">${name}</h2><div class="sheet-box scroll" tabindex="0" role="region" aria-label="${name}">${tableOf(gridOf(sheet, all ? CELLS : BEGINNING))}</div></section>`
  })
  return { html: html.join(''), headings: [], needs: all ? ['sheet'] : ['sheet', 'grid'] }
}
