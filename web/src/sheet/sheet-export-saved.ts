import { api } from '../lib/api.ts'
import { toast } from '../ui/toast.ts'
import type { sheetWords } from './sheet.words.ts'

/** Exports what is saved, where there is no grid. */
export async function exportSaved(page_id: string, t: (typeof sheetWords)['en']) {
  try {
    const [{ saveAsXlsx }, { page_content }] = await Promise.all([import('./sheet-export.ts'), api.page.info({ page_id })])
    await saveAsXlsx(page_content, t)
  } catch (error) {
    toast(t.exportFailed, 'bad', { detail: (error as Error).message })
  }
}
