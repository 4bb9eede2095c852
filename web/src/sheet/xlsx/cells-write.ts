import { cellsOf, extraOf, isFormula, lineAt, type StoredCell, type StoredSheet, styleOf, textOf } from '@sheaf/contract/sheet'
import { isPlainNumber, paddedPattern, patternOf } from '../book/number-formats.ts'
import { nameOfPlace } from '../book/places.ts'
import { isPlainFormula } from './formula.ts'
import type { styleSheet } from './styles-write.ts'
import { head, main, xml } from './xml.ts'

/** Texts of all sheets, each once. */
export function stringTable() {
  const numbers = new Map<string, number>()
  let uses = 0
  return {
    numberOf(text: string) {
      uses += 1
      if (!numbers.has(text)) numbers.set(text, numbers.size)
      return numbers.get(text)
    },
    part: () =>
      `${head}<sst xmlns="${main}" count="${uses}" uniqueCount="${numbers.size}">${[...numbers.keys()].map((text) => `<si><t xml:space="preserve">${xml(text)}</t></si>`).join('')}</sst>`,
  }
}

type Strings = ReturnType<typeof stringTable>
type Styles = ReturnType<typeof styleSheet>

const asValue = (v: unknown, strings: Strings) =>
  typeof v === 'number' && Number.isFinite(v)
    ? { type: '', inside: `<v>${v}</v>` }
    : typeof v === 'boolean'
      ? { type: ' t="b"', inside: `<v>${v ? 1 : 0}</v>` }
      : { type: ' t="s"', inside: `<v>${strings.numberOf(String(v))}</v>` }

function resultOf(v: unknown) {
  if (typeof v === 'number' && Number.isFinite(v)) return { type: '', value: `<v>${v}</v>` }
  if (typeof v === 'boolean') return { type: ' t="b"', value: `<v>${v ? 1 : 0}</v>` }
  if (v === undefined) return { type: '', value: '' }
  return { type: /^#[A-Z/0]+[!?]?$/.test(String(v)) ? ' t="e"' : ' t="str"', value: `<v>${xml(String(v))}</v>` }
}

/**
 * A cell with its type (S73): what is a text here is a text there, whatever sign it begins with; only what reckons with this workbook
 * alone is a formula.
 */
function content(cell: StoredCell, format: unknown, strings: Strings) {
  const text = textOf(cell)
  const { v, t } = extraOf(cell)
  if (isFormula(cell) && isPlainFormula(text)) {
    const { type, value } = resultOf(v)
    return { type, inside: `<f>${xml(text.slice(1))}</f>${value}`, pattern: undefined }
  }
  if (isFormula(cell)) return { ...asValue(v ?? text, strings), pattern: undefined }
  if (t !== 's' && v !== undefined) return { ...asValue(v, strings), pattern: undefined }
  const padded = paddedPattern(text)
  if (t !== 's' && format !== 'text' && (isPlainNumber(text) || padded)) {
    return { ...asValue(Number(text), strings), pattern: format === undefined && !isPlainNumber(text) ? padded : undefined }
  }
  return { ...asValue(text, strings), pattern: undefined }
}

export function rowsOf(sheet: StoredSheet, strings: Strings, styles: Styles) {
  const rows = new Map<number, string[]>()
  for (const [r, c, cell] of cellsOf(sheet)) {
    const style = styleOf(sheet, cell)
    const own = style?.sheaf?.['fa']
    const { type, inside, pattern } =
      textOf(cell) === '' ? { type: '', inside: '', pattern: undefined } : content(cell, style?.format, strings)
    const look = styles.numberOf(style ?? {}, pattern ?? (typeof own === 'string' ? own : patternOf(style?.format, textOf(cell))))
    if (inside === '' && look === 0) continue
    const line = rows.get(r) ?? []
    rows.set(r, line)
    line.push(`<c r="${nameOfPlace({ r, c })}"${look ? ` s="${look}"` : ''}${type}>${inside}</c>`)
  }
  for (const key of Object.keys(sheet.rows ?? {})) {
    const line = /^\d{1,6}$/.test(key) ? lineAt(sheet.rows, Number(key)) : undefined
    if ((line?.height || line?.hide) && !rows.has(Number(key))) rows.set(Number(key), [])
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([r, cells]) => {
      const { height, hide } = lineAt(sheet.rows, r) ?? {}
      const tall = Number(height) > 0 ? ` ht="${Math.round(Number(height) * 75) / 100}" customHeight="1"` : ''
      return `<row r="${r + 1}"${tall}${hide ? ' hidden="1"' : ''}>${cells.join('')}</row>`
    })
    .join('')
}
