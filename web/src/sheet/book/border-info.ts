import { type BorderMap, cellKey, type Edges } from './borders.ts'

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

/** Cells that are boxed in alike, put together to rectangles: the grid goes through its instructions with every picture it draws. */
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

/** The grid's instructions for these edges. */
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
