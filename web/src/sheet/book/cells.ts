import { type Cell, update } from '@fortune-sheet/core'
import { type CellExtra, extraOf, isFormula, type StoredCell, type StoredSheet, type StoredStyle, textOf } from '@sheaf/contract/sheet'
import type { Edges } from './borders.ts'
import { formatNamed, GENERAL, isPadding, isPlainNumber, looksNumeric, paddedPattern, patternOf } from './number-formats.ts'
import { type Origin, valueKey, withOrigin } from './preserved.ts'
import { edgesOf, type Look, lookOf, patternFor } from './styles.ts'

/** A run of a cell's text with its own formatting. */
type Run = { v: string } & Partial<Record<(typeof marks)[number], string | number>>

const marks = ['bl', 'it', 'un', 'cl', 'fc', 'fs', 'ff'] as const

const isTextOrNumber = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

function readRun(found: unknown): Run {
  const run = (found ?? {}) as Record<string, unknown>
  const look = marks.flatMap((mark) => (isTextOrNumber(run[mark]) ? [[mark, run[mark]] as const] : []))
  return { ...Object.fromEntries(look), v: typeof run['v'] === 'string' ? run['v'] : '' }
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

const textOfRuns = (runs: unknown): string =>
  unix(Array.isArray(runs) ? runs.map((run: { v?: unknown }) => (typeof run?.v === 'string' ? run.v : '')).join('') : '')

/** The stored text runs, or undefined when they do not match the cell's text. */
function readRuns(found: unknown, text: string): Run[] | undefined {
  if (!Array.isArray(found) || found.length === 0) return undefined
  const runs = found.map(readRun)
  return textOfRuns(runs) === unix(text) ? runs.map((run) => ({ ...run, v: run.v.replace(/\r\n?|\n/g, '\r\n') })) : undefined
}

/** The text runs to store; undefined when all of them have the formatting of the cell. */
function writeRuns(found: unknown): Run[] | undefined {
  if (!Array.isArray(found)) return undefined
  const runs = found.map(readRun).map((run) => ({ ...run, v: unix(run.v) }))
  return runs.some((run) => marks.some((mark) => mark in run && run[mark] !== 0 && run[mark] !== '')) ? runs : undefined
}

type Value = Pick<Cell, 'v' | 'm' | 'f' | 'ct' | 'qp'>

const display = (pattern: string, v: string | number) => {
  if (pattern === GENERAL) return String(v)
  try {
    return String(update(pattern, v))
  } catch {
    return String(v)
  }
}

/** Excel accepts at most this many characters in a number format. */
const FORMAT_CHARS_MAX = 255
const isDate = (pattern: string) => /[ymdhs]/i.test(pattern.slice(0, FORMAT_CHARS_MAX).replace(/"[^"]*"|\\.|\[[^\]]*\]|General/g, ''))
const asNumber = (v: number, fa = GENERAL): Value => ({ v, m: display(fa, v), ct: { fa, t: isDate(fa) ? 'd' : 'n' } })
const asText = (text: string, fa = GENERAL): Value => ({ v: text, m: text, ct: { fa, t: fa === GENERAL ? 'g' : 's' } })

const typeOf = (v: unknown, fa: string) => (typeof v === 'number' ? (isDate(fa) ? 'd' : 'n') : typeof v === 'boolean' ? 'b' : 'g')

function asFormula(cell: StoredCell, fa: string): Value {
  const { v, m } = extraOf(cell)
  const f = textOf(cell)
  if (v === undefined) return { f, ct: { fa, t: 'n' } }
  return { f, v, m: m ?? (typeof v === 'number' ? display(fa, v) : String(v)), ct: { fa, t: typeOf(v, fa) } }
}

/** Converts the value of a stored cell to the grid's form. */
function readValue(cell: StoredCell, style: StoredStyle | undefined): Value {
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
  // The text is authoritative: a stored value is ignored when the text was changed without it.
  if (typeof extra.v === 'number' && display(pattern ?? GENERAL, extra.v) === text) return asNumber(extra.v, pattern)
  if (pattern === '@') return asText(text, '@')
  if (isPlainNumber(text) || (pattern && looksNumeric(text))) return asNumber(Number(text), pattern)
  const padded = pattern ? undefined : paddedPattern(text)
  if (padded) return asNumber(Number(text), padded)
  if (/\r|\n/.test(text)) return { ct: { fa: GENERAL, t: 'inlineStr', s: [{ v: text.replace(/\r\n?|\n/g, '\r\n') }] } }
  return looksNumeric(text) ? asText(text, '@') : asText(text, pattern)
}

/** A cell's text and extra fields in the stored form, and the number format that its style must contain. */
interface Written {
  text: string
  extra: CellExtra
  /** Empty when the text alone is enough. */
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

function writeText(cell: Cell, text: string): Written {
  const pattern = patternIn(cell)
  if (/^=./s.test(text)) return { text, extra: { t: 's' }, pattern: pattern === '@' ? '' : pattern }
  const mistakable = isPlainNumber(text) || paddedPattern(text) !== undefined
  if (pattern === '@') return { text, extra: {}, pattern: mistakable ? '@' : '' }
  // A numeric text in a cell with a number format would be read back as a number.
  return { text, extra: mistakable || (pattern !== '' && looksNumeric(text)) ? { t: 's' } : {}, pattern }
}

/** Converts the value of a grid cell to the stored form. */
export function writeValue(cell: Cell): Written {
  if (typeof cell.f === 'string' && cell.f.length > 1) return formula(cell, cell.f.startsWith('=') ? cell.f : `=${cell.f}`)
  if (cell.ct?.t === 'inlineStr') {
    const runs = writeRuns(cell.ct.s)
    const written = writeText({ ...cell, ct: {} }, textOfRuns(cell.ct.s))
    return runs ? { ...written, extra: { ...written.extra, runs } } : written
  }
  const { v } = cell
  if (v === undefined || v === null) return { text: '', extra: {}, pattern: patternIn(cell) }
  if (typeof v === 'boolean') return { text: String(cell.m ?? v).toUpperCase(), extra: { v }, pattern: '' }
  if (typeof v === 'number') return number(cell, v)
  return cell.ct?.t === 'n' && isPlainNumber(v) ? number(cell, Number(v)) : writeText(cell, v)
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** A note is stored as text; the grid displays markup. */
const noteMarkup = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign).replace(/\r\n?|\n/g, '<br>')

export const noteText = (markup: string) =>
  markup
    .replace(/<br\s*\/?>|<\/(?:div|p)>(?=.)|(?<=.)<(?:div|p)(?:\s[^<>]*)?>/gis, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+);/g, (all, name: string) => named[name] ?? all)
    .replace(/\n{2,}/g, '\n')
    .trim()

interface Known {
  style: StoredStyle | undefined
  look: Look
  edges: Edges | undefined
  pattern: string
}

const plain: Known = { style: undefined, look: {}, edges: undefined, pattern: '' }

/** Parses each style of a sheet once and returns a lookup by cell. */
export function knownStyles({ styles }: StoredSheet): (cell: StoredCell) => Known {
  const known = (Array.isArray(styles) ? styles : []).map((found): Known => {
    const style = found && typeof found === 'object' ? found : {}
    return { style, look: lookOf(style), edges: edgesOf(style), pattern: patternFor(style) }
  })
  return ({ style }) => (typeof style === 'number' ? known[style] : undefined) ?? plain
}

const comment = (note: unknown) =>
  typeof note === 'string' && note !== ''
    ? { ps: { left: null, top: null, width: null, height: null, value: noteMarkup(note), isShow: false } }
    : {}

const sameFormat = (a: string, b: string) => a === b || (formatNamed(a) !== undefined && formatNamed(a) === formatNamed(b))

/** Keeps the stored value of a cell that writeValue would not reproduce exactly. */
function exactOf(cell: StoredCell, read: Cell, pattern: string): Origin['exact'] {
  const text = textOf(cell)
  const { note: _note, ...extra } = extraOf(cell)
  const written = writeValue(read)
  const same = written.text === text && sameFormat(written.pattern, pattern) && sameExtra(written.extra, extra)
  return same ? undefined : { key: valueKey(read), text, extra, pattern }
}

const sameExtra = (a: object, b: object) =>
  (Object.keys(a).length === 0 && Object.keys(b).length === 0) || JSON.stringify(a) === JSON.stringify(b)

const known = ['text', 'style', 'merge', 'sheaf']

function unknownOf(cell: StoredCell): Origin['more'] {
  for (const key in cell)
    if (!known.includes(key)) return Object.fromEntries(Object.entries(cell).filter(([name]) => !known.includes(name)))
  return undefined
}

/** Converts a stored cell to the grid's form, without its borders. */
export function readCell(cell: StoredCell, { style, look, pattern }: Known): Cell {
  const read = { ...look, ...readValue(cell, style), ...comment(extraOf(cell).note) } as Cell
  const [more, exact] = [unknownOf(cell), exactOf(cell, read, pattern)]
  return withOrigin(read, {
    ...(typeof cell.style === 'number' ? { style: cell.style } : {}),
    ...(more ? { more } : {}),
    ...(exact ? { exact } : {}),
  })
}
