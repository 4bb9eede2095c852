import { type CellObject, SSF } from '@e965/xlsx'
import type { CellExtra, StoredStyle } from '@sheaf/contract/sheet'
import { formatNamed, isPlainNumber } from '../book/number-formats.ts'

/** The first is how programs in China and ours write a date; the file only says "the short one of this computer". */
const patternOf = (z: unknown) => {
  const pattern = typeof z === 'string' ? z : 'General'
  if (pattern === 'm/d/yy') return 'yyyy-mm-dd'
  if (pattern === 'm/d/yy h:mm') return 'yyyy-mm-dd hh:mm'
  return pattern
}

function shownAs(pattern: string, v: number, w: string | undefined) {
  try {
    return String(SSF.format(pattern, v))
  } catch {
    return w ?? String(v)
  }
}

export interface Value {
  text: string
  extra: CellExtra
  style: StoredStyle
}

function number(v: number, cell: CellObject): Value {
  const pattern = patternOf(cell.z)
  const format = formatNamed(pattern)
  if (pattern === 'General' || pattern === '@') return { text: String(v), extra: {}, style: {} }
  if (format && format !== 'percent') return { text: String(v), extra: {}, style: { format } }
  return { text: shownAs(pattern, v, cell.w), extra: { v }, style: { sheaf: { fa: pattern } } }
}

function text(v: string): Value {
  const value = v.replace(/_x000D_/g, '').replace(/\r\n?/g, '\n')
  const mistakable = /^=./s.test(value) || isPlainNumber(value)
  return { text: value, extra: mistakable ? { t: 's' } : {}, style: {} }
}

/** A cell without its formula. */
export function plainValue(cell: CellObject): Value {
  if (cell.t === 'n' && typeof cell.v === 'number') return number(cell.v, cell)
  if (cell.t === 'b') return { text: cell.v ? 'TRUE' : 'FALSE', extra: { v: cell.v === true }, style: {} }
  if (cell.t === 's') return text(String(cell.v ?? ''))
  return text(cell.w ?? (cell.v === undefined ? '' : String(cell.v)))
}

export function formula(cell: CellObject, f: string): Value {
  const { text: shown, extra, style } = plainValue(cell)
  const v = extra.v ?? (cell.t === 'n' && typeof cell.v === 'number' ? cell.v : shown)
  if (cell.v === undefined) return { text: `=${f}`, extra: {}, style }
  return { text: `=${f}`, extra: { v, ...(String(v) === shown ? {} : { m: shown }) }, style }
}
