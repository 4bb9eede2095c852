import { CONTENT_CHARS_MAX, nameOf } from '@sheaf/contract'
import { baseName, withoutExtension } from '../../import-plan/name.ts'
import type { PlanFile, Skipped } from '../../import-plan/plan.ts'
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

/** Extensions of files that are imported when a page refers to them; no type that a browser executes. */
const IMPORT_FILE_KINDS: ReadonlySet<string> = new Set(
  [
    'jpg jpeg png gif webp bmp',
    'pdf doc docx xls xlsx ppt pptx odt ods odp rtf',
    'txt log csv tsv json yaml yml toml sql',
    'zip 7z rar gz tgz',
    'mp4 webm mov mp3 ogg wav m4a',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a file with this name can be imported. */
const isImportable = (name: string) => IMPORT_FILE_KINDS.has(/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

const REPORT_ROWS_MAX = 1000

/** Collects the files that pages refer to, and reports files that cannot be imported. */
export class FileCollector {
  readonly files = new Map<string, PlanFile>()
  private readonly refused = new Set<string>()
  private readonly skipped: Skipped[]
  private readonly uploadMaxBytes: number

  constructor(skipped: Skipped[], uploadMaxBytes: number) {
    this.skipped = skipped
    this.uploadMaxBytes = uploadMaxBytes
  }

  /** Adds a file; false if it cannot be imported. */
  take({ name, size }: ZipEntry): boolean {
    if (this.files.has(name)) return true
    if (this.refused.has(name)) return false
    const reason = !isImportable(name) ? 'kind' : size >= this.uploadMaxBytes ? 'size' : undefined
    if (reason) {
      this.refused.add(name)
      this.skipped.push({ name, reason })
      return false
    }
    this.files.set(name, { entry: name, name: baseName(name), bytes: size })
    return true
  }

  /** Whether this file is already added or reported. */
  isHandled = (name: string) => this.files.has(name) || this.refused.has(name)
}

/** Reports files that no page refers to. */
export function reportUnused(skipped: Skipped[], unused: ZipEntry[]): void {
  for (const { name } of unused) skipped.push({ name, reason: isImportable(name) ? 'unused' : 'kind' })
}

/** Reasons for content that was imported with changes, which is less severe than missing content. */
const CHANGED = new Set<Skipped['reason']>(['joined', 'merged', 'masked'])

/** Truncates the report, with losses first. Its last row has the number of omitted rows. */
export function truncateReport(skipped: Skipped[]): Skipped[] {
  const sorted = [...skipped.filter(({ reason }) => !CHANGED.has(reason)), ...skipped.filter(({ reason }) => CHANGED.has(reason))]
  if (sorted.length <= REPORT_ROWS_MAX) return sorted
  return [...sorted.slice(0, REPORT_ROWS_MAX), { name: `… (+${skipped.length - REPORT_ROWS_MAX})`, reason: 'kind' }]
}
