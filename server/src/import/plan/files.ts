import { baseName } from '../../import-plan/name.ts'
import type { PlanFile, Skipped } from '../../import-plan/plan.ts'
import type { ZipEntry } from '../../zip/read.ts'

/** Extensions of files inside a zip that are taken along when a page refers to them; nothing that runs in a browser. */
const IMPORT_FILE_KINDS: ReadonlySet<string> = new Set(
  [
    'jpg jpeg png gif webp bmp',
    'pdf doc docx xls xlsx ppt pptx odt ods odp rtf',
    'txt log csv tsv json yaml yml toml sql',
    'zip 7z rar gz tgz',
    'mp4 webm mov mp3 ogg wav m4a',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a file of this name may be taken along. */
const isImportable = (name: string) => IMPORT_FILE_KINDS.has(/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

const REPORT_ROWS_MAX = 1000

/** Collects the files that pages refer to, and the reasons why some cannot come along. */
export class FileCollector {
  readonly files = new Map<string, PlanFile>()
  private readonly refused = new Set<string>()
  private readonly skipped: Skipped[]
  private readonly uploadMaxBytes: number

  constructor(skipped: Skipped[], uploadMaxBytes: number) {
    this.skipped = skipped
    this.uploadMaxBytes = uploadMaxBytes
  }

  /** Whether a page may refer to this file. */
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

  /** Whether something was said about this file already. */
  knows = (name: string) => this.files.has(name) || this.refused.has(name)
}

/** Reports the files nobody asked for. */
export function reportUnused(skipped: Skipped[], left: ZipEntry[]): void {
  for (const { name } of left) skipped.push({ name, reason: 'kind' })
}

/** What is there, only not as it was: less than what is missing. */
const CHANGED = new Set<Skipped['reason']>(['joined', 'merged', 'masked'])

/** The report at a length that people and connections bear, losses first; its last row tells how many are missing. */
export function truncateReport(skipped: Skipped[]): Skipped[] {
  const sorted = [...skipped.filter(({ reason }) => !CHANGED.has(reason)), ...skipped.filter(({ reason }) => CHANGED.has(reason))]
  if (sorted.length <= REPORT_ROWS_MAX) return sorted
  return [...sorted.slice(0, REPORT_ROWS_MAX), { name: `… (+${skipped.length - REPORT_ROWS_MAX})`, reason: 'kind' }]
}
