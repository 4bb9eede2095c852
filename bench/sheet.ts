import { readXlsx } from '../web/src/sheet/xlsx/read.ts'
import { writeXlsx } from '../web/src/sheet/xlsx/write.ts'
import { makeWorkbook } from '../web/src/test/workbook.ts'
import { type Row, report } from './report.ts'

/** Measures the CPU time of the work, which a browser does in a worker thread. A refusal `tooBig` is a valid result. */
async function measured(what: string, work: () => Promise<unknown>): Promise<Row> {
  const began = process.cpuUsage()
  await work().catch((error: Error) => {
    if (error.message !== 'tooBig') throw error
  })
  const { user, system } = process.cpuUsage(began)
  return { label: what, unit: 's of CPU', measured: (user + system) / 1e6, limit: 5 }
}

const cells = (r: number) =>
  Object.fromEntries(Array.from({ length: 10 }, (_c, c) => [c, { text: c % 2 ? String(r * c) : `text ${r % 97} ${c}` }]))
const rows = Object.fromEntries(Array.from({ length: 10_000 }, (_, r) => [r, { cells: cells(r) }]))
const lines: string[] = []
for (let r = 1; r <= 1_000_000; r++)
  lines.push(`<row r="${r}"><c r="A${r}"><v>${r}</v></c><c r="B${r}" t="inlineStr"><is><t>row ${r}</t></is></c></row>`)
const million = await makeWorkbook(`<sheetData>${lines.join('')}</sheetData>`)
lines.length = 0
const bomb = await makeWorkbook('<sheetData/>', { 'xl/sharedStrings.xml': new Uint8Array(200 * 1024 * 1024).fill(0x41) })

console.log(
  report([
    await measured('A million rows read', () => readXlsx(million)),
    await measured('200 MB of shared strings refused', () => readXlsx(bomb)),
    await measured('10,000 rows written', () => writeXlsx(JSON.stringify([{ name: 'big', rows }]))),
  ]),
)
