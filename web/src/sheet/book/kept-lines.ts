import type { StoredLine, StoredSheet } from '@sheaf/contract/sheet'

type Unknown = Record<string, unknown>

interface RemovedLines {
  at: number
  count: number
  lines: Map<number, Unknown>
}

const isLine = (line: unknown): line is StoredLine => typeof line === 'object' && line !== null && !Array.isArray(line)

/**
 * What is unknown here about the rows (or columns) of a stored sheet, and where those lines are now. The grid moves sizes and cells
 * itself when lines are put in or taken out; this moves along with it.
 */
export function keptLines(lines: StoredSheet['rows'], known: string[]) {
  let kept = new Map<number, Unknown>()
  for (const [key, line] of Object.entries(lines ?? {})) {
    if (!/^\d+$/.test(key) || !isLine(line)) continue
    const rest = Object.entries(line).filter(([name]) => !known.includes(name))
    if (rest.length > 0) kept.set(Number(key), Object.fromEntries(rest))
  }
  const taken: RemovedLines[] = []
  const shift = (from: number, by: number) => {
    kept = new Map([...kept].map(([at, rest]) => [at >= from ? at + by : at, rest]))
  }
  return {
    at: (): ReadonlyMap<number, Unknown> => kept,
    insert(at: number, count: number) {
      shift(at, count)
      const last = taken.at(-1)
      // One step back after lines were taken out: they are the same lines again.
      if (last?.at !== at || last.count !== count) return
      taken.pop()
      for (const [offset, rest] of last.lines) kept.set(at + offset, rest)
    },
    remove(at: number, count: number) {
      const inside = [...kept].filter(([line]) => line >= at && line < at + count)
      taken.push({ at, count, lines: new Map(inside.map(([line, rest]) => [line - at, rest])) })
      for (const [line] of inside) kept.delete(line)
      shift(at + count, -count)
    },
  }
}

export type KeptLines = ReturnType<typeof keptLines>
