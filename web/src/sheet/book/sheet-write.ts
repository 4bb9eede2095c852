import type { Cell, Sheet } from '@fortune-sheet/core'
import type { CellExtra, StoredCell, StoredLine, StoredSheet } from '@sheaf/contract/sheet'
import { borderMap, edgesAt } from './borders.ts'
import { noteText, writeValue } from './cells.ts'
import { nameOfPlace } from './places.ts'
import { type KeptLines, originOf, valueKey, writeExtras } from './preserved.ts'
import { styleList } from './styles.ts'

/** A sheet as it was when it was read. A new sheet has none. */
export interface PreviousSheet {
  stored: StoredSheet
  rows: KeptLines
  cols: KeptLines
}

type Lines = Record<string, StoredLine | number>

const filledIn = (extra: CellExtra) => (Object.keys(extra).length > 0 ? { sheaf: extra } : {})

/** A row or column with its size, its hidden flag and its unknown fields. */
function lineOf(line: StoredLine, size: 'height' | 'width', length: unknown, isHidden: boolean, rest: object | undefined): StoredLine {
  const wanted = Number(length)
  return { ...rest, ...line, ...(wanted > 0 ? { [size]: wanted } : {}), ...(isHidden ? { hide: true } : {}) }
}

const has = (map: Record<string, unknown> | undefined, at: string | number) => map?.[at] !== undefined && map[at] !== null

function linesFor(
  lines: Lines,
  size: 'height' | 'width',
  sizes: Record<string, unknown> = {},
  hidden: Record<string, unknown> = {},
  kept?: KeptLines,
) {
  const rest = kept?.at() ?? new Map<number, object>()
  const all = new Set([...Object.keys(lines), ...Object.keys(sizes), ...Object.keys(hidden), ...[...rest.keys()].map(String)])
  const made: Lines = {}
  for (const at of [...all].sort((a, b) => Number(a) - Number(b))) {
    const line = lineOf((lines[at] as StoredLine) ?? {}, size, sizes[at], has(hidden, at), rest.get(Number(at)))
    if (Object.keys(line).length > 0) made[at] = line
  }
  return made
}

function freezeOf({ frozen }: Sheet) {
  if (!frozen) return 'A1'
  const { row_focus = 0, column_focus = 0 } = frozen.range ?? {}
  const rows = frozen.type === 'row' ? 1 : /Row$|Both$|both/.test(frozen.type) ? row_focus + 1 : 0
  const columns = frozen.type === 'column' ? 1 : /Column$|Both$|both/.test(frozen.type) ? column_focus + 1 : 0
  return nameOfPlace({ r: rows, c: columns })
}

/** Entries of `rows` and `cols` other than the lines and their count. */
const otherEntries = (lines: StoredSheet['rows']) =>
  Object.fromEntries(Object.entries(lines ?? {}).filter(([key]) => !/^\d+$/.test(key) && key !== 'len'))

/** Cells outside the area that the grid can display. */
function beyond(stored: StoredSheet, rows: number, columns: number): Lines {
  const far: Lines = {}
  for (const [key, line] of Object.entries(stored.rows ?? {})) {
    if (!/^\d+$/.test(key) || typeof line !== 'object') continue
    const cells = Object.entries(line.cells ?? {}).filter(([column]) => Number(key) >= rows || Number(column) >= columns)
    if (cells.length > 0) far[key] = { cells: Object.fromEntries(cells) }
  }
  return far
}

/** Converts a grid sheet to the stored form and keeps the unknown fields of the sheet it was read from. */
export function writeSheet(sheet: Sheet, previous: PreviousSheet | undefined): StoredSheet {
  const stored = previous?.stored ?? {}
  const styles = styleList(Array.isArray(stored.styles) ? stored.styles : [])
  const borders = borderMap(sheet.config?.borderInfo)
  const data = sheet.data ?? []
  const lines: Lines = {}
  const width = data[0]?.length ?? sheet.column ?? 0
  const merges: string[] = []

  const writeCell = (cell: Cell | null | undefined, r: number, c: number): StoredCell | undefined => {
    const edges = edgesAt(borders, r, c)
    if (!cell && !edges) return undefined
    const now: Cell = cell ?? {}
    const { style: previousStyle, more, exact } = originOf(now)
    const { text, extra, pattern } = exact && exact.key === valueKey(now) ? exact : writeValue(now)
    const style = styles.numberFor(now, edges, pattern, previousStyle)
    const spread =
      now.mc?.rs !== undefined || now.mc?.cs !== undefined ? ([(now.mc.rs ?? 1) - 1, (now.mc.cs ?? 1) - 1] as [number, number]) : undefined
    if (spread) merges.push(`${nameOfPlace({ r, c })}:${nameOfPlace({ r: r + spread[0], c: c + spread[1] })}`)
    const note = now.ps?.value ? noteText(now.ps.value) : ''
    const written: StoredCell = {
      ...more,
      ...(text !== '' ? { text } : {}),
      ...(style !== undefined ? { style } : {}),
      ...(spread ? { merge: spread } : {}),
      ...filledIn({ ...extra, ...(note ? { note } : {}) }),
    }
    return Object.keys(written).length > 0 ? written : undefined
  }

  for (const [r, row] of data.entries()) {
    const cells: Record<string, StoredCell> = {}
    for (const [c, cell] of row.entries()) {
      const written = writeCell(cell, r, c)
      if (written) cells[c] = written
    }
    if (Object.keys(cells).length > 0) lines[r] = { cells }
  }
  for (const [at, line] of Object.entries(beyond(stored, data.length, width))) {
    const there = (lines[at] as StoredLine | undefined)?.cells
    lines[at] = { cells: { ...(line as StoredLine).cells, ...there } }
  }
  const { config = {} } = sheet
  return {
    ...stored,
    name: sheet.name,
    freeze: freezeOf(sheet),
    styles: styles.all as NonNullable<StoredSheet['styles']>,
    merges,
    rows: {
      ...linesFor(lines, 'height', config.rowlen, config.rowhidden, previous?.rows),
      ...otherEntries(stored.rows),
      len: data.length,
    } as Lines,
    cols: {
      ...linesFor({}, 'width', config.columnlen, config.colhidden, previous?.cols),
      ...otherEntries(stored.cols),
      len: width,
    } as Lines,
    ...withOwn(sheet, stored),
  }
}

function withOwn(sheet: Sheet, stored: StoredSheet): Pick<StoredSheet, 'sheaf'> {
  const own = writeExtras(sheet, stored.sheaf)
  return 'sheaf' in own ? own : 'sheaf' in stored ? { sheaf: {} } : {}
}
