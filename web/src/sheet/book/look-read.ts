import type { Cell } from '@fortune-sheet/core'
import type { StoredStyle } from '@sheaf/contract/sheet'
import type { Edges } from './borders.ts'

/** How a cell looks, in the grid's words; its number format belongs to its value. */
export type Look = Pick<Cell, 'bl' | 'it' | 'un' | 'cl' | 'fs' | 'ff' | 'fc' | 'bg' | 'ht' | 'vt' | 'tb' | 'tr' | 'rt'>

export const horizontal = ['center', 'left', 'right']
export const vertical = ['middle', 'top', 'bottom']
/** Numbers of the grid's lines for the names of the stored form. */
export const lines: Record<string, number> = { thin: 1, dotted: 3, dashed: 4, double: 7, medium: 8, thick: 13 }

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
