import {
  cellsOf,
  extraOf,
  isFormula,
  lineAt,
  readSheets,
  SHEET_COL_WIDTH,
  type StoredCell,
  type StoredSheet,
  styleOf,
  textOf,
} from '@sheaf/contract/sheet'
import { nameOf } from '@sheaf/contract/sheet-text'
import { isPlainNumber, paddedPattern, patternOf } from '../book/number-formats.ts'
import { nameOfPlace, placeNamed } from '../book/places.ts'
import { isPlainFormula } from './formula.ts'
import { styleSheet } from './styles-write.ts'
import { zipOf } from './zip.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Excel writes characters that XML does not allow as _x0001_. */
const xml = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"]/g, (sign) => signs[sign] as string)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the target
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** The texts of all sheets without duplicates. */
function stringTable() {
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
 * A cell with its type (S73). A text stays a text, even if it starts with "="; only formulas that use this workbook alone are written
 * as formulas.
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

function rowsOf(sheet: StoredSheet, strings: Strings, styles: Styles) {
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

function columnsOf({ cols }: StoredSheet) {
  const list = Object.keys(cols ?? {}).flatMap((key) => {
    const line = /^\d{1,3}$/.test(key) ? lineAt(cols, Number(key)) : undefined
    if (!line?.width && !line?.hide) return []
    const width = Math.round(((Number(line.width) || SHEET_COL_WIDTH) / 7) * 100) / 100
    const at = Number(key) + 1
    return [`<col min="${at}" max="${at}" width="${width}" customWidth="1"${line.hide ? ' hidden="1"' : ''}/>`]
  })
  return list.length > 0 ? `<cols>${list.join('')}</cols>` : ''
}

function viewOf({ freeze }: StoredSheet, isFirst: boolean) {
  const { r, c } = placeNamed(freeze) ?? { r: 0, c: 0 }
  const selected = isFirst ? ' tabSelected="1"' : ''
  if (r === 0 && c === 0) return `<sheetViews><sheetView workbookViewId="0"${selected}/></sheetViews>`
  const pane = r && c ? 'bottomRight' : r ? 'bottomLeft' : 'topRight'
  const split = `${c ? ` xSplit="${c}"` : ''}${r ? ` ySplit="${r}"` : ''}`
  return `<sheetViews><sheetView workbookViewId="0"${selected}><pane${split} topLeftCell="${nameOfPlace({ r, c })}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`
}

function mergesOf(sheet: StoredSheet) {
  const areas = (Array.isArray(sheet.merges) ? sheet.merges : []).filter(
    (name) => typeof name === 'string' && /^[A-Z]{1,3}\d{1,6}:[A-Z]{1,3}\d{1,6}$/.test(name),
  )
  return areas.length > 0
    ? `<mergeCells count="${areas.length}">${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`
    : ''
}

/** The links of cells, as relations of the sheet. */
function linksOf({ sheaf }: StoredSheet) {
  const found = Object.entries((sheaf?.['links'] ?? {}) as Record<string, { linkAddress?: unknown }>).flatMap(([key, link]) => {
    const [, r, c] = /^(\d{1,6})_(\d{1,3})$/.exec(key) ?? []
    const to = link?.linkAddress
    return r && c && typeof to === 'string' && /^(https?:\/\/|mailto:)/i.test(to)
      ? [{ name: nameOfPlace({ r: Number(r), c: Number(c) }), to }]
      : []
  })
  if (found.length === 0) return { inside: '', relations: undefined }
  return {
    inside: `<hyperlinks>${found.map(({ name }, at) => `<hyperlink ref="${name}" r:id="rId${at + 1}"/>`).join('')}</hyperlinks>`,
    relations: `${head}<Relationships xmlns="${packages}/relationships">${found.map(({ to }, at) => `<Relationship Id="rId${at + 1}" Type="${office}/hyperlink" Target="${xml(to)}" TargetMode="External"/>`).join('')}</Relationships>`,
  }
}

/** Sheet names for Excel: at most 31 characters, unique, without reserved characters. */
function names(sheets: StoredSheet[]) {
  const taken = new Set<string>()
  return sheets.map((sheet, at) => {
    const plain =
      nameOf(sheet)
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'|'$/g, ' ')
        .trim()
        .slice(0, 31) || `Sheet${at + 1}`
    let name = plain
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain.slice(0, 27).trimEnd()} ${n}`
    taken.add(name.toLowerCase())
    return name
  })
}

/** Converts a stored spreadsheet to an .xlsx file: texts, numbers, formulas with results, styles, merged areas, sizes, links. */
export async function writeXlsx(text: string): Promise<Uint8Array> {
  const found = readSheets(text) ?? []
  const sheets = found.length > 0 ? found : [{ name: 'Sheet1' }]
  const [strings, styles] = [stringTable(), styleSheet()]
  const files: [string, string][] = []
  for (const [at, sheet] of sheets.entries()) {
    const links = linksOf(sheet)
    const body = `${viewOf(sheet, at === 0)}<sheetFormatPr defaultRowHeight="18.75" defaultColWidth="14.3" customHeight="1"/>${columnsOf(sheet)}<sheetData>${rowsOf(sheet, strings, styles)}</sheetData>${mergesOf(sheet)}${links.inside}`
    files.push([`xl/worksheets/sheet${at + 1}.xml`, `${head}<worksheet xmlns="${main}" xmlns:r="${office}">${body}</worksheet>`])
    if (links.relations) files.push([`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, links.relations])
  }
  const list = names(sheets).map((name, at) => {
    const hidden = sheets[at]?.sheaf?.['hidden'] === 1 && sheets.some((sheet) => sheet.sheaf?.['hidden'] !== 1) ? ' state="hidden"' : ''
    return `<sheet name="${xml(name)}" sheetId="${at + 1}"${hidden} r:id="rId${at + 1}"/>`
  })
  const part = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const relation = (id: number, kind: string, target: string) => `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`
  const count = sheets.length
  files.unshift(
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${sheets.map((_, at) => part(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}${part('xl/styles.xml', 'styles')}${part('xl/sharedStrings.xml', 'sharedStrings')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation(count + 1, 'styles', 'styles.xml')}${relation(count + 2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
  )
  files.push(['xl/styles.xml', styles.part(head, main)], ['xl/sharedStrings.xml', strings.part()])
  const encoder = new TextEncoder()
  return zipOf(
    files.map(([name, body]) => ({ name, bytes: encoder.encode(body) })),
    true,
  )
}
