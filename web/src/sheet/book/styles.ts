import type { Cell } from '@fortune-sheet/core'
import type { StoredStyle } from '@sheaf/contract/sheet'
import type { Edge, Edges } from './borders.ts'
import { formatNamed, patternOf } from './number-formats.ts'

/** How a cell looks, in the grid's words; its number format belongs to its value. */
export type Look = Pick<Cell, 'bl' | 'it' | 'un' | 'cl' | 'fs' | 'ff' | 'fc' | 'bg' | 'ht' | 'vt' | 'tb' | 'tr' | 'rt'>

const horizontal = ['center', 'left', 'right']
const vertical = ['middle', 'top', 'bottom']
/** Numbers of the grid's lines for the names of the stored form. */
const lines: Record<string, number> = { thin: 1, dotted: 3, dashed: 4, double: 7, medium: 8, thick: 13 }

const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const at = (list: string[], value: unknown) => (list.includes(value as string) ? list.indexOf(value as string) : undefined)
const yes = (value: unknown) => (value === true ? 1 : undefined)

/** Only these get into the grid's cell; what it cannot show is not handed to it. */
const own = ['tb', 'tr', 'rt'] as const

const set = (look: object) => Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as Look

export function lookOf(style: StoredStyle): Look {
  const { font, sheaf } = style
  const size = Number(font?.size)
  return set({
    bl: yes(font?.bold),
    it: yes(font?.italic),
    un: yes(style.underline),
    cl: yes(style.strike),
    fs: size > 0 && size <= 400 ? size : undefined,
    ff: word(font?.name),
    fc: word(style.color),
    bg: word(style.bgcolor),
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
    return typeof name === 'string' ? { style: lines[name] ?? (Number(name) || 1), color: word(color) ?? '#000000' } : undefined
  }
  const edges = { t: edge(border.top), r: edge(border.right), b: edge(border.bottom), l: edge(border.left) }
  const there = Object.entries(edges).filter(([, value]) => value)
  return there.length > 0 ? (Object.fromEntries(there) as Edges) : undefined
}

/** The fonts of the grid's menu; a cell may name one by its number. */
export const fonts = ['Arial', 'Times New Roman', 'Tahoma', 'Verdana', '微软雅黑', '宋体', '黑体', '楷体', '仿宋']

const names = new Map(Object.entries(lines).map(([name, number]) => [number, name]))
const line = ({ style, color }: Edge) => [names.get(style) ?? String(style), color]

/** The grid says "no" as 0, "0", "", null or nothing at all. */
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

/** The style of the stored form that says no more than this; keys always in the same order, so that alike is alike as text. */
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

/** What of a style this program does not know. */
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

/** The pattern a style brings; that of a percentage goes by its text. */
export const patternFor = (style: StoredStyle) => {
  const own = style.sheaf?.['fa']
  return typeof own === 'string' ? own : (patternOf(style.format, '') ?? '')
}

/** A style in the one form in which two that look alike are the same text. */
const keyOf = (style: StoredStyle) => JSON.stringify(style)
const lookKey = (style: StoredStyle) => keyOf(styleFor(lookOf(style), edgesOf(style), patternFor(style)))

/** The same for cells that look the same: most do, and this is said faster than what the look is. */
const quickKey = ({ bl, it, un, cl, fs, ff, fc, bg, ht, vt, tb, tr, rt }: Cell) =>
  [bl, it, un, cl, fs, ff, fc, bg, ht, vt, tb, tr, rt].join('|')

/**
 * The styles of a sheet, to which new ones are added at the end: what points into the list from places unknown here stays right.
 * A cell that looks as it did keeps its style; one that has changed keeps what is unknown of it.
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
    /** The number of the style of a cell that had style `before`; undefined for a cell that looks like any other. */
    numberFor(cell: Cell, edges: Edges | undefined, pattern: string, before: number | undefined): number | undefined {
      const quick = `${quickKey(cell)}|${pattern}|${before}|${edges ? JSON.stringify(edges) : ''}`
      if (!byCell.has(quick)) byCell.set(quick, find(cell, edges, pattern, before))
      return byCell.get(quick)
    },
  }

  function find(cell: Cell, edges: Edges | undefined, pattern: string, before: number | undefined): number | undefined {
    const style = styleFor(cell, edges, pattern)
    const look = keyOf(style)
    if (before !== undefined && looks[before] === look) return before
    const kept = before === undefined || !styles[before] ? undefined : unknownStyle(styles[before])
    if (!kept && look === '{}') return undefined
    const key = kept ? `${look}${before}` : look
    const there = byLook.get(key)
    if (there !== undefined) return there
    const deep = (part: 'font' | 'sheaf') => (kept?.[part] ? { [part]: { ...(kept[part] as object), ...style[part] } } : {})
    const merged = kept ? { ...kept, ...style, ...deep('font'), ...deep('sheaf') } : style
    byLook.set(key, all.length)
    all.push(merged)
    return all.length - 1
  }
}
