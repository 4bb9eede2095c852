import { type Cell, update } from '@fortune-sheet/core'
import { extraOf, isFormula, type StoredCell, type StoredStyle, textOf } from '@sheaf/contract/sheet'
import { GENERAL, isPlainNumber, looksNumeric, paddedPattern, patternOf } from './number-formats.ts'
import { readRuns } from './runs.ts'

type Value = Pick<Cell, 'v' | 'm' | 'f' | 'ct' | 'qp'>

const display = (pattern: string, v: string | number) => {
  if (pattern === GENERAL) return String(v)
  try {
    return String(update(pattern, v))
  } catch {
    return String(v)
  }
}

const isDate = (pattern: string) => /[ymdhs]/i.test(pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]|General/g, ''))
const asNumber = (v: number, fa = GENERAL): Value => ({ v, m: display(fa, v), ct: { fa, t: isDate(fa) ? 'd' : 'n' } })
const asText = (text: string, fa = GENERAL): Value => ({ v: text, m: text, ct: { fa, t: fa === GENERAL ? 'g' : 's' } })

const typeOf = (v: unknown, fa: string) => (typeof v === 'number' ? (isDate(fa) ? 'd' : 'n') : typeof v === 'boolean' ? 'b' : 'g')

function asFormula(cell: StoredCell, fa: string): Value {
  const { v, m } = extraOf(cell)
  const f = textOf(cell)
  if (v === undefined) return { f, ct: { fa, t: 'n' } }
  return { f, v, m: m ?? (typeof v === 'number' ? display(fa, v) : String(v)), ct: { fa, t: typeOf(v, fa) } }
}

/** The value of a stored cell as the grid knows it. */
export function readValue(cell: StoredCell, style: StoredStyle | undefined): Value {
  const text = textOf(cell)
  const extra = extraOf(cell)
  const own = style?.sheaf?.['fa']
  const pattern = typeof own === 'string' ? own : patternOf(style?.format, text)
  if (isFormula(cell)) return asFormula(cell, pattern ?? GENERAL)
  if (text === '') return pattern ? { ct: { fa: pattern, t: 'g' } } : {}
  const runs = readRuns(extra.runs, text)
  if (runs) return { ct: { fa: GENERAL, t: 'inlineStr', s: runs } }
  if (extra.t === 's') return { ...asText(text, pattern), ...(/^=./s.test(text) ? { qp: 1 } : {}) }
  if (typeof extra.v === 'boolean') return { v: extra.v, m: text, ct: { fa: GENERAL, t: 'b' } }
  // The text counts: where somebody has changed it without the value behind it, that value is of no use.
  if (typeof extra.v === 'number' && display(pattern ?? GENERAL, extra.v) === text) return asNumber(extra.v, pattern)
  if (pattern === '@') return asText(text, '@')
  if (isPlainNumber(text) || (pattern && looksNumeric(text))) return asNumber(Number(text), pattern)
  const padded = pattern ? undefined : paddedPattern(text)
  if (padded) return asNumber(Number(text), padded)
  if (/\r|\n/.test(text)) return { ct: { fa: GENERAL, t: 'inlineStr', s: [{ v: text.replace(/\r\n?|\n/g, '\r\n') }] } }
  return looksNumeric(text) ? asText(text, '@') : asText(text, pattern)
}
