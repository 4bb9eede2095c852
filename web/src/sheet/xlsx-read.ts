import { type CellObject, type ColInfo, type RowInfo, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import {
  type CellExtra,
  SHEET_COLS,
  SHEET_COLS_MAX,
  SHEET_ROWS,
  type StoredCell,
  type StoredLine,
  type StoredSheet,
  type StoredStyle,
} from '@sheaf/contract/sheet'
import { formatNamed, isPlainNumber } from './number-formats.ts'
import { nameOfPlace } from './places.ts'
import { isPlainFormula, plainNames } from './xlsx-formula.ts'
import { type Parts, partsOf } from './xlsx-parts.ts'
import { frozenIn, looksOf, stylesOf } from './xlsx-styles-read.ts'
import { ImportRefused } from './zip-read.ts'

export const ROWS_MAX = 20_000
const CELLS_MAX = 300_000

/** What did not come along, to be told. */
export type Left =
  | { kind: 'rows' | 'columns'; sheet: string; count: number }
  | { kind: 'macros' | 'links' | 'pictures' }
  | { kind: 'formulas'; count: number }

export interface Imported {
  sheets: StoredSheet[]
  left: Left[]
}

/** The first is how programs in China and ours write a date; the file only says "the short one of this computer". */
const patternOf = (z: unknown) => {
  const pattern = typeof z === 'string' ? z : 'General'
  if (pattern === 'm/d/yy') return 'yyyy-mm-dd'
  if (pattern === 'm/d/yy h:mm') return 'yyyy-mm-dd hh:mm'
  return pattern
}

function shownAs(pattern: string, v: number, w: string | undefined) {
  try {
    return String(SSF.format(pattern, v))
  } catch {
    return w ?? String(v)
  }
}

interface Value {
  text: string
  extra: CellExtra
  style: StoredStyle
}

function number(v: number, cell: CellObject): Value {
  const pattern = patternOf(cell.z)
  const format = formatNamed(pattern)
  if (pattern === 'General' || pattern === '@') return { text: String(v), extra: {}, style: {} }
  if (format && format !== 'percent') return { text: String(v), extra: {}, style: { format } }
  return { text: shownAs(pattern, v, cell.w), extra: { v }, style: { sheaf: { fa: pattern } } }
}

function text(v: string): Value {
  const value = v.replace(/_x000D_/g, '').replace(/\r\n?/g, '\n')
  const mistakable = /^=./s.test(value) || isPlainNumber(value)
  return { text: value, extra: mistakable ? { t: 's' } : {}, style: {} }
}

function plainValue(cell: CellObject): Value {
  if (cell.t === 'n' && typeof cell.v === 'number') return number(cell.v, cell)
  if (cell.t === 'b') return { text: cell.v ? 'TRUE' : 'FALSE', extra: { v: cell.v === true }, style: {} }
  if (cell.t === 's') return text(String(cell.v ?? ''))
  return text(cell.w ?? (cell.v === undefined ? '' : String(cell.v)))
}

function formula(cell: CellObject, f: string): Value {
  const { text: shown, extra, style } = plainValue(cell)
  const v = extra.v ?? (cell.t === 'n' && typeof cell.v === 'number' ? cell.v : shown)
  if (cell.v === undefined) return { text: `=${f}`, extra: {}, style }
  return { text: `=${f}`, extra: { v, ...(String(v) === shown ? {} : { m: shown }) }, style }
}

/** Looks of this sheet, each once; the number format comes from the cell. */
function styleBook() {
  const styles: StoredStyle[] = []
  const known = new Map<string, number>()
  return {
    styles,
    numberOf(style: StoredStyle) {
      const key = JSON.stringify(style)
      if (key === '{}') return undefined
      if (!known.has(key)) known.set(key, styles.push(style) - 1)
      return known.get(key)
    },
  }
}

interface Sheet {
  ws: WorkSheet
  name: string
  xml: string
  looks: StoredStyle[]
  hidden: boolean
  wasCut: boolean
}

const address = (found: unknown) => (typeof found === 'string' && /^(https?:\/\/|mailto:)/i.test(found) ? found : undefined)

function sizesOf(rows: (RowInfo | undefined)[] = [], cols: (ColInfo | undefined)[] = []) {
  const line = (hide: boolean | undefined, size: object): StoredLine => ({ ...size, ...(hide ? { hide } : {}) })
  return {
    rows: rows.map((row) => line(row?.hidden, row?.hpx && row.hpx > 26 ? { height: Math.round(row.hpx) } : {})),
    cols: cols.slice(0, SHEET_COLS_MAX).map((col) => line(col?.hidden, col?.wpx ? { width: Math.round(col.wpx) + 8 } : {})),
  }
}

function sheetFrom(
  { ws, name, xml, looks, hidden, wasCut }: Sheet,
  left: Left[],
  budget: { cells: number; formulas: number },
): StoredSheet {
  const range = utils.decode_range(ws['!ref'] ?? 'A1')
  const full = (ws['!fullref'] as string | undefined) ?? ws['!ref'] ?? 'A1'
  const lastRow = Math.min(range.e.r, ROWS_MAX - 1)
  if (wasCut || utils.decode_range(full).e.r > lastRow) left.push({ kind: 'rows', sheet: name, count: lastRow + 1 })
  if (range.e.c >= SHEET_COLS_MAX) left.push({ kind: 'columns', sheet: name, count: SHEET_COLS_MAX })
  const lookOf = looksOf(xml)
  const book = styleBook()
  const rows: Record<string, StoredLine> = {}
  const links: Record<string, object> = {}
  const data = (ws['!data'] ?? []) as (CellObject | undefined)[][]

  const cellOf = (cell: CellObject, r: number, c: number): StoredCell | undefined => {
    const plain = typeof cell.f === 'string' ? isPlainFormula(cell.f) : undefined
    if (plain === false) budget.formulas += 1
    const { text: value, extra, style } = plain ? formula(cell, plainNames(cell.f as string)) : plainValue(cell)
    const number = book.numberOf({ ...looks[lookOf.get(nameOfPlace({ r, c })) ?? -1], ...style })
    const note = cell.c?.map((comment) => comment.t).join('\n')
    const all = { ...extra, ...(note ? { note } : {}) }
    const link = address(cell.l?.Target)
    if (link) links[`${r}_${c}`] = { linkType: 'webpage', linkAddress: link }
    if (value === '' && number === undefined && !note) return undefined
    return {
      ...(value !== '' ? { text: value } : {}),
      ...(number === undefined ? {} : { style: number }),
      ...(Object.keys(all).length ? { sheaf: all } : {}),
    }
  }

  for (let r = range.s.r; r <= lastRow && budget.cells > 0; r++) {
    const cells: Record<string, StoredCell> = {}
    for (let c = range.s.c; c <= Math.min(range.e.c, SHEET_COLS_MAX - 1); c++) {
      const found = data[r]?.[c]
      const cell = found && cellOf(found, r, c)
      if (!cell) continue
      cells[c] = cell
      budget.cells -= 1
    }
    if (Object.keys(cells).length > 0) rows[r] = { cells }
    if (budget.cells <= 0 && r < lastRow) left.push({ kind: 'rows', sheet: name, count: r + 1 })
  }
  return {
    name,
    ...placed(ws, rows, xml, book.styles),
    ...(hidden || Object.keys(links).length
      ? { sheaf: { ...(hidden ? { hidden: 1 } : {}), ...(Object.keys(links).length ? { links } : {}) } }
      : {}),
  }
}

/** Areas, sizes and what stands still. */
function placed(ws: WorkSheet, rows: Record<string, StoredLine>, xml: string, styles: StoredStyle[]): StoredSheet {
  const sizes = sizesOf(ws['!rows'], ws['!cols'])
  const merges: string[] = []
  for (const { s, e } of (ws['!merges'] ?? []).slice(0, 5_000)) {
    if (e.r >= ROWS_MAX || e.c >= SHEET_COLS_MAX || (s.r === e.r && s.c === e.c)) continue
    merges.push(`${nameOfPlace(s)}:${nameOfPlace(e)}`)
    const cells = rows[s.r]?.cells
    rows[s.r] = { ...rows[s.r], cells: { ...cells, [s.c]: { ...cells?.[s.c], merge: [e.r - s.r, e.c - s.c] } } }
  }
  for (const [r, size] of sizes.rows.slice(0, ROWS_MAX).entries()) if (Object.keys(size ?? {}).length > 0) rows[r] = { ...rows[r], ...size }
  const cols = Object.fromEntries([...sizes.cols.entries()].filter(([, size]) => Object.keys(size ?? {}).length > 0))
  const [lastRow, lastCol] = [Math.max(0, ...Object.keys(rows).map(Number)), utils.decode_range(ws['!ref'] ?? 'A1').e.c]
  const { r, c } = frozenIn(xml)
  return {
    freeze: nameOfPlace({ r: Math.min(r, 50), c: Math.min(c, 20) }),
    styles,
    merges,
    rows: { ...rows, len: Math.max(SHEET_ROWS, lastRow + 1) },
    cols: { ...cols, len: Math.min(SHEET_COLS_MAX, Math.max(SHEET_COLS, lastCol + 1)) },
  }
}

const options = {
  type: 'array',
  dense: true,
  cellFormula: true,
  cellHTML: false,
  cellStyles: true,
  cellNF: true,
  sheetRows: ROWS_MAX,
} as const

function workbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, options)
  } catch {
    throw new ImportRefused('broken')
  }
}

/** Where each sheet's XML is: by the order of the workbook, through its relations. */
function sheetParts({ xml }: Parts): string[] {
  const attribute = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? ''
  const relations = new Map(
    [...(xml.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].map(([, found = '']) => [
      attribute(found, 'Id'),
      attribute(found, 'Target').replace(/^\/?(xl\/)?/, ''),
    ]),
  )
  return [...(xml.get('xl/workbook.xml') ?? '').matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(
    ([, found = '']) => `xl/${relations.get(attribute(found, '\\w+:id')) ?? ''}`,
  )
}

function sheetsOf(book: WorkBook, parts: Parts | undefined): Imported {
  const left: Left[] = []
  const budget = { cells: CELLS_MAX, formulas: 0 }
  const looks = stylesOf(parts?.xml.get('xl/styles.xml'), parts?.xml.get('xl/theme/theme1.xml'))
  const places = parts ? sheetParts(parts) : []
  const sheets = book.SheetNames.slice(0, 100).flatMap((name, at) => {
    const ws = book.Sheets[name]
    if (!ws || budget.cells <= 0) return []
    const part = places[at] ?? ''
    const hidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
    return [
      sheetFrom(
        { ws, name, xml: parts?.xml.get(part.toLowerCase()) ?? '', looks, hidden, wasCut: parts?.cut.has(part) ?? false },
        left,
        budget,
      ),
    ]
  })
  if (sheets.length === 0) throw new ImportRefused('broken')
  if (budget.formulas > 0) left.push({ kind: 'formulas', count: budget.formulas })
  for (const kind of ['macros', 'links', 'pictures'] as const) if (parts?.[kind]) left.push({ kind })
  return { sheets, left }
}

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

export const isZip = (bytes: Uint8Array) => begins(bytes, 0x50, 0x4b, 3, 4)
/** The form before .xlsx; files with a password come in it too. */
export const isOld = (bytes: Uint8Array) => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** An .xlsx or .xls file in the stored form. */
export async function readXlsx(file: Uint8Array): Promise<Imported> {
  if (isOld(file)) return sheetsOf(workbook(file), undefined)
  const parts = await partsOf(file)
  return sheetsOf(workbook(parts.bytes), parts)
}
