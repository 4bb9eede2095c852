import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import type { Skipped } from '../../import-plan/types.ts'
import { MAX_TEXT, tooManyBytes } from '../../zip/zip-budget.ts'
import type { ZipEntry } from '../../zip/zip-entry.ts'
import { readEntry } from '../../zip/zip-inflate.ts'
import type { Zip } from '../../zip/zip-open.ts'
import { decodeText } from '../../zip/zip-text.ts'

const CONCURRENT_READS_MAX = 4

/** What happens on the way: `onText` gets every readable text, in the order of `entries`. */
export interface TextRun {
  skipped: Skipped[]
  onText: (entry: ZipEntry, text: string, done: number, total: number) => void
  signal?: AbortSignal | undefined
}

/** Reads the texts of a zip one after the other. Too large ones and damaged ones are skipped; all together have a limit (importTooBig). */
export async function readTexts(zip: Zip, entries: ZipEntry[], { skipped, onText, signal }: TextRun): Promise<void> {
  const wanted = entries.filter(({ name, size }) => size <= CONTENT_CHARS_MAX || void skipped.push({ name, reason: 'size' }))
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MAX_TEXT) throw tooManyBytes(MAX_TEXT)
  for (let from = 0; from < wanted.length; from += CONCURRENT_READS_MAX) {
    signal?.throwIfAborted()
    await new Promise(setImmediate)
    const some = wanted.slice(from, from + CONCURRENT_READS_MAX)
    const read = await Promise.all(some.map((entry) => readEntry(zip, entry)))
    for (const [index, entry] of some.entries()) {
      const bytes = read[index]
      if (bytes) onText(entry, decodeText(bytes), from + index + 1, wanted.length)
      else skipped.push({ name: entry.name, reason: 'broken' })
    }
  }
}
