import type { Cell } from '@fortune-sheet/core'
import type { CellExtra } from '@sheaf/contract/sheet'
import { formatNamed, GENERAL, isPadding, isPlainNumber, looksNumeric, paddedPattern } from './number-formats.ts'
import { textOfRuns, writeRuns } from './runs.ts'

/** What a cell says in the stored form, and the pattern its style has to bring. */
interface Written {
  text: string
  extra: CellExtra
  /** Empty where the text alone says enough. */
  pattern: string
}

const patternIn = (cell: Cell) => (cell.ct?.fa && cell.ct.fa !== GENERAL ? cell.ct.fa : '')

function formula(cell: Cell, f: string): Written {
  const pattern = patternIn(cell)
  const { v, m } = cell
  if (v === undefined || v === null) return { text: f, extra: {}, pattern }
  const asShown = m === undefined || m === null || String(m) === String(v) ? {} : { m: String(m) }
  return { text: f, extra: { v, ...asShown }, pattern }
}

function number(cell: Cell, v: number): Written {
  const pattern = patternIn(cell)
  const m = String(cell.m ?? v)
  if (pattern === '' || pattern === '@') return { text: String(v), extra: {}, pattern }
  if (isPadding(pattern) && Number(m) === v && paddedPattern(m)) return { text: m, extra: {}, pattern: '' }
  if (formatNamed(pattern)) return { text: String(v), extra: {}, pattern }
  return { text: m, extra: { v }, pattern }
}

function words(cell: Cell, text: string): Written {
  const pattern = patternIn(cell)
  if (/^=./s.test(text)) return { text, extra: { t: 's' }, pattern: pattern === '@' ? '' : pattern }
  const mistakable = isPlainNumber(text) || paddedPattern(text) !== undefined
  if (pattern === '@') return { text, extra: {}, pattern: mistakable ? '@' : '' }
  // A text under a pattern of numbers would come back as a number.
  return { text, extra: mistakable || (pattern !== '' && looksNumeric(text)) ? { t: 's' } : {}, pattern }
}

/** The value of a cell of the grid in the stored form. */
export function writeValue(cell: Cell): Written {
  if (typeof cell.f === 'string' && cell.f.length > 1) return formula(cell, cell.f.startsWith('=') ? cell.f : `=${cell.f}`)
  if (cell.ct?.t === 'inlineStr') {
    const runs = writeRuns(cell.ct.s)
    const written = words({ ...cell, ct: {} }, textOfRuns(cell.ct.s))
    return runs ? { ...written, extra: { ...written.extra, runs } } : written
  }
  const { v } = cell
  if (v === undefined || v === null) return { text: '', extra: {}, pattern: patternIn(cell) }
  if (typeof v === 'boolean') return { text: String(cell.m ?? v).toUpperCase(), extra: { v }, pattern: '' }
  if (typeof v === 'number') return number(cell, v)
  return cell.ct?.t === 'n' && isPlainNumber(v) ? number(cell, Number(v)) : words(cell, v)
}
