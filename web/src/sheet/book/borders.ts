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

/** The edges of a cell that each border type of the grid draws, by the position of the cell in the area. */
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

/** The edges of every cell after all border instructions of the grid are applied. */
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

const allAlike = ({ t, r, b, l }: Edges) => {
  if (!t || !r || !b || !l) return undefined
  const same = [r, b, l].every((edge) => edge.style === t.style && edge.color === t.color)
  return same ? `${t.style} ${t.color}` : undefined
}

interface Run {
  look: string
  row: [number, number]
  column: [number, number]
}

const place = (key: string) => key.split('_').map(Number) as [number, number]

/** Merges cells with equal borders on all sides into rectangles: the grid processes every instruction on each redraw. */
function boxes(map: BorderMap): Run[] {
  const done: Run[] = []
  const open = new Map<string, Run>()
  const cells = [...map].map(([key, edges]) => [...place(key), allAlike(edges)] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1])
  let run: Run | undefined
  const close = () => {
    if (!run) return
    const key = `${run.look} ${run.column}`
    const above = open.get(key)
    if (above && above.row[1] === run.row[0] - 1) above.row[1] = run.row[0]
    else {
      open.set(key, run)
      done.push(run)
    }
    run = undefined
  }
  for (const [r, c, look] of cells) {
    if (run && (run.row[0] !== r || run.column[1] !== c - 1 || run.look !== look)) close()
    if (!look) continue
    if (run) run.column[1] = c
    else run = { look, row: [r, r], column: [c, c] }
  }
  close()
  return done
}

/** The grid's border instructions for these edges. */
export function borderInfo(map: BorderMap) {
  const boxed = boxes(map).map(({ look, row, column }) => {
    const [style = '1', color] = look.split(/ (.*)/)
    return { rangeType: 'range', borderType: 'border-all', style, color, range: [{ row, column }] }
  })
  const single = [...map]
    .filter(([, edges]) => !allAlike(edges))
    .map(([key, edges]) => {
      const [row_index, col_index] = place(key)
      return { rangeType: 'cell', value: { row_index, col_index, ...edges } }
    })
  return [...boxed, ...single]
}

export const edgesAt = (map: BorderMap, r: number, c: number) => map.get(cellKey(r, c))
