import type { Cell } from '@fortune-sheet/core'
import type { StoredStyle } from '@sheaf/contract/sheet'
import type { Edge, Edges } from './borders.ts'
import { horizontal, type Look, lines, vertical } from './look-read.ts'
import { formatNamed } from './number-formats.ts'

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
export function styleFor(cell: Cell, edges: Edges | undefined, pattern: string): StoredStyle {
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
