import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import { baseName, nameOf, withoutExtension } from '../../import-plan/name.ts'
import type { Skipped } from '../../import-plan/plan.ts'
import { MAX_TEXT, readEntry, tooManyBytes, type Zip, type ZipEntry } from '../../zip/read.ts'
import { decodeText } from '../../zip/text.ts'

/** The root folder of the content: the single top-level folder, or ''. */
export function contentRoot(names: Iterable<string>): string {
  let root: string | undefined
  for (const name of names) {
    const end = name.indexOf('/')
    const top = end < 0 ? '' : name.slice(0, end)
    root ??= top
    if (top === '' || top !== root) return ''
  }
  return root ?? ''
}

/** The name of the item: from the root folder, from the zip, or from the title of the first page. */
export const itemName = (root: string, fileName: string, firstTitle: string) =>
  nameOf(root, withoutExtension(baseName(fileName.replaceAll('\\', '/'))), firstTitle, 'Markdown')

const CONCURRENT_READS_MAX = 4

/** `onText` receives every readable text, in the order of the entries. */
interface ReadTextsOptions {
  skipped: Skipped[]
  onText: (entry: ZipEntry, text: string, done: number, total: number) => void
  signal?: AbortSignal | undefined
}

/** Reads the texts of a zip in order. Oversized and damaged texts are skipped; the total size is limited (importTooBig). */
export async function readTexts(zip: Zip, entries: ZipEntry[], { skipped, onText, signal }: ReadTextsOptions): Promise<void> {
  const readable = entries.filter(({ name, size }) => size <= CONTENT_CHARS_MAX || void skipped.push({ name, reason: 'size' }))
  if (readable.reduce((sum, { size }) => sum + size, 0) > MAX_TEXT) throw tooManyBytes(MAX_TEXT)
  for (let from = 0; from < readable.length; from += CONCURRENT_READS_MAX) {
    signal?.throwIfAborted()
    await new Promise(setImmediate)
    const batch = readable.slice(from, from + CONCURRENT_READS_MAX)
    const read = await Promise.all(batch.map((entry) => readEntry(zip, entry)))
    for (const [index, entry] of batch.entries()) {
      const bytes = read[index]
      if (bytes) onText(entry, decodeText(bytes), from + index + 1, readable.length)
      else skipped.push({ name: entry.name, reason: 'broken' })
    }
  }
}
