import { useCallback } from 'react'
import { useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.tsx'
import { sheetWords } from './sheet.words.ts'
import type { SheetState } from './state.ts'
import { exportText } from './xlsx/worker-client.ts'

/** Fixed: the name does not contain the title of the page. */
const NAME = 'sheet.xlsx'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** An export that takes longer shows a toast. */
const EXPORT_TOAST_DELAY_MS = 600

type Words = (typeof sheetWords)['en']

/** Hands a spreadsheet to the browser as an Excel file. */
export async function saveAsXlsx(text: string, t: Words) {
  const wait = setTimeout(() => toast(t.exporting, 'info'), EXPORT_TOAST_DELAY_MS)
  try {
    const address = URL.createObjectURL(new Blob([(await exportText(text)) as BlobPart], { type: TYPE }))
    Object.assign(document.createElement('a'), { href: address, download: NAME }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  } catch {
    toast(t.exportFailed, 'bad')
  } finally {
    clearTimeout(wait)
  }
}

/** Exports the current content of the grid, saved or not. */
export function useExport({ commitCell, read }: SheetState) {
  const t = useWords(sheetWords)
  return useCallback(() => {
    commitCell()
    void saveAsXlsx(read(), t)
  }, [commitCell, read, t])
}
