import { SHEET_COLS_MAX, SHEET_ROWS_MAX } from '@sheaf/contract/sheet'
import { columnName } from '@sheaf/contract/sheet-text'

export interface Place {
  r: number
  c: number
}

export const nameOfPlace = ({ r, c }: Place) => `${columnName(c)}${r + 1}`

/** "B3" → row 2, column 1; undefined for anything else and for positions outside the largest sheet. */
export function placeNamed(name: unknown): Place | undefined {
  const [, letters, digits] = (typeof name === 'string' && /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(name)) || []
  if (!letters || !digits) return undefined
  const c = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  const r = Number(digits) - 1
  return r < SHEET_ROWS_MAX && c < SHEET_COLS_MAX ? { r, c } : undefined
}

/** "A1:B2" → its first and last cell; undefined for anything else. */
export function rangeNamed(name: unknown): [Place, Place] | undefined {
  const [from, to = from] = typeof name === 'string' ? name.split(':') : []
  const [first, last] = [placeNamed(from), placeNamed(to)]
  return first && last && first.r <= last.r && first.c <= last.c ? [first, last] : undefined
}
