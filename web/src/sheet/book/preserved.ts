import type { Cell, Sheet } from '@fortune-sheet/core'
import type { CellExtra, StoredLine, StoredSheet } from '@sheaf/contract/sheet'

/** A value that would be written otherwise than it stood; `key` says whether it is still the same. */
interface Exact {
  key: string
  text: string
  extra: CellExtra
  pattern: string
}

/** Where a cell of the grid comes from: its style in the stored sheet and what is unknown here. It travels with the cell. */
export interface Origin {
  style?: number
  more?: Record<string, unknown>
  exact?: Exact
}

type CellWithOrigin = Cell & { sheaf?: Origin }

export const withOrigin = (cell: Cell, origin: Origin): Cell =>
  Object.keys(origin).length > 0 ? ({ ...cell, sheaf: origin } as CellWithOrigin) : cell

export const originOf = (cell: Cell): Origin => (cell as CellWithOrigin).sheaf ?? {}

export const valueKey = ({ v, f, ct }: Cell) => JSON.stringify([v, f, ct?.fa, ct?.s])

/** What a sheet of the grid has and the stored form has no place for, with the names under which it is kept. */
const names = {
  color: 'color',
  hidden: 'hide',
  links: 'hyperlink',
  checks: 'dataVerification',
  conditions: 'luckysheet_conditionformat_save',
  filterArea: 'filter_select',
  filter: 'filter',
  gridLines: 'showGridLines',
  zoom: 'zoomRatio',
} as const satisfies Record<string, keyof Sheet>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0) || value === ''

/** The grid goes through these lists without looking first. */
const fits: Record<keyof typeof names, (value: unknown) => boolean> = {
  color: (value) => typeof value === 'string',
  hidden: (value) => value === 1,
  links: isObject,
  checks: (value) => isObject(value) && Object.values(value).every(isObject),
  conditions: (value) => Array.isArray(value) && value.every((one) => isObject(one) && Array.isArray(one['cellrange'])),
  filterArea: (value) => isObject(value) && Array.isArray(value['row']) && Array.isArray(value['column']),
  filter: isObject,
  gridLines: (value) => value === 0 || value === 1 || typeof value === 'boolean',
  zoom: (value) => typeof value === 'number' && value >= 0.1 && value <= 4,
}

type Name = keyof typeof names
const every = Object.entries(names) as [Name, keyof Sheet][]

export const readExtras = (kept: Record<string, unknown> | undefined): Partial<Sheet> =>
  Object.fromEntries(every.flatMap(([name, key]) => (fits[name](kept?.[name]) ? [[key, structuredClone(kept?.[name])]] : [])))

/** Everything else under our key stays as it is. */
export function writeExtras(sheet: Sheet, kept: Record<string, unknown> | undefined) {
  const rest = Object.entries(kept ?? {}).filter(([name]) => !(name in names) || !fits[name as Name](kept?.[name]))
  const now = every.flatMap(([name, key]) => {
    const value = sheet[key]
    const plain = (name === 'gridLines' && (value === 1 || value === true)) || (name === 'zoom' && value === 1)
    return isEmpty(value) || plain || !fits[name](value) ? [] : [[name, value]]
  })
  const all = [...rest, ...now]
  return all.length > 0 ? { sheaf: Object.fromEntries(all) as Record<string, unknown> } : {}
}

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
