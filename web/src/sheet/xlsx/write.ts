import { readSheets, type StoredSheet } from '@sheaf/contract/sheet'
import { nameOf } from '@sheaf/contract/sheet-text'
import { rowsOf, stringTable } from './cells-write.ts'
import { columnsOf, linksOf, mergesOf, viewOf } from './sheet-write.ts'
import { styleSheet } from './styles-write.ts'
import { head, main, office, packages, xml } from './xml.ts'
import { zipOf } from './zip-write.ts'

/** Excel takes 31 characters, without these, each name once. */
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

/** A stored spreadsheet as an .xlsx file: texts, numbers, formulas with their results, looks, areas, sizes, links. */
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
