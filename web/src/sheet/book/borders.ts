import type { SheetConfig } from '@fortune-sheet/core'

export interface Edge {
  style: number
  color: string
}

export type Edges = Partial<Record<'t' | 'r' | 'b' | 'l', Edge>>

/** "row_column" → the edges of the cell. */
export type BorderMap = Map<string, Edges>

export const cellKey = (r: number, c: number) => `${r}_${c}`

type Info = NonNullable<SheetConfig['borderInfo']>[number]

interface Area {
  row: [number, number]
  column: [number, number]
}

/** Which edges of a cell an instruction of the grid draws, by where the cell stands in the area. */
const drawn: Record<string, (top: boolean, right: boolean, bottom: boolean, left: boolean) => [boolean, boolean, boolean, boolean]> = {
  'border-all': () => [true, true, true, true],
  'border-outside': (t, r, b, l) => [t, r, b, l],
  'border-inside': (t, r, b, l) => [!t, !r, !b, !l],
  'border-horizontal': (t, _r, b) => [!t, false, !b, false],
  'border-vertical': (_t, r, _b, l) => [false, !r, false, !l],
  'border-top': (t) => [t, false, false, false],
  'border-right': (_t, r) => [false, r, false, false],
  'border-bottom': (_t, _r, b) => [false, false, b, false],
  'border-left': (_t, _r, _b, l) => [false, false, false, l],
}

const sides = ['t', 'r', 'b', 'l'] as const

function drawArea(map: BorderMap, { borderType, style, color }: Info, { row, column }: Area) {
  for (let r = row[0]; r <= row[1]; r++)
    for (let c = column[0]; c <= column[1]; c++) {
      if (borderType === 'border-none') {
        map.delete(cellKey(r, c))
        continue
      }
      const edges = { ...map.get(cellKey(r, c)) }
      const which = drawn[borderType]?.(r === row[0], c === column[1], r === row[1], c === column[0]) ?? []
      for (const [at, side] of sides.entries()) if (which[at]) edges[side] = { style: Number(style) || 1, color: String(color) }
      map.set(cellKey(r, c), edges)
    }
}

const edgeOf = (found: { style?: unknown; color?: unknown } | null | undefined): Edge | undefined =>
  found ? { style: Number(found.style) || 1, color: String(found.color ?? '#000000') } : undefined

/** The edges of every cell, as the grid's instructions leave them when they have all been followed. */
export function borderMap(infos: readonly Info[] | undefined): BorderMap {
  const map: BorderMap = new Map()
  for (const info of infos ?? []) {
    if (info.rangeType === 'range') for (const area of info.range ?? []) drawArea(map, info, area)
    if (info.rangeType !== 'cell' || !info.value) continue
    const edges: Edges = {}
    for (const side of sides) {
      const edge = edgeOf(info.value[side])
      if (edge) edges[side] = edge
    }
    map.set(cellKey(info.value.row_index, info.value.col_index), edges)
  }
  return map
}
