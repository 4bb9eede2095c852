import type { Cell } from '@fortune-sheet/core'
import type { StoredStyle } from '@sheaf/contract/sheet'
import type { Edges } from './borders.ts'
import { edgesOf, lookOf } from './look-read.ts'
import { styleFor } from './look-write.ts'
import { patternOf } from './number-formats.ts'

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
