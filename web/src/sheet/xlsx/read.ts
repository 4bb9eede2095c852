import { read, type WorkBook } from '@e965/xlsx'
import type { StoredSheet } from '@sheaf/contract/sheet'
import { type OmittedContent, ROWS_MAX, sheetFrom } from './sheet-read.ts'
import { stylesOf } from './styles-read.ts'
import { directoryOf, ImportRefused, unpack, type ZipEntry, zipOf } from './zip.ts'

const MB = 1024 * 1024
/** Only the beginning of a larger sheet is read. */
const SHEET_MAX_BYTES = 24 * MB
const STRINGS_MAX_BYTES = 24 * MB
const OTHER_PART_MAX_BYTES = 4 * MB
const ALL_PARTS_MAX_BYTES = 64 * MB

interface Parts {
  /** A new zip with only the parts that are read. */
  bytes: Uint8Array
  /** Part name → its XML, for the information that the library does not return. */
  xml: Map<string, string>
  /** Names of the sheet parts that were truncated. */
  cut: Set<string>
  macros: boolean
  links: boolean
  pictures: boolean
}

const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|xl\/worksheets\/_rels\/[^/]+\.rels|xl\/(comments\d*|comments\/[^/]+)\.xml|xl\/theme\/theme1\.xml)$/i

const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)

const limitOf = (name: string) => (isSheet(name) ? SHEET_MAX_BYTES : /sharedStrings/i.test(name) ? STRINGS_MAX_BYTES : OTHER_PART_MAX_BYTES)

/** Closes a truncated sheet after its last complete row. */
function ended(bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes)
  const [, prefix = ''] = /<(\w+:)?worksheet[\s>]/.exec(text) ?? []
  const last = text.lastIndexOf(`</${prefix}row>`)
  if (last < 0) throw new ImportRefused('tooBig')
  return new TextEncoder().encode(`${text.slice(0, last)}</${prefix}row></${prefix}sheetData></${prefix}worksheet>`)
}

async function readPart(file: Uint8Array, entry: ZipEntry) {
  const { bytes, cut } = await unpack(file, entry, limitOf(entry.name))
  if (!cut) return { bytes, cut }
  if (!isSheet(entry.name)) throw new ImportRefused('tooBig')
  return { bytes: ended(bytes), cut }
}

/** Removes the omitted parts from the list of contents: the library reads every part that is listed. */
function listed(bytes: Uint8Array, kept: Set<string>) {
  const text = new TextDecoder().decode(bytes).replace(/<(?:\w+:)?Override\s[^>]*>/g, (entry) => {
    const name = /\bPartName="\/?([^"]*)"/.exec(entry)?.[1]?.toLowerCase() ?? ''
    return kept.has(name) ? entry : ''
  })
  return new TextEncoder().encode(text)
}

/**
 * Extracts the needed parts of an Excel file (S73). Parts are chosen by name, and their size is limited before and during
 * unpacking. Macros, links to other files, pictures and all other parts are never unpacked.
 */
async function partsOf(file: Uint8Array): Promise<Parts> {
  const entries = directoryOf(file)
  if (!entries.some(({ name }) => /^xl\/workbook\.xml$/i.test(name))) throw new ImportRefused('noXlsx')
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name))
  const chosen = entries.filter(({ name }) => wanted.test(name))
  if (chosen.some(({ name, unpacked }) => !isSheet(name) && unpacked > limitOf(name))) throw new ImportRefused('tooBig')
  const declaredBytes = chosen.reduce((sum, { name, unpacked }) => sum + Math.min(unpacked, limitOf(name)), 0)
  if (declaredBytes > ALL_PARTS_MAX_BYTES) throw new ImportRefused('tooBig')
  const xml: Parts['xml'] = new Map()
  const cut = new Set<string>()
  const files: { name: string; bytes: Uint8Array }[] = []
  let all = 0
  for (const entry of chosen) {
    const part = await readPart(file, entry)
    all += part.bytes.length
    if (all > ALL_PARTS_MAX_BYTES) throw new ImportRefused('tooBig')
    if (part.cut) cut.add(entry.name)
    files.push({ name: entry.name, bytes: part.bytes })
    if (!/sharedStrings|comments/i.test(entry.name)) xml.set(entry.name.toLowerCase(), new TextDecoder().decode(part.bytes))
  }
  const kept = new Set(files.map(({ name }) => name.toLowerCase()))
  for (const file of files) if (/^\[Content_Types\]/i.test(file.name)) file.bytes = listed(file.bytes, kept)
  return {
    bytes: zipOf(files, false),
    xml,
    cut,
    macros: has(/vbaProject|macrosheets|activeX/i),
    links: has(/externalLinks|connections\.xml|queryTables/i),
    pictures: has(/xl\/(media|charts|drawings\/drawing)/i),
  }
}

const CELLS_MAX = 300_000

export interface Imported {
  sheets: StoredSheet[]
  left: OmittedContent[]
}

const options = {
  type: 'array',
  dense: true,
  cellFormula: true,
  cellHTML: false,
  cellStyles: true,
  cellNF: true,
  sheetRows: ROWS_MAX,
} as const

function workbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, options)
  } catch {
    throw new ImportRefused('broken')
  }
}

/** The part name of each sheet in workbook order, resolved through the workbook's relations. */
function sheetParts({ xml }: Parts): string[] {
  const attribute = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? ''
  const relations = new Map(
    [...(xml.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].map(([, found = '']) => [
      attribute(found, 'Id'),
      attribute(found, 'Target').replace(/^\/?(xl\/)?/, ''),
    ]),
  )
  return [...(xml.get('xl/workbook.xml') ?? '').matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(
    ([, found = '']) => `xl/${relations.get(attribute(found, '\\w+:id')) ?? ''}`,
  )
}

function sheetsOf(book: WorkBook, parts: Parts | undefined): Imported {
  const left: OmittedContent[] = []
  const budget = { cells: CELLS_MAX, formulas: 0 }
  const looks = stylesOf(parts?.xml.get('xl/styles.xml'), parts?.xml.get('xl/theme/theme1.xml'))
  const places = parts ? sheetParts(parts) : []
  const sheets = book.SheetNames.slice(0, 100).flatMap((name, at) => {
    const ws = book.Sheets[name]
    if (!ws || budget.cells <= 0) return []
    const part = places[at] ?? ''
    const hidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
    return [
      sheetFrom(
        { ws, name, xml: parts?.xml.get(part.toLowerCase()) ?? '', looks, hidden, wasCut: parts?.cut.has(part) ?? false },
        left,
        budget,
      ),
    ]
  })
  if (sheets.length === 0) throw new ImportRefused('broken')
  if (budget.formulas > 0) left.push({ kind: 'formulas', count: budget.formulas })
  for (const kind of ['macros', 'links', 'pictures'] as const) if (parts?.[kind]) left.push({ kind })
  return { sheets, left }
}

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

export const isZip = (bytes: Uint8Array) => begins(bytes, 0x50, 0x4b, 3, 4)
/** The format before .xlsx. Password-protected files use it too. */
export const isXls = (bytes: Uint8Array) => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** Converts an .xlsx or .xls file to the stored form. Throws ImportRefused. */
export async function readXlsx(file: Uint8Array): Promise<Imported> {
  if (isXls(file)) return sheetsOf(workbook(file), undefined)
  const parts = await partsOf(file)
  return sheetsOf(workbook(parts.bytes), parts)
}
