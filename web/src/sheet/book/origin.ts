import type { Cell } from '@fortune-sheet/core'
import type { CellExtra } from '@sheaf/contract/sheet'

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
