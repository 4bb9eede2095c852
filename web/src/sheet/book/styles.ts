import type { Cell } from '@fortune-sheet/core'
import type { StoredStyle } from '@sheaf/contract/sheet'
import type { Edge, Edges } from './borders.ts'
import { formatNamed, patternOf } from './number-formats.ts'

/** The formatting of a cell in the grid's fields. The number format is part of the value. */
export type Look = Pick<Cell, 'bl' | 'it' | 'un' | 'cl' | 'fs' | 'ff' | 'fc' | 'bg' | 'ht' | 'vt' | 'tb' | 'tr' | 'rt'>

const horizontal = ['center', 'left', 'right']
const vertical = ['middle', 'top', 'bottom']
/** Line styles of the stored form and their numbers in the grid. */
const lines = new Map([
  ['thin', 1],
  ['dotted', 3],
  ['dashed', 4],
  ['double', 7],
  ['medium', 8],
  ['thick', 13],
])

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const at = (list: string[], value: unknown) => (list.includes(value as string) ? list.indexOf(value as string) : undefined)
const flag = (value: unknown) => (value === true ? 1 : undefined)

/** Only these entries of `sheaf` reach the grid's cell; the grid cannot display the others. */
const own = ['tb', 'tr', 'rt'] as const

const set = (look: object) => Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as Look

export function lookOf(style: StoredStyle): Look {
  const { font, sheaf } = style
  const size = Number(font?.size)
  return set({
    bl: flag(font?.bold),
    it: flag(font?.italic),
    un: flag(style.underline),
    cl: flag(style.strike),
    fs: size > 0 && size <= 400 ? size : undefined,
    ff: nonEmptyText(font?.name),
    fc: nonEmptyText(style.color),
    bg: nonEmptyText(style.bgcolor),
    ht: at(horizontal, style.align),
    vt: at(vertical, style.valign),
    ...(style.textwrap === true ? { tb: '2' } : {}),
    ...Object.fromEntries(own.flatMap((key) => (['string', 'number'].includes(typeof sheaf?.[key]) ? [[key, sheaf?.[key]]] : []))),
  })
}

export function edgesOf({ border }: StoredStyle): Edges | undefined {
  if (!border || typeof border !== 'object') return undefined
  const edge = (found: unknown) => {
    const [name, color] = Array.isArray(found) ? found : []
    return typeof name === 'string' ? { style: lines.get(name) ?? (Number(name) || 1), color: nonEmptyText(color) ?? '#000000' } : undefined
  }
  const edges = { t: edge(border.top), r: edge(border.right), b: edge(border.bottom), l: edge(border.left) }
  const there = Object.entries(edges).filter(([, value]) => value)
  return there.length > 0 ? (Object.fromEntries(there) as Edges) : undefined
}

/** The fonts of the grid's menu; a cell can refer to one by its index. */
export const fonts = ['Arial', 'Times New Roman', 'Tahoma', 'Verdana', '微软雅黑', '宋体', '黑体', '楷体', '仿宋']

const names = new Map(Object.entries(lines).map(([name, number]) => [number, name]))
const line = ({ style, color }: Edge) => [names.get(style) ?? String(style), color]

/** The grid represents "no" as 0, "0", "", null or undefined. */
const isSet = (value: unknown) => value === 1 || value === '1'
const filledText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const index = (value: unknown, list: string[]) => (value === undefined || value === null || value === '' ? undefined : list[Number(value)])

function fontOf({ bl, it, fs, ff }: Look) {
  const font = {
    ...(ff !== undefined && ff !== null && ff !== '' && ff !== 0 ? { name: typeof ff === 'number' ? (fonts[ff] ?? fonts[0]) : ff } : {}),
    ...(Number(fs) > 0 && Number(fs) !== 10 ? { size: Number(fs) } : {}),
    ...(isSet(bl) ? { bold: true } : {}),
    ...(isSet(it) ? { italic: true } : {}),
  }
  return Object.keys(font).length > 0 ? { font } : {}
}

function ownOf({ tb, tr, rt }: Look, pattern: string) {
  const own = {
    ...(tb === '1' || (tb as unknown) === 1 ? { tb: '1' } : {}),
    ...(tr !== undefined && tr !== null && Number(tr) !== 0 ? { tr } : {}),
    ...(Number(rt) ? { rt } : {}),
    ...(pattern && !formatNamed(pattern) ? { fa: pattern } : {}),
  }
  return Object.keys(own).length > 0 ? { sheaf: own } : {}
}

const sides = { top: 't', right: 'r', bottom: 'b', left: 'l' } as const

function borderOf(edges: Edges | undefined) {
  const drawn = Object.entries(sides).flatMap(([name, side]) => (edges?.[side] ? [[name, line(edges[side])]] : []))
  return drawn.length > 0 ? { border: Object.fromEntries(drawn) } : {}
}

/** The minimal stored style. Keys are always in the same order, so that equal styles are equal as JSON. */
function styleFor(cell: Cell, edges: Edges | undefined, pattern: string): StoredStyle {
  const [align, valign] = [index(cell.ht, horizontal), index(cell.vt, vertical)]
  const [color, bgcolor] = [filledText(cell.fc), filledText(cell.bg)]
  const format = pattern ? formatNamed(pattern) : undefined
  return {
    ...(align ? { align } : {}),
    ...(valign ? { valign } : {}),
    ...(color ? { color } : {}),
    ...(bgcolor ? { bgcolor } : {}),
    ...fontOf(cell),
    ...(isSet(cell.un) ? { underline: true } : {}),
    ...(isSet(cell.cl) ? { strike: true } : {}),
    ...(cell.tb === '2' || (cell.tb as unknown) === 2 ? { textwrap: true } : {}),
    ...borderOf(edges),
    ...(format ? { format } : {}),
    ...ownOf(cell, pattern),
  }
}

const known = ['align', 'valign', 'color', 'bgcolor', 'font', 'underline', 'strike', 'textwrap', 'border', 'format', 'sheaf']
const knownFont = ['name', 'size', 'bold', 'italic']
const knownOwn = ['tb', 'tr', 'rt', 'fa']

const without = (found: unknown, keys: string[]) =>
  Object.fromEntries(Object.entries((found ?? {}) as object).filter(([key]) => !keys.includes(key)))

/** The fields of a style that Sheaf does not know. */
function unknownStyle(style: StoredStyle) {
  const font = without(style.font, knownFont)
  const own = without(style.sheaf, knownOwn)
  const rest: Record<string, unknown> = {
    ...without(style, known),
    ...(Object.keys(font).length > 0 ? { font } : {}),
    ...(Object.keys(own).length > 0 ? { sheaf: own } : {}),
    ...(style.format !== undefined && style.format !== 'percent' && patternOf(style.format, '') === undefined
      ? { format: style.format }
      : {}),
  }
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** The number pattern of a style; that of a percentage depends on the cell's text. */
export const patternFor = (style: StoredStyle) => {
  const own = style.sheaf?.['fa']
  return typeof own === 'string' ? own : (patternOf(style.format, '') ?? '')
}

/** Styles that look the same have the same key, if styleFor built them. */
const keyOf = (style: StoredStyle) => JSON.stringify(style)
const lookKey = (style: StoredStyle) => keyOf(styleFor(lookOf(style), edgesOf(style), patternFor(style)))

/** A cheap cache key: most cells look the same, and building their style costs more. */
const quickKey = ({ bl, it, un, cl, fs, ff, fc, bg, ht, vt, tb, tr, rt }: Cell) =>
  [bl, it, un, cl, fs, ff, fc, bg, ht, vt, tb, tr, rt].join('|')

/**
 * The style list of a sheet. New styles are appended, because unknown fields can refer to existing indexes.
 * An unchanged cell keeps its style; a changed cell keeps the unknown fields of its style.
 */
export function styleList(found: readonly unknown[]) {
  const styles = found.map((style) => (style && typeof style === 'object' ? (style as StoredStyle) : {}))
  const looks = styles.map(lookKey)
  const all: unknown[] = [...found]
  const byLook = new Map<string, number>()
  const byCell = new Map<string, number | undefined>()
  for (const [at, look] of looks.entries()) if (!unknownStyle(styles[at] as StoredStyle) && !byLook.has(look)) byLook.set(look, at)
  return {
    all,
    /** The style number of a cell that had style `previous`; undefined for a cell without formatting. */
    numberFor(cell: Cell, edges: Edges | undefined, pattern: string, previous: number | undefined): number | undefined {
      const quick = `${quickKey(cell)}|${pattern}|${previous}|${edges ? JSON.stringify(edges) : ''}`
      if (!byCell.has(quick)) byCell.set(quick, find(cell, edges, pattern, previous))
      return byCell.get(quick)
    },
  }

  function find(cell: Cell, edges: Edges | undefined, pattern: string, previous: number | undefined): number | undefined {
    const style = styleFor(cell, edges, pattern)
    const look = keyOf(style)
    if (previous !== undefined && looks[previous] === look) return previous
    const kept = previous === undefined || !styles[previous] ? undefined : unknownStyle(styles[previous])
    if (!kept && look === '{}') return undefined
    const key = kept ? `${look}${previous}` : look
    const there = byLook.get(key)
    if (there !== undefined) return there
    const deep = (part: 'font' | 'sheaf') => (kept?.[part] ? { [part]: { ...(kept[part] as object), ...style[part] } } : {})
    const merged = kept ? { ...kept, ...style, ...deep('font'), ...deep('sheaf') } : style
    byLook.set(key, all.length)
    all.push(merged)
    return all.length - 1
  }
}
