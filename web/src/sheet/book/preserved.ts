import type { Cell, Sheet } from '@fortune-sheet/core'
import type { CellExtra, StoredLine, StoredSheet } from '@sheaf/contract/sheet'

/** A value whose stored form cannot be derived from the grid. It applies as long as `key` matches the cell's value. */
interface Exact {
  key: string
  text: string
  extra: CellExtra
  pattern: string
}

/** The stored origin of a grid cell: its style number and unknown fields. The grid moves it with the cell. */
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

/** Properties of a grid sheet without a field in the original stored form, by the name under which Sheaf stores them. */
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

/** The grid iterates over these values without validating them. */
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

/** Other entries under the key `sheaf` stay as they are. */
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
 * Tracks the unknown fields of the rows (or columns) of a stored sheet. The grid moves sizes and cells itself when lines are
 * inserted or removed; this follows the same changes.
 */
export function keptLines(lines: StoredSheet['rows'], known: string[]) {
  let kept = new Map<number, Unknown>()
  for (const [key, line] of Object.entries(lines ?? {})) {
    if (!/^\d+$/.test(key) || !isLine(line)) continue
    const rest = Object.entries(line).filter(([name]) => !known.includes(name))
    if (rest.length > 0) kept.set(Number(key), Object.fromEntries(rest))
  }
  const removals: RemovedLines[] = []
  const shift = (from: number, by: number) => {
    kept = new Map([...kept].map(([at, rest]) => [at >= from ? at + by : at, rest]))
  }
  return {
    at: (): ReadonlyMap<number, Unknown> => kept,
    insert(at: number, count: number) {
      shift(at, count)
      const last = removals.at(-1)
      // Undo of a removal: the inserted lines are the removed ones.
      if (last?.at !== at || last.count !== count) return
      removals.pop()
      for (const [offset, rest] of last.lines) kept.set(at + offset, rest)
    },
    remove(at: number, count: number) {
      const inside = [...kept].filter(([line]) => line >= at && line < at + count)
      removals.push({ at, count, lines: new Map(inside.map(([line, rest]) => [line - at, rest])) })
      for (const [line] of inside) kept.delete(line)
      shift(at + count, -count)
    },
  }
}

export type KeptLines = ReturnType<typeof keptLines>
