import { read, type WorkBook } from '@e965/xlsx'
import type { StoredSheet } from '@sheaf/contract/sheet'
import { type Parts, partsOf } from './parts.ts'
import { type OmittedContent, ROWS_MAX, sheetFrom } from './sheet-read.ts'
import { stylesOf } from './styles-read.ts'
import { ImportRefused } from './zip-read.ts'

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

/** Where each sheet's XML is: by the order of the workbook, through its relations. */
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
/** The form before .xlsx; files with a password come in it too. */
export const isOld = (bytes: Uint8Array) => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** An .xlsx or .xls file in the stored form. */
export async function readXlsx(file: Uint8Array): Promise<Imported> {
  if (isOld(file)) return sheetsOf(workbook(file), undefined)
  const parts = await partsOf(file)
  return sheetsOf(workbook(parts.bytes), parts)
}
