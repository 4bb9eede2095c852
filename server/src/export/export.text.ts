import type { Language } from '@sheaf/contract'
import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { inWorker } from '../runtime/workers.ts'

interface ItemFields {
  item_type: number
  global_param: string
}

/** Input of export-text.worker.ts. */
export interface Task {
  content: string
  isSheet: boolean
  shared: string
  language: Language
}

/** The text of a page as Markdown. Only text that can be a spreadsheet or an API page goes to a worker thread. */
export async function markdownOf(content: string, { item_type, global_param: shared }: ItemFields, language: Language): Promise<string> {
  const isSheet = item_type === SPREADSHEET_ITEM
  if (!isSheet && !/^\s*\{/.test(content)) return content
  return inWorker<Task, string>(import.meta.url, 'export-text', { content, isSheet, shared, language })
}
