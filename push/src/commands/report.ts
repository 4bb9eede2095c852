import type { Language } from '../lib/language.ts'
import type { PageName } from '../pages/run.ts'
import type { Finished, Report, Warning } from './command.ts'
import type { OptionValues } from './settings.ts'
import { reportWords } from './words.ts'

export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
  /** Whether a line can be overwritten. */
  isTerminal: boolean
}

const PROGRESS_INTERVAL_MS = 5000

/** Shows progress: updates one line of a terminal, or writes a line every few seconds to a log. */
export function createProgress({ err, isTerminal }: Terminal, quiet: boolean | undefined, now = Date.now) {
  let lastReport = now()
  let open = false
  const close = () => {
    if (open) err('\r\x1b[K')
    open = false
  }
  return {
    progress: (done: number, total: number, title: string) => {
      if (quiet) return
      if (isTerminal) {
        open = true
        err(`\r\x1b[K${done}/${total} ${title.slice(0, 60)}`)
      } else if (now() - lastReport >= PROGRESS_INTERVAL_MS) {
        lastReport = now()
        err(`${done}/${total}\n`)
      }
    },
    notify: (text: string) => {
      close()
      if (!quiet) err(`${text}\n`)
    },
    close,
  }
}

export const exitCodes = { done: 0, failed: 1, usage: 2, noSite: 3, strict: 4, found: 4, breaking: 5, held: 6 } as const

const pathOf = ({ place, title }: PageName) => [...place, title].join(' / ')
const locationOf = ({ file, line }: Warning) => (line ? `${file}:${line}` : file)

/** The report as text. */
function reportText({ outcome, warnings, summary }: Report, values: OptionValues, language: Language): string {
  const words = reportWords(language)
  const { created, changed, unchanged, overwritten, failed, orphans, deleted } = outcome
  const list = (title: string, lines: string[]) => (lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [])
  const orphansKept = values['delete-orphans'] && !values['dry-run'] && orphans.length > 0
  return [
    ...(values['dry-run'] ? [words.dry] : []),
    summary,
    words.sum(created.length, changed.length, unchanged),
    ...created.map((page) => `+ ${pathOf(page)}  (${page.from})`),
    ...changed.map((page) => `~ ${pathOf(page)}  (${page.from})`),
    ...list(words.overwritten, overwritten.map(pathOf)),
    ...list(
      words.failed,
      failed.map((page) => `${pathOf(page)}  (${page.from}): ${page.reason}`),
    ),
    ...list(words.deleted, deleted.map(pathOf)),
    ...list(
      words.orphans,
      orphans.map((page) => `${pathOf(page)}  (${page.from})`),
    ),
    ...(orphansKept ? [words.orphansKept] : []),
    ...list(
      words.warnings,
      warnings.map((warning) => `${locationOf(warning)}: ${warning.message}`),
    ),
  ].join('\n')
}

function exitCodeOf({ outcome, warnings }: Report, { strict }: OptionValues): number {
  if (outcome.failed.length > 0) return exitCodes.failed
  return strict && (warnings.length > 0 || outcome.orphans.length > 0) ? exitCodes.strict : exitCodes.done
}

/** The end of a command that writes pages. */
export const finishedPages = (report: Report, values: OptionValues, language: Language): Finished => ({
  text: reportText(report, values, language),
  json: { dry_run: values['dry-run'] ?? false, ...report.outcome, warnings: report.warnings },
  code: exitCodeOf(report, values),
})
