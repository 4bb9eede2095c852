import type { Language } from '@sheaf/contract'
import type { Site } from '../../lib/item-links.ts'
import { inWorker } from '../../lib/workers.ts'
import type { PageTargets } from '../page-task.ts'
import type { Packed } from '../zip/zip-stream.ts'

export interface PageTask extends PageTargets {
  content: string
  /** Stands before the text where it is read. */
  head: string
}

export interface PackTask {
  kind: 'text' | 'sheet'
  shared: string
  language: Language
  site: Site
  pages: PageTask[]
}

type Row = Omit<Packed, 'bytes' | 'method'> & { packed: number }
export interface PackedRow {
  raw: Row
  /** Undefined where it is the same as stored. */
  read: Row | undefined
}

/** Pages packed in a thread, as stored and as read. */
export async function packed(task: PackTask, signal: AbortSignal): Promise<{ raw: Packed; read: Packed }[]> {
  const { rows, bytes } = await inWorker<PackTask, { rows: PackedRow[]; bytes: Uint8Array }>(import.meta.url, 'pack', task, { signal })
  let at = 0
  const take = ({ packed: length, ...row }: Row): Packed => {
    at += length
    return { ...row, method: 8, bytes: bytes.subarray(at - length, at) }
  }
  return rows.map(({ raw, read }) => {
    const first = take(raw)
    return { raw: first, read: read ? take(read) : first }
  })
}
