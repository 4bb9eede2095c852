import { decodeText } from '../../lib/files/decode.ts'
import { rowsOf, sheetOf } from './csv-read.ts'
import { type Imported, isXls, isZip, readXlsx } from './read.ts'
import { ROWS_MAX } from './sheet-read.ts'
import { writeXlsx } from './write.ts'
import { ImportRefused, type RefusalReason } from './zip.ts'

export type WorkerRequest = { kind: 'import'; name: string; bytes: Uint8Array } | { kind: 'export'; text: string }
export type WorkerResponse =
  | { kind: 'imported'; found: Imported }
  | { kind: 'exported'; bytes: Uint8Array }
  | { kind: 'refused'; reason: RefusalReason }

const plainName = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 60) || 'Sheet1'

function readCsv(name: string, bytes: Uint8Array): Imported {
  const text = decodeText(bytes)
  if (text.slice(0, 10_000).includes('\0')) throw new ImportRefused('noXlsx')
  const { rows, more } = rowsOf(text, ROWS_MAX)
  const sheet = sheetOf(rows, plainName(name))
  return { sheets: [sheet], left: more ? [{ kind: 'rows', sheet: plainName(name), count: rows.length }] : [] }
}

async function answer(request: WorkerRequest): Promise<WorkerResponse> {
  if (request.kind === 'export') return { kind: 'exported', bytes: await writeXlsx(request.text) }
  const { name, bytes } = request
  if (isZip(bytes) || isXls(bytes)) return { kind: 'imported', found: await readXlsx(bytes) }
  if (!/\.(csv|tsv|txt)$/i.test(name)) throw new ImportRefused('noXlsx')
  return { kind: 'imported', found: readCsv(name, bytes) }
}

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    postMessage(await answer(data))
  } catch (error) {
    postMessage({ kind: 'refused', reason: error instanceof ImportRefused ? error.reason : 'broken' } satisfies WorkerResponse)
  }
})
