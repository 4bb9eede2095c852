import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import { baseName, nameOf, withoutExtension } from '../../import-plan/name.ts'
import type { Skipped } from '../../import-plan/plan.ts'
import { MAX_TEXT, readEntry, tooManyBytes, type Zip, type ZipEntry } from '../../zip/read.ts'
import { decodeText } from '../../zip/text.ts'

/** Where the content of a zip begins: '' or the single folder around everything. */
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

/** The item's name: that of the folder around everything, of the zip, or what its first page calls itself. */
export const itemName = (root: string, fileName: string, firstTitle: string) =>
  nameOf(root, withoutExtension(baseName(fileName.replaceAll('\\', '/'))), firstTitle, 'Markdown')

const CONCURRENT_READS_MAX = 4

/** What happens on the way: `onText` gets every readable text, in the order of `entries`. */
interface TextRun {
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
